/** Sites of an installation under test: what is said of them is said in SQL, what is served is asked by HTTP. */
import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import type { Pool } from "pg";
import { asCustomer } from "../../packages/server/src/web/as-customer.ts";
import { until } from "../installation.ts";
import { type MailInstallation, startMail } from "../mail/installation.ts";

export type WebInstallation = MailInstallation;
export const startWeb = startMail;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** One request for `address` (`http://shop.test/path`), whatever the name resolves to. */
export async function ask(
  { ready }: Pick<WebInstallation, "ready">,
  address: string,
  options: Omit<RequestOptions, "headers"> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly ca?: string;
  } = {},
): Promise<Answer> {
  const url = new URL(address);
  const { body, ...given } = options;
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? httpsRequest : httpRequest)({
    ...(isSecure ? ready.services.https : ready.services.http),
    path: `${url.pathname}${url.search}`,
    agent: false,
    ...(isSecure ? { servername: url.hostname } : {}),
    ...given,
    headers: { host: url.host, ...given.headers },
  });
  request.end(body);
  const [reply]: IncomingMessage[] = await once(request, "response");
  return { status: reply!.statusCode ?? 0, headers: reply!.headers, body: await text(reply!) };
}

/** A service without mail. Returns its id. */
export async function addService(db: Pool, reference: string, kind = "hosting"): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into atrio.holding (reference, service_kind, service_expires_at)
     values ($1, $2, now() + interval '1 year') returning id::int`,
    [reference, kind],
  );
  return rows[0]!.id;
}

export async function addSite(db: Pool, holdingId: number, name: string, folder: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    "insert into atrio.subdomain (holding_id, name, folder) values ($1, $2, $3) returning id::int",
    [holdingId, name, folder],
  );
  return rows[0]!.id;
}

export async function addRedirection(
  db: Pool,
  holdingId: number,
  { name, path = "", url, type = "301" }: { name: string; path?: string; url: string; type?: string },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    "insert into atrio.redirection (holding_id, name, path, url, type) values ($1, $2, $3, $4, $5) returning id::int",
    [holdingId, name, path, url, type],
  );
  return rows[0]!.id;
}

/** Asks for what a change asks for. Returns the job. */
export async function askToApply(db: Pool, holdingId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    "select atrio.enqueue('web.apply', $1::bigint, null, $1::bigint, null, 'web:' || $1::bigint)::int as id",
    [holdingId],
  );
  return rows[0]!.id;
}

export async function untilEnded(db: Pool, job: number): Promise<{ state: string; error: unknown }> {
  let row: { state: string; error: unknown } | undefined;
  await until("the job has ended", 60, async () => {
    const { rows } = await db.query<{ state: string; error: unknown }>(
      "select state, error from atrio.job where id = $1",
      [job],
    );
    row = rows[0];
    return row !== undefined && ["done", "failed"].includes(row.state);
  });
  return row!;
}

/** What the rows say is served when this has resolved. */
export async function apply(db: Pool, holdingId: number): Promise<void> {
  const { state, error } = await untilEnded(db, await askToApply(db, holdingId));
  if (state !== "done") throw new Error(`web.apply: ${state} ${JSON.stringify(error)}`);
}

/** A program as the customer, in the service's own files. */
export const asService = (
  { home }: Pick<WebInstallation, "home">,
  holdingId: number,
  script: string,
  input = "",
) => asCustomer({ directory: join(home, "web/srv"), holdingId, command: ["/bin/sh", "-euc", script], input });

export const putFile = (
  web: Pick<WebInstallation, "home">,
  holdingId: number,
  path: string,
  content: string,
) => asService(web, holdingId, `mkdir -p "$(dirname "/home/${path}")" && cat >"/home/${path}"`, content);
