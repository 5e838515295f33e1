/** The pages of docs/screens/, made from the list of screens. */
import type { Screen } from "./screen.ts";

export const shots = ["light", "dark", "phone"] as const;
export type Shot = (typeof shots)[number];

export const pictureOf = (screen: Screen, shot: Shot): string => `images/${screen.id}-${shot}.png`;

const wide: Record<Exclude<Shot, "phone">, string> = { light: "Light, Spanish", dark: "Dark, English" };

export const pageOf = (screen: Screen): string =>
  [
    `# ${screen.title}`,
    screen.text,
    ...(["light", "dark"] as const).map((shot) => `![${wide[shot]}](${pictureOf(screen, shot)})`),
    `<img src="${pictureOf(screen, "phone")}" alt="On a phone" width="390">`,
    "[All screens](README.md)",
  ].join("\n\n") + "\n";

export const indexOf = (screens: readonly Screen[]): string =>
  [
    "# Screens",
    "What the panel looks like, with the demo's data. `npm run screens` makes these pages and pictures anew.",
    screens.map((screen) => `- [${screen.title}](${screen.id}.md): ${screen.text}`).join("\n"),
  ].join("\n\n") + "\n";
