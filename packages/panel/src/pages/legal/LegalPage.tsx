import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { describeError } from "../../api/errors.ts";
import { query } from "../../api/query.ts";
import { t } from "../../i18n/i18n.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Html } from "../../ui/Html.tsx";
import { SkeletonText } from "../../ui/SkeletonText.tsx";

const link = "underline underline-offset-2 hover:text-ink";

/** Asked for by the licence of the data (CC-BY 4.0, section 3), whatever the company's own text says. */
const PlacesAttribution = () => (
  <footer className="mt-4 max-w-3xl text-small text-muted">
    {t("legal.places")}{" "}
    <a href="https://www.geonames.org/" target="_blank" rel="noopener noreferrer" className={link}>
      GeoNames
    </a>{" "}
    (
    <a
      href="https://creativecommons.org/licenses/by/4.0/"
      target="_blank"
      rel="noopener noreferrer license"
      className={link}
    >
      CC BY 4.0
    </a>
    ).
  </footer>
);

/** The company's legal notice and terms of use. */
export default function LegalPage() {
  const { data, error, refetch } = useQuery(query("legalGet"));
  const title = t("legal.title");
  useTitle(title);
  return (
    <Frame>
      <PageHeader title={title} />
      <Card className="max-w-3xl p-8! max-sm:p-5!">
        {error ? (
          <ErrorState title={t("legal.failed")} text={describeError(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText paragraphs={4} />
        ) : data.text === "" ? (
          <EmptyState
            icon={<IconFileText size={20} />}
            title={t("legal.empty")}
            text={t("legal.empty_text")}
          />
        ) : (
          <Html html={data.text} className="max-w-[72ch]" />
        )}
      </Card>
      {(data ?? error) && <PlacesAttribution />}
    </Frame>
  );
}
