import type { CaptchaProvider } from "@atrio/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const self = "'self'";
const base = {
  "default-src": ["'none'"],
  "script-src": [self],
  "style-src": [self],
  "img-src": [self, "data:"],
  "font-src": [self],
  "connect-src": [self],
  "worker-src": [self],
  "form-action": [self],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
};

/** What each provider's documentation asks a policy to allow. */
const providerSources: Record<CaptchaProvider, { script: string[]; frame: string[]; style: string[] }> = {
  altcha: { script: [], frame: [], style: [] },
  none: { script: [], frame: [], style: [] },
  recaptcha: {
    script: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
    frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
    style: [],
  },
  hcaptcha: {
    script: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
    frame: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
    style: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  turnstile: {
    script: ["https://challenges.cloudflare.com"],
    frame: ["https://challenges.cloudflare.com"],
    style: [],
  },
};

export interface PageNeeds {
  readonly provider: CaptchaProvider;
  /** The sources of those it begins with. */
  readonly inlineScripts: readonly string[];
  /** Where a form of its signs in to. */
  readonly webmail?: string | undefined;
}

/**
 * The policy of a page: strict, and opened to its own inline scripts, to the webmail's sign-in and, where a captcha is
 * configured, to the captcha's own hosts.
 */
function contentSecurityPolicy({ provider, inlineScripts, webmail }: PageNeeds): string {
  const { script, frame, style } = providerSources[provider];
  const directives: Record<string, string[]> = {
    ...base,
    "script-src": [...base["script-src"], ...inlineScripts, ...script],
    "style-src": [...base["style-src"], ...style],
    "connect-src": [...base["connect-src"], ...frame],
    ...(frame.length > 0 ? { "frame-src": frame } : {}),
    "form-action": [...base["form-action"], ...(webmail ? [new URL(webmail).origin] : [])],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join(";");
}

const noFeatures = ["accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone"]
  .concat(["midi", "payment", "publickey-credentials-create", "usb", "xr-spatial-tracking"])
  .map((feature) => `${feature}=()`)
  .join(", ");
const yearSeconds = 365 * 24 * 3600;

/** What a document needs on top of what every reply has. */
export const pageHeaders = (needs: PageNeeds): Record<string, string> => ({
  "content-security-policy": contentSecurityPolicy(needs),
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": noFeatures,
  "x-dns-prefetch-control": "off",
});

/** On every reply; few, because each costs time in a call. Opened by itself, what is not a page can do nothing. */
const headers = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers);
  // Only a reply over TLS may say so.
  if (request.protocol === "https")
    reply.header("strict-transport-security", `max-age=${yearSeconds}; includeSubDomains`);
}

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    addSecurityHeaders(request, reply);
    done();
  });
}
