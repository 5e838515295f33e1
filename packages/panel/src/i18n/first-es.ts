import login from "./es/login.json";
import shell from "./es/shell.json";
import ui from "./es/ui.json";

/** What the login page says: the first load holds no more words than that. */
export default { ...ui, ...shell, ...login };
