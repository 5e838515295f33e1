import type { Config } from "@atrio/contract";
import { type ReactNode, useEffect, useState } from "react";
import type { Reply } from "../api/client.ts";
import { type ApiError, describeError } from "../api/errors.ts";
import { useApiForm } from "../form/useApiForm.ts";
import { t } from "../i18n/i18n.ts";
import { NativeButton } from "../ui/NativeButton.tsx";
import { NativeField, NativePasswordField } from "../ui/NativeField.tsx";
import { useCaptcha } from "./captcha/useCaptcha.tsx";

export interface LoginFormProps {
  captcha: Config["captcha"];
  /** Who was signed in, where a session has ended: only the password is to be typed. */
  known?: { domainName: string; username: string };
  onSuccess: (reply: Reply<"userLogin">) => unknown;
  /** Beside the button, such as the way to the login page. */
  children?: ReactNode;
}

/** Domain, user, password: of the login page and of the dialog that opens when a session has ended. */
export function LoginForm({ captcha: provider, known, onSuccess, children }: LoginFormProps) {
  const captcha = useCaptcha(provider, "login");
  const form = useApiForm("userLogin", {
    prepare: async (fields) => ({ ...fields, recaptcha_response: await captcha.response() }),
    onSuccess,
    onTouched: captcha.prepare,
    isToastLeftOut: true,
    isForgotten: true,
  });
  const waitSeconds = useCountdown(form.error);
  const { domainName, username, password } = form.faults;
  return (
    // A form sent by the browser itself, before any script is there, keeps the password out of the address.
    <form {...form.native} method="post" className="flex flex-col gap-4">
      <Refusal error={form.error} waitSeconds={waitSeconds} />
      <NativeField
        name="domainName"
        label={t("login.domain")}
        fault={domainName}
        autoComplete="organization"
        inputMode="url"
        // The only thing to do on this page, or in the dialog that asks for it.
        autoFocus={known === undefined}
        defaultValue={known?.domainName}
        required
        mono
      />
      <NativeField
        name="username"
        label={t("login.user")}
        fault={username}
        autoComplete="username"
        defaultValue={known?.username}
        required
      />
      <NativePasswordField
        name="password"
        label={t("login.password")}
        fault={password}
        autoComplete="current-password"
        required
      />
      {captcha.element}
      <NativeButton
        type="submit"
        variant="primary"
        size="lg"
        isPending={form.isPending}
        disabled={waitSeconds > 0}
        className="mt-1 w-full"
      >
        {t("login.enter")}
      </NativeButton>
      {children}
    </form>
  );
}

function Refusal({ error, waitSeconds }: { error: ApiError | null; waitSeconds: number }) {
  if (error === null || error.system.inputs.length > 0) return null;
  const isTooMany = error.statusCode === 103;
  if (isTooMany && waitSeconds === 0) return null;
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-label text-danger">
      {isTooMany ? t("main.too_many", { seconds: waitSeconds }) : describeError(error)}
    </p>
  );
}

const tickMs = 500;

/** The seconds still to wait after too many attempts. */
function useCountdown(error: ApiError | null): number {
  const [now, setNow] = useState(Date.now);
  const retryAt = error?.retryAt ?? null;
  useEffect(() => {
    if (retryAt === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [retryAt]);
  if (error === null || retryAt === null) return 0;
  // The clock stood still until the error came.
  return Math.max(0, Math.ceil((retryAt - Math.max(now, error.receivedAt)) / 1000));
}
