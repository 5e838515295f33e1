import assert from "node:assert/strict";
import { it } from "node:test";
import { problemsOf } from "./htaccess.ts";

const said = (...words: string[]): string => words.map((word) => `${word}\0`).join("");

it("tells of each file the line, or none where the whole file is wrong", () => {
  assert.deepEqual(
    problemsOf(
      said("/home/a/.htaccess", "2", "Invalid command 'X'", "/home/b/.htaccess", "0", "Permission denied"),
    ),
    [
      { file: "/a/.htaccess", line: 2, message: "Invalid command 'X'" },
      { file: "/b/.htaccess", line: null, message: "Permission denied" },
    ],
  );
});

it("leaves out what was cut off", () => {
  const first = said("/home/a/.htaccess", "2", "wrong");
  for (const rest of ["/home/b/.ht", said("/home/b/.htaccess"), `${said("/home/b/.htaccess", "1")}half`])
    assert.equal(problemsOf(first + rest).length, 1, rest);
});

it("shows nothing that is half a character, or that moves a cursor", () => {
  const [problem] = problemsOf(said(`/home/${"a".repeat(998)}\u{1F600}/.htaccess`, "1", "Bl\u001B[1m"));
  assert.equal(problem?.file, `/${"a".repeat(998)}\u{FFFD}…`);
  assert.equal(problem?.message, String.raw`Bl\u{1B}[1m`);
});
