import type { CallName } from "./calls.ts";

/**
 * Calls whose feature is not built yet: they answer 501 (statusCode 199). Any call that is not here must have a
 * handler, or the server does not compile. This list only shrinks.
 */
export const pendingCalls = [
  "applicationInstall",
  "applicationList",
  "applicationLogo",
  "databaseChangePassword",
  "databaseCreate",
  "databaseDelete",
  "databaseDump",
  "databaseGet",
  "databaseList",
  "databaseLogin",
  "databaseRevealPassword",
  "databaseToggleExternalAccess",
  "ftpChangePassword",
  "ftpCreate",
  "ftpDelete",
  "ftpGet",
  "ftpList",
  "ftpLogin",
  "ftpMain",
  "ftpRevealPassword",
  "ftpSave",
  "siteBuilderGet",
  "siteBuilderLogin",
] as const satisfies readonly CallName[];

export type PendingCallName = (typeof pendingCalls)[number];
export type ImplementedCallName = Exclude<CallName, PendingCallName>;
