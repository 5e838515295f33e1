import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import packet, { type Answer, type DecodedPacket, type OptAnswer, type RecordType } from "dns-packet";
import { nameServers, type Server } from "./product.ts";

/** EDNS with room for a long TXT. */
const opt: OptAnswer = {
  type: "OPT",
  name: ".",
  udpPayloadSize: 4096,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};
const deadline = 5000;

async function ask(server: Server, name: string, type: RecordType): Promise<DecodedPacket> {
  const socket = createSocket("udp4");
  try {
    const reply = new Promise<DecodedPacket>((resolve, reject) => {
      socket.once("message", (message) => resolve(packet.decode(message)));
      socket.once("error", reject);
      setTimeout(() => reject(new Error(`${server.host}:${server.port} is silent`)), 2000).unref();
    });
    const query = packet.encode({
      type: "query",
      id: 1,
      questions: [{ type, name }],
      additionals: [opt],
    });
    socket.send(query, server.port, server.host);
    return await reply;
  } finally {
    socket.close();
  }
}

/** One answer as a line of text, comparable: `20 mail.example.com`. */
function dataOf(answer: Answer): string {
  switch (answer.type) {
    case "MX":
      return `${answer.data.preference ?? 0} ${answer.data.exchange}`;
    case "SRV":
      return `${answer.data.priority ?? 0} ${answer.data.weight ?? 0} ${answer.data.port} ${answer.data.target}`;
    case "CAA":
      return `${answer.data.flags ?? 0} ${answer.data.tag} ${answer.data.value}`;
    case "TXT":
      return [answer.data].flat().map(String).join("");
    case "DS":
      return [
        answer.data.keyTag,
        answer.data.algorithm,
        answer.data.digestType,
        answer.data.digest.toString("hex"),
      ].join(" ");
    case "A":
    case "AAAA":
    case "CNAME":
    case "NS":
      return answer.data;
    default:
      return answer.type;
  }
}

export async function dig(server: Server, name: string, type: RecordType): Promise<string[]> {
  const { answers = [], authorities = [], additionals = [] } = await ask(server, name, type);
  // A delegation is answered as a referral, with the addresses of its servers beside it.
  const referral = type === "NS" ? authorities : additionals.filter((one) => one.name === name);
  const found = answers.length === 0 ? referral : answers;
  return found
    .filter((answer) => answer.type === type)
    .map(dataOf)
    .toSorted();
}

/** Waits until both name servers give exactly these answers; the last other answer is the error. */
export async function bothAnswer(name: string, type: RecordType, expected: readonly string[]): Promise<void> {
  const wanted = JSON.stringify([...expected].toSorted());
  for (const server of nameServers) {
    const until = Date.now() + deadline;
    for (;;) {
      const got = JSON.stringify(await dig(server, name, type));
      if (got === wanted) break;
      if (Date.now() > until)
        throw new Error(`${name} ${type} at port ${server.port}: ${got}, not ${wanted}`);
      await sleep(50);
    }
  }
}
