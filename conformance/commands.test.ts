/** Operators' commands against a running installation: what they change is in force at once. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, suite, test } from "node:test";
import {
  type Ready,
  type RunOptions,
  atrio,
  dig,
  makeHome,
  readReady,
  removeHome,
  repository,
  succeed,
  until,
} from "./installation.ts";

suite("operators' commands", () => {
  const home = makeHome();
  let ready: Ready;
  const ok = (args: readonly string[], options?: RunOptions) => succeed(home, args, options);
  const refused = async (args: readonly string[], code: number, says: RegExp) => {
    const { status, output } = await atrio(home, args);
    assert.equal(status, code, output);
    assert.match(output, says);
  };
  const config = async (host: string) =>
    (await fetch(`${ready.url}/api/config/get/?_referer_=${host}`)).text();
  before(async () => {
    await ok(["up", "--port", "0", "--detach"]);
    ready = readReady(home);
  });
  after(() => removeHome(home));

  test("a holding with a service is a zone on both name servers", async () => {
    await ok(["platform", "set", "--web-ipv4", "192.0.2.80", "--mail-host", "mx.example.net"]);
    const add = [
      "holding",
      "add",
      "Añil.example",
      "--domain",
      "--hosting",
      "--mail",
      "--expires",
      "2031-02-28",
    ];
    await refused(add, 65, /no registry here .* example\.\n.*atrio registry tld add example/is);
    await ok(["registry", "tld", "add", "example"]);
    assert.match(await ok(add), /It is registered/);
    for (const server of [ready.services.dns, ready.services.dns2]) {
      await until("the zone is there", 3, () => dig(server, "xn--ail-7ma.example", "A") === "192.0.2.80");
      assert.equal(dig(server, "xn--ail-7ma.example", "MX"), "10 mx.example.net.");
    }
    assert.match(await ok(["holding", "list"]), /xn--ail-7ma\.example\s+2031-02-28\s+hosting/);
    await refused(["holding", "add", "añil.example"], 65, /there already/);
    await refused(["holding", "add", "not_a_name"], 64, /NAME "not_a_name"/);
    await refused(["holding", "add", "x.example", "--parking", "--mail"], 64, /--mail needs --hosting/);
    await refused(["holding", "add", "x.example", "--expires", "2030-02-31"], 64, /--expires 2030-02-31/);
    await refused(["holding", "add", "co.uk", "--hosting"], 65, /public suffix.*\n.*--force/s);
    await ok(["holding", "add", "co.uk", "--hosting", "--force"]);
  });

  test("a name that the platform itself answers to is refused", async () => {
    await ok(["platform", "set", "--mail-host", "mx.atrio-platform.test", "--smtp-host", "www.taken.test"]);
    await refused(
      ["holding", "add", "taken.test", "--hosting"],
      65,
      /The platform itself answers.*\n.*--domain/s,
    );
    await ok(["platform", "set", "--mail-host", "mx.example.net", "--smtp-host", "smtp.example.net"]);
  });

  test("whoever reads the first line only, or nothing, gets no exception for it", () => {
    const script = `${repository}/atrio status --home ${home} | head -n 1; ${repository}/atrio --help | true`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    assert.match(stdout, /^SERVICE/);
    assert.equal(stderr, "");
  });

  test("dynamic records follow the platform in every zone", async () => {
    await ok(["platform", "set", "--web-ipv4", "192.0.2.81"]);
    await until(
      "the address is the new one",
      3,
      () => dig(ready.services.dns, "xn--ail-7ma.example", "A") === "192.0.2.81",
    );
    await until(
      "on the second too",
      3,
      () => dig(ready.services.dns2, "xn--ail-7ma.example", "A") === "192.0.2.81",
    );
    await ok(["platform", "set", "--imap-host", "imap.example.net", "--spf", "v=spf1 mx -all"]);
    await until(
      "what it says about mail too",
      30,
      () =>
        dig(ready.services.dns2, "imap.xn--ail-7ma.example", "CNAME") === "imap.example.net." &&
        dig(ready.services.dns2, "xn--ail-7ma.example", "TXT") === '"v=spf1 mx -all"',
    );
    await refused(["platform", "set", "--spf", "mx -all"], 64, /--spf "mx -all" is no SPF record/);
  });

  test("users, their passwords and permissions", async () => {
    assert.match(await ok(["user", "add", "añil.example", "Ana"]), /Password, shown this once: \S{24}/);
    await refused(["user", "add", "añil.example", "ana"], 65, /has a user ana already/);
    await refused(["user", "add", "nobody.example", "ana"], 66, /There is no nobody\.example/);
    const weak = await atrio(home, ["user", "password", "añil.example", "ana", "--password-stdin"], {
      input: "contraseña",
    });
    assert.equal(weak.status, 64);
    await ok(["user", "password", "añil.example", "ana", "--password-stdin"], {
      input: "lluvia-verde-47-camello\n",
    });
    assert.match(
      await ok(["grant", "añil.example", "ana", "añil.example", "all=disabled", "service_dnszone=read"]),
      /service_dnszone\s+read/,
    );
    await refused(
      ["grant", "añil.example", "ana", "añil.example", "dns=write"],
      64,
      /"dns" is no permission/,
    );
    await ok(["user", "disable", "añil.example", "ana"]);
    assert.match(await ok(["user", "list"]), /ana\s+disabled/);
    await ok(["user", "enable", "añil.example", "ana"]);
  });

  test("the brand", async () => {
    await ok(["company", "set", "--name", "Nube Añil", "--color", "teal", "--color-selectable", "off"]);
    const secret = "0x0000000000000000000000000000000000000000";
    await ok(["company", "set", "--captcha-secret-stdin"], { input: secret });
    const config = await (await fetch(`${ready.url}/api/config/get/`)).text();
    assert.match(config, /"company":"Nube Añil"/);
    assert.match(config, /"color":"teal"/);
    assert.doesNotMatch(config, /0x0000/);
    await refused(["company", "set", "--color", "mauve"], 64, /--color mauve/);
    await refused(["company", "set"], 64, /Nothing was named/);
  });

  test("several brands, each at host names of its own", async () => {
    await ok(["company", "add", "Cierzo", "--host", "panel.cierzo.test"]);
    await refused(["company", "add", "cierzo"], 65, /company named Cierzo already/);
    await refused(
      ["company", "add", "Brezo", "--host", "Panel.Cierzo.test"],
      65,
      /host name of Cierzo already/,
    );
    const set = ["company", "set", "--company", "panel.cierzo.test"];
    assert.match(
      await ok([...set, "--color", "cyan", "--imap-host", "imap.cierzo.test", "--host-add", "192.0.2.7"]),
      /Cierzo was changed\. Open pages show it at once/,
    );
    await until("the brand is shown", 1, async () =>
      /"company":"Cierzo".*"color":"cyan".*"imapSSL":"imap\.cierzo\.test"/.test(await config("192.0.2.7")),
    );
    assert.match(await config("elsewhere.test"), /"company":"Nube Añil"/);
    await refused([...set, "--host-remove", "panel.brezo.test"], 66, /no host name of Cierzo/);
    await refused([...set, "--host-add", "https://panel.cierzo.test/"], 64, /is no host name/);
    await refused([...set, "--contact-address", "hola"], 64, /no mail address/);
    await refused([...set, "--logo", import.meta.filename], 64, /no picture the panel shows/);
    await refused([...set, "--privacy-url", "javascript:alert(1)"], 64, /no web address/);
    await refused(["company", "set", "--company", "Brezo", "--color", "red"], 66, /no company "Brezo"/);
    assert.match(
      await ok(["company", "list"]),
      /Nube Añil\s+localhost, addresses of this machine\n.*Cierzo\s+192\.0\.2\.7, panel/,
    );
    assert.match(await ok(["company", "show", "cierzo"]), /imapSslHost\s+imap\.cierzo\.test/);
    await refused(["company", "remove", "Nube Añil", "--yes"], 65, /the default company and stays/);
    await refused(
      ["company", "remove", "Cierzo"],
      1,
      /the panel will refuse 192\.0\.2\.7, panel\.cierzo\.test/,
    );
    await ok(["company", "remove", "Cierzo", "--yes"]);
    await until("the hosts show the default company", 1, async () =>
      /"company":"Nube Añil"/.test(await config("panel.cierzo.test")),
    );
  });

  test("a zone is signed and unsigned", async () => {
    await ok(["holding", "add", "signed.example", "--domain", "--hosting"]);
    assert.match(
      await ok(["dnssec", "sign", "signed.example"]),
      /^signed\.example\. IN DS \d+ 13 2 [0-9A-Fa-f]{64}$/m,
    );
    for (const server of [ready.services.dns, ready.services.dns2])
      await until("answers are signed", 5, () =>
        dig(server, "signed.example", "SOA", "+dnssec").includes("SOA 13 "),
      );
    await refused(["dnssec", "sign", "signed.example"], 65, /signed already/);
    await refused(["dnssec", "unsign", "signed.example"], 1, /DS record must be gone/);
    await ok(["dnssec", "unsign", "signed.example", "--yes"]);
    assert.match(await ok(["dnssec", "show", "signed.example"]), /is not signed/);
  });

  test("removing a holding wants to be meant", async () => {
    await refused(
      ["holding", "remove", "añil.example"],
      1,
      /its DNS zone with \d+ records, 0 mailboxes with their mail, 1 users/,
    );
    await ok(["holding", "remove", "añil.example", "--yes"]);
    await until("the zone is gone", 3, () => dig(ready.services.dns, "xn--ail-7ma.example", "SOA") === "");
    await refused(["holding", "remove", "añil.example", "--yes"], 66, /There is no/);
  });

  test("a demo is not poured into a database that is in use", async () => {
    await ok(["holding", "add", "kept.example"]);
    assert.match(await ok(["up", "--demo", "--detach"]), /left alone/);
  });
});
