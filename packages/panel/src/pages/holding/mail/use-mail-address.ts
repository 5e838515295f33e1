import { useDialogAddress } from "../dialogs/use-dialog-address.ts";
import { mailPage } from "./mail-search.ts";

export const useMailAddress = () => useDialogAddress("/admin/$id/mail/", mailPage);
