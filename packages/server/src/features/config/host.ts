const hostHeader = /^(?:\[(?<v6>[0-9a-f:.]{2,45})\]|(?<name>[a-z0-9.-]{1,254}))(?::\d{0,5})?$/i;

/** The host name in a `Host` header, as atrio.company_host keeps them; empty where it is none. */
export function hostOf(header: string): string {
  const { v6, name = "" } = hostHeader.exec(header)?.groups ?? {};
  return (v6 ?? name.replace(/\.$/, "")).toLowerCase();
}

/** The host name of an address (`https://panel.example/login/`), or of a bare host. */
export const hostOfAddress = (text: string): string =>
  hostOf(/^https?:\/\//i.test(text) ? (URL.parse(text)?.host ?? "") : text);
