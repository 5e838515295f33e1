import { cx } from "./cx.ts";

const initials = (name: string) => Array.from(name).slice(0, 2).join("").toUpperCase();

/** A person is a soft circle with two letters, a holding a filled square with one. */
export const Avatar = ({ name, square }: { name: string; square?: boolean }) => (
  <span
    aria-hidden
    className={cx(
      "grid size-7 shrink-0 place-items-center",
      square
        ? "rounded-md bg-primary text-label font-semibold text-white"
        : "rounded-full bg-soft text-2xs font-bold text-link",
    )}
  >
    {square ? Array.from(name)[0] : initials(name)}
  </span>
);
