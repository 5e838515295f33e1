import login from "./es/login.json" with { type: "json" };
import shell from "./es/shell.json" with { type: "json" };
import ui from "./es/ui.json" with { type: "json" };

/** What the shell and the dialog of an ended session say: the first load holds no more words than that. */
export default { ...ui, ...shell, ...login };
