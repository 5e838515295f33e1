import { panelPasswordFault, panelPasswordMin } from "@atrio/contract/password.ts";
import { t, words } from "../../i18n/i18n.ts";
import { useConfig } from "../../session/config.ts";
import { useUser } from "../../session/session.ts";
import { cx } from "../../ui/cx.ts";

type Strength = "empty" | "short" | "predictable" | "good";
const tones: Record<Strength, { bar: string; text: string }> = {
  empty: { bar: "bg-control", text: "text-muted" },
  short: { bar: "bg-control", text: "text-muted" },
  predictable: { bar: "bg-amber-500 dark:bg-amber-400", text: "text-warning" },
  good: { bar: "bg-green-600 dark:bg-green-400", text: "text-success" },
};

/** What the server will say of a new password, while it is typed: by the same rules and the same names. */
function useStrength(password: string): { strength: Strength; hint: string } {
  const { company } = useConfig();
  const { user, domainName } = useUser();
  const { length } = Array.from(password);
  if (length === 0) return { strength: "empty", hint: t("preferences.new_password_text") };
  if (length < panelPasswordMin)
    return {
      strength: "short",
      hint: t("preferences.password_missing", { count: panelPasswordMin - length }),
    };
  const fault = panelPasswordFault(password, [company, domainName, user]);
  if (fault === null) return { strength: "good", hint: t("preferences.password_good") };
  const { key, values } = typeof fault === "string" ? { key: fault, values: {} } : fault;
  return { strength: "predictable", hint: words(key, values) };
}

export function PasswordStrength({ password }: { password: string }) {
  const { strength, hint } = useStrength(password);
  const { bar, text } = tones[strength];
  const share = Math.min(1, Array.from(password).length / panelPasswordMin);
  return (
    <>
      <span aria-hidden className="mt-0.5 mb-1.5 block h-1 overflow-hidden rounded-full bg-subtle">
        <span
          className={cx("block h-full rounded-full transition-[width]", bar)}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {/* Room for two lines: the dialog stays as high while the words change. */}
      <span className={cx("block min-h-9", text)}>{hint}</span>
    </>
  );
}
