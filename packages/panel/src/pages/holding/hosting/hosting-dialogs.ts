/** The dialogs of the pages, by their names in the address. */
import type { CallName } from "@atrio/contract";
import type { ComponentType } from "react";
import type { RedirectionDialogProps, ServiceDialogProps, SiteDialogProps } from "./dialog-props.ts";
import type { RedirectionDialogName, ServiceDialogName, SiteDialogName } from "./hosting-search.ts";
import { DeleteRedirectionDialog } from "./redirection/DeleteRedirectionDialog.tsx";
import { EditRedirectionDialog, NewRedirectionDialog } from "./redirection/RedirectionDialogs.tsx";
import { ErrorLogDialog } from "./service/ErrorLogDialog.tsx";
import { HtaccessDialog } from "./service/HtaccessDialog.tsx";
import { ParkingDialog } from "./service/ParkingDialog.tsx";
import { PhpDialog } from "./service/PhpDialog.tsx";
import { DeleteSiteDialog } from "./sites/DeleteSiteDialog.tsx";
import { EditSiteDialog } from "./sites/EditSiteDialog.tsx";
import { NewSiteDialog } from "./sites/NewSiteDialog.tsx";
import { SettingsDialog } from "./sites/SettingsDialog.tsx";

interface HostingDialog<Props> {
  Dialog: ComponentType<Props>;
  /** Who may not make this call has no such dialog. */
  needs: CallName;
  /** It changes nothing: it opens on an expired service too. */
  isReading?: true;
}

export const serviceDialogs: Readonly<Record<ServiceDialogName, HostingDialog<ServiceDialogProps>>> = {
  php: { Dialog: PhpDialog, needs: "serviceSetPhp" },
  parking: { Dialog: ParkingDialog, needs: "parkingEnable" },
  log: { Dialog: ErrorLogDialog, needs: "serviceErrorLog", isReading: true },
  htaccess: { Dialog: HtaccessDialog, needs: "serviceHtaccess", isReading: true },
  new: { Dialog: NewSiteDialog, needs: "subdomainCreate" },
  "new-redirection": { Dialog: NewRedirectionDialog, needs: "redirectionCreate" },
};

export const siteDialogs: Readonly<Record<SiteDialogName, HostingDialog<SiteDialogProps>>> = {
  site: { Dialog: EditSiteDialog, needs: "subdomainSave" },
  settings: { Dialog: SettingsDialog, needs: "subdomainSave" },
  delete: { Dialog: DeleteSiteDialog, needs: "subdomainDelete" },
};

export const redirectionDialogs: Readonly<
  Record<RedirectionDialogName, HostingDialog<RedirectionDialogProps>>
> = {
  redirection: { Dialog: EditRedirectionDialog, needs: "redirectionSave" },
  "delete-redirection": { Dialog: DeleteRedirectionDialog, needs: "redirectionDelete" },
};
