/** The dialogs of a page, by the names that open them in its address. */
export interface DialogNames<One extends string = string, Whole extends string = string> {
  /** About one of several things, whose id follows: `?delete=3`. */
  readonly one: readonly One[];
  /** About all of them; the text after the `=` is the dialog's own. */
  readonly whole: readonly Whole[];
}
/** As the address has it. */
export type DialogAddress<One extends string, Whole extends string> = Partial<
  Record<One, number> & Record<Whole, string>
>;
export interface OpenDialog {
  readonly name: string;
  /** What it is about, where that is one of several. */
  readonly item: number | undefined;
  readonly text: string;
}

export type RawSearch = Readonly<Record<string, unknown>>;

/** The router reads `?q=10` as a number. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;
export const integerOf = (value: unknown, least: number): number | undefined => {
  const number = Number(textOf(value));
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};

/** Links are typed by people too: what makes no sense opens nothing. */
export function readDialog({ one, whole }: DialogNames, raw: RawSearch): OpenDialog | undefined {
  for (const name of one) {
    const item = integerOf(raw[name], 1);
    if (item !== undefined) return { name, item, text: "" };
  }
  const name = whole.find((each) => raw[each] !== undefined);
  return name === undefined ? undefined : { name, item: undefined, text: textOf(raw[name]) ?? "" };
}

/** Whether what is open is this one still: its text may have changed within it. */
export const isSameDialog = ({ name, item }: Partial<OpenDialog>, open: OpenDialog | undefined): boolean =>
  open !== undefined && open.name === name && open.item === item;

export const noDialog = ({ one, whole }: DialogNames): Readonly<Record<string, undefined>> =>
  Object.fromEntries([...one, ...whole].map((name) => [name, undefined]));
