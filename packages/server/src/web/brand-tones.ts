/** The panel's tones (packages/panel/src/theme/palette.ts, which decides them) for pages that are made without the panel. */
import type { PaletteColor, SurfaceColor } from "@atrio/contract/colors.ts";

export interface SurfaceTones {
  readonly canvas: string;
  readonly surface: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
}
export interface AccentTones {
  readonly link: string;
  readonly soft: string;
}
interface Themes<Tones> {
  readonly light: Tones;
  readonly dark: Tones;
}

export const surfaceTones: Readonly<Record<SurfaceColor, Themes<SurfaceTones>>> = {
  slate: {
    light: {
      canvas: "oklch(98.4% 0.003 247.86)",
      surface: "oklch(100% 0 0)",
      line: "oklch(92.9% 0.013 255.51)",
      ink: "oklch(20.8% 0.042 265.75)",
      muted: "oklch(51.08% 0.0448 257.42)",
    },
    dark: {
      canvas: "oklch(11.87% 0.0386 264.69)",
      surface: "oklch(16.85% 0.042 264.69)",
      line: "oklch(27.9% 0.041 260.03)",
      ink: "oklch(98.4% 0.003 247.86)",
      muted: "oklch(70.4% 0.04 256.79)",
    },
  },
  gray: {
    light: {
      canvas: "oklch(98.5% 0.002 247.84)",
      surface: "oklch(100% 0 0)",
      line: "oklch(92.8% 0.006 264.53)",
      ink: "oklch(21% 0.034 264.67)",
      muted: "oklch(50.9% 0.0282 264.36)",
    },
    dark: {
      canvas: "oklch(11.96% 0.0258 261.69)",
      surface: "oklch(17% 0.031 261.69)",
      line: "oklch(27.8% 0.033 256.85)",
      ink: "oklch(98.5% 0.002 247.84)",
      muted: "oklch(70.7% 0.022 261.32)",
    },
  },
  zinc: {
    light: {
      canvas: "oklch(98.5% 0 0)",
      surface: "oklch(100% 0 0)",
      line: "oklch(92% 0.004 286.32)",
      ink: "oklch(21% 0.006 285.88)",
      muted: "oklch(50.8% 0.0164 285.94)",
    },
    dark: {
      canvas: "oklch(12.97% 0.0046 285.82)",
      surface: "oklch(17.55% 0.0055 285.82)",
      line: "oklch(27.4% 0.006 286.03)",
      ink: "oklch(98.5% 0 0)",
      muted: "oklch(70.5% 0.015 286.07)",
    },
  },
  neutral: {
    light: {
      canvas: "oklch(98.5% 0 0)",
      surface: "oklch(100% 0 0)",
      line: "oklch(92.2% 0 0)",
      ink: "oklch(20.5% 0 0)",
      muted: "oklch(50.92% 0 0)",
    },
    dark: {
      canvas: "oklch(13.34% 0 0)",
      surface: "oklch(17.5% 0 0)",
      line: "oklch(26.9% 0 0)",
      ink: "oklch(98.5% 0 0)",
      muted: "oklch(70.8% 0 0)",
    },
  },
  stone: {
    light: {
      canvas: "oklch(98.5% 0.001 106.42)",
      surface: "oklch(100% 0 0)",
      line: "oklch(92.3% 0.003 48.72)",
      ink: "oklch(21.6% 0.006 56.04)",
      muted: "oklch(50.94% 0.0122 58.07)",
    },
    dark: {
      canvas: "oklch(13.52% 0.0037 49.25)",
      surface: "oklch(18.15% 0.005 49.25)",
      line: "oklch(26.8% 0.007 34.3)",
      ink: "oklch(98.5% 0.001 106.42)",
      muted: "oklch(70.9% 0.01 56.26)",
    },
  },
};

/** `link` reads at 4.5:1 on every surface, and so does white on the light one. */
export const accentTones: Readonly<Record<PaletteColor, Themes<AccentTones>>> = {
  slate: {
    light: { link: "oklch(44.6% 0.043 257.28)", soft: "oklch(97.76% 0.0046 247.86)" },
    dark: { link: "oklch(70.4% 0.04 256.79)", soft: "oklch(10.96% 0.0357 264.69)" },
  },
  gray: {
    light: { link: "oklch(44.6% 0.03 256.8)", soft: "oklch(97.78% 0.0024 247.84)" },
    dark: { link: "oklch(70.7% 0.022 261.32)", soft: "oklch(11.05% 0.0238 261.69)" },
  },
  zinc: {
    light: { link: "oklch(44.2% 0.017 285.79)", soft: "oklch(97.78% 0.0004 286.38)" },
    dark: { link: "oklch(70.5% 0.015 286.07)", soft: "oklch(11.98% 0.0043 285.82)" },
  },
  neutral: {
    light: { link: "oklch(43.9% 0 0)", soft: "oklch(97.9% 0 0)" },
    dark: { link: "oklch(70.8% 0 0)", soft: "oklch(12.32% 0 0)" },
  },
  stone: {
    light: { link: "oklch(44.4% 0.011 73.64)", soft: "oklch(97.9% 0.001 106.42)" },
    dark: { link: "oklch(70.9% 0.01 56.26)", soft: "oklch(12.49% 0.0034 49.25)" },
  },
  red: {
    light: { link: "oklch(50.5% 0.213 27.52)", soft: "oklch(95.7% 0.0206 17.38)" },
    dark: { link: "oklch(70.4% 0.191 22.22)", soft: "oklch(21.93% 0.0782 26.04)" },
  },
  orange: {
    light: { link: "oklch(55.3% 0.195 38.4)", soft: "oklch(96.96% 0.0248 73.68)" },
    dark: { link: "oklch(75% 0.183 55.93)", soft: "oklch(22.61% 0.0672 36.26)" },
  },
  amber: {
    light: { link: "oklch(55.5% 0.163 49)", soft: "oklch(97.7% 0.0368 95.28)" },
    dark: { link: "oklch(82.8% 0.189 84.43)", soft: "oklch(23.71% 0.0654 45.63)" },
  },
  yellow: {
    light: { link: "oklch(47.6% 0.114 61.91)", soft: "oklch(98.14% 0.044 102.21)" },
    dark: { link: "oklch(85.2% 0.199 91.94)", soft: "oklch(24.31% 0.0561 53.81)" },
  },
  lime: {
    light: { link: "oklch(53.2% 0.157 131.59)", soft: "oklch(97.84% 0.0454 120.76)" },
    dark: { link: "oklch(84.1% 0.238 128.85)", soft: "oklch(23.29% 0.0612 132.11)" },
  },
  green: {
    light: { link: "oklch(44.8% 0.119 151.33)", soft: "oklch(97.4% 0.0284 155.83)" },
    dark: { link: "oklch(79.2% 0.209 151.71)", soft: "oklch(22.61% 0.0553 152.93)" },
  },
  emerald: {
    light: { link: "oklch(50.8% 0.118 165.61)", soft: "oklch(96.74% 0.0334 166.11)" },
    dark: { link: "oklch(76.5% 0.177 163.22)", soft: "oklch(22.27% 0.0433 172.55)" },
  },
  teal: {
    light: { link: "oklch(51.1% 0.096 186.39)", soft: "oklch(97.16% 0.0288 180.72)" },
    dark: { link: "oklch(77.7% 0.152 181.91)", soft: "oklch(23.54% 0.0391 192.52)" },
  },
  cyan: {
    light: { link: "oklch(52% 0.105 223.13)", soft: "oklch(97.28% 0.0294 200.87)" },
    dark: { link: "oklch(78.9% 0.154 211.53)", soft: "oklch(25.67% 0.0476 229.69)" },
  },
  sky: {
    light: { link: "oklch(50% 0.134 242.75)", soft: "oklch(96.66% 0.0182 236.62)" },
    dark: { link: "oklch(74.6% 0.16 232.66)", soft: "oklch(24.91% 0.0561 243.16)" },
  },
  blue: {
    light: { link: "oklch(54.6% 0.245 262.88)", soft: "oklch(95.48% 0.0212 254.6)" },
    dark: { link: "oklch(70.7% 0.165 254.62)", soft: "oklch(23.97% 0.0774 267.94)" },
  },
  indigo: {
    light: { link: "oklch(51.1% 0.262 276.97)", soft: "oklch(94.92% 0.0244 272.31)" },
    dark: { link: "oklch(67.3% 0.182 276.94)", soft: "oklch(21.84% 0.0765 281.29)" },
  },
  violet: {
    light: { link: "oklch(54.1% 0.281 293.01)", soft: "oklch(95.86% 0.0212 293.76)" },
    dark: { link: "oklch(70.2% 0.183 293.54)", soft: "oklch(24.06% 0.1198 291.09)" },
  },
  purple: {
    light: { link: "oklch(55.8% 0.288 302.32)", soft: "oklch(96.46% 0.0216 308.3)" },
    dark: { link: "oklch(71.4% 0.203 305.5)", soft: "oklch(24.74% 0.1266 302.72)" },
  },
  fuchsia: {
    light: { link: "oklch(51.8% 0.253 323.95)", soft: "oklch(96.7% 0.025 320.06)" },
    dark: { link: "oklch(74% 0.238 322.16)", soft: "oklch(24.91% 0.1156 325.66)" },
  },
  pink: {
    light: { link: "oklch(52.5% 0.223 3.96)", soft: "oklch(96.18% 0.0196 343.2)" },
    dark: { link: "oklch(71.8% 0.202 349.76)", soft: "oklch(24.14% 0.0926 3.91)" },
  },
  rose: {
    light: { link: "oklch(51.4% 0.222 16.93)", soft: "oklch(95.78% 0.021 12.42)" },
    dark: { link: "oklch(71.2% 0.194 13.43)", soft: "oklch(23.04% 0.0892 12.09)" },
  },
};
