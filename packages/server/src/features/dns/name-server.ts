/** Asks one name server itself, past every cache: UDP, and TCP where the answer does not fit. */
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { type DecodedPacket, DNSSEC_OK, type Question, decode, encode, streamEncode } from "dns-packet";

export interface NameServer {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** Nothing listens there: no use in asking again. */
export class NotListening extends Error {}

export interface Asker {
  /** One question, repeated until it is answered or `signal` aborts. */
  ask(question: Question, signal: AbortSignal): Promise<DecodedPacket>;
  /** The same with signatures (RFC 3225), and the message as it came: signatures are over its very bytes. */
  askSigned(question: Question, signal: AbortSignal): Promise<Buffer>;
  close(): void;
}

/** A datagram can be lost; loopback and data centres answer well within this. */
const repeatMilliseconds = 250;
/** What fits in a datagram everywhere (DNS flag day 2020). */
const udpPayloadSize = 1232;

const makeQuery = (id: number, question: Question, signed: boolean) => ({
  type: "query" as const,
  id,
  flags: 0,
  questions: [question],
  additionals: [
    {
      type: "OPT" as const,
      name: ".",
      udpPayloadSize,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: signed ? DNSSEC_OK : 0,
      flag_do: signed,
      options: [],
    },
  ],
});

function readReply(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

const answers = (
  reply: DecodedPacket | null,
  id: number,
  { name, type }: Question,
): reply is DecodedPacket => {
  const asked = reply?.questions?.[0];
  return (
    reply?.flag_qr === true && reply.id === id && asked?.type === type && asked.name.toLowerCase() === name
  );
};

/** A refused datagram comes back as an error of the connected socket, a refused connection as one of the stream. */
const whyNot = (error: NodeJS.ErrnoException): Error =>
  error.code === "ECONNREFUSED" ? new NotListening(error.message) : error;

interface Received {
  readonly message: Buffer;
  readonly reply: DecodedPacket;
}

function askByTcp(
  server: NameServer,
  question: Question,
  signed: boolean,
  signal: AbortSignal,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: server.address, port: server.port, signal });
    const id = randomInt(0x1_0000);
    let received = Buffer.alloc(0);
    socket.on("connect", () => socket.write(streamEncode(makeQuery(id, question, signed))));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, Buffer.from(chunk)]);
      if (received.length < 2 || received.length < received.readUInt16BE(0) + 2) return;
      const message = received.subarray(2);
      const reply = readReply(message);
      if (answers(reply, id, question)) resolve({ message, reply });
      socket.destroy();
    });
    socket.on("error", (error) => reject(whyNot(error)));
    socket.on("close", () => reject(new Error(`${server.name} closed the connection.`)));
  });
}

export async function openAsker(server: NameServer): Promise<Asker> {
  const socket = createSocket(isIPv6(server.address) ? "udp6" : "udp4");
  await new Promise<void>((resolve, reject) => {
    // Not by connect's callback: it is called with the error too, for an address that no route leads to.
    socket.once("connect", () => resolve()).once("error", reject);
    socket.connect(server.port, server.address);
  }).catch((error: unknown) => {
    socket.close();
    throw error;
  });
  socket.removeAllListeners("error").on("error", () => {});

  const askByUdp = (question: Question, signed: boolean, signal: AbortSignal) =>
    new Promise<Received>((resolve, reject) => {
      const id = randomInt(0x1_0000);
      const query = encode(makeQuery(id, question, signed));
      const send = () => socket.send(query, (error) => (error ? fail(error) : undefined));
      const repeat = setInterval(send, repeatMilliseconds);
      const settle = () => {
        clearInterval(repeat);
        socket.off("message", onMessage).off("error", fail);
        signal.removeEventListener("abort", onAbort);
      };
      const fail = (error: Error) => {
        settle();
        reject(whyNot(error));
      };
      const onAbort = () => fail(new Error(`${server.name} did not answer in time.`));
      const onMessage = (message: Buffer) => {
        const reply = readReply(message);
        if (!answers(reply, id, question)) return;
        settle();
        resolve({ message, reply });
      };
      socket.on("message", onMessage).on("error", fail);
      signal.addEventListener("abort", onAbort);
      if (signal.aborted) onAbort();
      else send();
    });

  const ask = async (question: Question, signed: boolean, signal: AbortSignal): Promise<Received> => {
    const received = await askByUdp(question, signed, signal);
    return received.reply.flag_tc ? askByTcp(server, question, signed, signal) : received;
  };

  return {
    ask: async (question, signal) => (await ask(question, false, signal)).reply,
    askSigned: async (question, signal) => (await ask(question, true, signal)).message,
    close: () => void socket.close(),
  };
}
