import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from "@tanstack/react-router";
import { ApiError } from "./api/errors.ts";
import { queryClient } from "./api/query.ts";
import { loadAllWords } from "./i18n/i18n.ts";
import { holdingQuery } from "./pages/holding/holding-query.ts";
import { readDnsSearch } from "./pages/holding/dns/dns-search.ts";
import { LoginPage } from "./pages/login/LoginPage.tsx";
import { readListSearch } from "./pages/lists/list-search.ts";
import { readPreferencesSearch } from "./pages/preferences/preferences-search.ts";
import { paths } from "./paths.ts";
import { isSignedIn, rememberWanted } from "./session/session.ts";
import { Root, RootError } from "./shell/Root.tsx";

const root = createRootRoute({
  component: Root,
  errorComponent: RootError,
  notFoundComponent: lazyRouteComponent(async () => {
    const [page] = await Promise.all([import("./pages/NotFoundPage.tsx"), loadAllWords()]);
    return page;
  }),
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: "login",
  beforeLoad: async () => {
    if (await isSignedIn()) throw redirect({ to: paths.dashboard, replace: true });
  },
  // Not lazy: this is the page everybody waits for.
  component: LoginPage,
});

/** Everything below needs a session. */
const admin = createRoute({
  getParentRoute: () => root,
  path: "admin",
  beforeLoad: async ({ location }) => {
    if (await isSignedIn()) return loadAllWords();
    rememberWanted(location.href);
    throw redirect({ to: paths.login, replace: true });
  },
  component: lazyRouteComponent(() => import("./shell/Shell.tsx")),
});

const dashboard = createRoute({
  getParentRoute: () => admin,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/dashboard/DashboardPage.tsx")),
});

const lists = () => import("./pages/lists/pages.tsx");
const domains = createRoute({
  getParentRoute: () => admin,
  path: "domain",
  validateSearch: readListSearch,
  component: lazyRouteComponent(lists, "DomainListPage"),
});
const services = createRoute({
  getParentRoute: () => admin,
  path: "service",
  validateSearch: readListSearch,
  component: lazyRouteComponent(lists, "ServiceListPage"),
});
const mail = createRoute({
  getParentRoute: () => admin,
  path: "mail",
  validateSearch: readListSearch,
  component: lazyRouteComponent(lists, "MailListPage"),
});

const preferences = createRoute({
  getParentRoute: () => admin,
  path: "preferences",
  validateSearch: readPreferencesSearch,
  component: lazyRouteComponent(() => import("./pages/preferences/PreferencesPage.tsx")),
});

const id = /^[1-9]\d{0,14}$/;
const holding = createRoute({
  getParentRoute: () => admin,
  path: "$id",
  beforeLoad: ({ params }) => {
    if (!id.test(params.id)) throw notFound({ routeId: "__root__" });
  },
  loader: ({ params }) => queryClient.ensureQueryData(holdingQuery(Number(params.id))),
  component: lazyRouteComponent(() => import("./pages/holding/HoldingLayout.tsx")),
  errorComponent: lazyRouteComponent(() => import("./pages/holding/NoPermission.tsx")),
});
const overview = createRoute({
  getParentRoute: () => holding,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/holding/HoldingPage.tsx")),
});
const dns = createRoute({
  getParentRoute: () => holding,
  path: "service/dns",
  validateSearch: readDnsSearch,
  component: lazyRouteComponent(() => import("./pages/holding/dns/DnsPage.tsx")),
});

const routeTree = root.addChildren([
  home,
  login,
  admin.addChildren([dashboard, domains, services, mail, preferences, holding.addChildren([overview, dns])]),
]);

export const router = createRouter({
  routeTree,
  trailingSlash: "always",
  defaultPreload: "intent",
  // Query decides what is fresh.
  defaultPreloadStaleTime: 0,
  // The specification's skeleton rule: nothing in between for the first 400 ms.
  defaultPendingMs: 400,
  scrollRestoration: true,
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
