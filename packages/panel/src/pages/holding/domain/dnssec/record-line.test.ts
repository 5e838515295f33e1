import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOfLine } from "./record-line.ts";

test("a whole record is told apart from a part of one", () => {
  const fields = [
    ["keytag", "12345"],
    ["algorithm", "13"],
    ["digesttype", "2"],
    ["digest", "AB12CD34"],
  ];
  for (const line of [
    "12345 13 2 AB12CD34",
    " 12345\t13 2 AB12 CD34\n",
    "example.test. 3600 IN DS 12345 13 2 AB12CD34",
    "example.test. IN DS 12345 13 2 (\n  AB12\n  CD34 )",
  ])
    assert.deepEqual(fieldsOfLine("digest", line), fields, line);
  assert.deepEqual(
    fieldsOfLine("pubkey", "example.test. 60 IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9x/+ w=="),
    [
      ["flags", "257"],
      ["protocols", "3"],
      ["algorithm", "13"],
      ["digest", "mdsswUyr3DPW132mOi8V9x/+w=="],
    ],
  );
  for (const part of ["12345", "AB12 CD34", "12345 13 2", "example.test. IN A 192.0.2.1"])
    assert.equal(fieldsOfLine("digest", part), null, part);
});
