import { useQuery } from "@tanstack/react-query";
import { describeError } from "../../api/errors.ts";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Html } from "../../ui/Html.tsx";
import { SkeletonText } from "../../ui/SkeletonText.tsx";

export default function PrivacyPolicyDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(query("legalPrivacyPolicy"));
  return (
    <Dialog
      title={data?.title ?? t("privacy.title")}
      size="lg"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t("ui.close")}</Button>}
    >
      {error ? (
        <ErrorState title={t("privacy.failed")} text={describeError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText />
      ) : data.text === "" ? (
        <p className="text-muted">{t("privacy.empty")}</p>
      ) : (
        <Html html={data.text} />
      )}
    </Dialog>
  );
}
