import assert from "node:assert/strict";
import { suite, test } from "node:test";
import * as z from "zod/mini";
import { type Call, idPattern, pathOf, pathParams } from "./call.ts";
import { calls } from "./calls.ts";
import { pendingCalls } from "./pending.ts";
import { permissionKeys } from "./permissions.ts";

const all = Object.entries<Call>(calls);

suite("paths", () => {
  test("are unique, whatever the names of their parameters", () => {
    const shapes = all.map(([, { path }]) => path.replaceAll(/\{\w+\}/g, "{}"));
    assert.deepEqual(shapes.length, new Set(shapes).size);
  });

  for (const [name, { path }] of all) {
    test(`${name} has a well-formed path`, () => {
      assert.match(path, /^\/(?:(?:[a-z]+|\{[a-zA-Z]*[iI]d\})\/)+$/);
      const params = pathParams(path);
      assert.equal(params.length, new Set(params).size);
      const filled = pathOf(path, Object.fromEntries(params.map((param) => [param, 7])));
      const ids = filled.split("/").filter((part) => /\d/.test(part));
      assert.deepEqual(
        ids.filter((id) => idPattern.test(id)),
        params.map(() => "7"),
      );
    });
  }

  test("ids are positive integers that a number holds exactly", () => {
    for (const id of ["1", "42", "999999999999999"]) assert.match(id, idPattern);
    const wrong = ["", "0", "01", "-1", "+1", "1e3", "0x10", "1.0", " 1", "1 ", "١", "9007199254740993"];
    for (const id of wrong) assert.doesNotMatch(id, idPattern);
  });
});

suite("methods", () => {
  /** The calls that the contract lists as GET but that change something. */
  const changingPath = /\/(?:toggle\/\w+|delete|restore|parking\/(?:active|disable))\/$/;

  for (const [name, { method, path, changes, input }] of all) {
    if (method !== "POST") {
      test(`${name}, a GET, is marked as a change exactly if it is one`, () => {
        assert.equal(changes === true, changingPath.test(path));
      });
    }
    if (path.includes("/toggle/")) {
      test(`${name}, a toggle, takes the wanted state`, () => {
        assert.deepEqual(Object.keys(input?.shape ?? {}), ["value"]);
      });
    }
  }

  test("only the name servers of a domain are sent as multipart", () => {
    const multipart = all.filter(([, call]) => call.multipart).map(([name]) => name);
    assert.deepEqual(multipart, ["nameserverEdit", "nameserverCheck"]);
  });
});

suite("inputs", () => {
  for (const [name, { input }] of all) {
    if (!input) continue;
    test(`${name} refuses a field it does not know`, () => {
      const result = z.safeParse(input, { unheard_of: "1" });
      const named = result.error?.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys" ? issue.keys : issue.path,
      );
      assert.ok(named?.includes("unheard_of") || hasCatchall(input), "unknown fields are let through");
    });
  }
});

/** The installer's own check names what lacks the applications' prefix, once the known fields are right. */
const hasCatchall = (input: z.ZodMiniObject): boolean => input.def.catchall instanceof z.ZodMiniString;

suite("the list of pending calls", () => {
  test("names each call once, in order", () => {
    assert.deepEqual([...pendingCalls], [...new Set(pendingCalls)].toSorted());
  });

  test("has none that this stage needs", () => {
    const needed = /^(?:user|config|captcha|permission|event|job|dns[A-Z])/;
    assert.deepEqual(
      pendingCalls.filter((name) => needed.test(name)),
      [],
    );
    const built = Object.keys(calls).filter((name) => !pendingCalls.some((pending) => pending === name));
    assert.ok(built.length >= 18);
  });
});

test("every permission key opens or changes something", () => {
  const used = new Set(
    all.flatMap(([, { needs }]) =>
      typeof needs === "string" ? [] : Object.keys("all" in needs ? needs.all : needs.any),
    ),
  );
  assert.deepEqual(
    permissionKeys.filter((key) => !used.has(key)),
    [],
  );
});
