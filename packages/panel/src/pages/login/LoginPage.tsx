import { lazy, Suspense, useEffect, useState } from "react";
import type { Reply } from "../../api/client.ts";
import { language, languages, t } from "../../i18n/i18n.ts";
import { chooseLanguage } from "../../i18n/language.ts";
import { holdingPaths, paths } from "../../paths.ts";
import { tellTabs } from "../../session/channel.ts";
import { useConfig } from "../../session/config.ts";
import { LoginForm } from "../../session/LoginForm.tsx";
import { takeWanted } from "../../session/session.ts";
import { Logo } from "../../shell/Logo.tsx";
import { ThemeButton } from "../../shell/ThemeButton.tsx";

const ContactRequestDialog = lazy(() => import("./ContactRequestDialog.tsx"));

/** To the page that was asked for, the only holding there is, or the dashboard; a fresh start, as another user's may be open. */
function enter({ data }: Reply<"userLogin">): void {
  tellTabs({ type: "user.login" });
  const only = data.domainID === undefined ? paths.dashboard : holdingPaths.overview(data.domainID);
  location.assign(takeWanted() ?? only);
}

export function LoginPage() {
  const config = useConfig();
  const [isAsking, setAsking] = useState(false);
  const title = t("login.title", { company: config.company });
  useEffect(() => {
    document.title = `${config.company} / ${t("login.page")}`;
  }, [config.company]);
  return (
    <main className="grid min-h-dvh place-items-center bg-[radial-gradient(ellipse_80%_55%_at_50%_0%,var(--p-soft),transparent)] p-4">
      <div className="w-full max-w-95 rounded-2xl border border-line bg-surface p-8 shadow-float max-sm:p-6">
        <Logo config={config} />
        <h1 className="mt-4 text-xl font-[650] tracking-[-0.01em] text-balance">{title}</h1>
        <p className="mt-2 mb-5 text-muted">{t("login.intro")}</p>
        <LoginForm onSuccess={enter}>
          <button
            type="button"
            onClick={() => setAsking(true)}
            className="cursor-pointer self-center rounded-sm text-label font-medium text-link hover:underline max-sm:min-h-11"
          >
            {t("login.forgot")}
          </button>
        </LoginForm>
        <div className="mt-6 flex items-center justify-between border-t border-line pt-3 text-small text-muted">
          <LanguageSelect />
          <ThemeButton withLabel />
        </div>
      </div>
      {isAsking && (
        <Suspense>
          <ContactRequestDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </main>
  );
}

/** The browser's own control: nothing to load on the page that everybody waits for. */
const LanguageSelect = () => (
  <select
    aria-label={t("login.language")}
    value={language()}
    onChange={({ target }) => {
      const chosen = languages.find((one) => one === target.value);
      if (chosen) chooseLanguage(chosen);
    }}
    className="-ml-1 cursor-pointer rounded-sm bg-surface py-1 hover:text-ink max-sm:min-h-11"
  >
    {languages.map((one) => (
      <option key={one} value={one}>
        {t(`language.${one}`)}
      </option>
    ))}
  </select>
);
