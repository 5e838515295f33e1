/**
 * Text of strangers on a terminal or in a letter. Control characters could move a cursor, change a title or answer in the
 * operator's name; invisible ones and changes of direction could make it read otherwise than it is. Each is shown by its code.
 */
const shownByCode = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/** On one line. */
export const harmless = (text: string): string => text.replaceAll(shownByCode, codeOf);

/** Line ends and tabs stay. */
export const harmlessLines = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(shownByCode, (character) => (/[\n\t]/.test(character) ? character : codeOf(character)));
