import assert from "node:assert/strict";
import { test } from "node:test";
import { parseServer, readConfig } from "./config.ts";
import { isPublishable } from "./resolve.ts";

test("servers are host:port, IPv6 in brackets, port 53 where none is named", () => {
  assert.deepEqual(parseServer("127.0.0.1:5302"), { host: "127.0.0.1", port: 5302 });
  assert.deepEqual(parseServer("192.0.2.1"), { host: "192.0.2.1", port: 53 });
  assert.deepEqual(parseServer("[2001:db8::1]:5353"), { host: "2001:db8::1", port: 5353 });
  for (const wrong of ["", "a b", "1.2.3.4:", "1.2.3.4:65536", "2001:db8::1"])
    assert.throws(() => parseServer(wrong), /host:port/, wrong);
});

test("the environment is complete or refused by name", () => {
  const env = { DATABASE_URL: "postgresql://x", ATRIO_PDNS_CONTROL: "/c", ATRIO_PDNS: "127.0.0.1:53" };
  assert.deepEqual(
    readConfig({ ...env, ATRIO_NOTIFY: "127.0.0.1:1, 127.0.0.2:2", ATRIO_RESOLVERS: "9.9.9.9" }),
    {
      databaseUrl: "postgresql://x",
      control: "/c",
      pdns: { host: "127.0.0.1", port: 53 },
      secondaries: [
        { host: "127.0.0.1", port: 1 },
        { host: "127.0.0.2", port: 2 },
      ],
      resolvers: ["9.9.9.9"],
    },
  );
  assert.throws(() => readConfig({ ...env, ATRIO_PDNS: "" }), /ATRIO_PDNS is not set/);
});

test("addresses that mean the visitor's own machine or wire are not published", () => {
  const refused = "0.0.0.0 0.1.2.3 127.0.0.1 127.9.9.9 169.254.169.254 224.0.0.1 255.255.255.255";
  for (const address of `${refused} :: ::1 fe80::1 ff02::1 ::ffff:127.0.0.1 nonsense`.split(" "))
    assert.equal(isPublishable(address), false, address);
  for (const address of "192.0.2.1 10.0.0.1 192.168.1.1 8.8.8.8 2001:db8::1 fd00::1".split(" "))
    assert.equal(isPublishable(address), true, address);
});
