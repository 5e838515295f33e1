import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { infoOf } from "../../api/action.ts";
import { KeptNote } from "../../form/KeptNote.tsx";
import { useApiForm } from "../../form/useApiForm.ts";
import { t } from "../../i18n/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { PrivacyConsent } from "./PrivacyConsent.tsx";

export interface ContactFormProps {
  /** After a message was sent the focus has nowhere else to be. */
  takesFocus: boolean;
  onSent: () => void;
}

export function ContactForm({ takesFocus, onSent }: ContactFormProps) {
  const [isAgreed, setAgreed] = useState(false);
  const form = useApiForm("contactMessageSend", {
    isLeft: true,
    onSuccess: (reply) => {
      toast.success(infoOf(reply));
      onSent();
    },
  });
  return (
    <Form {...form.props} aria-label={t("contact.title")} className="flex flex-col gap-4">
      {form.isRestored && <KeptNote className="" />}
      <TextField
        name="email"
        type="email"
        label={t("contact.email")}
        autoComplete="email"
        isRequired
        autoFocus={takesFocus}
      />
      <TextField name="subject" label={t("contact.subject")} isRequired />
      <TextArea name="contents" label={t("contact.question")} className="[&_textarea]:min-h-40" isRequired />
      <PrivacyConsent name="privacyPolicy" isSelected={isAgreed} onChange={setAgreed} />
      <div>
        <Button
          type="submit"
          variant="primary"
          icon={<IconSend size={16} />}
          isPending={form.isPending}
          isDisabled={!isAgreed}
          className="max-sm:w-full"
        >
          {t("contact.send")}
        </Button>
      </div>
    </Form>
  );
}
