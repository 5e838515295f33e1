import { type PaletteColor } from "@atrio/contract/colors.ts";
import { reloadKeeping } from "../form/kept.ts";
import { isColorName, isThemeMode, type ThemeMode } from "../theme/names.ts";
import { tabStorage } from "./tab-storage.ts";

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
          tabStorage.clear();
          location.reload();
          break;
        case "user.login":
        case "user.lang":
          reloadKeeping();
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
