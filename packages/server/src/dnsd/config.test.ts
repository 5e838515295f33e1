import assert from "node:assert/strict";
import { test } from "node:test";
import { parseServer, readConfig } from "./config.ts";

test("servers are host:port, IPv6 in brackets, port 53 where none is named", () => {
  assert.deepEqual(parseServer("127.0.0.1:5302"), { host: "127.0.0.1", port: 5302 });
  assert.deepEqual(parseServer("192.0.2.1"), { host: "192.0.2.1", port: 53 });
  assert.deepEqual(parseServer("[2001:db8::1]:5353"), { host: "2001:db8::1", port: 5353 });
  for (const wrong of ["", "a b", "1.2.3.4:", "1.2.3.4:65536", "2001:db8::1"])
    assert.throws(() => parseServer(wrong), /host:port/, wrong);
});

test("the environment is complete or refused by name", () => {
  const env = { DATABASE_URL: "postgresql://x", ATRIO_PDNS_CONTROL: "/c" };
  assert.deepEqual(
    readConfig({ ...env, ATRIO_NOTIFY: "127.0.0.1:1, 127.0.0.2:2", ATRIO_RESOLVERS: "9.9.9.9" }),
    {
      databaseUrl: "postgresql://x",
      control: "/c",
      secondaries: [
        { host: "127.0.0.1", port: 1 },
        { host: "127.0.0.2", port: 2 },
      ],
      resolvers: ["9.9.9.9"],
    },
  );
  assert.throws(() => readConfig({ ...env, ATRIO_PDNS_CONTROL: "" }), /ATRIO_PDNS_CONTROL is not set/);
});
