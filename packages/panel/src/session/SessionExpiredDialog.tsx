import { useBlocker } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { t } from "../i18n/i18n.ts";
import { rememberFocus } from "../shell/kept-focus.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { tellTabs } from "./channel.ts";
import { useConfig } from "./config.ts";
import { LoginForm } from "./LoginForm.tsx";
import { useUser } from "./session.ts";

/** What was on the page belongs to the old session: after signing in it is fetched anew, only what was typed is kept. */
const signedIn = () => {
  tellTabs({ type: "user.login" });
  rememberFocus();
  location.reload();
};
const stay = () => undefined;

/** Can't be closed: without a session nothing behind it works (specification 1, section 2). */
export function SessionExpiredDialog() {
  const { domainName, user: username } = useUser();
  // The back button would change the page behind the dialog, and with it what is to be signed in for.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: false });
  const form = useRef<HTMLDivElement>(null);
  useFocusOnPassword(form);
  return (
    <Dialog title={t("login.expired_title")} isOpen onClose={stay} mustAnswer size="sm">
      <p className="mb-4 text-muted">{t("login.expired_text")}</p>
      <div ref={form}>
        <LoginForm captcha={useConfig().captcha} known={{ domainName, username }} onSuccess={signedIn}>
          {/* Without a session the page leads to the login page, and from there back. */}
          <Button onPress={() => location.reload()} size="lg" className="w-full">
            {t("login.go_to_login")}
          </Button>
        </LoginForm>
      </div>
    </Dialog>
  );
}

/** A dialog that was open before holds the focus until this one stands: only then can it be moved here. */
function useFocusOnPassword(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("input[name=password]")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [form]);
}
