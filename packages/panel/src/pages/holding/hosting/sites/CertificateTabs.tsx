import { IconFile } from "@tabler/icons-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Tab, TabList, TabPanel, TabPanels, Tabs } from "react-aria-components/Tabs";
import { t } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/Button.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";

/** As the call has them, in the order of the tabs (specification 2, section 2). */
export const certificateFields = ["cert", "certkey", "certchain"] as const;
type Field = (typeof certificateFields)[number];

const isField = (key: unknown): key is Field => certificateFields.some((field) => field === key);
const markers: Record<Field, string> = {
  cert: "CERTIFICATE",
  certkey: "PRIVATE KEY",
  certchain: "CERTIFICATE",
};

export type CertificateTexts = Readonly<Record<Field, string>>;
/** Of the one in use; undefined where it is not the customer's own. */
export const textsOf = (own: { cert: string; key: string; ca: string } | undefined): CertificateTexts => ({
  cert: own?.cert ?? "",
  certkey: own?.key ?? "",
  certchain: own?.ca ?? "",
});

export interface CertificateTabsProps {
  texts: CertificateTexts;
  onText: (field: Field, text: string) => void;
  faults: Readonly<Record<string, string>>;
}

/** All three are one form: what is wrong in one of them brings its tab to the front. */
export function CertificateTabs({ texts, onText, faults }: CertificateTabsProps) {
  const [tab, setTab] = useState<Field>("cert");
  const faulty = certificateFields.find((field) => faults[field] !== undefined);
  const [shown, setShown] = useState(faulty);
  if (faulty !== shown) {
    setShown(faulty);
    if (faulty) setTab(faulty);
  }
  return (
    <Tabs selectedKey={tab} onSelectionChange={(key) => isField(key) && setTab(key)}>
      <TabList
        aria-label={t("hosting.certificate_own")}
        className="mb-2 flex flex-wrap gap-0.5 rounded-control border border-line bg-surface p-[3px]"
      >
        {certificateFields.map((field) => (
          <Tab
            key={field}
            id={field}
            className="flex h-7 cursor-pointer items-center gap-2 rounded-md px-2.5 text-label font-medium text-muted transition-colors hover:text-ink selected:bg-subtle selected:font-semibold selected:text-ink max-sm:h-11 max-sm:px-3.5"
          >
            {t(`hosting.tab_${field}`)}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {certificateFields.map((field) => (
          <TabPanel
            key={field}
            id={field}
            // The others' texts are sent too.
            shouldForceMount
            className={({ isInert }) => (isInert ? "hidden" : "outline-none")}
          >
            <PemField field={field} text={texts[field]} onText={(text) => onText(field, text)} />
          </TabPanel>
        ))}
      </TabPanels>
    </Tabs>
  );
}

interface PemFieldProps {
  field: Field;
  text: string;
  onText: (text: string) => void;
}

/** Pasted, or read from a file. */
function PemField({ field, text, onText }: PemFieldProps) {
  const read = async (files: FileList | null) => {
    const file = files?.item(0);
    if (file) onText(await file.text());
  };
  const marker = markers[field];
  return (
    <div className="grid gap-2">
      <TextArea
        name={field}
        label={t(`hosting.tab_${field}`)}
        description={t(`hosting.tab_${field}_text`)}
        mono
        rows={6}
        isSecret={field === "certkey"}
        placeholder={`-----BEGIN ${marker}-----`}
        value={text}
        onChange={onText}
      />
      <div>
        <FileTrigger
          acceptedFileTypes={[".pem", ".crt", ".cer", ".key", ".txt"]}
          onSelect={(files) => void read(files)}
        >
          <Button size="sm" icon={<IconFile size={15} />}>
            {t("hosting.choose_file")}
          </Button>
        </FileTrigger>
      </div>
    </div>
  );
}
