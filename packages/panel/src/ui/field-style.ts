/** What the fields share. 16 px on phones keeps iOS from zooming in. */
/** Without the marks of a refused value. */
export const controlBase =
  "w-full rounded-control border border-control bg-surface px-3 text-sm max-sm:text-base text-ink transition-colors hover:border-muted focus:border-link focus:outline-1 focus:outline-link focus:outline-offset-0 disabled:opacity-60";
export const control = `${controlBase} invalid:border-danger invalid:focus:outline-danger`;
export const controlHeight = "h-8.5 max-sm:h-11";
export const labelStyle = "text-label font-semibold";
export const fieldStyle = "flex min-w-0 flex-col gap-1.5";
