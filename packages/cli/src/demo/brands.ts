/** The demo's three brands: one that answers for any host, and two resellers' with host names of their own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages, type PaletteColor, type SurfaceColor } from "@atrio/contract";
import type { Change } from "@atrio/server/db/handles.ts";
import { addCompany, changeCompany } from "@atrio/server/features/company/change.ts";
import { type CompanyText, readDefaultCompany } from "@atrio/server/features/company/store.ts";
import { titledText } from "@atrio/server/features/legal/html.ts";
import { readLogo } from "../company/logo.ts";

const directory = join(import.meta.dirname, "brands");

interface Brand {
  readonly name: string;
  readonly color: PaletteColor;
  readonly surface: SurfaceColor;
  /** A file beside the texts; without one, the product's own. */
  readonly logo?: string;
  readonly contactAddress: string;
  readonly website?: string;
  /** What the texts name in their braces, beside name and contact address. */
  readonly facts: Readonly<Record<"legalName" | "taxNumber" | "address" | "city" | "privacyEmail", string>>;
}

export const defaultBrand: Brand = {
  name: "Atrio Demo",
  color: "indigo",
  surface: "zinc",
  contactAddress: "hola@atrio.test",
  facts: {
    legalName: "Atrio Demostración, S. L.",
    taxNumber: "B00000000",
    address: "calle del Patio 1, 28001 Madrid",
    city: "Madrid",
    privacyEmail: "privacidad@atrio.test",
  },
};

/** Browsers take any name below `localhost` for this machine: both can be looked at without a line in /etc/hosts. */
export const resellers: readonly (Brand & { readonly hosts: readonly string[] })[] = [
  {
    hosts: ["panel.cierzo.test", "cierzo.localhost"],
    name: "Cierzo Hosting",
    color: "cyan",
    surface: "slate",
    logo: "cierzo.svg",
    contactAddress: "hola@cierzo.test",
    website: "https://www.cierzo.test/",
    facts: {
      legalName: "Cierzo Servicios de Internet, S. L.",
      taxNumber: "B00000018",
      address: "paseo de la Ribera 24, 50003 Zaragoza",
      city: "Zaragoza",
      privacyEmail: "privacidad@cierzo.test",
    },
  },
  {
    hosts: ["panel.brezo.test", "brezo.localhost"],
    name: "Brezo Dominios",
    color: "fuchsia",
    surface: "stone",
    logo: "brezo.svg",
    contactAddress: "hola@brezo.test",
    website: "https://www.brezo.test/",
    facts: {
      legalName: "Brezo Red y Dominios, S. Coop.",
      taxNumber: "F00000026",
      address: "rúa do Monte 7, 15705 Santiago de Compostela",
      city: "Santiago de Compostela",
      privacyEmail: "privacidad@brezo.test",
    },
  },
];

function fill(file: string, { name, contactAddress, facts }: Brand): string {
  const values = new Map(Object.entries({ ...facts, name, email: contactAddress }));
  return readFileSync(join(directory, file), "utf8").replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
    const value = values.get(fact);
    if (value === undefined) throw new Error(`${file} names {${fact}}, which no brand has.`);
    return value;
  });
}

export function textOf(brand: Brand, language: Language): CompanyText {
  const { title, text } = titledText(fill(`privacy.${language}.html`, brand));
  return { legal: fill(`legal.${language}.md`, brand), privacyTitle: title, privacyText: text };
}

async function dress(change: Change, id: number, brand: Brand): Promise<void> {
  const { name, color, surface, contactAddress, website = null } = brand;
  const logo = brand.logo === undefined ? undefined : readLogo(join(directory, brand.logo), "logo");
  await changeCompany(change, id, {
    name,
    color,
    surface,
    contactAddress,
    website,
    texts: Object.fromEntries(languages.map((language) => [language, textOf(brand, language)])),
    ...(logo ? { logo, logoMini: logo } : {}),
  });
}

export async function addBrands(change: Change): Promise<void> {
  await dress(change, (await readDefaultCompany(change)).id, defaultBrand);
  for (const brand of resellers)
    await dress(change, await addCompany(change, brand.name, brand.hosts), brand);
}
