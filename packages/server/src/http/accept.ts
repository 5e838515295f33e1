/** What an `Accept-…` header names, by its weights; a weight of 0 rules it out (RFC 9110, 12.4.2). */
export function accepted(header: string): string[] {
  const ranges = header.split(",", 20).map((range) => {
    const [name = "", ...parameters] = range.split(";");
    const weight = parameters.map((p) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(p)?.[1]).find(Boolean);
    return { name: name.trim().toLowerCase(), weight: Number(weight ?? 1) };
  });
  const taken = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return taken.map(({ name }) => name);
}
