import { tellTabs } from "../session/channel.ts";
import { type PaletteColor } from "@atrio/contract/colors.ts";
import { isColorName, isThemeMode, type ThemeMode } from "./names.ts";

/*
 * Local storage, by the specification's names: `theme` the mode, `_ddstyle` the user's own colour, `_ddcfg` the company's
 * configuration as last seen. first-paint.js reads the same before the first paint. No React here (useTheme.ts): the
 * static login page carries this file.
 */
const modeKey = "theme";
const styleKey = "_ddstyle";

/** Private windows may refuse storage; the panel then forgets, and works. */
export const stored = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // See above.
    }
  },
};

export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

interface CompanyTheme {
  readonly color: PaletteColor;
  readonly surface: string;
  readonly colorSelectable: boolean;
}
let company: CompanyTheme = { color: "indigo", surface: "zinc", colorSelectable: false };

function storedMode(): ThemeMode {
  const mode = stored.get(modeKey);
  return isThemeMode(mode) ? mode : "system";
}
function ownColor(): PaletteColor | null {
  const style = parsed(stored.get(styleKey));
  const color = typeof style === "object" && style !== null && "color" in style ? style.color : null;
  return isColorName(color) ? color : null;
}

let mode = storedMode();
let color: PaletteColor | null = ownColor();
const colorInForce = (): PaletteColor => (company.colorSelectable && color ? color : company.color);

function apply(): void {
  const isDark = mode === "dark" || (mode === "system" && systemIsDark.matches);
  root.dataset["mode"] = mode;
  root.dataset["theme"] = isDark ? "dark" : "light";
  root.dataset["color"] = colorInForce();
  root.dataset["surface"] = company.surface;
  for (const listener of listeners) listener();
}
systemIsDark.addEventListener("change", apply);

function setMode(next: ThemeMode): void {
  mode = next;
  stored.set(modeKey, next);
  apply();
}
function setColor(next: PaletteColor): void {
  color = next;
  stored.set(styleKey, JSON.stringify({ color: next }));
  apply();
}

export const theme = {
  /** The company's colours, whenever the configuration arrives. */
  useCompany(next: CompanyTheme): void {
    company = next;
    apply();
  },
  /** The user's choice, told to the other tabs. */
  chooseMode(next: ThemeMode): void {
    setMode(next);
    tellTabs({ type: "theme.dark", value: next });
  },
  chooseColor(next: PaletteColor): void {
    setColor(next);
    tellTabs({ type: "theme.color", value: next });
  },
  /** Another tab's choice. */
  setMode,
  setColor,
  mode: (): ThemeMode => mode,
  color: colorInForce,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
