import { IconSearch, IconX } from "@tabler/icons-react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from "react-aria-components/SearchField";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { control } from "./field-style.ts";

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, "children" | "className" | "style"> {
  /** Its name and its placeholder. */
  label: string;
  className?: string;
}

export const SearchField = ({ label, className, ...props }: SearchFieldProps) => (
  <AriaSearchField {...props} aria-label={label} className={cx("group relative min-w-0", className)}>
    <IconSearch
      size={16}
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
    />
    <Input
      placeholder={label}
      className={cx(control, "h-9 px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden")}
    />
    <Button
      aria-label={t("ui.clear")}
      className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-control text-muted group-empty:hidden hover:text-ink"
    >
      <IconX size={16} />
    </Button>
  </AriaSearchField>
);
