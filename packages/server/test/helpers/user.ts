import {
  type Call,
  type CallName,
  type Calls,
  calls,
  type FormOf,
  formEntries,
  pathOf,
  type PathParams,
  type ReplyOf,
  type System,
} from "@atrio/contract";
import type { FastifyInstance } from "fastify";
import type { OutgoingHttpHeaders } from "node:http";

export type Form = Readonly<Record<string, string | readonly string[] | undefined>>;

type Params<C extends Call> = keyof PathParams<C> extends never
  ? { params?: undefined }
  : { params: PathParams<C> };
export interface Sign {
  /** In place of the call's own, of the two a changing GET has. */
  readonly method?: "GET" | "POST" | "HEAD" | "PUT" | "DELETE";
  /** Beside the usual headers; undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
export type CallArguments<N extends CallName> = Params<Calls[N]> & {
  readonly input?: FormOf<Calls[N]>;
} & Sign;

/** The same without the call's own types. */
interface Loose {
  readonly method?: Sign["method"] | undefined;
  readonly headers?: Sign["headers"] | undefined;
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly input?: Form | undefined;
}

export interface Reply<N extends CallName> {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly data: ReplyOf<Calls[N]>;
  readonly system: System;
  readonly body: string;
}

export interface Session {
  readonly id: number;
  readonly username: string;
  readonly sessionId: number;
  readonly token: string;
}

/** A caller of the API, with or without a session. */
export class TestUser {
  readonly #app: FastifyInstance;
  readonly #session: Session | null;

  constructor(app: FastifyInstance, session: Session | null) {
    this.#app = app;
    this.#session = session;
  }

  get session(): Session {
    if (!this.#session) throw new Error("This caller has no session.");
    return this.#session;
  }
  get id(): number {
    return this.session.id;
  }

  /** As the panel sends it: the POST twin of a changing GET, with the header of the contract. */
  call<N extends CallName>(name: N, given: CallArguments<N> & Loose): Promise<Reply<N>> {
    const call: Call = calls[name];
    const { params = {}, input, method, headers = {} } = given;
    return this.send<N>(
      `/api${pathOf(call.path, params)}`,
      { method: method ?? (call.method === "GET" && !call.changes ? "GET" : "POST"), headers },
      input,
    );
  }

  /** Any request at all. */
  async send<N extends CallName = CallName>(
    url: string,
    { method = "POST", headers = {} }: Sign = {},
    form: Form = {},
  ): Promise<Reply<N>> {
    const text = new URLSearchParams(formEntries(form)).toString();
    const inBody = method === "POST" || method === "PUT";
    const all = {
      "x-requested-with": "XMLHttpRequest",
      "sec-fetch-site": "same-origin",
      ...(inBody ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...(this.#session ? { cookie: `session=${this.#session.token}` } : {}),
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await this.#app.inject({
      method,
      url: inBody || text === "" ? url : `${url}?${text}`,
      headers: Object.fromEntries(sent),
      ...(inBody ? { payload: text } : {}),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const {
      data,
      system,
    }: Pick<Reply<N>, "data" | "system"> = JSON.parse(isJson && response.body !== "" ? response.body : "{}");
    return { status: response.statusCode, headers: response.headers, data, system, body: response.body };
  }
}
