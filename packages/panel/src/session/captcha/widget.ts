import type { CaptchaProvider } from "@atrio/contract";

/** The three providers share one way of drawing themselves. */
interface WidgetApi {
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      theme: string;
      callback: (response: string) => void;
      "expired-callback": () => void;
    },
  ) => unknown;
}
declare global {
  interface Window {
    grecaptcha?: WidgetApi & { ready: (callback: () => void) => void };
    hcaptcha?: WidgetApi;
    turnstile?: WidgetApi;
  }
}

export type WidgetProvider = Exclude<CaptchaProvider, "altcha" | "none">;

const providers: Record<WidgetProvider, { script: string; api: () => WidgetApi | undefined }> = {
  recaptcha: {
    script: "https://www.google.com/recaptcha/api.js?render=explicit",
    api: () => window.grecaptcha,
  },
  hcaptcha: { script: "https://js.hcaptcha.com/1/api.js?render=explicit", api: () => window.hcaptcha },
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    api: () => window.turnstile,
  },
};

const load = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} did not load`)));
    script.src = src;
    document.head.append(script);
  });

/** Draws the provider's widget; `onResponse` gets each answer, and "" when one has run out. */
export async function drawWidget(
  provider: WidgetProvider,
  element: HTMLElement,
  siteKey: string,
  onResponse: (response: string) => void,
): Promise<void> {
  const { script, api } = providers[provider];
  if (api() === undefined) await load(script);
  if (window.grecaptcha?.ready) await new Promise<void>((resolve) => window.grecaptcha?.ready(resolve));
  api()?.render(element, {
    sitekey: siteKey,
    theme: document.documentElement.dataset["theme"] === "dark" ? "dark" : "light",
    callback: onResponse,
    "expired-callback": () => onResponse(""),
  });
}
