import { type PaletteColor, paletteColors } from "@atrio/contract/colors.ts";
import { IconCheck } from "@tabler/icons-react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { t } from "../../i18n/i18n.ts";
import { isColorName } from "../../theme/names.ts";
import { theme } from "../../theme/theme.ts";
import { useColor } from "../../theme/useTheme.ts";

/** The name of the colour in force is written below: not everybody tells 22 colours apart. */
export function ColorPicker() {
  const color = useColor();
  return (
    <div className="max-sm:w-full">
      <RadioGroup
        aria-label={t("preferences.color")}
        value={color}
        onChange={(name) => isColorName(name) && theme.chooseColor(name)}
        orientation="horizontal"
        className="grid grid-cols-11 justify-items-center gap-2 max-sm:grid-cols-6"
      >
        {paletteColors.map((name) => (
          <Swatch key={name} color={name} />
        ))}
      </RadioGroup>
      <p className="mt-2 text-right text-small text-muted max-sm:text-left">{t(`color.${color}`)}</p>
    </div>
  );
}

/** Carries its own colour attribute, so it shows the very shade that its buttons would have. */
const Swatch = ({ color }: { color: PaletteColor }) => (
  <span title={t(`color.${color}`)} className="grid">
    <Radio
      value={color}
      aria-label={t(`color.${color}`)}
      data-color={color}
      className="group grid size-7 cursor-pointer place-items-center rounded-full bg-primary text-white max-sm:size-11"
    >
      <IconCheck size={16} stroke={3} aria-hidden className="invisible group-selected:visible" />
    </Radio>
  </span>
);
