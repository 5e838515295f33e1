/** Pages that are made without the panel have its tones, for which it holds the contrast (packages/panel/src/theme/palette.test.ts). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { paletteColors, surfaceColors } from "@atrio/contract/colors.ts";
import { type Oklch, contrast, parseOklch, printOklch } from "../packages/panel/src/theme/contrast.ts";
import { accentOf, surfaceOf, white } from "../packages/panel/src/theme/palette.ts";
import { accentTones, surfaceTones } from "../packages/server/src/web/brand-tones.ts";

const printed = (tones: Readonly<Record<string, Oklch>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, printOklch(tones[name]!)]));

test("they are the panel's", () => {
  for (const theme of ["light", "dark"] as const) {
    for (const name of surfaceColors) {
      const tones = surfaceTones[name][theme];
      assert.deepEqual(tones, printed({ ...surfaceOf(name)[theme] }, Object.keys(tones)));
    }
    for (const name of paletteColors) {
      const tones = accentTones[name][theme];
      assert.deepEqual(tones, printed({ ...accentOf(name)[theme] }, Object.keys(tones)));
    }
  }
});

for (const name of paletteColors)
  test(`${name}: the button of a page reads at 4.5:1`, () =>
    assert.ok(contrast(white, parseOklch(accentTones[name].light.link)) >= 4.5));
