/** What the address of a list says; the defaults are left out. */
export interface ListSearch {
  q?: string;
  page?: number;
}

/** The router reads `?q=10` as a number; addresses are typed by people too. */
export function readListSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const { q, page } = raw;
  const text = typeof q === "string" || typeof q === "number" ? String(q) : "";
  const number = Number(page);
  return {
    q: text || undefined,
    page: Number.isSafeInteger(number) && number > 1 ? number : undefined,
  };
}
