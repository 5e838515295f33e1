import type { Subdomain } from "@atrio/contract";
import { useState } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { ChoiceField } from "../../../../ui/ChoiceField.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { TextField } from "../../../../ui/TextField.tsx";
import { useAutomatic } from "../hosting-queries.ts";
import { dayOf, orderFault } from "./certificate-words.ts";
import { CertificateTabs, certificateFields, textsOf } from "./CertificateTabs.tsx";

type Fields = Readonly<Record<string, string>>;

const ticks = ["SSLActive", "httpsOnly", "hsts"] as const;

/** As the call has it: what is not ticked is not in a form, and means "off". A certificate goes with HTTPS alone. */
export function readSite({ folder = "", ...fields }: Fields): Fields {
  const isOn = fields["SSLActive"] === "1";
  const ticked = ticks.map((name) => [name, isOn && fields[name] === "1" ? "1" : "0"]);
  return { folder, ...Object.fromEntries([...ticked, ...(isOn ? certificateOf(fields) : [])]) };
}

const certificateOf = ({ way, ...fields }: Fields): string[][] =>
  way === "automatic"
    ? [["automatic", "1"]]
    : [["automatic", "0"], ...certificateFields.map((name) => [name, fields[name] ?? ""])];

export interface SiteFieldsProps {
  /** The holding's. */
  id: number;
  /** Undefined while it is new. */
  site?: Subdomain;
  folder: string;
  onFolder: (folder: string) => void;
  faults: Fields;
}

/** Where its files are, and how it answers by HTTPS. */
export function SiteFields({ id, site, folder, onFolder, faults }: SiteFieldsProps) {
  const [isOn, setOn] = useState(site?.ssl.enabled ?? false);
  const [isOnly, setOnly] = useState(site?.httpsOnly ?? false);
  const [isStrict, setStrict] = useState(site?.hsts ?? false);
  const chosen = useCertificate(site);
  return (
    <>
      <TextField
        name="folder"
        label={t("hosting.folder")}
        description={t("hosting.folder_text")}
        mono
        autoComplete="off"
        autoFocus={site !== undefined}
        isRequired
        value={folder}
        onChange={onFolder}
      />
      <Switch name="SSLActive" value="1" isSelected={isOn} onChange={setOn}>
        <span className="font-medium">{t("hosting.https")}</span>
      </Switch>
      {isOn && (
        <>
          <div className="grid gap-2">
            <Checkbox name="httpsOnly" value="1" isSelected={isOnly} onChange={setOnly}>
              {t("hosting.https_only")}
            </Checkbox>
            {isOnly && (
              <Checkbox name="hsts" value="1" isSelected={isStrict} onChange={setStrict}>
                {t("hosting.hsts")}
              </Checkbox>
            )}
          </div>
          <Certificate id={id} site={site} faults={faults} {...chosen} />
        </>
      )}
    </>
  );
}

type Way = "automatic" | "own";

/** What was chosen and pasted outlives its fields: a look at the other way, or HTTPS off and on, loses nothing. */
function useCertificate(site: Subdomain | undefined) {
  const [way, setWay] = useState<Way>();
  const [texts, setTexts] = useState(() => textsOf(site?.ssl.cert ?? undefined));
  return { way, setWay, texts, setTexts };
}

type CertificateProps = Pick<SiteFieldsProps, "id" | "site" | "faults"> & ReturnType<typeof useCertificate>;

function Certificate({ id, site, faults, way: chosen, setWay, texts, setTexts }: CertificateProps) {
  const areOrdered = useAutomatic(id);
  const isOwn = site?.certificate?.source === "uploaded";
  // who has an automatic one keeps it where none is ordered any more
  const mayBeAutomatic = areOrdered || (site?.ssl.enabled === true && !isOwn);
  const way = chosen ?? (isOwn || !mayBeAutomatic ? "own" : "automatic");
  return (
    <>
      <ChoiceField
        name="way"
        label={t("hosting.certificate")}
        value={way}
        onChange={setWay}
        choices={[
          {
            id: "automatic",
            label: t("hosting.automatic"),
            note: t(areOrdered ? "hosting.automatic_text" : "hosting.automatic_off"),
            isDisabled: !mayBeAutomatic,
          },
          { id: "own", label: t("hosting.certificate_own"), note: t("hosting.certificate_own_text") },
        ]}
        description={inUse(site)}
      />
      {way === "own" && (
        <CertificateTabs
          texts={texts}
          onText={(field, text) => setTexts((old) => ({ ...old, [field]: text }))}
          faults={faults}
        />
      )}
    </>
  );
}

/** Which certificate visitors get today, and what stands in the way of the next. */
function inUse(site: Subdomain | undefined): string | undefined {
  if (!site?.ssl.enabled) return undefined;
  const { certificate } = site;
  const present = certificate
    ? t(`hosting.certificate_${certificate.source}`, {
        issuer: certificate.issuer,
        date: dayOf(certificate.notAfter),
      })
    : t("hosting.certificate_none");
  return [present, orderFault(site)].filter(Boolean).join(" ");
}
