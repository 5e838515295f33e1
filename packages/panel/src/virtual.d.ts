declare module "virtual:palette.css";
declare module "virtual:wire" {
  import type { Call, CallName } from "@atrio/contract";
  export const wire: Readonly<
    Record<CallName, Pick<Call, "path" | "changes" | "multipart"> & { readonly method?: "POST" }>
  >;
  export const callNames: readonly CallName[];
}
declare module "virtual:needs" {
  import type { CallName, Needs } from "@atrio/contract";
  export const needs: Readonly<Record<CallName, Needs>>;
}
