/** What the address says of the page: whether the password is being changed. */
export interface PreferencesSearch {
  password?: true;
}

/** `?password` and `?password=true` alike. */
export const readPreferencesSearch = (raw: Readonly<Record<string, unknown>>): PreferencesSearch => ({
  password: "password" in raw && raw["password"] !== false ? true : undefined,
});
