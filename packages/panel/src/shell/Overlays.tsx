import { I18nProvider } from "react-aria-components";
import { locale } from "../i18n/i18n.ts";
import { SessionExpiredDialog } from "../session/SessionExpiredDialog.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";

/** What lies over any page, loaded with the first thing of it that is shown. */
export default function Overlays({ isExpired }: { isExpired: boolean }) {
  return (
    <I18nProvider locale={locale()}>
      <ToastRegion />
      {isExpired && <SessionExpiredDialog />}
    </I18nProvider>
  );
}
