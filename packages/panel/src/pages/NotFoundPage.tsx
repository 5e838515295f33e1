import { useEffect } from "react";
import { Link } from "@tanstack/react-router";
import { t } from "../i18n/i18n.ts";
import { paths } from "../paths.ts";
import { buttonStyle } from "../ui/button-style.ts";

export default function NotFoundPage() {
  const title = t("not_found.title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-6 p-4 text-center">
      <h1 className="text-title font-[650] text-balance">{title}</h1>
      <Link to={paths.dashboard} className={buttonStyle({ variant: "primary" })}>
        {t("not_found.back")}
      </Link>
    </main>
  );
}
