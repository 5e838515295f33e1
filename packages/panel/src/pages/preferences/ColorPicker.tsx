import { IconCheck } from "@tabler/icons-react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { t } from "../../i18n/i18n.ts";
import { paletteColors } from "@atrio/contract/colors.ts";
import { isColorName } from "../../theme/names.ts";
import { theme, useColor } from "../../theme/theme.ts";

/** Each swatch carries its own colour attribute, so it shows the very shade its buttons would have. */
export const ColorPicker = () => (
  <RadioGroup
    aria-label={t("preferences.color")}
    value={useColor()}
    onChange={(name) => isColorName(name) && theme.chooseColor(name)}
    orientation="horizontal"
    className="grid grid-cols-11 gap-2 max-sm:grid-cols-6"
  >
    {paletteColors.map((name) => (
      <Radio
        key={name}
        value={name}
        aria-label={name}
        data-color={name}
        className="group grid size-7 cursor-pointer place-items-center rounded-full bg-primary text-white max-sm:size-11"
      >
        <IconCheck size={16} stroke={3} className="invisible group-selected:visible" />
      </Radio>
    ))}
  </RadioGroup>
);
