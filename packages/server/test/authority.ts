/** Certificates under test, by openssl. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

export interface Wanted {
  readonly name: string;
  /** Who signs; without one it signs itself. */
  readonly by?: Pair;
  readonly hosts?: readonly string[];
  readonly authority?: boolean;
  /** As `openssl genpkey` takes it. */
  readonly key?: string;
  /** In place of a new key. */
  readonly withKey?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly digest?: string;
  readonly extensions?: readonly string[];
}

const day = 86_400_000;
const stamp = (date: Date): string => date.toISOString().replaceAll(/[-:T]|\.\d+/g, "");

function inDirectory<T>(work: (at: (name: string) => string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), "atrio-authority-"));
  try {
    return work((name) => join(directory, name));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const openssl = (...args: readonly string[]): string =>
  execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const makeKey = (kind = "EC -pkeyopt ec_paramgen_curve:P-256"): string =>
  openssl("genpkey", "-algorithm", ...kind.split(" "));

/** A request for a certificate (CSR). */
export const makeRequest = (key: string, name: string): string =>
  inDirectory((at) => {
    writeFileSync(at("key"), key);
    return openssl("req", "-new", "-key", at("key"), "-subj", `/CN=${name}`);
  });

export const encryptKey = (key: string, ...how: readonly string[]): string =>
  inDirectory((at) => {
    writeFileSync(at("key"), key);
    return openssl("pkey", "-in", at("key"), "-aes128", "-passout", "pass:1234", ...how);
  });

/** A certificate for a key of which there is no more than its public half. */
export const certifyKey = (publicKey: string, by: Pair): string =>
  inDirectory((at) => {
    writeFileSync(at("public"), publicKey);
    writeFileSync(at("signer.key"), by.key);
    writeFileSync(at("signer.pem"), by.certificate);
    const signer = ["-CA", at("signer.pem"), "-CAkey", at("signer.key")];
    return openssl("x509", "-new", "-force_pubkey", at("public"), "-subj", "/CN=site", ...signer);
  });

export const makeCertificate = (wanted: Wanted): Pair =>
  inDirectory((at) => {
    const { name, by, hosts = [], authority = false, extensions = [] } = wanted;
    const key = wanted.withKey ?? makeKey(wanted.key);
    const signer = by ?? { certificate: "", key };
    writeFileSync(at("key"), key);
    writeFileSync(at("signer.key"), signer.key);
    writeFileSync(at("signer.pem"), signer.certificate);
    writeFileSync(at("index"), "");
    writeFileSync(
      at("config"),
      [
        "[ca]\ndefault_ca = own\n[own]",
        `database = ${at("index")}\nnew_certs_dir = ${at(".")}\nrand_serial = yes\npolicy = any\nunique_subject = no`,
        "[any]\ncommonName = supplied\n[extensions]",
        `basicConstraints = critical,CA:${authority ? "TRUE" : "FALSE"}`,
        ...(hosts.length > 0 ? [`subjectAltName = ${hosts.map((host) => `DNS:${host}`).join(",")}`] : []),
        ...extensions,
      ].join("\n"),
    );
    openssl("req", "-new", "-key", at("key"), "-subj", `/CN=${name}`, "-out", at("request"));
    const from = wanted.from ?? new Date(Date.now() - day);
    const until = wanted.until ?? new Date(Date.now() + 90 * day);
    const form = ["-batch", "-notext", "-config", at("config"), "-extensions", "extensions"];
    const dates = ["-startdate", stamp(from), "-enddate", stamp(until)];
    const files = ["-in", at("request"), "-out", at("certificate"), "-keyfile", at("signer.key")];
    const signing = ["-md", wanted.digest ?? "sha256", ...(by ? ["-cert", at("signer.pem")] : ["-selfsign"])];
    openssl("ca", ...form, ...dates, ...files, ...signing);
    return { certificate: readFileSync(at("certificate"), "utf8"), key };
  });
