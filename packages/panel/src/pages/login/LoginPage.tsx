import type { Config, Language } from "@atrio/contract";
import { lazy, Suspense, useState } from "react";
import type { Reply } from "../../api/client.ts";
import { loadWords, t } from "../../i18n/i18n.ts";
import { LoginForm } from "../../session/LoginForm.tsx";
import { FullLogo } from "./FullLogo.tsx";
import { LanguageSelect, LoadFailed, ThemeSwitch } from "./static-controls.tsx";

const ContactRequest = lazy(async () => {
  const [dialog] = await Promise.all([import("./ContactRequest.tsx"), loadWords("contact")]);
  return dialog;
});

export interface LoginPageProps {
  config: Config;
  language: Language;
  onEnter: (reply: Reply<"userLogin">) => unknown;
}

/**
 * Drawn at build time (static.tsx) and taken over in the browser when it is first used (hydrate.tsx): both must come to the
 * same HTML, so nothing here may depend on the browser, the time or what is stored.
 */
export function LoginPage({ config, language, onEnter }: LoginPageProps) {
  const [request, setRequest] = useState<"never" | "open" | "closed">("never");
  return (
    <main className="grid min-h-dvh place-items-center bg-[radial-gradient(ellipse_80%_55%_at_50%_0%,var(--p-soft),transparent)] p-4">
      <div className="w-full max-w-95 rounded-2xl border border-line bg-surface p-8 shadow-float max-sm:p-6">
        <FullLogo config={config} />
        <h1 className="mt-4 text-xl font-[650] tracking-[-0.01em] text-balance wrap-anywhere">
          {t("login.title", { company: config.company })}
        </h1>
        <p className="mt-2 mb-5 text-muted">{t("login.intro")}</p>
        <noscript>
          <p className="mb-4 rounded-control bg-warning-soft px-3 py-2 text-label text-warning">
            {t("login.no_script")}
          </p>
        </noscript>
        <LoadFailed />
        <LoginForm captcha={config.captcha} onSuccess={onEnter}>
          <button
            type="button"
            onClick={() => setRequest("open")}
            className="cursor-pointer self-center rounded-sm text-label font-medium text-link hover:underline max-sm:min-h-11"
          >
            {t("login.forgot")}
          </button>
        </LoginForm>
        <div className="mt-6 flex items-center justify-between border-t border-line pt-3 text-small text-muted">
          <LanguageSelect language={language} />
          <ThemeSwitch />
        </div>
      </div>
      {request !== "never" && (
        <Suspense>
          <ContactRequest
            captcha={config.captcha}
            isOpen={request === "open"}
            onClose={() => setRequest("closed")}
          />
        </Suspense>
      )}
    </main>
  );
}
