import type { Home } from "../home.ts";
import type { Plan } from "../services/plan.ts";

export interface Finding {
  readonly ok: boolean;
  /** What was seen. */
  readonly text: string;
  readonly remedy?: string;
}
export const fine = (text: string): Finding => ({ ok: true, text });
/** No fault of the installation, but something to do: it doesn't count. */
export const advice = (text: string, remedy: string): Finding => ({ ok: true, text, remedy });
export const wrong = (text: string, remedy: string): Finding => ({ ok: false, text, remedy });

export interface Check {
  readonly title: string;
  look(home: Home, plan: Plan): Promise<Finding[]> | Finding[];
}
