/**
 * Who listens to what. One stream a browser; what PostgreSQL announces reaches the streams of the users it names. A stream
 * lives no longer than its session.
 */
import { PassThrough, type Readable } from "node:stream";
import type { Language, PushEventName, PushEvents } from "@atrio/contract";
import * as z from "zod/mini";
import { jobRow, tellJob } from "../job/tell.ts";

/** What the triggers of migrations/0001, 0009, 0010 and 0041 announce on channel atrio_push. */
const announcement = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("permissions"),
    users: z.array(z.int()),
    data: z.object({ id: z.nullable(z.int()) }),
  }),
  z.object({ event: z.literal("job"), users: z.array(z.int()), data: jobRow }),
  z.object({
    event: z.literal("session"),
    users: z.array(z.int()),
    /** Renewed: it goes on under another token. */
    data: z.object({ session: z.int(), renewed: z.optional(z.boolean()) }),
  }),
  z.object({ event: z.literal("config") }),
]);
export type Announcement = z.output<typeof announcement>;
type PersonalAnnouncement = Exclude<Announcement, { event: "config" }>;

/** What PostgreSQL said; anything else on the channel is not ours. */
export function readAnnouncement(payload: string): Announcement {
  const parsed = z.safeParse(announcement, JSON.parse(payload));
  if (!parsed.success) throw new Error("An announcement is not of the known shape.", { cause: parsed.error });
  return parsed.data;
}

export interface Listener {
  readonly userId: number;
  readonly sessionId: number;
  readonly language: Language;
}
interface Tab extends Listener {
  readonly stream: PassThrough;
}

const heartbeatMilliseconds = 25_000;
/** A tab that reads nothing for this long is gone; what was said to it is not kept. */
const unreadBytesMax = 64 * 1024;
const tabsMaxPerUser = 50;

const format = <Name extends PushEventName>(event: Name, data: PushEvents[Name]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export class EventHub {
  readonly #tabs = new Map<number, Set<Tab>>();
  readonly #heartbeat = setInterval(() => this.#sayToAll(": still here\n\n"), heartbeatMilliseconds).unref();

  /** Undefined where a user has more tabs open than anybody reads. */
  open(listener: Listener): Readable | undefined {
    const tabs = this.#tabs.get(listener.userId) ?? new Set();
    if (tabs.size >= tabsMaxPerUser) return undefined;
    const tab: Tab = { ...listener, stream: new PassThrough() };
    this.#tabs.set(listener.userId, tabs.add(tab));
    tab.stream.once("close", () => {
      tabs.delete(tab);
      if (tabs.size === 0) this.#tabs.delete(listener.userId);
    });
    // Browsers try again after this long, once the connection is lost.
    tab.stream.write("retry: 2000\n\n");
    return tab.stream;
  }

  announce(said: Announcement): void {
    if (said.event === "config") return this.#sayToAll(format("config", {}));
    for (const user of said.users) for (const tab of this.#tabs.get(user) ?? []) this.#tell(tab, said);
  }

  /** Announcements were missed while PostgreSQL was away: whatever a tab knows may be out of date. */
  resync(): void {
    this.#sayToAll(format("permissions", { id: null }) + format("config", {}));
  }

  /** Sessions that streams hang on. */
  sessions(): Set<number> {
    return new Set([...this.#everyTab()].map((tab) => tab.sessionId));
  }

  endSession(sessionId: number): void {
    for (const tab of this.#everyTab())
      if (tab.sessionId === sessionId) tab.stream.end(format("session", {}));
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const tab of this.#everyTab()) tab.stream.end();
  }

  *#everyTab(): Generator<Tab> {
    for (const tabs of this.#tabs.values()) yield* tabs;
  }

  #tell(tab: Tab, { event, data }: PersonalAnnouncement): void {
    if (event === "permissions") this.#say(tab, format(event, data));
    else if (event === "job") this.#say(tab, format(event, tellJob(data, tab.language)));
    else if (data.session === tab.sessionId) tab.stream.end(data.renewed ? "" : format(event, {}));
  }

  #sayToAll(text: string): void {
    for (const tab of this.#everyTab()) this.#say(tab, text);
  }

  #say({ stream }: Tab, text: string): void {
    if (stream.writableLength > unreadBytesMax) stream.destroy();
    else if (stream.writable) stream.write(text);
  }
}
