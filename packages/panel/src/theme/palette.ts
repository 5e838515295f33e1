import colors from "tailwindcss/colors";
import { contrast, mix, type Oklch, parseOklch, printOklch } from "./contrast.ts";
import { type PaletteColor, paletteColors, surfaceColors } from "@atrio/contract/colors.ts";

type Shade = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950;
const shadesOf = (name: PaletteColor) => colors[name] as Record<Shade, string>;
export const white: Oklch = [1, 0, 0];
const enough = 4.5;

/** The first of the shades on which, or as which, text reads well against all the others given. */
function readable(name: PaletteColor, shades: readonly Shade[], against: readonly Oklch[]): Oklch {
  const candidates = shades.map((shade) => parseOklch(shadesOf(name)[shade]));
  const found = candidates.find((color) => against.every((other) => contrast(color, other) >= enough));
  return found ?? candidates.at(-1)!;
}

export interface Surface {
  readonly canvas: Oklch;
  readonly surface: Oklch;
  readonly subtle: Oklch;
  readonly line: Oklch;
  readonly control: Oklch;
  readonly ink: Oklch;
  readonly muted: Oklch;
}
/** Neutral tones; `muted` text must read on `subtle`, the least favourable of its grounds. */
export function surfaceOf(name: PaletteColor): { light: Surface; dark: Surface } {
  const at = (shade: Shade) => parseOklch(shadesOf(name)[shade]);
  return {
    light: {
      canvas: at(50),
      surface: white,
      subtle: at(100),
      line: at(200),
      control: at(300),
      ink: at(900),
      muted: mix(at(500), at(600), 0.4),
    },
    dark: {
      canvas: mix(at(950), [0, 0, 0], 0.08),
      surface: mix(at(950), at(900), 0.5),
      subtle: mix(at(900), at(800), 0.5),
      line: at(800),
      control: at(700),
      ink: at(50),
      muted: at(400),
    },
  };
}

export interface Accent {
  /** Ground of a primary button, its hover, and the text on both. */
  readonly button: Oklch;
  readonly buttonHover: Oklch;
  /** Links, the current menu entry, the focus ring: on any surface and on `soft`. */
  readonly link: Oklch;
  readonly soft: Oklch;
}
const darker: readonly Shade[] = [600, 700, 800, 900];
const lighter: readonly Shade[] = [400, 300, 200];

/** Everything a link may lie on. */
const grounds = (theme: "light" | "dark") =>
  surfaceColors.flatMap((surface) => {
    const tones = surfaceOf(surface)[theme];
    return [tones.canvas, tones.surface, tones.subtle];
  });

/** The shade is adjusted until text reads at 4.5:1; the colour's name stays (look: "adjust the shade, not the name"). */
export function accentOf(name: PaletteColor): { light: Accent; dark: Accent } {
  const at = (shade: Shade) => parseOklch(shadesOf(name)[shade]);
  const button = readable(name, darker, [white]);
  const buttonHover = mix(button, [0, 0, 0], 0.12);
  const soft = { light: mix(at(50), at(100), 0.4), dark: mix(at(950), [0, 0, 0], 0.15) };
  return {
    light: {
      button,
      buttonHover,
      soft: soft.light,
      link: readable(name, darker, [...grounds("light"), soft.light]),
    },
    dark: {
      button,
      buttonHover,
      soft: soft.dark,
      link: readable(name, lighter, [...grounds("dark"), soft.dark]),
    },
  };
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const rule = (selector: string, prefix: string, tones: Partial<Surface & Accent>) =>
  `${selector}{${Object.entries(tones)
    .map(([name, value]: [string, Oklch]) => `--${prefix}${kebab(name)}:${printOklch(value)}`)
    .join(";")}}`;

const dark = "[data-theme=dark]";
export const paletteCss = (): string =>
  [
    ...surfaceColors.flatMap((name) => {
      const { light, dark: night } = surfaceOf(name);
      const here = `[data-surface=${name}]`;
      return [rule(here, "s-", light), rule(`${dark}${here}`, "s-", night)];
    }),
    ...paletteColors.flatMap((name) => {
      const { light, dark: night } = accentOf(name);
      const here = `[data-color=${name}]`;
      const { soft, link } = night;
      return [rule(here, "p-", light), rule(`${dark}${here}`, "p-", { soft, link })];
    }),
  ].join("\n");
