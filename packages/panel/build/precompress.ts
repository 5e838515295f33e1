import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const smallest = 1024;
/** Copied as it is, past the bundle. */
const publicDir = join(import.meta.dirname, "../public");

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses. */
export const precompress = (): Plugin => ({
  name: "atrio-precompress",
  apply: "build",
  // Not generateBundle: Vite fills in its preload lists after other plugins' generateBundle.
  writeBundle({ dir }, bundle) {
    const ours = Object.values(bundle).map(({ fileName }) => fileName);
    for (const fileName of [...ours, ...readdirSync(publicDir)]) {
      // What begins with a dot the server fills in first (http/login-page.ts).
      if (!/^[^.].*\.(?:js|css|svg|html)$/.test(fileName)) continue;
      const file = join(dir!, fileName);
      const source = readFileSync(file);
      if (source.length < smallest) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(source));
      writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
    }
  },
});
