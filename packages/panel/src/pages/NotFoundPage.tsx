import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { useConfig } from "../session/config.ts";
import { Logo } from "../shell/Logo.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { cx } from "../ui/cx.ts";

/** For any address that is none of ours, signed in or not: so it has no menus. */
export default function NotFoundPage() {
  const config = useConfig();
  useTitle(t("not_found.page"));
  return (
    <main className="grid min-h-dvh place-items-center bg-[radial-gradient(ellipse_80%_55%_at_50%_0%,var(--p-soft),transparent)] p-4">
      <div className="w-full max-w-110 rounded-2xl border border-line bg-surface p-8 shadow-float max-sm:p-6">
        <p className="flex items-center gap-2.5 text-base font-[650]">
          <Logo config={config} />
          <span className="truncate">{config.company}</span>
        </p>
        <h1 className="mt-8 text-title font-[650] tracking-[-0.015em] text-balance">
          {t("not_found.title")}
        </h1>
        <p className="mt-2 text-muted">{t("not_found.text")}</p>
        <Link to={paths.dashboard} className={cx(buttonStyle({ variant: "primary", size: "lg" }), "mt-6")}>
          {t("not_found.back")}
        </Link>
      </div>
    </main>
  );
}
