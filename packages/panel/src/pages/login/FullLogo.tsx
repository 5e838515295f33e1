import type { Config } from "@atrio/contract";
import { Logo } from "../../shell/Logo.tsx";

/** The company's large picture in its own shape. Its height is kept free until it is there. */
export function FullLogo({ config }: { config: Config }) {
  const picture = config.logo || config.logo_mini;
  if (!picture) return <Logo config={config} />;
  return <img src={picture} alt="" className="h-7 w-auto max-w-45 object-contain object-left" />;
}
