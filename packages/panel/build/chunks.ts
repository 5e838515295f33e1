import { join } from "node:path";

/** What the bundler tells of a module; `importedIds` are static, what `import()` reaches is not among them. */
interface Module {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}
interface Graph {
  getModuleInfo: (id: string) => Module | null;
}

const source = join(import.meta.dirname, "../src");
const entries = {
  /** The static login page's own script. */
  page: join(source, "login-entry.ts"),
  /** What takes that page over when it is first used. */
  login: join(source, "pages/login/hydrate.tsx"),
  panel: join(source, "main.tsx"),
  /** The pages that are opened most. */
  lists: join(source, "pages/lists/pages.tsx"),
};

const ours = /\/(?:panel|contract)\/src\/|^\0virtual:/;
const styles = /\.css(?:$|\?)/;
const loginOnly = /\/pages\/login\//;
/** What Vite puts around every `import()`. */
const preloadHelper = /vite\/preload-helper/;
/** What the pages of a holding and the command palette share; besides, the table of what each call needs. */
export const holdingFiles: readonly string[] = [
  "pages/holding/areas.ts",
  "pages/holding/holding.ts",
  "pages/holding/status-words.ts",
  "pages/holding/useAreas.tsx",
  "session/recent-holdings.ts",
  "../../contract/src/permissions.ts",
  "../../contract/src/domain-status.ts",
].map((file) => join(source, file));
/** Of what only the pages of a holding are made, with all that React Aria brings for it. */
export const controlFiles: readonly string[] = [
  "api/kept-jobs.ts",
  "pages/holding/dialogs/AddressedDialog.tsx",
  "pages/holding/dialogs/use-dialog-address.ts",
  "pages/holding/explain.ts",
  "pages/holding/use-focus-kept.ts",
  "ui/LockHint.tsx",
  "ui/Menu.tsx",
  "ui/SelectField.tsx",
].map((file) => join(source, file));
const needs = "\0virtual:needs";
const forms = /\/panel\/src\/form\//;
const everyPage = /node_modules\/(?:react|react-dom|scheduler|@lingui|@tanstack\/(?:react-)?query[^/]*)\//;
/** Of those, what lists and dashboard do without: it goes with the pages that use it. */
export const lateQueryFiles = [
  "react-query/build/modern/useQueries.js",
  "react-query/build/modern/useMutation.js",
  "query-core/build/modern/queriesObserver.js",
  "query-core/build/modern/mutationObserver.js",
] as const;
const isLate = (id: string) => lateQueryFiles.some((file) => id.endsWith(`/node_modules/@tanstack/${file}`));
/** One module that names every icon of the set: who imports one would seem to import all that any page draws. */
const everyIcon = /@tabler\/icons-react\/dist\/esm\/(?:tabler-icons-react|icons\/index)\.mjs$/;
const iconNames = /\bIcon[A-Z]\w*/g;
const router =
  /node_modules\/(?:@tanstack\/(?:history|(?:react-)?router[^/]*|(?:react-)?store)|use-sync-external-store)\//;

const iconOf = (id: string) => /\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];

/** Everything that an entry imports statically, itself included, icons by their names; walked once for each build's graph. */
function reachable(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || everyIcon.test(id)) continue;
    reached.add(id);
    const { importedIds = [], code = "" } = graph.getModuleInfo(id) ?? {};
    waiting.push(...importedIds);
    if (importedIds.some((imported) => everyIcon.test(imported)))
      for (const icon of code?.match(iconNames) ?? []) reached.add(icon);
  }
  return reached;
}
const holds = (reached: ReadonlySet<string>, id: string) => reached.has(iconOf(id) ?? id);

type Reach = Record<keyof typeof entries, ReadonlySet<string>>;
const reaches = new WeakMap<Graph["getModuleInfo"], Reach>();
function reachOf(graph: Graph): Reach {
  const known = reaches.get(graph.getModuleInfo);
  if (known) return known;
  const { page, login, panel, lists } = entries;
  const reach = {
    page: reachable(graph, page),
    login: reachable(graph, login),
    panel: reachable(graph, panel),
    lists: reachable(graph, lists),
  };
  reaches.set(graph.getModuleInfo, reach);
  return reach;
}

const isEntry = (id: string) => Object.values(entries).includes(id);

/**
 * The first loads in a few files in place of a dozen, which on a slow line cost a round trip each and compress worse: the
 * libraries of every page, unchanged from release to release; what the static login page shares with the panel; what the
 * login application shares with it; the rest of what the panel imports statically; what the lists add to it. What one other
 * page alone needs stays with it.
 * A group takes what its modules import along, so the smaller ones come first.
 */
export const chunkGroups = [
  { name: "vendor", test: (id: string) => everyPage.test(id) && !isLate(id), priority: 6 },
  { name: "router", test: router, priority: 5 },
  group("page", 3, (id, { page }) => (holds(page, id) && !loginOnly.test(id)) || preloadHelper.test(id)),
  group("shared", 2, (id, { login, panel }) => holds(login, id) && holds(panel, id)),
  group("first", 1, (id, { panel }) => holds(panel, id) && (ours.test(id) || iconOf(id) !== undefined)),
  group("lists", 0, (id, { lists }) => holds(lists, id) && ours.test(id)),
  // Each file that pages share is named in the first load: few of them, then, rather than small ones.
  group("holding", 0, (id) => id === needs || holdingFiles.includes(id)),
  group("controls", 0, (id) => controlFiles.includes(id)),
  group("forms", 0, (id, { panel, lists }) => forms.test(id) && !holds(panel, id) && !holds(lists, id)),
  group(
    "icons",
    0,
    (id, { panel, lists }) => iconOf(id) !== undefined && !holds(panel, id) && !holds(lists, id),
  ),
];

function group(name: string, priority: number, has: (id: string, reach: Reach) => boolean) {
  return {
    priority,
    name: (id: string, graph: Graph) =>
      !isEntry(id) && !styles.test(id) && !isLate(id) && has(id, reachOf(graph)) ? name : null,
  };
}
