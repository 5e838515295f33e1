import { IconMail, IconSearchOff } from "@tabler/icons-react";
import { describeError } from "../../../api/errors.ts";
import { t } from "../../../i18n/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { SkeletonRows } from "../../../ui/Skeleton.tsx";
import { pageSize } from "./mail-queries.ts";
import { MailTable, type MailTableProps } from "./MailTable.tsx";

export interface MailListProps extends Omit<MailTableProps, "items"> {
  /** What the filter leaves; undefined until loaded. */
  items: MailTableProps["items"] | undefined;
  error: Error | null;
  onRetry: () => void;
  isFiltered: boolean;
  onClearFilter: () => void;
  /** Undefined where nothing can be created. */
  onNew: (() => void) | undefined;
  page: number;
  onPage: (page: number) => void;
}

/** The list in each of its states, all of one frame, so that nothing moves from one to the next. */
export function MailList(props: MailListProps) {
  const { items, error, onRetry, isFiltered, onClearFilter, onNew, page, onPage, ...table } = props;
  if (items === undefined) {
    return (
      <Card flush>
        {error ? (
          <ErrorState title={t("mail_page.error")} text={describeError(error)} onRetry={onRetry} />
        ) : (
          <SkeletonRows rows={pageSize} columns={["w-5", "w-1/5", "w-1/3", "w-24"]} />
        )}
      </Card>
    );
  }
  if (items.length > 0) {
    return (
      <Card flush>
        <MailTable {...table} items={items.slice((page - 1) * pageSize, page * pageSize)} />
        <Paginator page={page} pageSize={pageSize} total={items.length} onPage={onPage} />
      </Card>
    );
  }
  return (
    <Card flush>
      {isFiltered ? <NoMatch onClear={onClearFilter} /> : <NoMail name={table.name} onNew={onNew} />}
    </Card>
  );
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={20} aria-hidden />}
    title={t("mail_page.no_match")}
    text={t("mail_page.no_match_text")}
    action={<Button onPress={onClear}>{t("mail_page.filter_clear")}</Button>}
  />
);

const NoMail = ({ name, onNew }: Pick<MailListProps, "name" | "onNew">) => (
  <EmptyState
    icon={<IconMail size={20} aria-hidden />}
    title={t("mail_page.empty")}
    text={t(onNew ? "mail_page.empty_text" : "mail_page.empty_read", { name })}
    action={
      onNew && (
        <Button variant="primary" onPress={onNew}>
          {t("mail_page.new")}
        </Button>
      )
    }
  />
);
