import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { query } from "../../../../api/query.ts";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import type { DomainPart } from "../domain-part.ts";
import { CopiedCode } from "./CopiedCode.tsx";
import { PartDialog } from "../section/PartDialog.tsx";
import { SectionState } from "../section/SectionState.tsx";
import { useFailedLoad } from "../use-failed-load.ts";

export const secrets = [
  { name: "authcode", call: "domainAuthCode" },
  { name: "transferkey", call: "domainTransferKey" },
] as const;

/** Asked for each time, and in no cache afterwards. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

export function SecretDialogs(part: DomainPart) {
  const { id } = part.holding;
  return (
    <>
      <PartDialog name="authcode" call="domainAuthCode" part={part}>
        {(close) => <AuthCodeDialog id={id} onClose={close} />}
      </PartDialog>
      <PartDialog name="transferkey" call="domainTransferKey" part={part}>
        {(close) => <TransferKeyDialog id={id} onClose={close} />}
      </PartDialog>
    </>
  );
}

interface SecretDialogProps {
  id: number;
  onClose: () => void;
}

function AuthCodeDialog({ id, onClose }: SecretDialogProps) {
  const loaded = useQuery({ ...query("domainAuthCode", { params: { id } }), ...fresh });
  useFailedLoad(loaded.error);
  return (
    <SecretDialog title={t("domain.authcode")} text={t("domain.authcode_use")} onClose={onClose}>
      <SectionState query={loaded} rows={1}>
        {({ authCode }) => <CopiedCode label={t("domain.authcode")} code={authCode} />}
      </SectionState>
    </SecretDialog>
  );
}

function TransferKeyDialog({ id, onClose }: SecretDialogProps) {
  const loaded = useQuery({ ...query("domainTransferKey", { params: { id } }), ...fresh });
  useFailedLoad(loaded.error);
  return (
    <SecretDialog title={t("domain.transferkey")} text={t("domain.transferkey_use")} onClose={onClose}>
      <SectionState query={loaded} rows={1}>
        {({ transferkey }) => <CopiedCode label={t("domain.transferkey")} code={transferkey} />}
      </SectionState>
    </SecretDialog>
  );
}

interface FrameProps {
  title: string;
  /** What it is for, and who must not have it. */
  text: string;
  onClose: () => void;
  children: ReactNode;
}

const SecretDialog = ({ title, text, onClose, children }: FrameProps) => (
  <Dialog
    title={title}
    isOpen
    onClose={onClose}
    footer={
      <Button slot="close" autoFocus>
        {t("ui.close")}
      </Button>
    }
  >
    {children}
    <p className="mt-4 text-pretty text-muted">{text}</p>
  </Dialog>
);
