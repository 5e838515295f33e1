/** A name server that says what the test tells it to: over UDP and TCP, late, wrong, or not at all. */
import { createSocket } from "node:dgram";
import { type Socket, createServer } from "node:net";
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  type Question,
  TRUNCATED_RESPONSE,
} from "dns-packet";

export interface Answers {
  readonly answers?: Answer[];
  readonly authorities?: Answer[];
  readonly additionals?: Answer[];
  readonly authoritative?: boolean;
  /** There is no such name. */
  readonly nameError?: boolean;
  /** Over UDP: nothing but the word that it did not fit. */
  readonly truncated?: boolean;
}
/** null: no answer at all. */
export type Respond = (
  question: Question,
  transport: "udp" | "tcp",
) => Answers | null | Promise<Answers | null>;

export interface FakeNameServer {
  readonly address: string;
  readonly port: number;
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const rcodeNameError = 3;

function makeReply(query: Packet, said: Answers): Buffer {
  const { answers = [], authorities = [], additionals = [] } = said;
  const { authoritative = true, truncated = false, nameError = false } = said;
  return encode({
    type: "response",
    id: query.id ?? 0,
    flags:
      (authoritative ? AUTHORITATIVE_ANSWER : 0) |
      (truncated ? TRUNCATED_RESPONSE : 0) |
      (nameError ? rcodeNameError : 0),
    questions: query.questions ?? [],
    answers,
    authorities,
    additionals,
  });
}

/** UDP and TCP on one port: where another process has its TCP half, the next free one is tried. */
async function listenOnBoth(onConnection: (socket: Socket) => void) {
  for (;;) {
    const udp = createSocket("udp4");
    await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
    const { port } = udp.address();
    const tcp = createServer(onConnection);
    const free = await new Promise<boolean>((resolve) => {
      tcp.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (free) return { udp, tcp, port };
    udp.close();
  }
}

export async function startNameServer(respond: Respond): Promise<FakeNameServer> {
  const questions: string[] = [];
  const answer = async (message: Buffer, transport: "udp" | "tcp", send: (reply: Buffer) => void) => {
    const query = decode(message);
    const question = query.questions![0]!;
    questions.push(`${transport} ${question.name} ${question.type}`);
    const said = await respond(question, transport);
    if (said) send(makeReply(query, said));
  };
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      void answer(Buffer.from(chunk).subarray(2), "tcp", (reply) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      });
    });
  };
  const { udp, tcp, port } = await listenOnBoth(onConnection);
  udp.on("message", (message, from) => {
    void answer(message, "udp", (reply) => udp.send(reply, from.port, from.address));
  });
  return {
    address: "127.0.0.1",
    port,
    questions,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ]);
    },
  };
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const soa = (name: string, serial: number): Answer => ({
  type: "SOA",
  name,
  ttl: 300,
  data: {
    mname: `ns1.${name}`,
    rname: `hostmaster.${name}`,
    serial,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  },
});
