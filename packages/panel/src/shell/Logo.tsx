import type { Config } from "@atrio/contract";

/** The company's own picture, else the arch in the company's colour. The name always stands beside it. */
export const Logo = ({ config }: { config: Config }) =>
  config.logo_mini || config.logo ? (
    <img
      src={config.logo_mini || config.logo}
      alt=""
      width={26}
      height={26}
      className="size-6.5 rounded-md object-contain"
    />
  ) : (
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
