/** Letters that Unicode does not take apart into a plain one and its mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A name as it is compared: without accents, case and punctuation. Only letters, digits and single spaces are left. */
export const fold = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A place's names as they are compared: "Donostia / San Sebastián" is called either, and both. */
export const foldNames = (name: string): string[] => [
  ...new Set([name, ...name.split("/")].map(fold).filter((folded) => folded !== "")),
];
