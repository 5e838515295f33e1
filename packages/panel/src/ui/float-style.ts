/** Menus and lists that float: the only things with a shadow. */
export const floating =
  "max-w-[90vw] animate-appear rounded-control border border-line bg-surface text-sm text-ink shadow-float outline-none";
export const option =
  "flex min-h-8.5 max-sm:min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none hover:bg-subtle focus:bg-subtle disabled:cursor-default disabled:opacity-50";
