import type { HtaccessProblem } from "@atrio/contract";
import { toUnicode } from "@atrio/contract/fields/domain-name.ts";
import { IconCircleCheck } from "@tabler/icons-react";
import { describeError } from "../../../../api/errors.ts";
import { locale, t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { SectionState } from "../../domain/section/SectionState.tsx";
import { useHolding } from "../../holding.ts";
import type { ServiceDialogProps } from "../dialog-props.ts";
import { useWeb } from "../hosting-queries.ts";
import { filesOf, type HtaccessFile } from "./htaccess-files.ts";
import { useHtaccess, useHtaccessCheck } from "./use-htaccess.ts";

/** The .htaccess files that the server doesn't take, by file and line, in Apache's words. */
export function HtaccessDialog({ id, onClose }: ServiceDialogProps) {
  const holding = useHolding();
  const { web } = useWeb(holding);
  const check = useHtaccessCheck(id);
  const loaded = useHtaccess(id);
  const failure = check.error ? describeError(check.error) : check.failure;
  return (
    <Dialog
      title={t("hosting.htaccess_title", { name: toUnicode(holding.reference) })}
      isOpen
      onClose={onClose}
      size="lg"
      footer={<Button slot="close">{t("ui.close")}</Button>}
    >
      <SectionState query={loaded} rows={6}>
        {({ checkedAt, problems, more }) => (
          <>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <output className="text-label text-muted">
                {check.isRunning ? t("hosting.htaccess_checking") : checkedOf(checkedAt)}
              </output>
              <Button size="sm" isPending={check.isRunning} onPress={check.again}>
                {t("hosting.htaccess_again")}
              </Button>
            </div>
            <p role="alert" className="mb-3 text-label text-danger empty:hidden">
              {failure !== null && t("hosting.htaccess_failed", { reason: failure })}
            </p>
            {problems.length > 0 && (
              <>
                <p className="mb-3 text-label text-pretty">{t("hosting.htaccess_until")}</p>
                <Files files={filesOf(problems, web?.sites ?? [])} />
              </>
            )}
            {problems.length === 0 && checkedAt !== null && !more && <AllTaken />}
            {more && <p className="mt-3 text-label text-muted">{t("hosting.htaccess_more")}</p>}
          </>
        )}
      </SectionState>
    </Dialog>
  );
}

const checkedOf = (checkedAt: number | null): string =>
  checkedAt === null
    ? t("hosting.htaccess_unchecked")
    : t("hosting.htaccess_checked", {
        time: new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "medium" }).format(
          checkedAt * 1000,
        ),
      });

const AllTaken = () => (
  <p className="flex items-center gap-2.5 rounded-control bg-subtle px-3 py-2 text-label">
    <IconCircleCheck size={16} aria-hidden className="shrink-0 text-success" />
    {t("hosting.htaccess_all")}
  </p>
);

const Files = ({ files }: { files: readonly HtaccessFile[] }) => (
  <ul aria-label={t("hosting.htaccess")} className="grid gap-4">
    {files.map(({ file, hosts, problems }) => (
      <li key={file}>
        <h3 className="font-mono text-label font-semibold wrap-anywhere">{file}</h3>
        {hosts.length > 0 && (
          <p className="text-small wrap-anywhere text-muted">
            {new Intl.ListFormat(locale()).format(hosts.map(toUnicode))}
          </p>
        )}
        <ul className="mt-2 divide-y divide-line rounded-control border border-line px-3">
          {problems.map((problem) => (
            <Problem key={`${problem.line ?? ""} ${problem.message}`} {...problem} />
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

/** Apache speaks English, whatever the panel does. */
const Problem = ({ line, message }: HtaccessProblem) => (
  <li className="py-2.5">
    <p className="text-small text-muted tabular-nums">
      {line === null ? t("hosting.htaccess_whole") : t("hosting.htaccess_line", { line })}
    </p>
    {line === null ? (
      <p className="mt-1 text-label text-pretty">{message}</p>
    ) : (
      <p lang="en" className="mt-1 font-mono text-small wrap-anywhere">
        {message}
      </p>
    )}
  </li>
);
