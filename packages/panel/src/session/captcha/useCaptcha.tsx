import type { CaptchaAction, Config } from "@atrio/contract";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { altcha } from "./altcha.ts";
import type { WidgetProvider } from "./widget.ts";

export interface Captcha {
  /** Called when the form is first touched. */
  prepare: () => void;
  /** What is sent as `recaptcha_response`; each answer is good once. */
  response: () => Promise<string>;
  /** To be placed in the form; nothing to see with the embedded provider. */
  element: ReactNode;
}

/** The captcha the company configured. The scripts of other providers are asked for only where they are in use. */
export function useCaptcha({ provider, siteKey }: Config["captcha"], action: CaptchaAction): Captcha {
  const [embedded] = useState(() => altcha(action));
  const widgetResponse = useRef("");
  if (provider === "altcha") return { ...embedded, element: null };
  return {
    prepare: () => undefined,
    response: async () => widgetResponse.current,
    element:
      provider === "none" ? null : (
        <Widget
          provider={provider}
          siteKey={siteKey ?? ""}
          onResponse={(response) => {
            widgetResponse.current = response;
          }}
        />
      ),
  };
}

interface WidgetProps {
  provider: WidgetProvider;
  siteKey: string;
  onResponse: (response: string) => void;
}

function Widget({ provider, siteKey, onResponse }: WidgetProps) {
  const element = useRef<HTMLDivElement>(null);
  const report = useRef(onResponse);
  useEffect(() => {
    void import("./widget.ts").then(({ drawWidget }) => {
      if (element.current) return drawWidget(provider, element.current, siteKey, report.current);
      return undefined;
    });
  }, [provider, siteKey]);
  return <div ref={element} className="min-h-19.5" />;
}
