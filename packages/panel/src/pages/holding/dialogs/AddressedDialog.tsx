import type { CallName } from "@atrio/contract";
import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from "react";
import { type MessageId, t } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { isParking } from "../areas.ts";
import { expiryOf } from "../expiry.ts";
import { type Holding, useHolding } from "../holding.ts";
import type { OpenDialog } from "./dialog-search.ts";
import { useRefusedLoad } from "./use-refused-load.ts";

interface Common {
  /** The holding's. */
  id: number;
  onClose: () => void;
}
export interface DialogEntry<Props> {
  Dialog: ComponentType<Props>;
  /** Whoever may make one of these calls may open it. */
  needs: readonly CallName[];
  /** It changes nothing: it opens on an expired service too. */
  isReading?: true;
  /** Not for services that only redirect and park. */
  isHostingOnly?: true;
}
type Entries<Props> = Readonly<Record<string, DialogEntry<Common & Props>>>;

interface Found extends Pick<DialogEntry<never>, "needs" | "isReading" | "isHostingOnly"> {
  /** Null where what it is about is not loaded yet, undefined where it is gone. */
  drawn: ReactNode;
}
/** Some of a page's dialogs; undefined where the open one is none of them. */
export type DialogGroup<Things> = (
  open: OpenDialog,
  things: Things | undefined,
  common: Common,
) => Found | undefined;

/** About one of several things, which is found by its id once they are loaded. */
export const aboutOne =
  <Props extends object, Things>(
    entries: Entries<Props>,
    find: (things: Things, item: number) => Props | undefined,
  ): DialogGroup<Things> =>
  ({ name, item }, things, common) => {
    const entry = entries[name];
    if (entry === undefined || item === undefined) return undefined;
    if (things === undefined) return { ...entry, drawn: null };
    const props = find(things, item);
    return { ...entry, drawn: props && <entry.Dialog key={item} {...props} {...common} /> };
  };

/** About all of them. */
export const aboutAll =
  (entries: Entries<{ text: string }>): DialogGroup<unknown> =>
  ({ name, text }, _, common) => {
    const entry = entries[name];
    return entry && { ...entry, drawn: <entry.Dialog {...common} text={text} /> };
  };

export interface AddressedDialogProps<Things> {
  open: OpenDialog | undefined;
  groups: readonly DialogGroup<Things>[];
  /** Undefined until loaded. */
  things: Things | undefined;
  /** Why they could not be loaded. */
  error: Error | null;
  words: { readonly expired: MessageId; readonly gone: MessageId };
  onClose: () => void;
}

/** The dialog that the address names; what is gone, or not allowed, is told instead. */
export function AddressedDialog<Things>({
  open,
  groups,
  things,
  error,
  words,
  onClose,
}: AddressedDialogProps<Things>) {
  const holding = useHolding();
  const common = { id: holding.id, onClose };
  useRefusedLoad(error, open && onClose);
  const found = open && groups.map((group) => group(open, things, common)).find((each) => each !== undefined);
  const refusal = found && refusalOf(found, holding, words);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (refusal === undefined) return;
    toast.error(refusal);
    close();
  }, [refusal]);
  return refusal === undefined ? found?.drawn : null;
}

/** The permission may go while a dialog is open, and an address may ask for what was never allowed. */
function refusalOf(
  { needs, isReading, isHostingOnly, drawn }: Found,
  holding: Holding,
  words: AddressedDialogProps<unknown>["words"],
): string | undefined {
  if (!needs.some(holding.can)) return t("main.no_permission");
  if (isHostingOnly && isParking(holding)) return t("service.only_parking");
  const date = isReading ? undefined : expiryOf(holding);
  if (date !== undefined) return t(words.expired, { date });
  return drawn === undefined ? t(words.gone) : undefined;
}
