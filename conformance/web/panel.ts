/** A customer of a service at the panel's own calls. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { tokenHash } from "../../packages/server/src/http/session.ts";
import type { WebInstallation } from "./installation.ts";

interface Made {
  readonly id: number;
}
export interface Reply {
  readonly data: {
    readonly subdomain?: Made;
    readonly redirection?: Made;
    readonly undo?: number | null;
  } | null;
  readonly system: {
    readonly valid: boolean;
    readonly info: readonly string[];
    readonly errors: readonly string[];
    /** Null where the change was live before the reply. */
    readonly job: number | null;
  };
}
/** A path below the service's; with a form it is posted. The change is acknowledged when this has resolved. */
export type Call = (path: string, form?: Readonly<Record<string, string>>) => Promise<Reply>;

const may = {
  service: "write",
  service_subdomains: "write",
  service_redirects: "write",
  service_parking: "write",
};

export async function signIn(
  { db, ready }: Pick<WebInstallation, "db" | "ready">,
  holdingId: number,
): Promise<Call> {
  const token = randomBytes(32).toString("base64");
  await db.query(
    `with one as (
       insert into atrio.panel_user (holding_id, username, password_hash) values ($1, 'customer', '') returning id
     ), granted as (
       insert into atrio.holding_grant select id, $1, $2 from one
     )
     insert into atrio.session (token_hash, user_id, ip, expires_at)
     select $3, id, '127.0.0.1', now() + interval '1 hour' from one`,
    [holdingId, may, tokenHash(token)],
  );
  const headers = {
    cookie: `session=${token}`,
    "x-requested-with": "XMLHttpRequest",
    "accept-language": "en",
  };
  return async (path, form) => {
    const response = await fetch(new URL(`/api/service/${holdingId}/${path}/`, ready.url), {
      headers,
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    const reply: Reply = JSON.parse(await response.text());
    assert.ok(reply.system.valid, `${path}: ${reply.system.errors.join()}`);
    return reply;
  };
}
