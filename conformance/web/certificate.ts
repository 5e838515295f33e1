import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One that signs itself, for a host, under the names of the panel's form. */
export function makeCertificate(host: string): { readonly cert: string; readonly certkey: string } {
  const directory = mkdtempSync(join(tmpdir(), "atrio-certificate-"));
  try {
    const [key, certificate] = [join(directory, "key"), join(directory, "crt")];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key];
    const says = [`subjectAltName=DNS:${host}`, "basicConstraints=critical,CA:FALSE"];
    const names = ["-subj", `/CN=${host}`, ...says.flatMap((text) => ["-addext", text])];
    execFileSync("openssl", ["req", "-x509", ...curve, ...names, "-days", "30", "-out", certificate], {
      stdio: "ignore",
    });
    return { cert: readFileSync(certificate, "utf8"), certkey: readFileSync(key, "utf8") };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
