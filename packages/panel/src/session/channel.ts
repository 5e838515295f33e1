import { type PaletteColor } from "@atrio/contract/colors.ts";
import { forgetParts } from "../form/kept.ts";
import { isColorName, isThemeMode, type ThemeMode } from "../theme/names.ts";

/** What tabs tell each other (specification 1, section 4). */
type Message =
  | { readonly type: "user.logout" | "user.login" | "user.lang" }
  | { readonly type: "theme.color"; readonly value: PaletteColor }
  | { readonly type: "theme.dark"; readonly value: ThemeMode };

const channel = new BroadcastChannel("atrio");
export const tellTabs = (message: Message): void => channel.postMessage(message);

interface Appearance {
  setColor: (color: PaletteColor) => void;
  setMode: (mode: ThemeMode) => void;
}

/** Any script of this origin can post here: what is not a known message with a known value is ignored. */
export function listenToTabs({ setColor, setMode }: Appearance): void {
  channel.addEventListener(
    "message",
    ({ data }: MessageEvent<{ type?: unknown; value?: unknown } | null>) => {
      switch (data?.type) {
        case "user.logout":
          forgetParts();
        // falls through
        case "user.login":
        case "user.lang":
          location.reload();
          break;
        case "theme.color":
          if (isColorName(data.value)) setColor(data.value);
          break;
        case "theme.dark":
          if (isThemeMode(data.value)) setMode(data.value);
          break;
        default:
      }
    },
  );
}
