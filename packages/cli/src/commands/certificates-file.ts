import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { UsageFailure, messageOf } from "../failure.ts";

/** The certificates that `--ca-file` names; null where it is empty. */
export function readCertificates(path: string): string | null {
  if (path === "") return null;
  try {
    const ca = readFileSync(path, "utf8");
    createSecureContext({ ca });
    return ca;
  } catch (error) {
    throw new UsageFailure(
      `--ca-file ${path} cannot be used: ${messageOf(error)}`,
      "It holds certificates in PEM.",
    );
  }
}
