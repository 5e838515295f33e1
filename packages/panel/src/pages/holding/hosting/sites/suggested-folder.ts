/** A folder for a new site, from its name; nothing while there is none. */
export function suggestedFolder(name: string): string {
  const folder = name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("*", "any")
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[.-]+|[.-]+$/g, "");
  return folder === "" ? "" : `/${folder}`;
}
