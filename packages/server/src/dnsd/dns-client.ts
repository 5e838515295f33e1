/** Questions and NOTIFY over UDP: one socket a family, many questions at once. */
import { type Socket, createSocket } from "node:dgram";
import { isIP } from "node:net";
import { randomInt } from "node:crypto";
import packet, { type Answer, type RecordType } from "dns-packet";
import type { Server } from "./config.ts";

interface Reply {
  readonly answers: readonly Answer[];
}

interface Waiting {
  readonly server: Server;
  readonly name: string;
  settle(reply: Reply | null): void;
}

const opcodeNotify = 4 << 11;
const authoritative = 1 << 10;
const ednsPayload = 1232;

export class DnsClient {
  readonly #sockets = new Map<4 | 6, Socket>();
  readonly #waiting = new Map<number, Waiting>();
  #closed = false;

  /** The answer, or null when there is none within `timeout` ms. */
  ask(server: Server, type: RecordType, name: string, timeout: number): Promise<Reply | null> {
    if (this.#closed) return Promise.resolve(null);
    const id = this.#freeId();
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(null), timeout);
      const settle = (reply: Reply | null): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(reply);
      };
      this.#waiting.set(id, { server, name, settle });
      this.#send(
        server,
        packet.encode({
          type: "query",
          id,
          questions: [{ type, name }],
          additionals: [
            {
              type: "OPT",
              name: ".",
              udpPayloadSize: ednsPayload,
              extendedRcode: 0,
              ednsVersion: 0,
              flags: 0,
              flag_do: false,
              options: [],
            },
          ],
        }),
      );
    });
  }

  /** The serial a server has of a zone; null where it has none or does not answer. */
  async serial(server: Server, zone: string, timeout: number): Promise<number | null> {
    const reply = await this.ask(server, "SOA", zone, timeout);
    for (const answer of reply?.answers ?? []) if (answer.type === "SOA") return answer.data.serial ?? null;
    return null;
  }

  /** RFC 1996. Whether it arrived is seen in the serial, not in the reply. */
  notify(server: Server, zone: string): void {
    const id = randomInt(0x10000);
    this.#send(
      server,
      packet.encode({
        type: "query",
        id,
        flags: opcodeNotify | authoritative,
        questions: [{ type: "SOA", name: zone }],
      }),
    );
  }

  /** Questions under way get no answer, later ones are not sent. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
    for (const waiting of this.#waiting.values()) waiting.settle(null);
  }

  #freeId(): number {
    for (;;) {
      const id = randomInt(0x10000);
      if (!this.#waiting.has(id)) return id;
    }
  }

  #send(server: Server, message: Buffer): void {
    if (this.#closed) return;
    const family = isIP(server.host) === 6 ? 6 : 4;
    let socket = this.#sockets.get(family);
    if (!socket) {
      socket = createSocket(family === 6 ? "udp6" : "udp4");
      // A refused port comes back as an error of the socket: the question runs into its timeout.
      socket.on("error", () => {});
      socket.on("message", (bytes, from) => this.#receive(bytes, from.address, from.port));
      this.#sockets.set(family, socket);
    }
    socket.send(message, server.port, server.host, () => {});
  }

  #receive(bytes: Buffer, address: string, port: number): void {
    if (bytes.length < 12) return;
    const waiting = this.#waiting.get(bytes.readUInt16BE(0));
    if (!waiting || waiting.server.port !== port || waiting.server.host !== address) return;
    let decoded: packet.DecodedPacket;
    try {
      decoded = packet.decode(bytes);
    } catch {
      return;
    }
    if (decoded.questions?.[0]?.name.toLowerCase() !== waiting.name.toLowerCase()) return;
    waiting.settle({ answers: decoded.answers ?? [] });
  }
}
