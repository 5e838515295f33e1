/** What the address says of the page: whether the password is being changed. */
export interface PreferencesSearch {
  password?: true;
}

/** `?password` and `?password=true` alike. */
export const readPreferencesSearch = ({
  password = false,
}: Readonly<Record<string, unknown>>): PreferencesSearch => (password === false ? {} : { password: true });
