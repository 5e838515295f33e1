import type { ClientSettings } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Segmented } from "../../../../ui/Segmented.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { itemsOf } from "../mail-items.ts";
import { useMailService } from "../mail-queries.ts";
import { useMailAddress } from "../use-mail-address.ts";
import { CopiedValue } from "../../CopiedValue.tsx";
import { PhoneSettings } from "./PhoneSettings.tsx";

/** How mail programs and phones are set up; which of the two stands in the address. */
export function SettingsDialog({ id, text, onClose }: MailDialogProps) {
  const holding = useHolding();
  const service = useMailService(id);
  const { replaceDialog } = useMailAddress();
  const hasPhone = holding.can("mailboxProfileLink");
  const device = text === "phone" && hasPhone ? "phone" : "computer";
  return (
    <Dialog
      title={t("mail_client.title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button variant="ghost" onPress={() => replaceDialog({ settings: undefined, dns: "" })}>
            {t("mail_records.open")}
          </Button>
          <Button slot="close">{t("ui.close")}</Button>
        </>
      }
    >
      {hasPhone && (
        <div className="mb-4 flex">
          <Segmented
            label={t("mail_client.device")}
            segments={[
              { id: "computer", label: t("mail_client.computer") },
              { id: "phone", label: t("mail_client.phone") },
            ]}
            value={device}
            onChange={(chosen) => replaceDialog({ settings: chosen })}
          />
        </div>
      )}
      {device === "phone" ? (
        <PhoneSettings />
      ) : (
        <>
          <p className="mb-4 text-label text-pretty text-muted">{t("mail_client.found")}</p>
          <SectionState query={service} rows={6}>
            {({ mail }) => <Servers client={mail.client} />}
          </SectionState>
          <UserName />
        </>
      )}
    </Dialog>
  );
}

const Servers = ({ client }: { client: ClientSettings }) => (
  <div className="grid gap-4">
    {(["ssl", "plain"] as const).map((way) => (
      <section key={way}>
        <h3 className="mb-2 text-label font-semibold">{t(`mail_client.${way}`)}</h3>
        <dl className="divide-y divide-line rounded-control border border-line px-3">
          {(["imap", "smtp"] as const).map((protocol) => {
            const { host, port } = client[protocol][way];
            const label = t(`mail_client.${protocol}`);
            return (
              <Values key={protocol} label={label}>
                <dd className="min-w-44 flex-1">
                  <CopiedValue label={`${label}: ${host}`} value={host} />
                </dd>
                <dd className="flex items-center gap-2 text-label max-sm:w-full">
                  {t("mail_client.port")}
                  <span className="max-sm:flex-1">
                    <CopiedValue label={`${label}: ${t("mail_client.port")} ${port}`} value={String(port)} />
                  </span>
                </dd>
              </Values>
            );
          })}
        </dl>
      </section>
    ))}
  </div>
);

const Values = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
    <dt className="w-48 text-label text-muted max-sm:w-full">{label}</dt>
    {children}
  </div>
);

/** The same for all servers; of which mailbox is chosen where there are several. */
function UserName() {
  const { id, can } = useHolding();
  const { data } = useQuery({ ...query("mailboxList", { params: { id } }), enabled: can("mailboxList") });
  const names = useMemo(() => itemsOf(data?.correo ?? [], []).map(({ address }) => address), [data]);
  const [chosen = names[0], choose] = useState<string>();
  return (
    <>
      <p className="mt-4 mb-2 text-label text-pretty text-muted">{t("mail_client.user")}</p>
      {names.length > 1 && (
        <SelectField
          label={t("mail_client.mailbox")}
          options={names.map((name) => ({ id: name, label: name }))}
          value={chosen}
          onChange={choose}
          mono
          className="mb-2"
        />
      )}
      {chosen !== undefined && (
        <dl className="rounded-control border border-line px-3">
          <Values label={t("mail_client.user_name")}>
            <dd className="min-w-44 flex-1">
              <CopiedValue label={`${t("mail_client.user_name")}: ${chosen}`} value={chosen} />
            </dd>
          </Values>
        </dl>
      )}
    </>
  );
}
