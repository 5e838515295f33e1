import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "../../../../api/query.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { CopiedCode } from "../../../../ui/CopiedCode.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import { shownAddress } from "../mail-items.ts";

/** A mailbox is chosen, and a phone fetches its settings by a code that it reads from the screen. */
export function PhoneSettings() {
  const { id } = useHolding();
  const mailboxes = useQuery(query("mailboxList", { params: { id } }));
  const [chosen, setChosen] = useState<number>();
  return (
    <>
      <p className="mb-4 text-label text-pretty text-muted">{t("mail_client.phone_text")}</p>
      <SectionState query={mailboxes} rows={1}>
        {({ correo }) => (
          <SelectField
            label={t("mail_client.mailbox")}
            options={correo.map((mailbox) => ({ id: mailbox.id, label: shownAddress(mailbox.user) }))}
            value={chosen}
            onChange={setChosen}
            isDisabled={correo.length === 0}
            description={correo.length === 0 ? t("mail_client.no_mailbox") : undefined}
            mono
          />
        )}
      </SectionState>
      {chosen !== undefined && <Profile key={chosen} cid={chosen} />}
      <p className="mt-4 text-label text-pretty text-muted">{t("mail_client.android")}</p>
    </>
  );
}

/** Made anew each time: it is good for a quarter of an hour. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;
const timeOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(seconds * 1000);

function Profile({ cid }: { cid: number }) {
  const { id } = useHolding();
  const link = useQuery({ ...query("mailboxProfileLink", { params: { id, cid } }), ...fresh });
  return (
    <div className="mt-4">
      <SectionState query={link} rows={4}>
        {({ url, expireTS }) => (
          <>
            <QrCode text={url} />
            <p className="mt-3 mb-3 text-center text-label text-muted">
              {t("mail_client.scan", { time: timeOf(expireTS) })}
            </p>
            <CopiedCode label={t("mail_client.link")} code={url} />
            <a href={url} className="mt-3 inline-flex font-medium text-link hover:underline">
              {t("mail_client.download")}
            </a>
          </>
        )}
      </SectionState>
    </div>
  );
}

/** Dark on light in either theme: cameras read no other. */
function QrCode({ text }: { text: string }) {
  const drawn = useQuery({
    queryKey: ["qr", text],
    queryFn: async () => {
      const { renderSVG } = await import("uqr");
      return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: "M", border: 4 }))}`;
    },
    ...fresh,
  });
  return (
    <SectionState query={drawn} rows={6}>
      {(picture) => (
        <p className="flex justify-center">
          <img src={picture} alt={t("mail_client.code")} width={224} height={224} className="rounded-card" />
        </p>
      )}
    </SectionState>
  );
}
