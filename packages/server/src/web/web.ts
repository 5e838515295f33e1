/** Brings folders, PHP and nginx to what the rows say of one holding. Can run twice, be killed anywhere, and run for everybody. */
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { DB } from "../db/schema.gen.ts";
import { JobFailure, JobRefused, type JobRun } from "../jobs/job.ts";
import type { Vault } from "../vault/client.ts";
import { askAgain } from "./again.ts";
import { writeBrands } from "./brands.ts";
import { removeCertificates, vaultAnswers, writeCertificate, writtenCertificates } from "./certificates.ts";
import { FolderRefused, makeService, makeSiteFolders } from "./folders.ts";
import { type Lines, framePage, linesOf } from "./maps.ts";
import { Publisher } from "./publisher.ts";
import { rotateLogs } from "./log-rotation.ts";
import { type HoldingWeb, readAllWeb, readWeb } from "./sites.ts";
import { beginMonth } from "./usage.ts";
import { emptyTrash, throwAway } from "./trash.ts";
import { Turns } from "./turns.ts";
import { ConfigurationRefused, WebServer, type WebServerPlace } from "./web-server.ts";

export interface PhpWanted {
  readonly holdingId: number;
  readonly version: string;
  /** Its space is used up. */
  readonly readOnly: boolean;
}
export interface Php {
  /** Resolves when requests are answered as said. */
  apply(wanted: PhpWanted): Promise<void>;
  remove(holdingId: number): Promise<void>;
  /** Whose PHP phpd knows. */
  known(): Promise<ReadonlySet<number>>;
}

export interface WebPlace extends WebServerPlace {
  readonly account: string;
  readonly gid: number;
  readonly vault: Vault;
  readonly php: Php;
  readonly log: { warn(detail: object, message: string): void };
}

/** The rest waits for the next time. */
const mostAtOnce = 200;
const longestMakingMilliseconds = 60_000;

export class Web {
  readonly #place: WebPlace;
  readonly #server: WebServer;
  readonly #publisher: Publisher;
  readonly #turns = new Turns();
  readonly #certificates: { readonly directory: string; readonly gid: number };
  #written = new Set<number>();
  #started: Promise<void> | undefined;
  #lastMade = 0;

  constructor(place: WebPlace) {
    this.#place = place;
    this.#server = new WebServer(place);
    this.#publisher = new Publisher(this.#server);
    this.#certificates = { directory: join(place.directory, "certificates"), gid: place.gid };
  }

  get #folders() {
    const { directory, account } = this.#place;
    return { services: join(directory, "srv"), trash: join(directory, "trash"), account };
  }

  /** Everything that is served, once in the worker's life. */
  start(db: Kysely<DB>): Promise<void> {
    this.#started ??= this.#startNow(db).catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #startNow(db: Kysely<DB>): Promise<void> {
    await this.#server.clean();
    await this.followBrands(db).catch((error: unknown) => {
      this.#place.log.warn({ err: error }, "the pages of parked names are as they were before");
    });
    this.#written = await writtenCertificates(this.#certificates);
    const all = new Map<number, Lines>();
    const phpKnown = await this.#place.php.known();
    const services = await readAllWeb(db);
    const mayOpen = await this.#mayOpen(services);
    for (const web of services) {
      if (mayOpen) await this.#makeAgain(web, () => this.#writeCertificates(db, web));
      if (web.kind === "hosting" && !phpKnown.has(web.holdingId))
        await this.#makeAgain(web, () => this.#applyPhp(web));
      await this.#writeFrames(web);
      all.set(web.holdingId, this.#linesOf(web));
    }
    for (const [holding, reason] of await this.#publisher.start(all))
      this.#place.log.warn({ holding, reason }, "nginx refuses what is said of a holding: it is not served");
  }

  /** What companies are called and look like. */
  followBrands(db: Kysely<DB>): Promise<number> {
    return writeBrands(db, join(this.#place.directory, "brands"));
  }

  /** A vault that begins later is waited for: what it did not open now comes a few at a time. */
  async #mayOpen(services: readonly HoldingWeb[]): Promise<boolean> {
    if (services.every((web) => this.#unwritten(web).length === 0)) return true;
    const answers = await vaultAnswers(this.#place.vault);
    if (!answers)
      this.#place.log.warn({}, "the vault does not answer: certificates are written in the next minutes");
    return answers;
  }

  /** What is made of the database is in no backup: a restored home has neither keys for nginx nor what phpd is told. */
  async #makeAgain(web: HoldingWeb, make: () => Promise<void>): Promise<void> {
    try {
      await make();
    } catch (error) {
      this.#place.log.warn(
        { holding: web.holdingId, err: error },
        "the sites of a service are not whole: tried again in minutes",
      );
    }
  }

  #linesOf(web: HoldingWeb): Lines {
    return linesOf(web, this.#written);
  }

  async #writeFrames({ redirections }: HoldingWeb): Promise<void> {
    for (const redirection of redirections.filter(({ type }) => type === "frame")) {
      const path = join(this.#place.directory, "frames", `${redirection.id}.html`);
      await writeFile(`${path}.next`, framePage(redirection), { mode: 0o644 });
      await rename(`${path}.next`, path);
    }
  }

  /** The task of 'web.apply'. */
  async apply({ db, subjectId: holdingId }: Pick<JobRun, "db" | "subjectId">): Promise<void> {
    await this.start(db);
    try {
      await this.#bring(db, holdingId).catch(async (error: unknown) => {
        if (!(error instanceof ConfigurationRefused)) throw error;
        // a name may be that of a holding which is gone, and was not missed yet
        await this.removeGone(db);
        await this.#bring(db, holdingId);
      });
    } catch (error) {
      if (error instanceof FolderRefused) throw new JobRefused("web.folder_refused", error);
      // tried again: the name may be one that a change on its way takes from another
      if (error instanceof ConfigurationRefused) throw new JobFailure("web.configuration_refused", error);
      throw error;
    }
  }

  /** To what its rows say when its turn begins. */
  #bring(db: Kysely<DB>, holdingId: number): Promise<void> {
    return this.#turns.take(holdingId, async () => {
      const web = await readWeb(db, holdingId);
      await (web ? this.#applyTo(db, web) : this.#remove(holdingId));
    });
  }

  async #applyTo(db: Kysely<DB>, web: HoldingWeb): Promise<void> {
    const { holdingId, kind, sites } = web;
    const failures: unknown[] = [];
    if (kind === "hosting") {
      await makeService(this.#folders, holdingId);
      const folders = [...new Set(sites.map(({ folder }) => folder))];
      // what a customer does with his folders holds nothing else up, least of all what limits him
      await Promise.all([
        makeSiteFolders(this.#folders, holdingId, folders).catch((error: unknown) => failures.push(error)),
        this.#applyPhp(web),
      ]);
    }
    await this.#writeCertificates(db, web);
    await this.#writeFrames(web);
    await this.#publisher.set(holdingId, this.#linesOf(web));
    for (const failure of failures) throw failure;
  }

  #applyPhp({ holdingId, php, spaceSpent }: HoldingWeb): Promise<void> {
    return this.#place.php.apply({ holdingId, version: php, readOnly: spaceSpent });
  }

  /** Those that nginx has not yet. */
  #unwritten({ sites, certificates }: HoldingWeb): number[] {
    const wanted = [...sites, ...certificates].map(({ certificateId }) => certificateId);
    return wanted.filter((id) => id !== null).filter((id) => !this.#written.has(id));
  }

  async #writeCertificates(db: Kysely<DB>, web: HoldingWeb): Promise<void> {
    for (const id of this.#unwritten(web)) {
      await writeCertificate(db, this.#place.vault, this.#certificates, id);
      this.#written.add(id);
    }
  }

  /** What it had is kept aside; nobody is served it any more. */
  async #remove(holdingId: number): Promise<void> {
    await this.#publisher.set(holdingId, null);
    await this.#place.php.remove(holdingId);
    await throwAway(this.#folders, holdingId);
  }

  /** Holdings that are no more are served no more. Returns how many. */
  async removeGone(db: Kysely<DB>): Promise<number> {
    await this.start(db);
    const rows = await db.selectFrom("atrio.web_service").select("holding_id").execute();
    const there = new Set(rows.map(({ holding_id }) => holding_id));
    let removed = 0;
    for (const holdingId of await this.#known())
      if (!there.has(holdingId) && !(await readWeb(db, holdingId))) {
        await this.#bring(db, holdingId);
        removed += 1;
      }
    return removed;
  }

  /** What holdings, redirections and certificates that are gone have left. Returns how many of each. */
  async tidy(db: Kysely<DB>): Promise<Record<string, number>> {
    const services = await this.removeGone(db);
    // what there is, before what is wanted: jobs make more of both meanwhile
    const directory = join(this.#place.directory, "frames");
    const [frameNames, written] = [await readdir(directory), [...this.#written]];
    const all = await readAllWeb(db);
    const made = await this.#makeMissing(db, all);
    const kept = await db.selectFrom("atrio.certificate").select("id").execute();
    const keptIds = new Set(kept.map(({ id }) => id));
    const gone = written.filter((id) => !keptIds.has(id));
    await removeCertificates(this.#certificates, gone);
    for (const id of gone) this.#written.delete(id);
    const frames = new Set(all.flatMap(({ redirections }) => redirections.map(({ id }) => `${id}.html`)));
    for (const name of frameNames)
      if (name.endsWith(".html") && !frames.has(name)) await rm(join(directory, name), { force: true });
    const emptied = await emptyTrash(this.#folders);
    const again = await askAgain(db, mostAtOnce);
    return { services, made, again, emptied, certificates: gone.length };
  }

  /** Lets those go on whose month is over, and keeps the logs small. Says how many of what. */
  async watch(db: Kysely<DB>): Promise<Record<string, number>> {
    const logs = { directory: join(this.#place.directory, "log"), reopen: () => this.#server.reopenLogs() };
    return { ...(await beginMonth(db)), ...(await rotateLogs(db, logs)) };
  }

  /** Services that were there before their sites were served, whose job was lost, or that a backup has not all of. Returns how many it made. */
  async #makeMissing(db: Kysely<DB>, all: readonly HoldingWeb[]): Promise<number> {
    const there = new Set(await readdir(this.#folders.services));
    const phpKnown = await this.#place.php.known();
    const isMade = (id: number) => there.has(String(id)) && phpKnown.has(id);
    const missing = all.filter(
      (web) => (web.kind === "hosting" && !isMade(web.holdingId)) || this.#unwritten(web).length > 0,
    );
    // behind the last one tried: those that fail each time keep nobody from his turn
    const after = missing.findIndex(({ holdingId }) => holdingId > this.#lastMade);
    const inTurn = after < 0 ? missing : [...missing.slice(after), ...missing.slice(0, after)];
    const until = performance.now() + longestMakingMilliseconds;
    let made = 0;
    for (const { holdingId } of inTurn.slice(0, mostAtOnce)) {
      if (performance.now() > until) break;
      await this.apply({ db, subjectId: holdingId }).catch((error: unknown) => {
        this.#place.log.warn({ holding: holdingId, err: error }, "the sites of a service are not made");
      });
      this.#lastMade = holdingId;
      made += 1;
    }
    return made;
  }

  async #known(): Promise<number[]> {
    const names = await readdir(this.#folders.services);
    return [...new Set([...names.map(Number), ...this.#publisher.holdings(), ...this.#turns.ids()])];
  }
}
