/** The page numbers to offer: first, last and the neighbours; 0 stands for a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = new Set([1, pages, page - 1, page, page + 1]);
  const shown = [...near].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const skipped = number - (shown[index - 1] ?? 0) - 1;
    // A gap of one page is that page: a dot would take the same room.
    return skipped === 0 ? [number] : skipped === 1 ? [number - 1, number] : [0, number];
  });
}
