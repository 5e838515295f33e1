import { type Domain, toUnicode } from "@atrio/contract";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../../../api/query.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { CopiedCode } from "../../../../ui/CopiedCode.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import type { DomainPart } from "../domain-part.ts";
import { PartDialog } from "../section/PartDialog.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { useFailedLoad } from "../use-failed-load.ts";

export const secrets = [
  { name: "authcode", call: "domainAuthCode" },
  { name: "transferkey", call: "domainTransferKey" },
] as const;

/** Asked for once each time the dialog opens, since every reply counts, and in no cache afterwards. */
const fresh = { staleTime: "static", gcTime: 0 } as const;

export const SecretDialogs = (part: DomainPart) =>
  secrets.map(({ name, call }) => (
    <PartDialog key={name} name={name} call={call} part={part}>
      {(close) => <SecretDialog domain={part.domain} name={name} call={call} onClose={close} />}
    </PartDialog>
  ));

type Secret = (typeof secrets)[number];
interface SecretDialogProps {
  domain: Domain;
  name: Secret["name"];
  call: Secret["call"];
  onClose: () => void;
}

const dateOf = (seconds: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(seconds * 1000);

/** The code, until when it holds, what it is for, and who must not have it. */
function SecretDialog({ domain, name, call, onClose }: SecretDialogProps) {
  const loaded = useQuery({ ...query(call, { params: { id: domain.id } }), ...fresh });
  useFailedLoad(loaded.error);
  const title = t(`domain.${name}`);
  return (
    <Dialog
      title={t("domain.title_of", { what: title, name: toUnicode(domain.name) })}
      isOpen
      onClose={onClose}
      footer={
        <Button slot="close" autoFocus>
          {t("ui.close")}
        </Button>
      }
    >
      <SectionState query={loaded} rows={1}>
        {(data) => (
          <>
            <CopiedCode label={title} code={"authCode" in data ? data.authCode : data.transferkey} />
            {data.expireTS !== null && (
              <p className="mt-2 text-small text-muted">
                {t("domain.valid_until", { date: dateOf(data.expireTS) })}
              </p>
            )}
          </>
        )}
      </SectionState>
      <p className="mt-4 text-pretty text-muted">
        {t(`domain.${name}_use`)}
        {name === "authcode" && domain.transferBlock && ` ${t("domain.authcode_lock")}`}
      </p>
    </Dialog>
  );
}
