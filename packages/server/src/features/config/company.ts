import {
  type CaptchaProvider,
  captchaProviders,
  type PaletteColor,
  paletteColors,
  type SurfaceColor,
  surfaceColors,
} from "@atrio/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.gen.ts";
import { logoAddress } from "../company/logos.ts";
import { hostOf } from "./host.ts";

/** A brand as pages and calls need it: everything but its texts and the bytes of its pictures. */
export interface Company {
  readonly id: number;
  readonly name: string;
  readonly color: PaletteColor;
  readonly surface: SurfaceColor;
  readonly colorSelectable: boolean;
  readonly forceLanguage: boolean;
  /** Addresses on this server; empty where the company has no picture of its own. */
  readonly logo: string;
  readonly logoMini: string;
  /** Where contact messages go; null: they stay stored. */
  readonly contactAddress: string | null;
  /** Where the privacy policy is read instead. */
  readonly privacyUrl: string | null;
  /** The company's own, else the platform's. */
  readonly imapSslHost: string;
  readonly smtpSslHost: string;
  /** What its hosts ask: never `none` while any company asks something. */
  readonly captchaProvider: CaptchaProvider;
  readonly captchaSiteKey: string;
  readonly captchaSecretSealed: Buffer | null;
}

export interface CompanyReader {
  /**
   * The company of the first of these hosts (`Host` headers, with or without port) that is somebody's, else the first
   * company. As stored now where changes are announced, at most a second ago where they are not.
   */
  forHost(...hosts: readonly string[]): Promise<Company>;
  /** The same, or the last known while PostgreSQL is away; null when it was never reached. */
  knownForHost(...hosts: readonly string[]): Promise<Company | null>;
  /**
   * Whether the host name (`hostOf`) is a company's, or the one under which mail programs ask for their settings. While
   * PostgreSQL was never reached it may be: pages then show no brand and calls are refused.
   */
  mayServe(host: string): Promise<boolean>;
}
export interface CompanyCache extends CompanyReader {
  /** Something changed: nothing that was read before counts any more. */
  drop(): void;
  /** Whether changes are being heard of. */
  setAnnounced(announced: boolean): void;
}

interface Companies {
  readonly first: Company;
  readonly byHost: ReadonlyMap<string, Company>;
  readonly autoconfigHost: string;
}

const oneOf = <const T extends string>(values: readonly T[], value: string, otherwise: NoInfer<T>): T =>
  values.find((one) => one === value) ?? otherwise;

/** All of them in one statement, so that hosts and companies always fit together. */
const selectCompanies = (db: Kysely<DB>) =>
  db
    .selectFrom("atrio.company as c")
    .innerJoin("atrio.platform as p", (join) => join.onTrue())
    .leftJoin("atrio.company_logo as l", (on) =>
      on.onRef("l.company_id", "=", "c.id").on("l.kind", "=", "logo"),
    )
    .leftJoin("atrio.company_logo as m", (on) =>
      on.onRef("m.company_id", "=", "c.id").on("m.kind", "=", "logo_mini"),
    )
    .select([
      "c.id",
      "c.name",
      "c.color",
      "c.surface",
      "c.color_selectable as colorSelectable",
      "c.force_language as forceLanguage",
      "l.file_name as logo",
      "m.file_name as logoMini",
      "c.contact_address as contactAddress",
      "c.privacy_url as privacyUrl",
      sql<string>`coalesce(c.imap_ssl_host, p.imap_ssl_host)`.as("imapSslHost"),
      sql<string>`coalesce(c.smtp_ssl_host, p.smtp_ssl_host)`.as("smtpSslHost"),
      "c.captcha_provider as captchaProvider",
      "c.captcha_site_key as captchaSiteKey",
      "c.captcha_secret_sealed as captchaSecretSealed",
      "p.autoconfig_host as autoconfigHost",
      sql<string[]>`array(select host from atrio.company_host where company_id = c.id)`.as("hosts"),
    ])
    .orderBy("c.id");

async function readCompanies(db: Kysely<DB>): Promise<Companies> {
  const byHost = new Map<string, Company>();
  let first: Company | undefined;
  let autoconfigHost = "";
  const rows = await selectCompanies(db).execute();
  // Any account signs in at any host: one host without captcha would be the way around all the others'.
  const anyAsks = rows.some(({ captchaProvider }) => captchaProvider !== "none");
  for (const { hosts, autoconfigHost: platforms, ...row } of rows) {
    autoconfigHost = platforms;
    const company: Company = {
      ...row,
      color: oneOf(paletteColors, row.color, "indigo"),
      surface: oneOf(surfaceColors, row.surface, "zinc"),
      logo: logoAddress(row.logo),
      logoMini: logoAddress(row.logoMini),
      captchaProvider:
        anyAsks && row.captchaProvider === "none"
          ? "altcha"
          : oneOf(captchaProviders, row.captchaProvider, "altcha"),
    };
    for (const host of hosts) byHost.set(host, company);
    first ??= company;
  }
  if (!first) throw new Error("atrio.company is empty.");
  return { first, byHost, autoconfigHost };
}

function choose({ first, byHost }: Companies, hosts: readonly string[]): Company {
  for (const host of hosts) {
    const company = byHost.get(hostOf(host));
    if (company) return company;
  }
  return first;
}

/** Without announcements; with them only a bound on what a connection that died silently can hide. */
const freshMilliseconds = { heard: 60_000, unheard: 1_000 };

/** Brands are part of nearly every first page and change once a year: read when they change, not at every request. */
export function companyCache(db: Kysely<DB>, now: () => number = Date.now): CompanyCache {
  let announced = false;
  // Counts what was dropped: a read that began before is not kept as fresh when it arrives after.
  let age = 0;
  let last: { companies: Companies; age: number; readAt: number } | null = null;
  let reading: { companies: Promise<Companies>; age: number } | null = null;

  const read = async (since: number): Promise<Companies> => {
    const companies = await readCompanies(db);
    if (!last || last.age <= since) last = { companies, age: since, readAt: now() };
    return companies;
  };
  const current = (): Promise<Companies> => {
    const fresh = freshMilliseconds[announced ? "heard" : "unheard"];
    if (last?.age === age && now() - last.readAt < fresh) return Promise.resolve(last.companies);
    if (reading?.age === age) return reading.companies;
    const own = { companies: read(age), age };
    reading = own;
    return own.companies.finally(() => {
      if (reading === own) reading = null;
    });
  };
  const drop = () => void (age += 1);
  const lastKnown = () => current().catch(() => last?.companies);
  return {
    forHost: async (...hosts) => choose(await current(), hosts),
    knownForHost: async (...hosts) => {
      const companies = await lastKnown();
      return companies ? choose(companies, hosts) : null;
    },
    mayServe: async (host) => {
      const companies = await lastKnown();
      return !companies || companies.byHost.has(host) || companies.autoconfigHost === host;
    },
    drop,
    setAnnounced: (heard) => {
      announced = heard;
      // What was announced while nobody listened was missed.
      drop();
    },
  };
}
