import type { Logo } from "@atrio/server/features/company/change.ts";
import { UsageFailure } from "../failure.ts";
import { readFile } from "./file.ts";

/** Pages wait for it; the database refuses more as well. */
export const largestLogo = 100_000;

const startsWith =
  (hex: string, at = 0) =>
  (image: Buffer) =>
    image.subarray(at, at + hex.length / 2).toString("hex") === hex;
const isRiff = startsWith("52494646");
const isWebp = startsWith("57454250", 8);

/** What may stand before the root element; no text can be read in two ways, so the time it takes is the file's length. */
const prolog = /^(?:\s|<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg[^>[]*>)*/.source;
const svg = new RegExp(`${prolog}<svg[\\s>]`);
const svgWithDtd = new RegExp(`${prolog}<!DOCTYPE\\s+svg[^>[]*\\[`);

/** By content: the name of a file says nothing that could be relied on. */
const kinds: readonly { readonly mediaType: string; readonly is: (image: Buffer) => boolean }[] = [
  { mediaType: "image/png", is: startsWith("89504e470d0a1a0a") },
  { mediaType: "image/jpeg", is: startsWith("ffd8ff") },
  { mediaType: "image/webp", is: (image) => isRiff(image) && isWebp(image) },
  { mediaType: "image/svg+xml", is: (image) => svg.test(image.toString("utf8")) },
];

/** Undefined where it was not named; an empty word takes the picture away. */
export function readLogo(path: string | undefined, option: string): Logo | null | undefined {
  if (path === undefined) return undefined;
  if (path === "") return null;
  const image = readFile(path, option, largestLogo);
  const mediaType = kinds.find(({ is }) => is(image))?.mediaType;
  if (!mediaType && svgWithDtd.test(image.toString("utf8")))
    throw new UsageFailure(
      `--${option} ${path} has a DTD inside (<!DOCTYPE svg … [ … ]>), which the panel does not take.`,
      'Export it for the web; in Illustrator without "Preserve Illustrator Editing Capabilities".',
    );
  if (!mediaType)
    throw new UsageFailure(
      `--${option} ${path} is no picture the panel shows.`,
      "Its content must be SVG, PNG, WebP or JPEG.",
    );
  return { mediaType, image };
}
