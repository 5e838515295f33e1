/** What must hold between names of the web: the database's own rules (migration 0025), in the words of the form. */
import type { Message } from "@atrio/contract";
import { DatabaseError } from "pg";
import { refuse } from "../../http/refuse.ts";
import { shownAddress } from "./host.ts";

interface Rule {
  /** What is there already stands in the way; the rest is wrong input. */
  readonly stands: boolean;
  readonly field: "subDomain" | "recurso";
  readonly message: (address: string) => Message;
}

const about =
  (key: "subdomain.taken" | "subdomain.of_another" | "subdomain.reserved" | "redirection.taken") =>
  (address: string): Message => ({ key, values: { address: shownAddress(address) } });

const rules: Readonly<Record<string, Rule>> = {
  subdomain_host_key: { stands: true, field: "subDomain", message: about("subdomain.taken") },
  web_host_taken: { stands: true, field: "subDomain", message: about("subdomain.of_another") },
  web_host_reserved: { stands: false, field: "subDomain", message: about("subdomain.reserved") },
  redirection_address: { stands: true, field: "recurso", message: about("redirection.taken") },
};

/**
 * Runs statements that give a name or a path of it to somebody; a rule that says no becomes a refusal. `hasForm`: of the fields
 * by which it was asked for, as undo has none.
 */
export async function withWebRules<T>(
  address: string,
  hasForm: boolean,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = error instanceof DatabaseError ? (error.constraint ?? "") : "";
    if (!Object.hasOwn(rules, constraint)) throw error;
    const { stands, field, message } = rules[constraint]!;
    return hasForm
      ? refuse(stands ? "conflict" : "invalid", { fields: { [field]: message(address) }, cause: error })
      : refuse("conflict", { message: message(address), cause: error });
  }
}
