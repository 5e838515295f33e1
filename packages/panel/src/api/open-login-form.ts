import type { LoginForm } from "@atrio/contract";
import { t } from "../i18n/i18n.ts";
import { toast } from "../ui/toast.ts";

/**
 * Posts the form that leads into a tool beside the panel, in a new tab. The tab is opened by the press itself: after the
 * call the browser would take it for a pop-up nobody asked for. It can't reach back to the panel.
 */
export async function openLoginForm(ask: () => Promise<LoginForm>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab === null) return toast.error(t("holding.no_tab"));
  try {
    const { action, method, fields } = await ask();
    const form = tab.document.createElement("form");
    form.action = action;
    form.method = method;
    for (const [name, value] of Object.entries(fields)) {
      const input = tab.document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    tab.document.body.append(form);
    tab.opener = null;
    form.submit();
  } catch (error) {
    tab.close();
    throw error;
  }
}
