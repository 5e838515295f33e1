/** What the real nginx says of a configuration with one wrong line in it. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Lines, linesOf, mapNames } from "../../packages/server/src/web/maps.ts";
import { Publisher } from "../../packages/server/src/web/publisher.ts";
import { WebServer } from "../../packages/server/src/web/web-server.ts";

const directory = mkdtempSync(join(tmpdir(), "atrio-publisher-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const linesFor = (holdingId: number, host: string): Lines =>
  linesOf(
    {
      holdingId,
      reference: host,
      kind: "parking",
      parking: true,
      companyId: null,
      php: "8.2",
      spaceSpent: false,
      trafficSpent: false,
      sites: [],
      redirections: [],
      certificates: [],
    },
    new Set(),
  );

test("one holding's wrong line is that holding's alone, and nginx's own words name it", async () => {
  const maps = mapNames.map((name, n) => `map $host $value${n} { include maps/${name}.map; }`);
  const configuration = join(directory, "nginx.conf");
  const scratch = ["client_body", "fastcgi", "proxy", "scgi", "uwsgi"].map(
    (kind) => `${kind}_temp_path ${directory}/temp;`,
  );
  writeFileSync(
    configuration,
    `pid ${directory}/nginx.pid;\nevents {}\nhttp { access_log off; ${[...scratch, ...maps].join("\n")} server { listen unix:${directory}/http.sock; } }\n`,
  );
  const pidFile = join(directory, "nginx.pid");
  const place = { directory, configuration, pidFile, command: ["/usr/sbin/nginx"], uid: 0 };
  const publisher = new Publisher(new WebServer(place));
  const served = () => readFileSync(join(readlinkSync(join(directory, "live")), "maps/holding.map"), "utf8");
  await publisher.start(new Map([[1, linesFor(1, "uno.test")]]));
  const wrong: Lines = { ...linesFor(3, "tres.test"), holding: ["tres.test 3; }"] };
  const ends = await Promise.allSettled([
    publisher.set(2, linesFor(2, "dos.test")),
    publisher.set(3, wrong),
    publisher.set(4, linesFor(4, "cuatro.test")),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.match(String(ends[1]?.status === "rejected" && ends[1].reason), /\[emerg\] .*holding\.map/);
  for (const host of ["uno", "dos", "cuatro"])
    assert.match(served(), new RegExp(`^www\\.${host}\\.test`, "m"));
  assert.doesNotMatch(served(), /tres/);
  await publisher.set(3, linesFor(3, "tres.test"));
  assert.match(served(), /tres/);
});
