import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { tellTabs } from "./channel.ts";
import { LoginForm } from "./LoginForm.tsx";

const reload = () => location.reload();
/** What was on the page belongs to the old session: after signing in it is fetched anew. */
const signedIn = () => {
  tellTabs({ type: "user.login" });
  reload();
};
const stay = () => undefined;

/** Can't be closed: without a session nothing behind it works (specification 1, section 2). */
export function SessionExpiredDialog() {
  return (
    <Dialog title={t("login.expired_title")} isOpen onClose={stay} mustAnswer size="sm">
      <p className="mb-4 text-muted">{t("login.expired_text")}</p>
      <LoginForm onSuccess={signedIn}>
        <Button onPress={reload} size="lg" className="w-full">
          {t("login.go_to_login")}
        </Button>
      </LoginForm>
    </Dialog>
  );
}
