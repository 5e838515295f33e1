/** A request to a PHP, as nginx makes it (FastCGI 1.0). */
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

const beginRequest = 1;
const params = 4;
const stdin = 5;
const stdout = 6;
const responder = 1;

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.from([1, type, 0, 1, 0, 0, 0, 0]);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

function pair([name, value]: readonly [string, string]): Buffer {
  const parts = [Buffer.from(name), Buffer.from(value)];
  const lengths = parts.map(({ length }) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE((length | 0x80000000) >>> 0);
    return bytes;
  });
  return Buffer.concat([...lengths, ...parts]);
}

function outputOf(answer: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= answer.length;) {
    const length = answer.readUInt16BE(at + 4);
    if (answer[at + 1] === stdout) parts.push(answer.subarray(at + 8, at + 8 + length));
    at += 8 + length + (answer[at + 6] ?? 0);
  }
  return Buffer.concat(parts).toString();
}

/** The answer's body; rejects where there is none. */
export async function askPhp(
  socket: string,
  script: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const connection = connect(socket);
  connection.setTimeout(60_000, () => connection.destroy(new Error("PHP does not answer.")));
  const all = {
    SCRIPT_FILENAME: `/home/public_html/${script}`,
    SCRIPT_NAME: `/${script}`,
    REQUEST_URI: `/${script}`,
    DOCUMENT_ROOT: "/home/public_html",
    REQUEST_METHOD: "GET",
    SERVER_PROTOCOL: "HTTP/1.1",
    QUERY_STRING: "",
    ...variables,
  };
  connection.write(
    Buffer.concat([
      record(beginRequest, Buffer.from([0, responder, 0, 0, 0, 0, 0, 0])),
      record(params, Buffer.concat(Object.entries(all).map(pair))),
      record(params, Buffer.alloc(0)),
      record(stdin, Buffer.alloc(0)),
    ]),
  );
  const output = outputOf(await buffer(connection));
  const end = output.indexOf("\r\n\r\n");
  if (end < 0) throw new Error("PHP ended without an answer.");
  const status = /^Status: (.*)$/m.exec(output.slice(0, end))?.[1];
  if (status !== undefined) throw new Error(`${status.trim()}: ${output.slice(end + 4)}`);
  return output.slice(end + 4);
}
