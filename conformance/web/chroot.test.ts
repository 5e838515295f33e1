/** Customers' programs where Atrio runs in a chroot: bubblewrap alone refuses a root directory that is not a mount point. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { customerJail, serviceDirectory, uidOf } from "../../packages/server/src/web/as-customer.ts";
import { repository } from "../installation.ts";

const holdingId = 7;
const services = "/srv";
let root: string;

before(() => {
  root = mkdtempSync(join(tmpdir(), "atrio-chroot-"));
  for (const directory of ["usr", "proc", "dev", "tmp", repository])
    mkdirSync(join(root, directory), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of ["home", "tmp"]) {
    const directory = join(root, serviceDirectory(services, holdingId), name);
    mkdirSync(directory, { recursive: true });
    chownSync(directory, uidOf(holdingId), uidOf(holdingId));
  }
});
after(() => rmSync(root, { recursive: true }));

/** Runs the command in the chroot; its mounts end with it. */
function inChroot(...command: readonly string[]): string {
  const script = `
    mount --bind /usr "$ROOT/usr" && mount --rbind /dev "$ROOT/dev" && mount -t proc proc "$ROOT/proc" &&
    mount --bind "$CHECKOUT" "$ROOT$CHECKOUT" && exec chroot "$ROOT" "$@"`;
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["--mount", "--pid", "--fork", "sh", "-c", script, "sh", ...command],
    {
      encoding: "utf8",
      input: "hello",
      env: { PATH: process.env["PATH"], ROOT: root, CHECKOUT: repository },
    },
  );
  assert.equal(status, 0, stderr);
  return stdout;
}

test("a customer's program runs as the customer and sees nothing but the customer's files", () => {
  const seen = inChroot(
    ...customerJail(services, holdingId),
    "sh",
    "-c",
    "id -u; cat >/home/page; cat /home/page; echo; ls / /home",
  );
  const [uid, page, ...files] = seen.trim().split(/\s+/);
  assert.equal(uid, String(uidOf(holdingId)));
  assert.equal(page, "hello");
  assert.ok(files.includes("page"), seen);
  assert.ok(!files.includes("srv"), seen);
});

test("no mount is left behind", () => {
  const mounts = spawnSync("cat", ["/proc/self/mountinfo"], { encoding: "utf8" }).stdout;
  assert.ok(!mounts.includes(root), mounts);
});
