import type { System } from "@atrio/contract";
import { t, words } from "../i18n/i18n.ts";

/** A call that was refused or never answered. `status` is 0 when nothing came back. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly system: System;
  readonly receivedAt = Date.now();
  /** When to try again, in milliseconds of the clock, where the server says so. */
  readonly retryAt: number | null;

  constructor(status: number, system: System, retryAfterSeconds: number | null = null) {
    super(system.errors[0] ?? `HTTP ${status}`);
    this.status = status;
    this.system = system;
    this.retryAt = retryAfterSeconds === null ? null : this.receivedAt + retryAfterSeconds * 1000;
  }

  get statusCode(): number {
    return this.system.statusCode;
  }

  /** Messages by the name of the field they are about; a field without one just says "Error". */
  get fields(): Record<string, string> {
    const { inputs, errors } = this.system;
    return Object.fromEntries(inputs.map((input, index) => [input, errors[index] ?? t("error")]));
  }
}

/** Nothing came back: the network, a proxy, or a reply that is no envelope. */
export const noAnswer = (status = 0): ApiError =>
  new ApiError(status, {
    valid: false,
    statusCode: 0,
    errors: [],
    inputs: [],
    info: [],
    job: null,
    debug: null,
    mlcVer: "1",
  });

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode === 101;
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** The one place where an error becomes words (specification 1, section 8). */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return t("ui.failed");
  if (error.status === 404) return t("404");
  if (error.status === 500) {
    const { debug } = error.system;
    return debug === null ? t("500") : t("api.fault", { id: debug });
  }
  const [first] = error.system.errors;
  if (first !== undefined) return words(first);
  return t(error.status === 0 ? "api.no_answer" : "ui.failed");
}
