/** The webmail as a browser without scripts sees it: its cookies, its forms, its pages. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { MailInstallation } from "./installation.ts";

export interface Page {
  readonly status: number;
  readonly html: string;
  readonly title: string;
  /** Where it leads on to. */
  readonly location: string;
  readonly headers: IncomingMessage["headers"];
}

type Fields = Readonly<Record<string, string>>;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export class Visitor {
  readonly #server: { readonly host: string; readonly port: number };
  readonly #from: string;
  readonly #at: string;
  readonly #cookies: Map<string, Cookie>;
  readonly #headers: Fields;

  /** `from` is an address of this machine, `at` where paths begin, `headers` go with each request. */
  constructor(
    server: { readonly host: string; readonly port: number },
    { from = "127.0.0.1", at = "/", cookies = new Map<string, Cookie>(), headers = {} } = {},
  ) {
    this.#server = server;
    this.#headers = headers;
    this.#from = from;
    this.#at = at;
    this.#cookies = cookies;
  }

  /** Another tab of the same browser. */
  tab(at: string): Visitor {
    return new Visitor(this.#server, {
      from: this.#from,
      at,
      cookies: this.#cookies,
      headers: this.#headers,
    });
  }

  get(path = ""): Promise<Page> {
    return this.#ask(path);
  }

  post(fields: Fields, path = "", headers: Fields = {}): Promise<Page> {
    return this.#ask(path, fields, headers);
  }

  /** With the form of the sign-in page, as it is. */
  async signIn(address: string, password: string): Promise<Page> {
    const { html } = await this.get();
    const token = /name="_token" value="(\w+)"/.exec(html)?.[1] ?? "";
    const fields = { _token: token, _task: "login", _action: "login", _user: address, _pass: password };
    return this.post(fields, "?_task=login");
  }

  /** What goes with each form of a page, so that no other site can send it. */
  async requestToken(): Promise<string> {
    const { html } = await this.get("?_task=mail");
    return /"request_token":"(\w+)"/.exec(html)?.[1] ?? "";
  }

  async signOut(): Promise<Page> {
    return this.get(`?_task=logout&_token=${await this.requestToken()}`);
  }

  async #ask(path: string, fields?: Fields, headers: Fields = {}): Promise<Page> {
    const { pathname, search } = new URL(path, `http://webmail.test${this.#at}`);
    const cookies = [...this.#cookies.values()].filter((cookie) => pathname.startsWith(cookie.path));
    const asked = request({
      ...this.#server,
      path: `${pathname}${search}`,
      localAddress: this.#from,
      method: fields ? "POST" : "GET",
      headers: {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
        ...this.#headers,
        ...(fields ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
    });
    asked.end(fields && new URLSearchParams(fields).toString());
    const [reply]: IncomingMessage[] = await once(asked, "response");
    const { statusCode = 0, headers: replied } = reply!;
    for (const line of replied["set-cookie"] ?? []) this.#keep(line);
    const html = await text(reply!);
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
    return { status: statusCode, html, title, location: replied.location ?? "", headers: replied };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /; path=([^;]*)/i.exec(line)?.[1] ?? "/";
    const key = `${path} ${name}`;
    if (value === "-del-") this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value, path });
  }
}

export interface PanelUser {
  readonly id: number;
  /** By which it is signed in to the panel. */
  readonly sessionId: number;
}

/** A user of the panel, signed in, who may do anything with the mailboxes of a holding. */
export async function addUser(
  { db }: MailInstallation,
  holdingId: number,
  username: string,
): Promise<PanelUser> {
  const { rows } = await db.query<{ id: number }>(
    "insert into atrio.panel_user (holding_id, username, password_hash) values ($1, $2, '') returning id::int",
    [holdingId, username],
  );
  const { id } = rows[0]!;
  await db.query("insert into atrio.holding_grant values ($1, $2, $3)", [
    id,
    holdingId,
    { servicemail_accounts: "write" },
  ]);
  const { rows: sessions } = await db.query<{ id: number }>(
    `insert into atrio.session (token_hash, user_id, ip, expires_at)
     values ($1, $2, '127.0.0.1', now() + interval '1 hour') returning id::int`,
    [randomBytes(32), id],
  );
  return { id, sessionId: sessions[0]!.id };
}

/** What the panel's form would carry. */
export async function addToken(
  { db }: MailInstallation,
  address: string,
  { sessionId }: PanelUser,
  { company = "Acme & Sons", seconds = 60 } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.query(
    `insert into atrio.webmail_login (token_hash, holding_id, mailbox_id, session_id, company, expires_at)
     select $1, holding_id, id, $3, $4, now() + make_interval(secs => $5) from atrio.mailbox
      where address = $2 and deleted_at is null`,
    [createHash("sha256").update(token).digest(), address, sessionId, company, seconds],
  );
  return token;
}
