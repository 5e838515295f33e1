import { type Call, calls } from "@atrio/contract";
import type { Plugin } from "vite";

const all = Object.entries<Call>(calls);

/**
 * What the client must know of each call to send it, without the schemas: the first load carries no validation.
 * Forms load the contract itself when they are first used (src/form/parse.ts).
 */
const wireTable = () =>
  Object.fromEntries(
    all.map(([name, { method, path, changes, multipart }]) => [
      name,
      // What changes goes as POST in any case (src/api/client.ts).
      { method: method === "POST" && !changes ? method : undefined, path, changes, multipart },
    ]),
  );
/** What each call needs, for the pages that offer or withhold it. */
const needsTable = () => Object.fromEntries(all.map(([name, { needs }]) => [name, needs]));

const modules: Readonly<Record<string, () => string>> = {
  "virtual:wire": () =>
    `export const wire = ${JSON.stringify(wireTable())};\nexport const callNames = Object.keys(wire);`,
  "virtual:needs": () => `export const needs = ${JSON.stringify(needsTable())};`,
};

export const wire = (): Plugin => ({
  name: "atrio-wire",
  resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : null),
  load: (source) => modules[source.slice(1)]?.() ?? null,
});
