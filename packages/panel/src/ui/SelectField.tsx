import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select, type SelectProps, SelectValue } from "react-aria-components/Select";
import { t } from "../i18n/i18n.ts";
import { cx } from "./cx.ts";
import { control, controlHeight, fieldStyle } from "./field-style.ts";
import { FieldLabel, FieldNotes, type FieldProps } from "./FieldParts.tsx";
import { floating, option as optionStyle } from "./float-style.ts";

export interface SelectOption<Id extends string | number = string> {
  id: Id;
  label: string;
  /** A second, quieter line. */
  note?: string;
}
export interface SelectFieldProps<Id extends string | number>
  extends
    Omit<
      SelectProps<SelectOption<Id>>,
      "children" | "className" | "style" | "selectionMode" | "value" | "defaultValue" | "onChange"
    >,
    FieldProps {
  options: readonly SelectOption<Id>[];
  value?: Id | null | undefined;
  defaultValue?: Id | null | undefined;
  onChange?: (id: Id) => void;
  mono?: boolean;
  className?: string;
}

/** Of text: so has the browser's own select, by which a form is filled and read. */
const keyOf = <T extends string | number | null | undefined>(id: T) =>
  typeof id === "number" ? String(id) : id;

export function SelectField<Id extends string | number>(props: SelectFieldProps<Id>) {
  const { label, description, options, value, defaultValue, onChange, mono, className, ...rest } = props;
  return (
    <Select
      placeholder={t("ui.select")}
      {...rest}
      value={keyOf(value)}
      defaultValue={keyOf(defaultValue)}
      onChange={(key) => {
        const chosen = options.find(({ id }) => keyOf(id) === key);
        if (chosen) onChange?.(chosen.id);
      }}
      className={cx(fieldStyle, className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Button
        className={cx(control, controlHeight, "flex cursor-pointer items-center justify-between gap-2")}
      >
        <SelectValue<SelectOption<Id>> className={cx("truncate placeholder:text-muted", mono && "font-mono")}>
          {({ selectedItem, defaultChildren }) => selectedItem?.label ?? defaultChildren}
        </SelectValue>
        <IconChevronDown size={16} aria-hidden className="shrink-0 text-muted" />
      </Button>
      <FieldNotes description={description} />
      <Popover className={cx(floating, "min-w-(--trigger-width)")}>
        <ListBox items={options} className="max-h-72 overflow-auto p-1 outline-none">
          {(item) => (
            <ListBoxItem
              id={keyOf(item.id)}
              textValue={item.label}
              className={cx(optionStyle, mono && "font-mono")}
            >
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    {item.label}
                    {item.note && <span className="block font-sans text-small text-muted">{item.note}</span>}
                  </span>
                  {isSelected && <IconCheck size={16} className="shrink-0 text-link" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
