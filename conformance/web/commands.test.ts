/** The operator's commands for customers' sites, on an installation. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { atrio, succeed } from "../installation.ts";
import { type WebInstallation, addService, startWeb } from "./installation.ts";

let web: WebInstallation;

before(async () => {
  web = await startWeb();
  await addService(web.db, "uno.test");
});
after(() => web?.stop());

interface Version {
  readonly version: string;
  readonly state: string;
  readonly services: number;
  readonly isDefault: boolean;
}

describe("atrio php", () => {
  test("lists every version of the specification, what runs here and who uses it", async () => {
    const { versions }: { versions: Version[] } = JSON.parse(
      await succeed(web.home, ["php", "list", "--json"]),
    );
    assert.deepEqual(
      versions.map(({ version }) => version),
      ["5.6", "7.0", "7.1", "7.2", "7.3", "7.4", "8.0", "8.1", "8.2", "8.3", "8.4"],
    );
    const own = versions.find(({ version }) => version === "8.2");
    assert.deepEqual([own?.state, own?.services, own?.isDefault], ["installed", 1, true]);
    assert.match(
      await succeed(web.home, ["php", "list"]),
      /^8\.1 +not available +0 +no Debian release has it$/m,
    );
    const { rows } = await web.db.query<{ version: string }>(
      "select version from atrio.php_version order by 1",
    );
    // one that is being made for others is no choice here yet
    for (const { version } of rows)
      assert.equal(versions.find((one) => one.version === version)?.state, "installed", version);
    assert.ok(rows.some(({ version }) => version === "8.2"));
  });

  test("refuses what cannot be, with the reason", async () => {
    const used = await atrio(web.home, ["php", "remove", "8.2"]);
    assert.deepEqual([used.status, /one service runs PHP 8\.2/.test(used.output)], [65, true], used.output);
    const absent = await atrio(web.home, ["php", "add", "8.3"]);
    assert.deepEqual(
      [absent.status, /no Debian release has it/.test(absent.output)],
      [65, true],
      absent.output,
    );
    const unknown = await atrio(web.home, ["php", "add", "8.2;reboot"]);
    assert.match(unknown.output, /is no version of PHP known here/);
    assert.equal(await succeed(web.home, ["php", "add", "8.2"]), "PHP 8.2 is installed already.\n");
    const other = await atrio(web.home, ["php", "default", "8.1"]);
    assert.deepEqual(
      [other.status, /PHP 8\.1 is not installed/.test(other.output)],
      [65, true],
      other.output,
    );
    assert.equal(await succeed(web.home, ["php", "default", "8.2"]), "PHP 8.2 is the default already.\n");
  });
});

const phpOf = async (...options: string[]): Promise<unknown> =>
  JSON.parse(await succeed(web.home, ["web", "uno.test", "--json", ...options])).php;

const shown = async (...options: string[]) => {
  const { php, limits } = JSON.parse(await succeed(web.home, ["web", "uno.test", "--json", ...options]));
  return [php.version, limits.space];
};

describe("atrio web", () => {
  test("sets a service's PHP and the oldest that its customer may choose", async () => {
    assert.deepEqual(await phpOf("--php", "8.2", "--php-minimum", "8.0"), { version: "8.2", minimum: "8.0" });
    const old = await atrio(web.home, ["web", "uno.test", "--php-minimum", "8.3"]);
    assert.deepEqual(
      [
        old.status,
        /would run PHP 8\.2, below its minimum 8\.3.*--php VERSION --php-minimum 8\.3/s.test(old.output),
      ],
      [65, true],
      old.output,
    );
    assert.deepEqual(await phpOf("--php", "default"), { version: null, minimum: "8.0" });
    const followed = await atrio(web.home, ["web", "uno.test", "--php-minimum", "8.4"]);
    assert.match(followed.output, /the installation's PHP, which is below its minimum 8\.4/);
    assert.deepEqual(await phpOf("--php-minimum", "5.6"), { version: null, minimum: "5.6" });
    const unknown = await atrio(web.home, ["web", "uno.test", "--php", "9.9"]);
    assert.match(unknown.output, /is no version of PHP known here/);
  });

  test("sets all that is asked for or nothing", async () => {
    const setting = ["web", "uno.test", "--space", "7M", "--php", "8.2", "--php-minimum", "8.0"];
    const refusals = [
      ["--php-minimum", "8.3"],
      ["--company", "nobody"],
    ];
    for (const refusal of refusals)
      assert.notEqual((await atrio(web.home, [...setting, ...refusal])).status, 0);
    assert.deepEqual(await shown(), [null, null]);
    assert.deepEqual(await shown(...setting.slice(2), "--company", ""), ["8.2", 7 * 1024 ** 2]);
  });
});
