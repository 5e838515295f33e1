import assert from "node:assert/strict";
import { request as ask } from "node:http";
import { request as askSecurely } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { holdingId } from "./holding-id.ts";
import { sites, securely } from "./product.ts";

const patience = 15_000;

const open =
  (part: string) =>
  async (page: Page, reference: string, search = "") => {
    const path = `/admin/${await holdingId(page, reference)}/${part}`;
    assert.equal((await page.goto(path + search))?.status(), 200);
    await page.getByRole("heading", { level: 1, name: reference }).waitFor();
  };
/** The overview of a service, and the list of its sites, with a dialog or filter in the address. */
export const openService = open("service/");
export const openSites = open("service/subdomain/");

/** By what stands first in it: the address of a site, the path of a redirection. */
export const webRow = (page: Page, address: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: address, exact: true }) });

export interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
}

/** What visitors get; by HTTPS with that name in the handshake. */
const visit = (host: string, path: string, isSecure: boolean): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { path, headers: { host }, agent: false };
    const sent = isSecure
      ? askSecurely({ ...options, ...securely, servername: host, rejectUnauthorized: false })
      : ask({ ...options, ...sites });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (body += part));
      response.on("end", () =>
        resolve({ status: response.statusCode, location: response.headers.location, body }),
      );
      response.on("error", reject);
    });
    sent.end();
  });

/** Until a visitor gets this. */
export async function visitorGets(
  host: string,
  path: string,
  isIt: (answer: Answer) => boolean,
  isSecure = false,
): Promise<Answer> {
  for (const until = Date.now() + patience; ; await sleep(50)) {
    const got = await visit(host, path, isSecure).catch((error: Error) => error);
    if (!(got instanceof Error) && isIt(got)) return got;
    if (Date.now() > until) assert.fail(`${host}${path}: ${JSON.stringify(got)}`);
  }
}
