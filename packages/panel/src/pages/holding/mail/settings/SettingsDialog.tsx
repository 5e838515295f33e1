import type { ClientSettings } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Segmented } from "../../../../ui/Segmented.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import type { MailDialogProps } from "../dialog-props.ts";
import { useMailService } from "../mail-queries.ts";
import { useMailAddress } from "../use-mail-address.ts";
import { CopiedValue } from "./CopiedValue.tsx";
import { PhoneSettings } from "./PhoneSettings.tsx";

/** How mail programs and phones are set up; which of the two stands in the address. */
export function SettingsDialog({ id, text, onClose }: MailDialogProps) {
  const holding = useHolding();
  const service = useMailService(id);
  const { replaceDialog } = useMailAddress(id);
  const hasPhone = holding.can("mailboxProfileLink");
  const device = text === "phone" && hasPhone ? "phone" : "computer";
  return (
    <Dialog
      title={t("mail_client.title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
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
        <Segmented
          label={t("mail_client.device")}
          segments={[
            { id: "computer", label: t("mail_client.computer") },
            { id: "phone", label: t("mail_client.phone") },
          ]}
          value={device}
          onChange={(chosen) => replaceDialog({ settings: chosen })}
          className="mb-4"
        />
      )}
      {device === "phone" ? (
        <PhoneSettings />
      ) : (
        <>
          <p className="mb-4 text-label text-pretty text-muted">{t("mail_client.found")}</p>
          <SectionState query={service} rows={6}>
            {({ mail }) => <Servers client={mail.client} />}
          </SectionState>
          <p className="mt-4 text-label text-pretty text-muted">
            {t("mail_client.user", { address: `ana@${toUnicode(holding.reference)}` })}
          </p>
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
              <div key={protocol} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                <dt className="w-48 text-label text-muted max-sm:w-full">{label}</dt>
                <dd className="min-w-0 flex-1">
                  <CopiedValue label={`${label}: ${host}`} value={host} />
                </dd>
                <dd className="text-label tabular-nums">{t("mail_client.port", { port: String(port) })}</dd>
              </div>
            );
          })}
        </dl>
      </section>
    ))}
  </div>
);
