import { type Contact, type ContactRole, contactRoles, type Domain, toUnicode } from "@atrio/contract";
import { lazy, Suspense } from "react";
import { t } from "../../../../i18n/i18n.ts";
import { Card } from "../../../../ui/Card.tsx";
import { cx } from "../../../../ui/cx.ts";
import { lockOf } from "../domain-access.ts";
import type { DomainPart } from "../domain-part.ts";
import { EditButton } from "../section/EditButton.tsx";
import { PartDialog } from "../section/PartDialog.tsx";
import { PendingNote } from "../section/PendingNote.tsx";
import { SpreadNote } from "./SpreadNote.tsx";

/** Null: nobody has filled it in, or it is not for this user's eyes. */
export type Contacts = Readonly<Partial<Record<ContactRole, Contact | null>>>;

const callOf = (role: ContactRole) => (role === "registrant" ? "contactOwnerSave" : "contactSave");

/** The registry writes another owner only once it has approved. */
const isTrade = ({ capabilities }: Domain): boolean => capabilities.ownerChange === "trade";

/** Countries and towns come with it: fetched when it is first wanted. */
const ContactDialog = lazy(() => import("./ContactDialog.tsx"));

/** Whose the domain is, and whom the registry writes to. */
export function ContactsCard({ contacts: loaded, ...part }: DomainPart & { contacts: Contacts }) {
  const { holding, domain } = part;
  const roles = contactRoles.filter((role) => holding.sees(callOf(role)));
  if (roles.length === 0) return null;
  // What was loaded may be from before the permission went.
  const contacts: Contacts = Object.fromEntries(roles.map((role) => [role, loaded[role]]));
  return (
    <Card title={t("domain.contacts")} className="lg:col-span-2">
      <ul className="grid grid-cols-4 gap-x-6 gap-y-6 max-lg:grid-cols-2 max-sm:grid-cols-1">
        {roles.map((role) => (
          <li key={role} className="flex min-w-0 flex-col">
            <h3 className="text-small font-normal text-muted">{t(`domain.contact.${role}`)}</h3>
            {contacts[role] ? <ContactData contact={contacts[role]} /> : <NotSet />}
            {/* In one line with those of the others; a lock has no edge of its own to align with the text above. */}
            <div className={cx("mt-auto pt-3", lockOf(callOf(role), part) && "-ml-1 max-sm:-mx-3.25")}>
              <EditButton
                dialog={role}
                of={t(`domain.contact.${role}`)}
                label={contacts[role] ? undefined : t("domain.contact_add")}
                locked={lockOf(callOf(role), part)}
              />
            </div>
            {role === "registrant" && (
              <PendingNote
                domain={domain}
                kinds={["owner"]}
                text={isTrade(domain) ? t("domain.pending_owner") : undefined}
              />
            )}
            <PartDialog name={role} call={callOf(role)} part={part}>
              {(close) => (
                <Suspense>
                  <ContactDialog
                    id={holding.id}
                    name={toUnicode(domain.name)}
                    role={role}
                    isTrade={role === "registrant" && isTrade(domain)}
                    contacts={contacts}
                    onClose={close}
                  />
                </Suspense>
              )}
            </PartDialog>
          </li>
        ))}
      </ul>
      <PendingNote domain={domain} kinds={["contacts"]} />
      <SpreadNote id={holding.id} />
    </Card>
  );
}

const NotSet = () => <p className="mt-0.5 text-muted">{t("domain.contact_none")}</p>;

function ContactData({ contact }: { contact: Contact }) {
  const { orgName, name, vat, email, phone, address, postalCode, city, state, country } = contact;
  const isOrg = orgName !== "";
  return (
    <div className="[&>p]:wrap-anywhere">
      <p className="mt-0.5 mb-1 font-semibold">{isOrg ? orgName : name}</p>
      <div className="grid gap-0.5 text-label text-muted">
        {isOrg && <p>{name}</p>}
        <p>{vat}</p>
        <p>{email}</p>
        <p className="tabular-nums">{phone}</p>
        <p>{address}</p>
        <p>{`${postalCode} ${city}`}</p>
        <p>{state === city ? country : `${state}, ${country}`}</p>
      </div>
    </div>
  );
}
