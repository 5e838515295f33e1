declare module "virtual:palette.css";
declare module "virtual:wire" {
  import type { Call, CallName } from "@atrio/contract";
  export const wire: Readonly<Record<CallName, Omit<Call, "input" | "reply" | "file">>>;
  export const callNames: readonly CallName[];
}
