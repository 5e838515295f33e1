import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Self-signed and marked CA:TRUE, as `openssl req -x509` makes them, under the names of the panel's form. */
export function makeCertificate(host: string): { readonly cert: string; readonly certkey: string } {
  const directory = mkdtempSync(join(tmpdir(), "atrio-certificate-"));
  try {
    const [key, certificate] = [join(directory, "key"), join(directory, "crt")];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
    const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
    execFileSync("openssl", ["req", "-x509", ...curve, ...names, "-days", "30", "-out", certificate], {
      stdio: "ignore",
    });
    return { cert: readFileSync(certificate, "utf8"), certkey: readFileSync(key, "utf8") };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
