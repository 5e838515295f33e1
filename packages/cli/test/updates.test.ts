/** Debian's security updates as apt itself tells of them, in an apt root of the test's own. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { run } from "../src/install/run.ts";
import { securityPackages, updates } from "../src/doctor/updates.ts";

describe("lines of a simulation", () => {
  it("name what comes from the security archive", () => {
    const lines = [
      "Reading package lists...",
      "Inst base-files [12.4+deb12u11] (12.4+deb12u15 Debian:12.15/oldstable [amd64])",
      "Inst libgcrypt20-dev [1.10.1-3] (1.10.1-3+deb12u1 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64]) []",
      "Inst liblzma5 [5.4.1-1] (5.4.1-1+deb12u2 Debian-Security:12/oldstable-security [amd64]) [liblzma-dev:amd64 ]",
      "Inst linux-image-6.1.0-40-amd64 (6.1.153-1 Debian-Security:12/oldstable-security [amd64])",
      "Inst not-debians [1] (2 Debian-Security-Like:1/stable, x:12/stable [all])",
      "Conf liblzma5 (5.4.1-1+deb12u2 Debian-Security:12/oldstable-security [amd64])",
      "Remv old [1]",
    ];
    const wanted = ["libgcrypt20-dev", "liblzma5", "linux-image-6.1.0-40-amd64"];
    assert.deepEqual(securityPackages(lines), wanted);
  });
});

const paragraph = (name: string, version: string) =>
  `Package: ${name}\nVersion: ${version}\nArchitecture: all\nMaintainer: x\nDescription: x\n`;
const texts = async () => (await updates(["nginx"])).map(({ ok, text }) => `${ok} ${text}`);
const daysAhead = (days: number) => Date.now() + days * 86_400_000;

const installed = (...names: string[]) =>
  names.map((name) => paragraph(name, "1").replace("\n", "\nStatus: install ok installed\n")).join("\n");
const fetchLists = async () => assert.equal((await run("apt-get", ["update"])).status, 0);

describe("Debian's security updates", () => {
  const root = mkdtempSync(join(tmpdir(), "atrio-apt-"));
  const path = (...parts: string[]) => join(root, ...parts);
  const saved = process.env["APT_CONFIG"];

  function archive(name: string, label: string, ...packages: string[]): string {
    mkdirSync(path(name), { recursive: true });
    const list = packages
      .map((one) => `${paragraph(one, "2")}Filename: ${one}.deb\nSize: 1\nSHA256: ${"0".repeat(64)}\n`)
      .join("\n");
    writeFileSync(path(name, "Packages"), list);
    const hash = createHash("sha256").update(list).digest("hex");
    writeFileSync(
      path(name, "Release"),
      `Label: ${label}\nSuite: stable\nVersion: 12\nDate: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n ${hash} ${list.length} Packages\n`,
    );
    return `deb [trusted=yes] file:${path(name)} ./\n`;
  }
  before(() => {
    for (const directory of [
      "etc/apt/apt.conf.d",
      "etc/apt/preferences.d",
      "lists/partial",
      "cache/archives/partial",
    ])
      mkdirSync(path(directory), { recursive: true });
    writeFileSync(path("status"), installed("nginx", "libssl3", "bash", "current"));
    writeFileSync(
      path("apt.conf"),
      Object.entries({
        "Dir::Etc": path("etc/apt"),
        "Dir::State::lists": path("lists"),
        "Dir::State::status": path("status"),
        "Dir::State::extended_states": path("extended"),
        "Dir::Cache": path("cache"),
        "APT::Sandbox::User": "",
      })
        .map(([key, value]) => `${key} "${value}";\n`)
        .join(""),
    );
    process.env["APT_CONFIG"] = path("apt.conf");
  });
  after(() => {
    if (saved === undefined) delete process.env["APT_CONFIG"];
    else process.env["APT_CONFIG"] = saved;
    rmSync(root, { recursive: true });
  });

  it("are unknown without lists", async () => {
    assert.deepEqual(await texts(), ["true unknown: apt has no lists of the security archive"]);
  });

  it("are unknown without the security archive", async () => {
    writeFileSync(path("etc/apt/sources.list"), archive("main", "Debian", "bash"));
    await fetchLists();
    assert.deepEqual(await texts(), ["true unknown: apt has no lists of the security archive"]);
  });

  it("are named, ours first, held ones too, with what to do", async () => {
    const sources =
      archive("main", "Debian", "bash") + archive("security", "Debian-Security", "libssl3", "nginx");
    writeFileSync(path("etc/apt/sources.list"), sources);
    await fetchLists();
    writeFileSync(path("status"), installed("nginx", "libssl3", "bash").replace("install ok", "hold ok"));
    const [finding, ...more] = await updates(["nginx"]);
    assert.deepEqual(more, []);
    assert.equal(
      finding?.text,
      "2 wait (apt's lists are less than an hour old): what Atrio starts: nginx; the rest of the machine: libssl3",
    );
    assert.match(finding.remedy ?? "", /apt-get update && apt-get dist-upgrade/);
    assert.equal(finding.ok, true);
  });

  it("are none when they are installed; lists that nobody fetched for long say their age", async (test) => {
    writeFileSync(path("status"), installed("bash"));
    assert.deepEqual(await texts(), ["true none waits; apt's lists are less than an hour old"]);
    test.mock.timers.enable({ apis: ["Date"], now: daysAhead(1.5) });
    assert.deepEqual(await texts(), ["true none waits; apt's lists are 36 hours old"]);
    test.mock.timers.setTime(daysAhead(10));
    assert.deepEqual(await texts(), [
      "true none waits; apt's lists are 11 days old",
      "true newer ones are not known: apt's lists are 11 days old",
    ]);
  });

  it("go by when lists were fetched, not by the server's times", async () => {
    for (const name of readdirSync(path("lists")).filter((one) => one.includes("Release")))
      utimesSync(path("lists", name), 0, 0);
    assert.deepEqual(await texts(), ["true none waits; apt's lists are less than an hour old"]);
  });

  it("are unknown where apt fails", async () => {
    writeFileSync(path("status"), "nonsense\n");
    const [finding] = await updates([]);
    assert.match(finding?.text ?? "", /^unknown: apt-get failed: \S/);
    assert.equal(finding?.remedy, "As root: apt-get check");
  });
});
