import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Button } from "react-aria-components/Button";
import { ComboBox, type ComboBoxProps } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { control, controlHeight, fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./FieldParts.tsx";
import { floating, option as optionStyle } from "./float-style.ts";

export interface ComboOption {
  id: string;
  label: string;
}
export interface ComboFieldProps
  extends
    Omit<
      ComboBoxProps<ComboOption>,
      "children" | "className" | "style" | "items" | "defaultItems" | "value" | "onChange"
    >,
    FieldProps {
  options: readonly ComboOption[];
  /** They are what was searched for already: none is filtered out here. */
  isSearched?: boolean;
  value?: string | null;
  onChange?: (id: string) => void;
  /** In place of the list, where it is empty. */
  emptyText: string;
  placeholder?: string;
  className?: string;
}

/** One of many, found by typing a part of its name, whatever its accents. */
export function ComboField(props: ComboFieldProps) {
  const { label, description, options, isSearched, onChange, emptyText, placeholder, className, ...rest } =
    props;
  return (
    <ComboBox
      allowsEmptyCollection
      {...rest}
      {...(isSearched ? { items: options } : { defaultItems: options })}
      onChange={(id) => {
        if (typeof id === "string") onChange?.(id);
      }}
      className={cx(fieldStyle, className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <span className="relative block">
        <Input placeholder={placeholder} className={cx(control, controlHeight, "pr-9")} />
        <Button
          aria-label={t("ui.select")}
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-control text-muted hover:text-ink max-sm:w-11"
        >
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </span>
      <FieldNotes description={description} />
      <Popover className={cx(floating, "min-w-(--trigger-width)")}>
        {/* Outside of the page's landmarks, as it floats. */}
        <section aria-label={label}>
          <ListBox
            className="max-h-72 overflow-auto p-1 outline-none"
            renderEmptyState={() => <p className="px-2.5 py-1.5 text-muted">{emptyText}</p>}
          >
            {({ label: words }: ComboOption) => (
              <ListBoxItem textValue={words} className={optionStyle}>
                {({ isSelected }) => (
                  <>
                    <span className="min-w-0 flex-1">{words}</span>
                    {isSelected && <IconCheck size={16} className="shrink-0 text-link" />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  );
}
