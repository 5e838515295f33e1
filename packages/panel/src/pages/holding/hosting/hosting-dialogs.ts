/** The dialogs of the pages, by their names in the address. */
import { aboutAll, aboutOne, type DialogEntry } from "../dialogs/AddressedDialog.tsx";
import type { RedirectionDialogProps, ServiceDialogProps, SiteDialogProps } from "./dialog-props.ts";
import type { Web } from "./hosting-queries.ts";
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

const serviceDialogs: Readonly<Record<ServiceDialogName, DialogEntry<ServiceDialogProps>>> = {
  php: { Dialog: PhpDialog, needs: ["serviceSetPhp"], isHostingOnly: true },
  parking: { Dialog: ParkingDialog, needs: ["parkingEnable"] },
  log: { Dialog: ErrorLogDialog, needs: ["serviceErrorLog"], isReading: true },
  htaccess: { Dialog: HtaccessDialog, needs: ["serviceHtaccess"], isReading: true },
  new: { Dialog: NewSiteDialog, needs: ["subdomainCreate"], isHostingOnly: true },
  "new-redirection": { Dialog: NewRedirectionDialog, needs: ["redirectionCreate"] },
};

const siteDialogs: Readonly<Record<SiteDialogName, DialogEntry<SiteDialogProps>>> = {
  site: { Dialog: EditSiteDialog, needs: ["subdomainSave"] },
  settings: { Dialog: SettingsDialog, needs: ["subdomainSave"] },
  delete: { Dialog: DeleteSiteDialog, needs: ["subdomainDelete"] },
};

const redirectionDialogs: Readonly<Record<RedirectionDialogName, DialogEntry<RedirectionDialogProps>>> = {
  redirection: { Dialog: EditRedirectionDialog, needs: ["redirectionSave"] },
  "delete-redirection": { Dialog: DeleteRedirectionDialog, needs: ["redirectionDelete"] },
};

export const hostingDialogs = [
  aboutAll(serviceDialogs),
  aboutOne(siteDialogs, ({ sites }: Web, sid) => {
    const site = sites.find(({ id }) => id === sid);
    return site && { site };
  }),
  aboutOne(redirectionDialogs, ({ redirections }: Web, rid) => {
    const redirection = redirections.find(({ id }) => id === rid);
    return redirection && { redirection };
  }),
];
export const hostingWords = { expired: "hosting.expired", gone: "hosting.not_found" } as const;
