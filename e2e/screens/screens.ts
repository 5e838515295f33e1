/** Every screen of the panel as docs/screens/ shows it: how to get there, and what a reader should know of it. */
import type { Page } from "playwright-core";
import { holdingId } from "../holding-id.ts";
import type { Username } from "../product.ts";

export interface Screen {
  /** Name of its page and of its pictures. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Nobody: what is seen before signing in. */
  readonly user: Username | null;
  /** The screen ends the session that it is given. */
  readonly endsSession?: true;
  /** Resolves when the screen is drawn. */
  readonly open: (page: Page) => Promise<void>;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();

const at =
  (path: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await heading(page);
  };

const ofHolding =
  (rest: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/admin/${await holdingId(page, "atrio.test")}/${rest}`);
    await heading(page);
  };

const press = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
const dialog = (page: Page) => page.getByRole("dialog").waitFor();

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

export const screens: readonly Screen[] = [...beforeSigningIn, ...account, ...holding, ...nowhere];
