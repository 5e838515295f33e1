import { useState } from "react";
import { api } from "../../../../api/client.ts";
import { describeError } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { CopiedCode } from "../../../../ui/CopiedCode.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import type { MailboxDialogProps } from "../dialog-props.ts";
import { shownAddress } from "../mail-items.ts";
import { useMailAddress } from "../use-mail-address.ts";

type State =
  | { readonly is: "asking" | "loading" }
  | { readonly is: "shown"; readonly password: string }
  | { readonly is: "refused"; readonly why: string };

/** Asked for by a press, each time, and kept nowhere afterwards: who saw it stands in the journal. */
export function RevealPasswordDialog({ id, mailbox, onClose }: MailboxDialogProps) {
  const [state, setState] = useState<State>({ is: "asking" });
  const { replaceDialog } = useMailAddress();
  const show = async () => {
    setState({ is: "loading" });
    try {
      const { data } = await api.mailboxRevealPassword({ params: { id, cid: mailbox.id } });
      setState({ is: "shown", password: data.password });
    } catch (error) {
      setState({ is: "refused", why: describeError(error) });
    }
  };
  const change = () => replaceDialog({ reveal: undefined, password: mailbox.id });
  return (
    <Dialog
      title={t("mailbox.reveal_title", { address: shownAddress(mailbox.user) })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button slot="close">{t("ui.close")}</Button>
          {!mailbox.revealable && (
            <Button variant="primary" onPress={change}>
              {t("mailbox.password_save")}
            </Button>
          )}
          {mailbox.revealable && state.is !== "shown" && (
            <Button
              variant="primary"
              autoFocus
              isPending={state.is === "loading"}
              onPress={() => void show()}
            >
              {t("mailbox.reveal_show")}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3 text-label text-muted">
        {t(mailbox.revealable ? "mailbox.reveal_text" : "mailbox.reveal_hidden")}
      </p>
      <div aria-live="polite">
        {state.is === "shown" && <CopiedCode label={t("mail_page.password")} code={state.password} />}
        {state.is === "refused" && <p className="text-label text-danger">{state.why}</p>}
      </div>
    </Dialog>
  );
}
