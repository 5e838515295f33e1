/**
 * Whom many records would stand beside, found without going through the zone for each: undoing a zone-wide act asks for
 * 20,000 records at once, in the process that answers everybody.
 */
import { type ZoneRecord, hostTarget } from "@atrio/contract";
import { namesUpTo } from "./rules.ts";

const dataOf = ({ name, type, value, priority }: ZoneRecord) => JSON.stringify([name, type, value, priority]);
const parentOf = (name: string) => name.slice(name.indexOf(".") + 1);
const isAddress = ({ type }: ZoneRecord) => type === "A" || type === "AAAA";

/**
 * Names are those of the zone's records, as its constraints have them: all end in the zone's.
 * `conflictsWith` asks whether there is a record of some sort, never how many: so one of each sort stands for all. What is
 * handed to it does not grow with the zone, however many records share a name or a target.
 */
export class NeighbourIndex {
  readonly #zoneName: string;
  readonly #data = new Set<string>();
  /** By name, then one of each type; "takes no mail" is a sort of its own. */
  readonly #sorts = new Map<string, Map<string, ZoneRecord>>();
  /** By name: the NS above it that says it is the name of its server, so that its addresses are glue. */
  readonly #glueFor = new Map<string, ZoneRecord>();
  /** By name: the nearest delegation above it, once it was asked for. */
  readonly #above = new Map<string, ZoneRecord | undefined>();
  /** By name: one record below it that a delegation would hide. */
  readonly #below = new Map<string, ZoneRecord>();
  /** By name of a delegation: the servers it names. */
  readonly #serversOf = new Map<string, Set<string>>();
  readonly #addresses: ZoneRecord[] = [];
  /** By name: addresses below it that no NS there names, of two names at most; made when an NS first asks. */
  #addressesBelow: Map<string, ZoneRecord[]> | null = null;
  /** By name: one MX, NS or SRV that points to it. */
  readonly #pointingTo = new Map<string, ZoneRecord>();

  constructor(records: readonly ZoneRecord[], zoneName: string) {
    this.#zoneName = zoneName;
    for (const record of records) this.#add(record);
  }

  #add(record: ZoneRecord): void {
    const { name, type, value } = record;
    this.#data.add(dataOf(record));
    const sorts = this.#sorts.get(name) ?? new Map<string, ZoneRecord>();
    this.#sorts.set(name, sorts);
    setFirst(sorts, type === "MX" && value === "." ? "null MX" : type, record);
    const target = hostTarget(record);
    if (target !== null) setFirst(this.#pointingTo, target, record);
    if (type === "NS" && name !== this.#zoneName && value.endsWith(`.${name}`))
      setFirst(this.#glueFor, value, record);
    if (type === "NS") this.#serversOf.set(name, (this.#serversOf.get(name) ?? new Set()).add(value));
    if (isAddress(record)) {
      this.#addresses.push(record);
      return;
    }
    // whoever came to a name went on from there up to the apex
    for (let at = name; at !== this.#zoneName && !this.#below.has(parentOf(at)); at = parentOf(at))
      this.#below.set(parentOf(at), record);
  }

  /** Of two names one at least is not the server that a new NS names: no more are needed. */
  #findAddressesBelow(): Map<string, ZoneRecord[]> {
    const found = new Map<string, ZoneRecord[]>();
    for (const record of this.#addresses)
      for (const above of namesUpTo(record.name, this.#zoneName).slice(1)) {
        const known = found.get(above) ?? [];
        if (known.length > 1 || known[0]?.name === record.name) continue;
        if (!this.#serversOf.get(above)?.has(record.name)) found.set(above, [...known, record]);
      }
    return found;
  }

  #hiddenBy(name: string): (ZoneRecord | undefined)[] {
    this.#addressesBelow ??= this.#findAddressesBelow();
    return [this.#below.get(name), ...(this.#addressesBelow.get(name) ?? [])];
  }

  #delegationAbove(name: string): ZoneRecord | undefined {
    const parent = parentOf(name);
    if (name === this.#zoneName || parent === this.#zoneName) return undefined;
    if (!this.#above.has(name))
      this.#above.set(name, this.#sorts.get(parent)?.get("NS") ?? this.#delegationAbove(parent));
    return this.#above.get(name);
  }

  /** The same data, whatever its id. */
  has(record: ZoneRecord): boolean {
    return this.#data.has(dataOf(record));
  }

  /** All that `conflictsWith` needs to find what `record` collides with, its own data apart: see `has`. */
  near(record: ZoneRecord): ZoneRecord[] {
    const { name, type } = record;
    const target = hostTarget(record);
    return [
      ...(this.#sorts.get(name)?.values() ?? []),
      this.#delegationAbove(name),
      this.#glueFor.get(name),
      ...(type === "NS" ? this.#hiddenBy(name) : []),
      target === null ? undefined : this.#sorts.get(target)?.get("CNAME"),
      type === "CNAME" ? this.#pointingTo.get(name) : undefined,
    ].filter((one) => one !== undefined);
  }
}

function setFirst(map: Map<string, ZoneRecord>, key: string, record: ZoneRecord): void {
  if (!map.has(key)) map.set(key, record);
}
