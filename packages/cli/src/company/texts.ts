/** Legal texts and privacy policies, out of the files that operators keep them in. */
import { type Language, languages } from "@atrio/contract";
import type { CompanyText } from "@atrio/server/features/company/store.ts";
import {
  emphasisMarksMax,
  renderMarkdown,
  textBytesMax,
  titledText,
  webAddress,
} from "@atrio/server/features/legal/html.ts";
import type { Arguments } from "../command.ts";
import { UsageFailure } from "../failure.ts";
import { readText } from "./file.ts";

export type WantedTexts = Readonly<Partial<Record<Language, Partial<CompanyText>>>>;

function rendered(text: string, path: string, option: string): string {
  try {
    return renderMarkdown(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageFailure(`--${option} ${path} is nested too deeply to be shown.`);
  }
}

function readMarkdown(path: string, option: string): string {
  const text = readText(path, option, textBytesMax);
  if ((text.match(/[*_]/g)?.length ?? 0) > emphasisMarksMax)
    throw new UsageFailure(
      `--${option} ${path} has more than ${emphasisMarksMax.toLocaleString("en")} * and _.`,
      "Leave out what is only drawn with them.",
    );
  if (rendered(text, path, option) === "")
    throw new UsageFailure(
      `--${option} ${path} has no text to show.`,
      `To take the text away: --${option} ""`,
    );
  return text;
}

/** HTML, or markdown in a file that is named so. */
function readPrivacy(path: string, option: string): Pick<CompanyText, "privacyTitle" | "privacyText"> {
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  const html = isMarkdown ? renderMarkdown(readMarkdown(path, option)) : readText(path, option, textBytesMax);
  const { title, text } = titledText(html);
  if (title === "" || title.length > 200)
    throw new UsageFailure(
      `--${option} ${path} has no title of 1 to 200 characters.`,
      "Begin it with a heading, or give it a <title>.",
    );
  if (text === "") throw new UsageFailure(`--${option} ${path} has no text to show below its title.`);
  // Characters that HTML writes as several bytes may have made it longer.
  if (Buffer.byteLength(text) > textBytesMax)
    throw new UsageFailure(`--${option} ${path} is too large once it is HTML.`, "Shorten it.");
  return { privacyTitle: title, privacyText: text };
}

function wantedText(args: Arguments, language: Language): Partial<CompanyText> | undefined {
  const legal = args.text(`legal-${language}`);
  const privacy = args.text(`privacy-${language}`);
  if (legal === undefined && privacy === undefined) return undefined;
  return {
    ...(legal === undefined ? {} : { legal: legal && readMarkdown(legal, `legal-${language}`) }),
    ...(privacy === undefined
      ? {}
      : privacy === ""
        ? { privacyTitle: "", privacyText: "" }
        : readPrivacy(privacy, `privacy-${language}`)),
  };
}

/** Undefined where the command names none. */
export function wantedTexts(args: Arguments): WantedTexts | undefined {
  const named = languages.flatMap((language) => {
    const text = wantedText(args, language);
    return text ? [[language, text] as const] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** An empty word takes the address away. */
export function privacyAddress(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === "") return null;
  const address = webAddress(text);
  if (address === undefined || address.length > 2000 || /["<>]/.test(address))
    throw new UsageFailure(
      `--privacy-url ${text} is no web address.`,
      "Give one such as https://example.org/privacy.",
    );
  return address;
}
