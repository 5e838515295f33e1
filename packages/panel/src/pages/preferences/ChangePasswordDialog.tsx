import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { infoOf } from "../../api/action.ts";
import { FormFooter } from "../../form/FormFooter.tsx";
import { useApiForm } from "../../form/useApiForm.ts";
import { t } from "../../i18n/i18n.ts";
import { useUser } from "../../session/session.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { toast } from "../../ui/toast.ts";
import { PasswordStrength } from "./PasswordStrength.tsx";

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useUser();
  const [password, setPassword] = useState("");
  const form = useApiForm("userChangePassword", {
    onSuccess: (reply) => {
      toast.success(infoOf(reply));
      onClose();
    },
  });
  return (
    <Dialog
      title={t("preferences.change_password")}
      size="sm"
      isOpen
      onClose={onClose}
      locked={form.isPending}
      isDirty={form.isDirty}
    >
      <Form {...form.props}>
        <div className="flex flex-col gap-4">
          {/* Tells password managers whose password this is; without a name it is not sent. */}
          <input hidden readOnly autoComplete="username" value={user} aria-label={t("login.user")} />
          <PasswordField
            name="actualPassword"
            label={t("preferences.actual_password")}
            autoComplete="current-password"
            isRequired
            autoFocus
          />
          <PasswordField
            name="password"
            label={t("preferences.new_password")}
            description={<PasswordStrength password={password} />}
            autoComplete="new-password"
            onChange={setPassword}
            isRequired
          />
        </div>
        <FormFooter label={t("preferences.change_password")} isPending={form.isPending} />
      </Form>
    </Dialog>
  );
}
