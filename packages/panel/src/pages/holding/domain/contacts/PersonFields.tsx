import { phonePrefixes } from "@atrio/contract";
import { locale, t } from "../../../../i18n/i18n.ts";
import { ComboField, type ComboOption } from "../../../../ui/ComboField.tsx";
import { Segmented } from "../../../../ui/Segmented.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { splitPhone } from "./contact-draft.ts";
import { textProps } from "./text-props.ts";
import type { ContactForm } from "./use-contact-form.ts";

/** Whether it is an organization's or a person's. */
export const KindField = ({ form: { draft, change } }: { form: ContactForm }) => (
  <Segmented
    label={t("domain.contact_kind")}
    segments={[
      { id: "individual", label: t("domain.contact_individual") },
      { id: "organization", label: t("domain.contact_organization") },
    ]}
    value={draft.isOrg ? "organization" : "individual"}
    onChange={(kind) => change({ ...draft, isOrg: kind === "organization" })}
  />
);

/** The first of them takes the focus when the dialog opens. */
export const PersonFields = ({ form }: { form: ContactForm }) => (
  <>
    {form.draft.isOrg && (
      <TextField
        {...textProps(form, "orgName")}
        autoFocus={form.start.isOrg}
        label={t("domain.contact_org_name")}
        maxLength={255}
        autoComplete="off"
        className="col-span-full"
      />
    )}
    <TextField
      {...textProps(form, "firstName")}
      autoFocus={!form.start.isOrg}
      label={t("domain.contact_first_name")}
      maxLength={120}
      autoComplete="off"
    />
    <TextField
      {...textProps(form, "lastName")}
      label={t("domain.contact_last_name")}
      maxLength={120}
      autoComplete="off"
    />
    <TextField
      {...textProps(form, "identNumber")}
      label={t(form.draft.isOrg ? "domain.contact_vat" : "domain.contact_nif")}
      maxLength={40}
      autoComplete="off"
      mono
    />
    <TextField
      {...textProps(form, "email")}
      label={t("domain.contact_email")}
      type="email"
      maxLength={254}
      autoComplete="off"
    />
    <PhoneFields form={form} />
  </>
);

function prefixOptions(): ComboOption[] {
  const names = new Intl.DisplayNames(locale(), { type: "region" });
  return Object.entries(phonePrefixes)
    .map(([id, prefix]) => ({ id, label: `${names.of(id) ?? id} (+${prefix})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

function PhoneFields({ form }: { form: ContactForm }) {
  const { draft, faults, change } = form;
  /** A whole number, as it is copied from elsewhere, brings its prefix. */
  const takeApart = () => {
    const parts = splitPhone(draft.phone, draft.prefix);
    if (parts) change({ ...draft, ...parts });
  };
  return (
    <>
      <ComboField
        name="prefix"
        label={t("domain.contact_prefix")}
        options={prefixOptions()}
        value={draft.prefix || null}
        onChange={(prefix) => change({ ...draft, prefix })}
        validate={() => faults.prefix ?? null}
        validationBehavior="aria"
        isRequired
        emptyText={t("main.no_results")}
      />
      <TextField
        {...textProps(form, "phone")}
        label={t("domain.contact_phone")}
        type="tel"
        inputMode="tel"
        onBlur={takeApart}
        autoComplete="off"
        mono
      />
    </>
  );
}
