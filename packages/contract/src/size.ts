/** Sizes as people read them (specification 1, section 9). */
const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** In steps of 1024; not rounded, which is for who shows it. */
export function sizeParts(bytes: number): { readonly number: number; readonly unit: string } {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return { number: bytes / 1024 ** step, unit: units[step]! };
}
