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

export class Visitor {
  readonly #server: { readonly host: string; readonly port: number };
  readonly #from: string;
  readonly #cookies = new Map<string, string>();

  /** `from` is an address of this machine. */
  constructor(server: { readonly host: string; readonly port: number }, from = "127.0.0.1") {
    this.#server = server;
    this.#from = from;
  }

  get(path = "/"): Promise<Page> {
    return this.#ask(path);
  }

  post(fields: Fields, path = "/"): Promise<Page> {
    return this.#ask(path, fields);
  }

  /** With the form of the sign-in page, as it is. */
  async signIn(address: string, password: string): Promise<Page> {
    const { html } = await this.get();
    const token = /name="_token" value="(\w+)"/.exec(html)?.[1] ?? "";
    const fields = { _token: token, _task: "login", _action: "login", _user: address, _pass: password };
    return this.post(fields, "/?_task=login");
  }

  async signOut(): Promise<Page> {
    const { html } = await this.get("/?_task=mail");
    const token = /"request_token":"(\w+)"/.exec(html)?.[1] ?? "";
    return this.get(`/?_task=logout&_token=${token}`);
  }

  async #ask(path: string, fields?: Fields): Promise<Page> {
    const asked = request({
      ...this.#server,
      path,
      localAddress: this.#from,
      method: fields ? "POST" : "GET",
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(fields ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
    });
    asked.end(fields && new URLSearchParams(fields).toString());
    const [reply]: IncomingMessage[] = await once(asked, "response");
    const { statusCode = 0, headers } = reply!;
    for (const line of headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "-del-") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const html = await text(reply!);
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
    return { status: statusCode, html, title, location: headers.location ?? "", headers };
  }
}

/** A user of the panel who may do this with the mailboxes of a holding. Returns its id. */
export async function addUser(
  { db }: MailInstallation,
  holdingId: number,
  username: string,
): Promise<number> {
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
  return id;
}

/** What the panel's form would carry. */
export async function addToken(
  { db }: MailInstallation,
  address: string,
  userId: number,
  { company = "Acme & Sons", seconds = 60 } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.query(
    `insert into atrio.webmail_login (token_hash, holding_id, mailbox_id, user_id, company, expires_at)
     select $1, holding_id, id, $3, $4, now() + make_interval(secs => $5) from atrio.mailbox
      where address = $2 and deleted_at is null`,
    [createHash("sha256").update(token).digest(), address, userId, company, seconds],
  );
  return token;
}
