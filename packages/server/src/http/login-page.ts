import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "@atrio/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { accepted } from "./accept.ts";
import { inlineScriptSources } from "./inline-scripts.ts";
import { chooseLanguage } from "./language.ts";
import { pageHeaders } from "./security-headers.ts";

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compress;
/** As many as there may be brands and languages in use at once; the rest is compressed again. */
const compressedMax = 64;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** The company's own goes into the page that the build made (packages/panel/build/login-page.ts). */
function fillIn(template: string, request: FastifyRequest, config: Config): string {
  const { company, logo, logo_mini: logoMini, themeConfig } = config;
  const values: Readonly<Record<string, string>> = {
    company,
    logo: logo || logoMini,
    icon: logoMini || logo || "/favicon.svg",
    color: themeConfig.color,
    surface: themeConfig.surface,
    config: JSON.stringify(config),
    cameFrom: request.headers["sec-fetch-site"] === "cross-site" ? "elsewhere" : "here",
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ""));
}

function fileNameOf(config: Config, language: string): string {
  const hasPicture = config.logo_mini !== "" || config.logo !== "";
  const hasWidget = config.captcha.provider !== "altcha" && config.captcha.provider !== "none";
  return `${language}${hasPicture ? "-picture" : ""}${hasWidget ? "-widget" : ""}.html`;
}

/** The first of ours that the browser takes. */
function encodingOf(request: FastifyRequest): Encoding | null {
  const names = accepted(request.headers["accept-encoding"] ?? "");
  return (["br", "gzip"] as const).find((one) => names.includes(one)) ?? null;
}

/**
 * The login page of each company, in its name, picture and colours. It needs neither PostgreSQL nor a script to be seen; the
 * files are read each time, because a new build may have taken the place of the old one.
 */
export class LoginPages {
  readonly #directory: string;
  readonly #compressed = new Map<string, Promise<Buffer>>();

  constructor(panelDirectory: string) {
    this.#directory = join(panelDirectory, ".login");
  }

  async send(request: FastifyRequest, reply: FastifyReply, config: Config): Promise<FastifyReply> {
    const template = await this.#templateFor(request, config);
    const html = fillIn(template, request, config);
    const scripts = inlineScriptSources(template);
    const tag = createHash("sha256").update(html).digest("base64url");
    reply
      .type("text/html; charset=utf-8")
      .headers(pageHeaders({ provider: config.captcha.provider, inlineScripts: scripts }))
      .header("etag", `W/"${tag}"`)
      .header("cache-control", "private, no-cache")
      .header("vary", "Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site");
    if (request.headers["if-none-match"] === `W/"${tag}"`) return reply.code(304).send();
    const encoding = encodingOf(request);
    if (!encoding) return reply.send(html);
    return reply.header("content-encoding", encoding).send(await this.#encoded(html, tag, encoding));
  }

  #templateFor(request: FastifyRequest, config: Config): Promise<string> {
    const language = chooseLanguage({
      forced: null,
      cookie: request.cookies["_lang"],
      acceptLanguage: request.headers["accept-language"],
    });
    return readFile(join(this.#directory, fileNameOf(config, language)), "utf8");
  }

  #encoded(html: string, tag: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${tag}`;
    const known = this.#compressed.get(key);
    if (known) return known;
    if (this.#compressed.size >= compressedMax) this.#compressed.clear();
    const made = compress[encoding](html);
    this.#compressed.set(key, made);
    return made;
  }
}
