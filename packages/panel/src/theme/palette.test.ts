import assert from "node:assert/strict";
import { test } from "node:test";
import { contrast, parseOklch, printOklch } from "./contrast.ts";
import { paletteColors, surfaceColors } from "@atrio/contract/colors.ts";
import { accentOf, surfaceOf, white } from "./palette.ts";

test("there are 22 colours", () => assert.equal(new Set(paletteColors).size, 22));

test("contrast is WCAG's", () => {
  assert.equal(Math.round(contrast(white, [0, 0, 0])), 21);
  // #71717a, Tailwind's zinc-500, on white is 4.83 by every checker.
  assert.ok(Math.abs(contrast(parseOklch("oklch(55.2% 0.016 285.938)"), white) - 4.83) < 0.05);
});

test("a colour survives printing", () =>
  assert.equal(printOklch(parseOklch("oklch(51.1% 0.262 276.966)")), "oklch(51.1% 0.262 276.97)"));

for (const name of paletteColors)
  for (const theme of ["light", "dark"] as const)
    test(`${name}, ${theme}: primary buttons and links read at 4.5:1`, () => {
      const { button, buttonHover, link, soft } = accentOf(name)[theme];
      assert.ok(contrast(white, button) >= 4.5, `button ${contrast(white, button)}`);
      assert.ok(contrast(white, buttonHover) >= 4.5, `hover ${contrast(white, buttonHover)}`);
      assert.ok(contrast(link, soft) >= 4.5, `link on soft ${contrast(link, soft)}`);
      for (const surface of surfaceColors) {
        const tones = surfaceOf(surface)[theme];
        for (const ground of [tones.canvas, tones.surface, tones.subtle])
          assert.ok(contrast(link, ground) >= 4.5, `link on ${surface} ${contrast(link, ground)}`);
      }
    });

for (const name of surfaceColors)
  for (const theme of ["light", "dark"] as const)
    test(`${name} surface, ${theme}: text and secondary text read at 4.5:1`, () => {
      const { canvas, surface, subtle, ink, muted } = surfaceOf(name)[theme];
      for (const ground of [canvas, surface, subtle])
        for (const text of [ink, muted]) assert.ok(contrast(text, ground) >= 4.5);
    });
