/**
 * What keeps services running: runit where it is installed, else a small supervisor of our own over the same
 * directories. Both start <home>/sv/<service>/run again whenever it ends, and neither needs this command to live on.
 */
import { join } from "node:path";
import type { Home } from "../home.ts";
import { findProgram } from "../machine.ts";
import { type ProcessMark, isAlive, readMark } from "../processes.ts";
import type { ServiceName } from "../services/service.ts";
import type { Settings } from "../settings.ts";
import { builtinSupervisor } from "./builtin.ts";
import { runitSupervisor } from "./runit.ts";

export interface Supervisor {
  /**
   * Begins to supervise these services. Those that are down wait for `up`; those that a killed supervisor left running
   * are taken over. Safe to repeat.
   */
  start(names: readonly ServiceName[]): Promise<void>;
  /** Wants the service up, now and after each end. */
  up(name: ServiceName): Promise<void>;
  restart(name: ServiceName): Promise<void>;
  /** Ends these services, all at once, and their supervision; kills what has not ended in time. */
  stop(names: readonly ServiceName[], timeoutSeconds: number): Promise<void>;
  /** Ends the supervisor itself, once its services are down. */
  end(): Promise<void>;
}

export const hasRunit = (): boolean =>
  ["runsvdir", "runsv", "sv", "chpst", "svlogd"].every((program) => findProgram(program) !== undefined);

export const openSupervisor = (home: Home, settings: Settings): Supervisor =>
  settings.supervisor === "runit" ? runitSupervisor(home) : builtinSupervisor(home);

/** The process that watches over all services. */
export const supervisorMarkFile = (home: Home): string => join(home.marks, "supervisor");

export function supervisorMark(home: Home): ProcessMark | undefined {
  const mark = readMark(supervisorMarkFile(home));
  return isAlive(mark) ? mark : undefined;
}

/** The service's own process, while it lives. */
export function serviceMark(home: Home, name: ServiceName): ProcessMark | undefined {
  const mark = readMark(join(home.marks, name));
  return isAlive(mark) ? mark : undefined;
}
