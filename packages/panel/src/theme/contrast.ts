/** Lightness 0–1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const number = (part: string | undefined) => (part === undefined || part === "none" ? 0 : parseFloat(part));

export function parseOklch(text: string): Oklch {
  const [l, c, h] = text.match(/[\d.]+%?|none/g) ?? [];
  return [number(l) / (l?.endsWith("%") ? 100 : 1), number(c), number(h)];
}

export const printOklch = ([l, c, h]: Oklch): string =>
  `oklch(${+(l * 100).toFixed(2)}% ${+c.toFixed(4)} ${+h.toFixed(2)})`;

/** Between two tones of one hue; a grey end takes the other's hue. */
export function mix(a: Oklch, b: Oklch, share: number): Oklch {
  const between = (x: number, y: number) => x + (y - x) * share;
  return [between(a[0], b[0]), between(a[1], b[1]), a[1] === 0 ? b[2] : a[2]];
}

const cut = (channel: number) => Math.min(1, Math.max(0, channel));

/** Linear sRGB, each channel cut to the gamut as browsers do. Constants: Björn Ottosson, "A perceptual color space". */
function linearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function luminance(color: Oklch): number {
  const [red, green, blue] = linearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}
