import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Box, clearTop } from "./clear-notices.ts";

const phone = { width: 390, height: 844 };
const column = { left: 16, right: 374, height: 76 };
const button = (top: number, left = 40, width = 310): Box => ({
  top,
  bottom: top + 44,
  left,
  right: left + width,
});

const cases: [what: string, controls: Box[], top: number | undefined][] = [
  ["at the bottom where nothing is in the way", [button(400)], 844 - 16 - 76],
  ["at the top where the bottom is taken", [button(780)], 16],
  ["above the buttons of a dialog that fills the window", [button(20), button(780)], 780 - 8 - 76],
  ["at the bottom beside a button of another column", [button(780, 383, 5)], 844 - 16 - 76],
  ["nowhere where there is no room", Array.from({ length: 10 }, (_, n) => button(n * 90)), undefined],
];
for (const [what, controls, top] of cases)
  test(what, () => assert.equal(clearTop(column, phone, controls), top));

test("whatever the controls, none of them is covered and all of the notices is seen", () => {
  const control = fc.tuple(fc.nat(900), fc.nat(380), fc.nat(300)).map((of) => button(...of));
  fc.assert(
    fc.property(
      fc.array(control, { maxLength: 12 }),
      fc.integer({ min: 40, max: 420 }),
      (controls, height) => {
        const top = clearTop({ ...column, height }, phone, controls);
        if (top === undefined) return;
        assert.ok(top >= 0 && top + height <= phone.height);
        for (const { left, right, ...box } of controls)
          if (left < column.right && right > column.left)
            assert.ok(box.bottom <= top || box.top >= top + height, JSON.stringify({ top, box }));
      },
    ),
  );
});
