import { createHash } from "node:crypto";

/** For a policy: the scripts that our build wrote into this page, by their hashes, and no other (CSP Level 3, 8.3). */
export const inlineScriptSources = (html: string): string[] =>
  Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script = ""]) => {
    const hash = createHash("sha256").update(script).digest("base64");
    return `'sha256-${hash}'`;
  });
