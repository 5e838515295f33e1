import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  generatedPasswordLength,
  generatePassword,
  panelPasswordFault,
  panelPasswordMax,
  servicePasswordFault,
} from "./password.ts";

suite("a generated password", () => {
  const many = Array.from({ length: 5000 }, generatePassword);

  test("has 14 characters, one of each class, and no others", () => {
    for (const password of many) {
      assert.equal(password.length, generatedPasswordLength);
      assert.match(password, /^[a-zA-Z0-9!#$%()[\]+,\-./:;?@_{}^]{14}$/);
      for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[!#$%()[\]+,\-./:;?@_{}^]/]) assert.match(password, kind);
    }
  });

  test("is another every time", () => assert.equal(new Set(many).size, many.length));

  test("favours no character of a class", () => {
    const counts = new Map<string, number>();
    for (const character of many.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
    assert.equal(counts.size, 83);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/]) {
      const ofKind = [...counts].filter(([character]) => kind.test(character)).map(([, count]) => count);
      const mean = ofKind.reduce((sum, count) => sum + count, 0) / ofKind.length;
      // Six standard deviations: a wrong alarm once in some million runs; a modulo bias would be 25 %.
      for (const count of ofKind) assert.ok(Math.abs(count - mean) < 6 * Math.sqrt(mean));
    }
  });
});

suite("a panel password", () => {
  const names = ["Atrio Demo", "atrio.test", "owner"];
  const good = [
    "correct horse battery staple",
    "Sol y luna en la playa",
    "una frase cualquiera",
    "dV7kqpZ2xWm9RtL",
    "皿を洗う猫は青い月の下で歌った",
    "x".repeat(3) + "Jk4 Pq8 Zt1 Wm6 Bv".repeat(10),
  ];
  for (const password of good) {
    test(`may be ${password.slice(0, 40)}`, () => assert.equal(panelPasswordFault(password, names), null));
  }

  const predictable = [
    "passwordpassword",
    "Passw0rd123456789",
    "123456789987654321",
    "1qaz2wsx3edc4rfv",
    "q1w2e3r4t5y6u7i8",
    "qwertyuiop12345",
    "aaaaaaaaaaaaaaaaaaa",
    "abababababababababab",
    "ñandúñandúñandúñandú",
    "Atrio2026Atrio2026!",
    "owner@atrio.test-1234",
    "contraseña123456",
    "               ",
  ];
  for (const password of predictable) {
    test(`may not be ${password}`, () => {
      assert.equal(panelPasswordFault(password, names), "password.predictable");
    });
  }

  test("has from 15 to 256 characters, counted as a person counts", () => {
    const short = { key: "password.too_short", values: { minimum: 15 } };
    assert.deepEqual(panelPasswordFault("dV7kqpZ2xWm9Rt"), short);
    assert.deepEqual(panelPasswordFault("🐈🐎🔋📎🌙🌊🏝️"), short);
    const long = { key: "password.too_long", values: { maximum: panelPasswordMax } };
    assert.deepEqual(panelPasswordFault("dV7kqpZ2xWm9RtL ".repeat(17)), long);
  });

  test("is judged in little time, whatever it is", () => {
    const hard = Array.from({ length: panelPasswordMax }, (_, n) => String.fromCodePoint(0x100 + n)).join("");
    const start = performance.now();
    for (const password of [hard, "ab".repeat(128), "a".repeat(1_000_000)])
      panelPasswordFault(password, names);
    assert.ok(performance.now() - start < 500);
  });
});

suite("a password of a mailbox", () => {
  const names = ["ventas@atrio.test"];

  test("may be short, and any that is generated", () => {
    const good = ["Kp4!wz9q", "correct horse 7", "naranja-lluvia", "Tr3n de las 9", "madrid88sur"];
    for (const password of [...good, ...Array.from({ length: 1000 }, generatePassword)])
      assert.equal(servicePasswordFault(password, names), null, password);
  });

  test("may not be what is guessed first: rows, repetitions, common words, its own address", () => {
    for (const password of [
      "12345678",
      "123456789",
      "aaaaaaaa",
      "abababab",
      "11223344",
      "qwertyuiop",
      "1q2w3e4r",
      "password",
      "Password1",
      "passw0rd!",
      "contraseña1",
      "iloveyou",
      "Barcelona10",
      "admin123",
      "ventas2026",
      "atrio.test",
      "        ",
    ])
      assert.equal(servicePasswordFault(password, names), "password.predictable", password);
  });
});
