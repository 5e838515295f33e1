import type { Call, CallName, Calls, Envelope, FormOf, PathParams, ReplyOf } from "@atrio/contract";
import { callNames, wire } from "virtual:wire";
import { loadWords } from "../i18n/i18n.ts";
import { ApiError, noAnswer } from "./errors.ts";

/** What a form or a query carries: strings, a repeated name as a list, files where the call is multipart. */
type Value = string | File | readonly (string | File)[] | undefined;
export type Input = Readonly<Record<string, Value>>;

type Params<C extends Call> = keyof PathParams<C> extends never
  ? { params?: undefined }
  : { params: PathParams<C> };
type Body<C extends Call> = C["input"] extends object
  ? object extends FormOf<C>
    ? { input?: FormOf<C> }
    : { input: FormOf<C> }
  : { input?: undefined };
export interface Options {
  signal?: AbortSignal;
  /** The same for each attempt at one action of the user, so that a repeated one changes nothing twice. */
  idempotencyKey?: string;
}
export type CallArgs<N extends CallName> = Params<Calls[N]> & Body<Calls[N]>;
/** A call that needs neither parameters nor input is called with nothing. */
type Rest<N extends CallName> =
  object extends CallArgs<N>
    ? [args?: CallArgs<N>, options?: Options]
    : [args: CallArgs<N>, options?: Options];

export interface Reply<N extends CallName> {
  readonly data: ReplyOf<Calls[N]>;
  /** What the server says was done, in the user's language. */
  readonly info: readonly string[];
  /** The job that finishes the change, when it had not ended yet: follow it with `useJob`. */
  readonly job: number | null;
}

export const apiBase = "/api";
const timeoutMs = 30_000;

/** Set when the deployment forces the language: every call then carries it (specification 1, section 7). */
let forcedLanguage: string | null = null;
export const forceLanguage = (language: string | null): void => {
  forcedLanguage = language;
};

type Listener = () => void;
const sessionEndListeners = new Set<Listener>();
/** Told of every reply with status code 101. */
export const onSessionEnd = (listener: Listener): (() => void) => {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
};

interface Loose {
  params?: Record<string, number>;
  input?: Input;
}

type Entry = [name: string, value: string | File];
const entriesOf = (input: Input): Entry[] =>
  Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return typeof value === "string" || value instanceof File
      ? [[name, value] satisfies Entry]
      : value.map((one): Entry => [name, one]);
  });

const textOf = (input: Input): URLSearchParams =>
  new URLSearchParams(
    entriesOf(input).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

function filesOf(input: Input): FormData {
  const body = new FormData();
  for (const [name, value] of entriesOf(input)) body.append(name, value);
  return body;
}

/** Not randomUUID: browsers withhold it from a panel reached by plain HTTP under another name than localhost. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** A changing call always goes as POST: the contract gives every changing GET a POST twin. */
export function requestOf(
  name: CallName,
  { params = {}, input = {} }: Loose,
  options: Options = {},
): Request {
  const { method, path, changes = false, multipart = false } = wire[name];
  const url = new URL(
    apiBase + path.replace(/\{(\w+)\}/g, (_, id: string) => String(params[id])),
    location.origin,
  );
  if (forcedLanguage !== null) url.searchParams.set("lang", forcedLanguage);
  const isPost = changes || method === "POST";
  const headers = new Headers({ Accept: "application/json", "X-Requested-With": "XMLHttpRequest" });
  if (changes) headers.set("Idempotency-Key", options.idempotencyKey ?? newIdempotencyKey());
  if (!isPost) for (const [key, value] of textOf(input)) url.searchParams.append(key, value);
  const limit = multipart ? [] : [AbortSignal.timeout(timeoutMs)];
  return new Request(url, {
    method: isPost ? "POST" : "GET",
    headers,
    body: isPost ? (multipart ? filesOf(input) : textOf(input)) : null,
    signal: AbortSignal.any(options.signal ? [options.signal, ...limit] : limit),
  });
}

/** Fetched with the first error; where even that fails it is told in fewer words. */
const loadErrorWords = () => loadWords("contract").catch(() => undefined);

async function envelopeOf<T>(response: Response): Promise<Envelope<T>> {
  try {
    const envelope: Envelope<T> = await response.json();
    if (typeof envelope.system?.valid === "boolean") return envelope;
  } catch {
    // Told below: a reply that is no envelope, such as a proxy's page, is none of ours.
  }
  await loadErrorWords();
  throw noAnswer(response.status);
}

async function exchange(name: CallName, args: Loose = {}, options: Options = {}): Promise<Reply<CallName>> {
  const request = requestOf(name, args, options);
  const response = await fetch(request).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw noAnswer();
  });
  const { data, system } = await envelopeOf<ReplyOf<Calls[CallName]>>(response);
  if (response.ok && system.valid) return { data: data!, info: system.info, job: system.job };
  if (system.statusCode === 101) for (const listener of sessionEndListeners) listener();
  else await loadErrorWords();
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  throw new ApiError(response.status, system, retryAfter);
}

/** Calls the API, typed by the contract. Throws `ApiError`; an aborted call throws what aborted it. */
export function send<N extends CallName>(name: N, args?: CallArgs<N>, options?: Options): Promise<Reply<N>>;
export function send(name: CallName, args?: Loose, options?: Options): Promise<Reply<CallName>> {
  return exchange(name, args, options);
}

/** The same for an input known only at run time, as a form's fields are: parsed by the contract before it comes here. */
export function sendInput<N extends CallName>(name: N, args: Loose, options?: Options): Promise<Reply<N>>;
export function sendInput(name: CallName, args: Loose, options?: Options): Promise<Reply<CallName>> {
  return exchange(name, args, options);
}

type Api = { readonly [N in CallName]: (...rest: Rest<N>) => Promise<Reply<N>> };
const bound: unknown[][] = callNames.map((name) => [name, exchange.bind(null, name)]);
/** `api.dnsCreate({ params: { id }, input: { … } })`: one function a call, nothing written per call. */
export const api: Api = Object.fromEntries(bound);
