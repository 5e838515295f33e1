import { type Call, calls } from "@atrio/contract";
import type { Plugin } from "vite";

const id = "virtual:wire";

/**
 * What the client must know of each call to send it, without the schemas: the first load carries no validation.
 * Forms load the contract itself when they are first used (src/form/parse.ts).
 */
const table = () =>
  Object.fromEntries(
    Object.entries<Call>(calls).map(([name, { method, path, needs, changes, multipart }]) => [
      name,
      { method, path, needs, changes, multipart },
    ]),
  );

export const wire = (): Plugin => ({
  name: "atrio-wire",
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? `export const wire = ${JSON.stringify(table())};\nexport const callNames = Object.keys(wire);` : null),
});
