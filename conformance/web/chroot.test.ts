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
let directory: string;

before(() => {
  directory = mkdtempSync(join(tmpdir(), "atrio-chroot-"));
  const root = join(directory, "root");
  for (const name of ["usr", "proc", "dev", "tmp", repository])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of ["home", "tmp"]) {
    const own = join(root, serviceDirectory(services, holdingId), name);
    mkdirSync(own, { recursive: true });
    chownSync(own, uidOf(holdingId), uidOf(holdingId));
  }
});
after(() => rmSync(directory, { recursive: true }));

/**
 * Runs the command in the chroot; its mounts end with it. They are made on a private mount, because the tests may run in a
 * chroot themselves, where `unshare` can't make the root private.
 */
function inChroot(...command: readonly string[]): string {
  const script = `
    root=/dev/shm/root
    mount --make-rprivate /dev && mount --bind "$DIRECTORY" /dev/shm && mount --make-private /dev/shm &&
    mount --bind /usr "$root/usr" && mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" &&
    mount --bind "$CHECKOUT" "$root$CHECKOUT" && exec chroot "$root" "$@"`;
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["--mount", "--propagation=unchanged", "--pid", "--fork", "sh", "-c", script, "sh", ...command],
    {
      encoding: "utf8",
      input: "hello",
      env: { PATH: process.env["PATH"], DIRECTORY: directory, CHECKOUT: repository },
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
  assert.ok(!mounts.includes(directory), mounts);
});
