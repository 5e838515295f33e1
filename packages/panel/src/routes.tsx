import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
  useMatches,
} from "@tanstack/react-router";
import { lazy } from "react";
import { ApiError } from "./api/errors.ts";
import { queryClient } from "./api/query.ts";
import { wordGroups } from "./i18n/catalogues.ts";
import { holdingQuery } from "./pages/holding/holding-query.ts";
import { readListSearch } from "./pages/lists/list-search.ts";
import { ariaPage, page } from "./pages/page.ts";
import { readPreferencesSearch } from "./pages/preferences/preferences-search.ts";
import { paths } from "./paths.ts";
import { loadAccount } from "./session/holdings.ts";
import { isSignedIn } from "./session/session.ts";
import { rememberWanted } from "./session/wanted.ts";
import { Root, RootError } from "./shell/Root.tsx";
import { Frame } from "./shell/Shell.tsx";

const root = createRootRoute({ component: Root, errorComponent: RootError });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

/** Who has no session is sent to sign in, and back. Whatever else a first page needs is fetched meanwhile. */
async function needSession({ location }: { location: ParsedLocation }): Promise<void> {
  const account = loadAccount();
  if (await isSignedIn()) return void (await account);
  rememberWanted(location.href);
  // A page of its own, not one of these routes: nothing comes after it here.
  window.location.replace(paths.login);
  return new Promise(() => undefined);
}

/** On a slow line: the shell is there before the page is. */
const shellFirst = { pendingComponent: () => <Frame>{null}</Frame> };

const legal = createRoute({
  getParentRoute: () => root,
  path: "legal",
  beforeLoad: needSession,
  ...shellFirst,
  component: ariaPage(() => import("./pages/legal/LegalPage.tsx"), wordGroups),
});

/** Each list and holding anew: React would keep the last one in the document, hidden, as long as the next one's skeleton is shown. */
function Pages() {
  const shown = useMatches({ select: ([, , child]) => child?.id });
  return <Outlet key={shown} />;
}

/** Everything below needs a session. */
const admin = createRoute({
  getParentRoute: () => root,
  path: "admin",
  beforeLoad: needSession,
  component: Pages,
});

const dashboard = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "/",
  component: page(() => import("./pages/dashboard/DashboardPage.tsx"), ["dashboard", "pages"]),
});

const list = (name: "DomainListPage" | "ServiceListPage" | "MailListPage") =>
  page(async () => ({ default: (await import("./pages/lists/pages.tsx"))[name] }), ["lists"]);
const domains = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "domain",
  validateSearch: readListSearch,
  component: list("DomainListPage"),
});
const services = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "service",
  validateSearch: readListSearch,
  component: list("ServiceListPage"),
});
const mail = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "mail",
  validateSearch: readListSearch,
  component: list("MailListPage"),
});

const preferences = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "preferences",
  validateSearch: readPreferencesSearch,
  component: ariaPage(() => import("./pages/preferences/PreferencesPage.tsx"), wordGroups),
});
const contact = createRoute({
  getParentRoute: () => admin,
  ...shellFirst,
  path: "contact",
  component: ariaPage(() => import("./pages/contact/ContactPage.tsx"), wordGroups),
});

/** What is no holding's number is nobody's page: no session is asked for. */
const numbered = ({ id }: { id: string }) => /^[1-9]\d{0,14}$/.test(id) && { id };
const HoldingSkeleton = lazy(() => import("./pages/holding/HoldingSkeleton.tsx"));
const holding = createRoute({
  getParentRoute: () => admin,
  pendingComponent: () => (
    <Frame menu={null}>
      <HoldingSkeleton />
    </Frame>
  ),
  path: "$id",
  params: { parse: numbered },
  loader: ({ params }) => queryClient.ensureQueryData(holdingQuery(Number(params.id))),
  component: ariaPage(() => import("./pages/holding/HoldingLayout.tsx"), ["holding", "contract"]),
  errorComponent: page(() => import("./pages/holding/NoPermission.tsx"), ["holding"]),
});
const overview = createRoute({
  getParentRoute: () => holding,
  path: "/",
  component: page(() => import("./pages/holding/HoldingPage.tsx"), ["holding"]),
});
/** What their addresses say is read by the pages below: the first load knows nothing of it. */
const domain = createRoute({
  getParentRoute: () => holding,
  path: "domain",
  component: page(() => import("./pages/holding/domain/DomainPage.tsx"), ["holding", "domain", "contract"]),
});
const holdingMail = createRoute({
  getParentRoute: () => holding,
  path: "mail",
  component: page(() => import("./pages/holding/mail/MailPage.tsx"), ["holding", "mail", "contract"]),
});
const hosting = (name: "ServicePage" | "SitesPage") =>
  page(
    async () => (await import("./pages/holding/hosting/pages.ts"))[name](),
    ["holding", "hosting", "contract"],
  );
const service = createRoute({
  getParentRoute: () => holding,
  path: "service",
  component: hosting("ServicePage"),
});
const sites = createRoute({
  getParentRoute: () => holding,
  path: "service/subdomain",
  component: hosting("SitesPage"),
});
const dns = createRoute({
  getParentRoute: () => holding,
  path: "service/dns",
  component: page(() => import("./pages/holding/dns/DnsPage.tsx"), ["holding", "dns", "contract"]),
});

const routeTree = root.addChildren([
  home,
  legal,
  admin.addChildren([
    dashboard,
    domains,
    services,
    mail,
    preferences,
    contact,
    holding.addChildren([overview, domain, service, sites, holdingMail, dns]),
  ]),
]);

export const router = createRouter({
  routeTree,
  trailingSlash: "always",
  // As the server has them.
  caseSensitive: true,
  defaultPreload: "intent",
  // Query decides what is fresh.
  defaultPreloadStaleTime: 0,
  // The specification's skeleton rule: nothing in between for the first 400 ms.
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  // An address that is none of ours is nobody's page: no menu of the part it resembles is drawn around it.
  notFoundMode: "root",
  defaultNotFoundComponent: lazyRouteComponent(() => import("./pages/NotFoundPage.tsx")),
  // A refusal is shown where the page would be; only what nobody foresaw belongs on the console too.
  defaultOnCatch: (error) => {
    if (!(error instanceof ApiError)) reportError(error);
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
