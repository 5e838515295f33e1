import type { CallName } from "@atrio/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { toastError } from "../api/action.ts";
import { type CallArgs, type Input, type Reply, sendInput } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { hasSecrets } from "./form-fields.ts";
import { faultsOf, preloadSchemas } from "./parse.ts";
import { useAttempt } from "./useAttempt.ts";
import { useKeptFields } from "./useKeptFields.ts";
import { useOneAtATime } from "./useOneAtATime.ts";

type Form = Readonly<Record<string, string>>;

export interface ApiFormOptions<N extends CallName> {
  params?: CallArgs<N>["params"];
  /** From the form's own fields to the call's, where they differ; may wait, as for a captcha. */
  prepare?: (form: Form) => Input | Promise<Input>;
  onSuccess: (reply: Reply<N>) => unknown;
  onError?: (error: ApiError) => unknown;
  /** Once, when the user begins; for what takes a while to get ready. */
  onTouched?: () => void;
  /** Left out where the form itself shows what is wrong beside no field in particular. */
  isToastLeftOut?: boolean;
  /** Half-written, it is there again when the user comes back to the page. */
  isLeft?: boolean;
  /** For the form that signs in: what is typed in it is the way out of a reload, and kept over none. */
  isForgotten?: boolean;
}

class FieldFaults extends Error {
  readonly fields: Record<string, string>;
  constructor(fields: Record<string, string>) {
    super("wrong input");
    this.fields = fields;
  }
}

const entriesOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
const stringsOf = (input: Input): [string, string][] =>
  Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => typeof one === "string")
      .map((one): [string, string] => [name, one]),
  );

const fieldsOf = (error: Error | null): Record<string, string> =>
  error instanceof FieldFaults || error instanceof ApiError ? error.fields : {};

/**
 * A form that is one call: checked by the contract before it is sent, by the server in any case, refusals beside their
 * fields either way. Spread `props` on React Aria's `<Form>`; fields are named as the call's inputs. What was typed stays.
 */
export function useApiForm<N extends CallName>(name: N, options: ApiFormOptions<N>) {
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef("");
  const isSent = useRef(false);
  const part = JSON.stringify([name, options.params]);
  const attempt = useAttempt(`${part}:attempt`, () => form.current === null || hasSecrets(form.current));
  const mutation = useMutation<Reply<N>, Error, Form>({
    mutationKey: [name],
    mutationFn: async (fields) => {
      const input: Input = (await options.prepare?.(fields)) ?? fields;
      const faults = await faultsOf(name, stringsOf(input));
      if (faults) throw new FieldFaults(faults);
      const idempotencyKey = attempt.keyOf(JSON.stringify(stringsOf(input)));
      return sendInput(name, { params: options.params, input }, { idempotencyKey });
    },
    onSuccess: (reply) => {
      isSent.current = true;
      return options.onSuccess(reply);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (!options.isToastLeftOut) toastError(error);
      options.onError?.(error);
    },
    onSettled: (_reply, error) => attempt.ended(error),
  });
  const { error, isPending } = mutation;
  const once = useOneAtATime();
  useFocusOnFault(form, error);
  const onTouched = useRef(options.onTouched);
  const ref = useCallback((element: HTMLFormElement | null) => {
    form.current = element;
    if (!element) return;
    initial.current = JSON.stringify(entriesOf(element));
    const touched = () => {
      preloadSchemas();
      onTouched.current?.();
    };
    // Not the focus: a page that puts the cursor into its first field would load it all at once.
    element.addEventListener("input", touched, { once: true });
  }, []);
  const isDirty = () => form.current !== null && JSON.stringify(entriesOf(form.current)) !== initial.current;
  const isKept = () => !options.isForgotten && !isSent.current && isDirty();
  const isRestored = useKeptFields(part, form, isKept, options.isLeft);
  const faults = fieldsOf(error);
  const native = {
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const fields = Object.fromEntries(entriesOf(event.currentTarget));
      void once(() => mutation.mutateAsync(fields).catch(() => undefined));
    },
  };
  return {
    props: { ...native, validationBehavior: "aria" as const, validationErrors: faults },
    /** For a plain `<form>`, which shows `faults` by itself. */
    native,
    faults,
    isPending,
    error: error instanceof ApiError ? error : null,
    /** For `<Dialog isDirty>`: whether anything differs from what the form opened with. */
    isDirty,
    /** What was typed before the page was loaded again stands in it: <KeptNote> says so. */
    isRestored,
    reset: () => mutation.reset(),
  };
}

export type ApiForm = ReturnType<typeof useApiForm>;

/** After a refusal the first wrong field has the focus, as the eye has it. */
function useFocusOnFault(form: { current: HTMLFormElement | null }, error: Error | null) {
  useEffect(() => {
    if (error === null) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] button")?.focus();
  }, [form, error]);
}
