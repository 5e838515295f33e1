import { Form } from "react-aria-components/Form";
import { infoOf } from "../../api/action.ts";
import { useApiForm } from "../../form/useApiForm.ts";
import { t } from "../../i18n/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog, DialogFooter } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { toast } from "../../ui/toast.ts";

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
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
      <Form {...form.props} className="flex flex-col gap-4">
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
          description={t("preferences.new_password_text")}
          autoComplete="new-password"
          isRequired
        />
        <DialogFooter>
          <Button onPress={onClose} isDisabled={form.isPending}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {t("preferences.change_password")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
