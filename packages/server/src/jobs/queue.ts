import { sql } from "kysely";
import type { Change } from "../db/handles.ts";

/** The kinds of atrio.job_kind (migrations): what the worker can do. */
export const jobKinds = [
  "dns.proof",
  "dnssec.switch",
  "mail.kick",
  "web.usage",
  "web.htaccess",
  "web.apply",
] as const;
export type JobKind = (typeof jobKinds)[number];
export const isJobKind = (kind: string): kind is JobKind => jobKinds.some((known) => known === kind);

export interface JobRequest {
  readonly kind: JobKind;
  readonly holdingId: number;
  /** The row the job is about, by kind. The job carries ids only and reads the wanted state when it runs. */
  readonly subjectId: number;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  /** While a job of this kind with this key waits to begin, asking again gives the same job. */
  readonly key?: string;
}

/** Asks for background work in the transaction of the change it finishes; returns the id of its atrio.job row. */
export async function enqueue(change: Change, request: JobRequest): Promise<number> {
  const { kind, holdingId, subjectId, queue = null, key = null } = request;
  const { rows } = await sql<{ id: number }>`
    select atrio.enqueue(${kind}, ${holdingId}, ${change.actor.userId}, ${subjectId}, ${queue}, ${key}) as id
  `.execute(change.db);
  return rows[0]!.id;
}

/** Folders, PHP and nginx follow what the rows say of a service now. */
export const applyWeb = (change: Change, holdingId: number): Promise<number> =>
  enqueue(change, { kind: "web.apply", holdingId, subjectId: holdingId, key: `web:${holdingId}` });
