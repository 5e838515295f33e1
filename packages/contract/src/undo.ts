import * as z from "zod/mini";

/** The journal entry that takes a change back; null where nothing changed, or where the registry has not done it yet. */
export const undo = z.nullable(z.int());
