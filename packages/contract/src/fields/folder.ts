import { accepted, refused, type Result } from "./result.ts";

const longest = 255;

/** A folder below the customer's own, as `/web/blog`; `/` is all of it. What is typed can't leave it. */
export function parseFolder(input: string): Result<string> {
  const names = input.split("/").filter((name) => name.trim() !== "");
  if (names.some((name) => name === "." || name === "..")) return refused("main.not_a_folder");
  const folder = `/${names.map((name) => name.trim()).join("/")}`;
  if (!/^[A-Za-z0-9._ /-]*$/.test(folder)) return refused("main.folder_characters");
  return folder.length > longest ? refused("main.too_long", { maximum: longest }) : accepted(folder);
}

/** One that is served to the world: not all of the customer's files, and none that are hidden. */
export function parseSiteFolder(input: string): Result<string> {
  const parsed = parseFolder(input);
  return parsed.ok && /\/(?:\.|$)/.test(parsed.value) ? refused("subdomain.folder") : parsed;
}
