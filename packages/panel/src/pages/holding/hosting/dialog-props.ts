import type { Redirection, SubdomainEntry } from "@atrio/contract";

export interface ServiceDialogProps {
  /** The holding's. */
  id: number;
  /** What the address says after the dialog's name. */
  text: string;
  onClose: () => void;
}
export type SiteDialogProps = Omit<ServiceDialogProps, "text"> & { site: SubdomainEntry };
export type RedirectionDialogProps = Omit<ServiceDialogProps, "text"> & { redirection: Redirection };
