import { useState } from "react";
import { t } from "../../i18n/i18n.ts";
import { PageHeader } from "../../shell/PageHeader.tsx";
import { Frame } from "../../shell/Shell.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import { Card } from "../../ui/Card.tsx";
import { ContactForm } from "./ContactForm.tsx";

export default function ContactPage() {
  const [sent, setSent] = useState(0);
  const title = t("contact.title");
  useTitle(title);
  return (
    <Frame>
      <PageHeader title={title}>
        <p className="mt-1 text-muted">{t("contact.intro")}</p>
      </PageHeader>
      <Card className="max-w-2xl">
        {/* A new form for each message: nothing of the last one stays in it. */}
        <ContactForm key={sent} takesFocus={sent > 0} onSent={() => setSent(sent + 1)} />
      </Card>
    </Frame>
  );
}
