/**
 * The parking page of a company. nginx fills in what is of the visit: the name that was asked for, and the number that lets the
 * page's own style through its policy (stack/web/nginx.conf). What is the company's is text and pictures, and nothing else.
 */
import {
  type Language,
  type PaletteColor,
  type SurfaceColor,
  paletteColors,
  surfaceColors,
  toUnicode,
} from "@atrio/contract";
import { accentTones, surfaceTones } from "./brand-tones.ts";
import { escaped } from "./html.ts";

export interface Picture {
  readonly mediaType: string;
  readonly image: Buffer;
}
export interface Brand {
  readonly name: string;
  readonly color: string;
  readonly surface: string;
  readonly website: string | null;
  readonly logo: Picture | null;
  /** A square. */
  readonly logoMini: Picture | null;
}

const host = '<!--# echo var="host_shown" -->';
const texts = {
  es: {
    state: "Dominio registrado",
    said: (name: string) => `Lo gestiona ${name} y de momento no tiene web publicada. Vuelve pronto.`,
    visit: "Ir a",
  },
  en: {
    state: "Registered domain",
    said: (name: string) => `It is managed by ${name} and has no published website for now. Come back soon.`,
    visit: "Go to",
  },
} as const satisfies Record<Language, unknown>;

function tonesOf({ color, surface }: Brand) {
  const accent = accentTones[paletteColors.find((one): one is PaletteColor => one === color) ?? "indigo"];
  const ground = surfaceTones[surfaceColors.find((one): one is SurfaceColor => one === surface) ?? "zinc"];
  const of = (theme: "light" | "dark") =>
    Object.entries({ ...ground[theme], ...accent[theme] })
      .map(([name, tone]) => `--${name}: ${tone}`)
      .join("; ");
  // white reads on it in both themes
  return { light: `${of("light")}; --button: ${accent.light.link}`, dark: of("dark") };
}

const style = ({ light, dark }: ReturnType<typeof tonesOf>): string => `
  @font-face { font-family: Inter; font-weight: 400 700; font-display: swap; src: url("/.atrio/font") format("woff2");
    unicode-range: U+20-7E, U+A0-A1, U+AA-AB, U+B7, U+BA-BB, U+BF, U+C1, U+C9, U+CD, U+D1, U+D3, U+DA, U+DC, U+E0-E1, U+E7-E9, U+ED, U+EF,
      U+F1-F3, U+FA, U+FC, U+2013, U+2019, U+2026, U+20AC }
  @font-face { font-family: "Inter Fallback"; src: local("Arial"), local("Liberation Sans"); size-adjust: 107.12%; ascent-override: 90.44%;
    descent-override: 22.52%; line-gap-override: 0% }
  :root { color-scheme: light dark; ${light} }
  @media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem; color: var(--ink);
    background: radial-gradient(70rem 34rem at 50% -8rem, var(--soft), transparent) no-repeat var(--canvas);
    font: 1.0625rem/1.6 Inter, "Inter Fallback", system-ui, sans-serif; -webkit-font-smoothing: antialiased }
  main { position: relative; overflow: hidden; width: 100%; max-width: 40rem; padding: 2.5rem; background: var(--surface);
    border: 1px solid var(--line); border-radius: 1rem }
  .rings { position: absolute; right: -16rem; top: -16rem; width: 32rem; height: 32rem; fill: var(--link); fill-opacity: .045 }
  .brand { position: relative; display: flex; align-items: center; gap: .625rem; min-height: 2rem; margin: 0 0 4.5rem;
    font-size: .9375rem; font-weight: 600; overflow-wrap: anywhere }
  .brand img { flex: none; height: 2rem }
  .mini { width: 2rem; border-radius: .5rem; object-fit: contain }
  .full { max-width: 12.5rem; object-fit: contain; object-position: left }
  .state { position: relative; display: flex; align-items: center; gap: .5rem; margin: 0 0 .625rem; color: var(--link);
    font-size: .875rem; font-weight: 600 }
  .state::before { content: ""; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: currentColor }
  h1 { position: relative; margin: 0; font-size: clamp(1.75rem, 1.1rem + 3.2vw, 2.75rem); font-weight: 650; line-height: 1.15;
    letter-spacing: -.025em; overflow-wrap: anywhere; text-wrap: balance }
  .said { position: relative; max-width: 30rem; margin: 1rem 0 0; color: var(--muted); overflow-wrap: anywhere; text-wrap: pretty }
  .said bdi { color: var(--ink); font-weight: 550 }
  a { position: relative; display: inline-flex; align-items: center; gap: .5rem; max-width: 100%; min-height: 2.75rem; margin-top: 2rem;
    padding: .5rem 1.125rem; border-radius: .5rem; background: var(--button); color: #fff; font-size: .9375rem; font-weight: 600;
    line-height: 1.4; text-decoration: none; overflow-wrap: anywhere }
  a:hover { text-decoration: underline; text-underline-offset: .2em }
  a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
  a svg { flex: none; width: 1rem; height: 1rem }
  @media (max-width: 30rem) {
    main { padding: 1.75rem 1.5rem }
    .brand { margin-bottom: 3.5rem }
    .rings { right: -9rem; top: -9rem; width: 18rem; height: 18rem }
    a { width: 100%; justify-content: center }
  }
  @media screen and (prefers-color-scheme: dark) { .brand .full { height: 2.5rem; padding: .25rem .5rem; border-radius: .5rem; background: #fff } }
  @media print { :root { color-scheme: light } body { background: none } main { border: 0 } .rings { display: none } a { color: inherit; background: none; padding: 0 } }
`;

const source = ({ mediaType, image }: Picture): string =>
  `data:${mediaType};base64,${image.toString("base64")}`;
const isSame = (one: Picture, other: Picture): boolean => one.image.equals(other.image);

/** As in the panel: a picture that is large alone, a square beside the name, else the name. */
function header({ name, logo, logoMini }: Brand): string {
  if (logo && !(logoMini && isSame(logo, logoMini)))
    return `<img class="full" src="${source(logo)}" alt="${escaped(name)}">`;
  const square = logoMini ? `<img class="mini" src="${source(logoMini)}" alt="">` : "";
  return `${square}<bdi>${escaped(name)}</bdi>`;
}

function link({ website }: Brand, language: Language): string {
  const address = URL.parse(website ?? "");
  if (!website || !address) return "";
  const shown = toUnicode(address.hostname.replace(/^www\./, ""));
  const arrow = '<path d="M3 8h10M9 4l4 4-4 4"/>';
  return `<a href="${escaped(website)}">${texts[language].visit} ${escaped(shown)}
<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${arrow}</svg></a>`;
}

export function brandPage(brand: Brand, language: Language): string {
  const { state, said } = texts[language];
  const name = escaped(brand.name);
  const icon = brand.logoMini ? source(brand.logoMini) : "data:,";
  const rings = [4, 7, 10, 13, 16].map((radius) => `<circle cx="16" cy="16" r="${radius}"/>`).join("");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${host} · ${name}</title>
<link rel="preload" href="/.atrio/font" as="font" type="font/woff2" crossorigin>
<link rel="icon" href="${icon}">
<style nonce="<!--# echo var="request_id" -->">${style(tonesOf(brand))}</style>
</head>
<body>
<main>
<svg class="rings" viewBox="0 0 32 32" aria-hidden="true">${rings}</svg>
<p class="brand">${header(brand)}</p>
<p class="state">${state}</p>
<h1>${host}</h1>
<p class="said">${said(`<bdi>${name}</bdi>`)}</p>
${link(brand, language)}
</main>
</body>
</html>
`;
}
