/** `Prefer: respond-async` (RFC 7240, 4.1): the reply comes at the commit and names the job that finishes the change. */

const asyncPreference = "respond-async";

/** Reads the header; preferences we don't know are ignored, as the RFC asks. */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join(",")
    .split(",")
    .some((preference) => preference.split(";", 1)[0]?.trim().toLowerCase() === asyncPreference);
}

/** The header by which the reply says that it did not wait. */
export const preferenceApplied = ["preference-applied", asyncPreference] as const;
