import assert from "node:assert/strict";
import { test } from "node:test";
import {
  domainName,
  expiry,
  onOff,
  oneOf,
  permissionWords,
  quantity,
  size,
  userName,
} from "../src/arguments.ts";
import { type Command, runCommand } from "../src/command.ts";
import { UsageFailure } from "../src/failure.ts";

const refused = (says: RegExp) => (error: unknown) =>
  error instanceof UsageFailure && error.exitCode === 64 && says.test(error.message);

test("domain names are kept as A-labels", () => {
  assert.equal(domainName("Añil.Example.", "NAME"), "xn--ail-7ma.example");
  assert.equal(domainName("example.org", "NAME"), "example.org");
  for (const wrong of ["example", "", "a..b", "ex ample.org", "-a.org", `${"a".repeat(64)}.org`])
    assert.throws(() => domainName(wrong, "NAME"), refused(/NAME/), wrong);
});

test("user names are lower case", () => {
  assert.equal(userName("Ana.Gil"), "ana.gil");
  for (const wrong of ["", ".ana", "ana gil", "añil", "a".repeat(65)])
    assert.throws(() => userName(wrong), refused(/USERNAME/), wrong);
});

test("dates are whole days that exist", () => {
  assert.equal(expiry("2028-02-29").toISOString(), "2028-02-29T23:59:59.000Z");
  const inAYear = expiry(undefined).getTime() - Date.now();
  assert.ok(Math.abs(inAYear / 86_400_000 - 365) < 0.01);
  for (const wrong of ["2027-02-29", "2027-2-9", "tomorrow", "", "2027-13-01"])
    assert.throws(() => expiry(wrong), refused(/--expires/), wrong);
});

test("switches and choices name themselves when they are refused", () => {
  assert.equal(onOff("on", "x"), true);
  assert.equal(onOff("off", "x"), false);
  assert.equal(onOff(undefined, "x"), undefined);
  assert.throws(() => onOff("yes", "force-language"), refused(/--force-language yes/));
  assert.equal(oneOf("b", "x", ["a", "b"]), "b");
  assert.throws(() => oneOf("c", "color", ["a", "b"]), refused(/--color c/));
});

test("permissions are read in order, the later word winning", () => {
  assert.equal(Object.keys(permissionWords(["all=read"])).length, 19);
  const found = permissionWords(["all=read", "service_dnszone=write", "domain=disabled"]);
  assert.deepEqual([found.service_dnszone, found.domain, found.service], ["write", "disabled", "read"]);
  assert.throws(() => permissionWords(["dns=write"]), refused(/"dns" is no permission/));
  assert.throws(() => permissionWords(["domain=admin"]), refused(/names no level/));
  assert.throws(() => permissionWords(["domain"]), refused(/names no level/));
});

test("options are read by name, unknown ones refused", async () => {
  const seen: unknown[] = [];
  const command: Command = {
    summary: "",
    usage: ["x"],
    help: "",
    options: {
      port: { type: "string" },
      demo: { type: "boolean" },
      host: { type: "string", multiple: true },
    },
    run(args) {
      seen.push(
        args.home.root,
        args.words,
        args.text("port"),
        args.flag("demo"),
        args.texts("host"),
        args.flag("no-install"),
      );
      return Promise.resolve(7);
    },
  };
  const code = await runCommand(command, [
    "a",
    "--port",
    "0",
    "--demo",
    "--host",
    "x",
    "--host",
    "y",
    "--home",
    "/tmp/h",
    "--no-install",
  ]);
  assert.equal(code, 7);
  assert.deepEqual(seen, ["/tmp/h", ["a"], "0", true, ["x", "y"], true]);
  await assert.rejects(runCommand(command, ["--prot", "1"]), refused(/--prot/));
  await assert.rejects(runCommand(command, ["--port"]), refused(/--port/));
});

test("sizes are bytes by 1024, numbers are whole", () => {
  assert.deepEqual(
    ["10G", "1.5g", "500MB", "1T", "2048", undefined].map((text) => size(text, "quota")),
    [10 * 1024 ** 3, 1.5 * 1024 ** 3, 500 * 1024 ** 2, 1024 ** 4, 2048, undefined],
  );
  for (const wrong of ["", "0", "G", "-1G", "10 G", "10X", "9999T", "1e9"])
    assert.throws(() => size(wrong, "quota"), refused(/--quota/), wrong);
  assert.deepEqual([quantity("0", "aliases"), quantity("12", "aliases")], [0, 12]);
  for (const wrong of ["", "-1", "1.5", "many", "99999999999"])
    assert.throws(() => quantity(wrong, "aliases"), refused(/--aliases/), wrong);
});
