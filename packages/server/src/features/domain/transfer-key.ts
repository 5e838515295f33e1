/** One-time keys by which a domain moves to another account of this installation, without its registrar changing. */
import { createHash } from "node:crypto";

/** As typed: small letters and what stands between groups make no difference. */
export const hashTransferKey = (typed: string): Buffer =>
  createHash("sha256").update(typed.toUpperCase().replaceAll(/[\s-]/g, "")).digest();
