import type { Config } from "@atrio/contract";
import { cx } from "../ui/cx.ts";

/** The company's small picture, else the arch in the company's colour. The name always stands beside it. */
export function Logo({ config }: { config: Config }) {
  const { logo, logo_mini: mini } = config;
  if (mini || logo) {
    const shape = mini ? "w-6.5 rounded-md" : "w-auto max-w-24";
    return <img src={mini || logo} alt="" className={cx("h-6.5 shrink-0 object-contain", shape)} />;
  }
  return (
    <svg
      width="26"
      height="26"
      viewBox="0 0 26 26"
      fill="none"
      aria-hidden
      strokeLinecap="round"
      className="shrink-0"
    >
      <rect width="26" height="26" rx="7" className="fill-primary" />
      <path d="M6.5 20v-6.5a6.5 6.5 0 0 1 13 0V20" stroke="#fff" strokeWidth="2.2" />
      <path d="M10.5 20v-6a2.5 2.5 0 0 1 5 0v6" stroke="#fff" strokeOpacity="0.65" strokeWidth="2" />
    </svg>
  );
}

/** Not the small one again. */
export const hasFullLogo = ({ logo, logo_mini: mini }: Config): boolean => logo !== "" && logo !== mini;

/** The large picture where the window has room for it, from `lg` up. Until it is there it is taken for a wide one. */
export function HeaderLogo({ config }: { config: Config }) {
  if (!hasFullLogo(config)) return <Logo config={config} />;
  return (
    <picture className="shrink-0">
      <source media="(min-width: 64rem)" srcSet={config.logo} />
      <img
        src={config.logo_mini || config.logo}
        alt=""
        width={160}
        height={28}
        className="h-6.5 w-auto max-w-24 object-contain lg:h-7 lg:max-w-40"
      />
    </picture>
  );
}
