import login from "./en/login.json" with { type: "json" };
import shell from "./en/shell.json" with { type: "json" };
import ui from "./en/ui.json" with { type: "json" };

/** See first-es.ts. */
export default { ...ui, ...shell, ...login };
