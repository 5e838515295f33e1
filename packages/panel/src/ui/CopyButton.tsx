import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button, type ButtonProps } from "./Button.tsx";

const confirmedMs = 2000;

export interface CopyButtonProps extends Omit<ButtonProps, "icon" | "children" | "onPress"> {
  text: string;
  /** What is copied, when "Copy" alone would not say. */
  label?: string;
  /** Told when the browser refuses; show `main.no_copy`. */
  onRefused?: () => void;
}

export function CopyButton({ text, label = t("ui.copy"), onRefused, ...props }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => onRefused?.(),
    ) ?? onRefused?.();
  return (
    <Button
      variant="ghost"
      size="sm"
      {...props}
      aria-label={isCopied ? t("ui.copied") : label}
      icon={isCopied ? <IconCheck size={16} className="text-success" /> : <IconCopy size={16} />}
      onPress={() => void copy()}
    />
  );
}
