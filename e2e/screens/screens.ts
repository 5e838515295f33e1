/** Every screen of the panel as docs/screens/ shows it: how to get there, and what a reader should know of it. */
import type { Page } from "playwright-core";
import { mail } from "./mail.ts";
import { at, dialog, ofHolding, press, type Screen } from "./screen.ts";
import { service } from "./service.ts";

const beforeSigningIn: readonly Screen[] = [
  {
    id: "sign-in",
    title: "Sign in",
    text: "A page of plain HTML in the company's name and colour: it can be typed into before any application code has arrived.",
    user: null,
    open: at("/login/"),
  },
  {
    id: "forgotten-password",
    title: "Forgotten password",
    text: "A request to the company, with a captcha. Its answer never tells whether a domain or a user exists.",
    user: null,
    open: async (page) => {
      await at("/login/")(page);
      await press(page, /olvidado|Forgot/);
      await dialog(page);
    },
  },
];

const account: readonly Screen[] = [
  {
    id: "dashboard",
    title: "Dashboard",
    text: "Who the user is, how much there is, and what wants attention first: what expires soon, what is nearly full, what failed.",
    user: "owner",
    open: at("/admin/"),
  },
  {
    id: "domain-list",
    title: "List of domains",
    text: "Filter and page are in the address. The same list serves services and mail; each shows only where the account has something of its kind.",
    user: "owner",
    open: at("/admin/domain/?q=example"),
  },
  {
    id: "command-palette",
    title: "Command palette",
    text: "Ctrl-K or ⌘-K, anywhere: any holding, page or action by typing.",
    user: "owner",
    open: async (page) => {
      await at("/admin/")(page);
      await page.keyboard.press("Control+k");
      await dialog(page);
      await page.keyboard.type("example-0");
      await page
        .getByRole("menuitem", { name: /example-01\.test/ })
        .first()
        .waitFor();
    },
  },
  {
    id: "preferences",
    title: "Preferences",
    text: "Theme, colour (where the company allows it), language and password. Theme and colour apply at once, in every open tab.",
    user: "owner",
    open: at("/admin/preferences/"),
  },
  {
    id: "change-password",
    title: "Change of password",
    text: "The user's other sessions end with it.",
    user: "owner",
    open: async (page) => {
      await at("/admin/preferences/")(page);
      await press(page, /Cambiar la contraseña|Change password/);
      await dialog(page);
    },
  },
  {
    id: "legal",
    title: "Legal notice",
    text: "The company's own text, in the user's language: markdown set with `./atrio company set`.",
    user: "owner",
    open: at("/legal/"),
  },
  {
    id: "contact",
    title: "Contact",
    text: "Messages are stored first and sent then: a mail server that is down loses none.",
    user: "owner",
    open: at("/admin/contact/"),
  },
  {
    id: "session-expired",
    title: "Session expired",
    text: "It opens over whatever was on the page. What had been typed is there again after signing in.",
    user: "owner",
    endsSession: true,
    open: async (page) => {
      await at("/admin/contact/")(page);
      await page.getByRole("textbox").first().fill("ana@example.com");
      await page.request.post("/api/user/logout/", { headers: { "X-Requested-With": "XMLHttpRequest" } });
      await dialog(page);
    },
  },
];

async function openDomain(page: Page): Promise<void> {
  await ofHolding("domain/")(page);
  // Each in its own time.
  for (const part of ["ns2.atrio.test", /^(Sin activar|Not active)$/, "Ana Ruiz García"])
    await page.getByText(part).first().waitFor();
}

const domain: readonly Screen[] = [
  {
    id: "domain",
    title: "Domain",
    text: "How the registry has it: name servers, glue, DNSSEC, locks, codes and contacts. A switch shows what was asked for and ends where the registry has it.",
    user: "owner",
    open: openDomain,
  },
  {
    id: "domain-nameservers",
    title: "Name servers of a domain",
    text: "The new servers are asked before anything is changed. What would stop working is named, record by record, and done only once that is confirmed.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=nameservers")(page);
      await dialog(page);
      await page
        .getByText(/^(Personalizados|Custom)$/)
        .last()
        .click();
      await page.getByRole("textbox").nth(0).fill("ns1.example-01.test");
      await page.getByRole("textbox").nth(1).fill("ns2.example-01.test");
      await press(page, /^(Comprobar|Check)$/);
      await page.getByText(/^(y \d+ más|and \d+ more)$/).waitFor();
    },
  },
  {
    id: "domain-glue",
    title: "Glue records",
    text: "Name servers below the domain itself, with the addresses that the registry gives for them.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=glue")(page);
      await page.getByRole("dialog").getByText("ns2.atrio.test").waitFor();
    },
  },
  {
    id: "domain-glue-record",
    title: "Glue record",
    text: "The dots of an address come by themselves; what can be no address is told while it is typed.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=glue&item=new")(page);
      await dialog(page);
      await page.getByRole("textbox").nth(0).fill("ns3");
      await page.getByRole("textbox").nth(1).pressSequentially("192300");
    },
  },
  {
    id: "domain-dnssec",
    title: "DNSSEC records",
    text: "Records by hand, for zones signed elsewhere; a zone that is here needs the switch alone.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=dnssec")(page);
      await dialog(page);
    },
  },
  {
    id: "domain-code",
    title: "Authorization code",
    text: "Asked for when the dialog opens and kept nowhere in the browser.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=authcode")(page);
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  {
    id: "domain-contact",
    title: "Contact of a domain",
    text: "Places are found by typing a part of them, a number brings its prefix, and how far the change reaches is said in plain words.",
    user: "owner",
    open: async (page) => {
      await ofHolding("domain/?dialog=admin")(page);
      await page.getByRole("dialog").getByRole("combobox").last().waitFor();
    },
  },
  {
    id: "domain-reader",
    title: "Domain, for who may only read",
    text: "Values and states, and a lock that says why where a control would be.",
    user: "viewer",
    open: openDomain,
  },
];

const holding: readonly Screen[] = [
  {
    id: "dns-zone",
    title: "DNS zone",
    text: "Every record, by type and text. A change is live at once, and the panel says which name servers were seen to answer it.",
    user: "owner",
    open: ofHolding("service/dns/"),
  },
  {
    id: "dns-record",
    title: "DNS record",
    text: "One dialog for nine types; each asks only what its type has, and checks it on the spot.",
    user: "owner",
    open: async (page) => {
      await ofHolding("service/dns/?new=MX")(page);
      await dialog(page);
    },
  },
  {
    id: "dns-zone-reader",
    title: "DNS zone, for who may only read",
    text: "Values without controls, and a lock that says why.",
    user: "viewer",
    open: ofHolding("service/dns/"),
  },
];

const nowhere: readonly Screen[] = [
  {
    id: "no-permission",
    title: "No permission",
    text: "The same for a holding that is somebody else's and for one that does not exist.",
    user: "viewer",
    open: at("/admin/999999/"),
  },
  {
    id: "not-found",
    title: "Page not found",
    text: "Any address that the panel does not have.",
    user: "owner",
    open: at("/nowhere/"),
  },
];

export const screens: readonly Screen[] = [
  ...beforeSigningIn,
  ...account,
  ...domain,
  ...holding,
  ...service,
  ...mail,
  ...nowhere,
];
