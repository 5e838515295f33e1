import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/** ICU messages become Lingui's compiled form at build time: the browser carries no message parser. */
export const catalogues = (): Plugin => ({
  name: "atrio-catalogues",
  enforce: "pre",
  transform(code, id) {
    if (!/\/(?:messages|i18n)\/(?:\w+\/)?[\w-]+\.json$/.test(id)) return null;
    const messages: Record<string, string> = JSON.parse(code);
    const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
    return {
      code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`,
      map: null,
      moduleType: "js",
    };
  },
});
