import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from "react-aria-components/Toast";
import { t } from "../i18n/i18n.ts";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { toasts, type ToastTone } from "./toast.ts";

const icons = { success: IconCheck, error: IconAlertTriangle, info: IconInfoCircle };
const tones: Record<ToastTone, string> = {
  success: "bg-success-soft text-success",
  error: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

export function ToastRegion() {
  return (
    <AriaToastRegion
      queue={toasts}
      aria-label={t("ui.notices")}
      className="fixed right-6 bottom-6 z-50 flex w-90 max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none max-sm:right-4 max-sm:bottom-4"
    >
      {({ toast }) => {
        const { tone, title, text, action } = toast.content;
        const Icon = icons[tone];
        return (
          <Toast
            toast={toast}
            className="flex animate-appear items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-float"
          >
            <span className={cx("grid size-6 shrink-0 place-items-center rounded-full", tones[tone])}>
              <Icon size={15} aria-hidden />
            </span>
            <ToastContent className="min-w-0 flex-1">
              <Text slot="title" className="block font-semibold">
                {title}
              </Text>
              <Text slot="description" className="block text-label text-muted wrap-anywhere">
                {text}
              </Text>
            </ToastContent>
            {action && (
              <Button
                size="sm"
                onPress={() => {
                  toasts.close(toast.key);
                  action.onAction();
                }}
              >
                {action.label}
              </Button>
            )}
            <AriaButton
              slot="close"
              aria-label={t("ui.close")}
              className="-m-1 grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-muted hover:text-ink max-sm:-m-2.5 max-sm:size-11"
            >
              <IconX size={16} />
            </AriaButton>
          </Toast>
        );
      }}
    </AriaToastRegion>
  );
}
