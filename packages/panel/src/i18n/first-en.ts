import login from "./en/login.json";
import shell from "./en/shell.json";
import ui from "./en/ui.json";

/** See first-es.ts. */
export default { ...ui, ...shell, ...login };
