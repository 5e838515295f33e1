/**
 * How acme-client's requests go out. Its own way tries again by itself, for minutes, and tells no reason in the end: what to
 * do after a failure is decided by the queue of orders.
 */
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { axios } from "acme-client";

const timeoutMilliseconds = 30_000;

/** What the authority says no with (RFC 7807; RFC 8555, 6.7). */
export class AcmeProblem extends Error {
  /** Without the namespace: `rateLimited`. */
  readonly type: string;
  readonly retryAfterSeconds: number;

  constructor(type: string, detail: string, retryAfterSeconds = 0) {
    super(detail);
    this.type = type;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Nobody answers there, or not as an authority does. */
export class AuthorityUnreachable extends Error {}

type Adapter = Extract<NonNullable<typeof axios.defaults.adapter>, (...args: never[]) => unknown>;
type Config = Parameters<Adapter>[0];

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function send(
  { url = "", method = "get", headers, data }: Config,
  ca: string | undefined,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const given = Object.entries(headers.toJSON()).map(([name, value]) => [name, String(value)]);
    const body = data === undefined || data === null ? "" : String(data);
    const outgoing = request(url, {
      method: method.toUpperCase(),
      headers: { ...Object.fromEntries(given), "Content-Length": Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMilliseconds),
      ...(ca === undefined ? {} : { ca }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const said = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
      text(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(said), body }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What of a problem document is to be told: a name's own problem says more than that of the order. */
export function readProblem(document: unknown): { type: string; detail: string } | undefined {
  if (typeof document !== "object" || document === null) return undefined;
  const field = (name: string): unknown => Reflect.get(document, name);
  const below: unknown = field("subproblems");
  const inner = Array.isArray(below) ? readProblem(below[0]) : undefined;
  if (inner) return inner;
  const [type, detail] = [field("type"), field("detail")];
  if (typeof type !== "string") return undefined;
  return { type: type.replace(/^.*:/, ""), detail: typeof detail === "string" ? detail : type };
}

const secondsOf = (header: string | undefined): number => {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : 0;
};

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** From now on by these certificates (PEM), or whom the system trusts. */
export function trust(ca: string | undefined): void {
  axios.defaults.adapter = async (config) => {
    const { status, headers, body } = await send(config, ca).catch((error: unknown) => {
      throw new AuthorityUnreachable(messageOf(error));
    });
    if (status >= 400) {
      const problem = readProblem(parse(body));
      if (!problem) throw new AuthorityUnreachable(`${config.url} answers ${status}.`);
      // acme-client's own matter: it asks again with the nonce that came along
      if (problem.type !== "badNonce")
        throw new AcmeProblem(problem.type, problem.detail, secondsOf(headers["retry-after"]));
    }
    return { status, statusText: "", headers, data: body, config };
  };
}
