import { I18nProvider } from "react-aria-components";
import { locale } from "../i18n/i18n.ts";
import { SessionExpiredDialog } from "../session/SessionExpiredDialog.tsx";
import { keepFocus } from "./kept-focus.ts";

keepFocus();

/** What lies over any page, loaded when it is first shown. */
export default function Overlays() {
  return (
    <I18nProvider locale={locale()}>
      <SessionExpiredDialog />
    </I18nProvider>
  );
}
