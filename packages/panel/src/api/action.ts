import type { CallName } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { t } from "../i18n/i18n.ts";
import { toast, type ToastOptions } from "../ui/toast.ts";
import { type CallArgs, type Reply, send } from "./client.ts";
import { ApiError, describeError, isSessionEnd } from "./errors.ts";

/** What a success says: the server's own words, else "Operation done successfully". */
export const infoOf = ({ info }: { info: readonly string[] }): string => info[0] ?? t("ui.success_text");

/** An ended session has its own dialog; everything else that failed is a toast. */
export function toastError(error: unknown): void {
  if (!isSessionEnd(error)) toast.error(describeError(error));
}

export interface ActionOptions<N extends CallName> {
  /** Invalidate what changed; runs before the toast. */
  onSuccess?: (reply: Reply<N>) => unknown;
  onError?: (error: Error) => unknown;
  /** Such as Undo beside the news. */
  toast?: (reply: Reply<N>) => ToastOptions;
}

/** A call made by a button, switch or confirmation: its success and its failure are told by a toast. */
export function useAction<N extends CallName>(name: N, options: ActionOptions<N> = {}) {
  return useMutation<Reply<N>, Error, CallArgs<N>>({
    mutationKey: [name],
    mutationFn: (args) => send(name, args),
    onSuccess: async (reply) => {
      await options.onSuccess?.(reply);
      toast.success(infoOf(reply), options.toast?.(reply));
    },
    onError: (error) => {
      toastError(error);
      options.onError?.(error);
    },
  });
}

/** For messages beside a form: what is about no field of it. */
export const formMessage = (error: unknown): string | null =>
  error instanceof ApiError && error.system.inputs.length > 0 ? null : describeError(error);
