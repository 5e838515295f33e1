import { useLocation } from "@tanstack/react-router";
import { useDialogAddress } from "../dialogs/use-dialog-address.ts";
import { hostingPages } from "./hosting-search.ts";

/** Of the overview and of the list of sites. */
export function useHostingAddress() {
  const isOfSites = useLocation({ select: ({ pathname }) => pathname.endsWith("/subdomain/") });
  return useDialogAddress(isOfSites ? "/admin/$id/service/subdomain/" : "/admin/$id/service/", hostingPages);
}
