import { useDialogAddress } from "../dialogs/use-dialog-address.ts";
import { dnsPage } from "./dns-search.ts";

export const useZoneAddress = () => useDialogAddress("/admin/$id/service/dns/", dnsPage);
