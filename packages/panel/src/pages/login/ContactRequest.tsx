import "../../app.css";
import type { Config } from "@atrio/contract";
import { useState } from "react";
import { I18nProvider } from "react-aria-components";
import { Form } from "react-aria-components/Form";
import { infoOf } from "../../api/action.ts";
import { FormFooter } from "../../form/FormFooter.tsx";
import { useApiForm } from "../../form/useApiForm.ts";
import { locale, t } from "../../i18n/i18n.ts";
import { useCaptcha } from "../../session/captcha/useCaptcha.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { ToastRegion } from "../../ui/ToastRegion.tsx";
import { PrivacyConsent } from "../contact/PrivacyConsent.tsx";

export interface ContactRequestProps {
  captcha: Config["captcha"];
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Forgotten password: who asks, and how to reach them. A person answers, so nothing here tells whether a user exists.
 * It brings what the static page does without: the panel's style sheet, and the place where notices appear.
 */
export default function ContactRequest({ isOpen, ...props }: ContactRequestProps) {
  return (
    <I18nProvider locale={locale()}>
      <ToastRegion />
      {isOpen && <ContactRequestDialog {...props} />}
    </I18nProvider>
  );
}

function ContactRequestDialog({ captcha: provider, onClose }: Omit<ContactRequestProps, "isOpen">) {
  const [isAgreed, setAgreed] = useState(false);
  const captcha = useCaptcha(provider, "contact");
  const form = useApiForm("contactRequestSend", {
    prepare: async (fields) => ({ ...fields, recaptcha_response: await captcha.response() }),
    onSuccess: (reply) => {
      toast.success(infoOf(reply));
      onClose();
    },
    onTouched: captcha.prepare,
  });
  return (
    <Dialog title={t("login.forgot")} isOpen onClose={onClose} locked={form.isPending} isDirty={form.isDirty}>
      <p className="mb-4 text-muted">{t("contact_request.intro")}</p>
      <Form {...form.props}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="domain" label={t("login.domain")} isRequired mono autoFocus />
          <TextField name="user" label={t("login.user")} isRequired />
          <TextField name="name" label={t("contact_request.name")} autoComplete="name" isRequired />
          <TextField
            name="email"
            type="email"
            label={t("contact_request.email")}
            autoComplete="email"
            isRequired
          />
          <TextArea
            name="contents"
            label={t("contact_request.contents")}
            isRequired
            className="sm:col-span-2"
          />
          <div className="sm:col-span-2">
            <PrivacyConsent isSelected={isAgreed} onChange={setAgreed} />
          </div>
          {captcha.element}
        </div>
        <FormFooter label={t("contact_request.send")} isPending={form.isPending} isDisabled={!isAgreed} />
      </Form>
    </Dialog>
  );
}
