import en from "./en/login-page.json" with { type: "json" };
import es from "./es/login-page.json" with { type: "json" };

/** What the login page alone says: the panel's first load goes without. */
export const loginPageWords = { es, en };
