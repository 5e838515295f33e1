/**
 * A text that is typed at once and reaches the address later. The address may also change by itself (back, forward, a cleared
 * filter), and then it wins; but what merely comes back from here must not, since more may be typed by then.
 */
export interface FilterText {
  readonly typed: string;
  /** The address as last seen. */
  readonly address: string;
  /** Sent to the address and not seen there yet, oldest first. */
  readonly sent: readonly string[];
}

export const filterText = (address: string): FilterText => ({ typed: address, address, sent: [] });

export const type = (state: FilterText, typed: string): FilterText => ({ ...state, typed });

/** On its way to the address. */
export const send = (state: FilterText): FilterText => ({ ...state, sent: [...state.sent, state.typed] });

/** The address says this now. */
export function see(state: FilterText, address: string): FilterText {
  if (address === state.address) return state;
  const echo = state.sent.indexOf(address);
  if (echo === -1) return filterText(address);
  return { ...state, address, sent: state.sent.slice(echo + 1) };
}
