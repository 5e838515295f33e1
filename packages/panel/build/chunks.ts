import { join } from "node:path";

/** What the bundler tells of a module; `importedIds` are static, what `import()` reaches is not among them. */
interface Graph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

const source = join(import.meta.dirname, "../src");
const entries = {
  /** The static login page's own script. */
  page: join(source, "login-entry.ts"),
  /** What takes that page over when it is first used. */
  login: join(source, "pages/login/hydrate.tsx"),
  panel: join(source, "main.tsx"),
};

const ours = /\/(?:panel|contract)\/src\/|^\0virtual:/;
const styles = /\.css(?:$|\?)/;
const loginOnly = /\/pages\/login\//;
/** What Vite puts around every `import()`. */
const preloadHelper = /vite\/preload-helper/;
const palette = /^\0virtual:palette/;
const everyPage = /node_modules\/(?:react|react-dom|scheduler|@lingui|@tanstack\/(?:react-)?query[^/]*)\//;
const router = /node_modules\/(?:@tanstack|use-sync-external-store)\//;

/** Everything that an entry imports statically, itself included; walked once for each build's graph. */
function reachable(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

type Reach = Record<keyof typeof entries, ReadonlySet<string>>;
const reaches = new WeakMap<Graph["getModuleInfo"], Reach>();
function reachOf(graph: Graph): Reach {
  const known = reaches.get(graph.getModuleInfo);
  if (known) return known;
  const { page, login, panel } = entries;
  const reach = {
    page: reachable(graph, page),
    login: reachable(graph, login),
    panel: reachable(graph, panel),
  };
  reaches.set(graph.getModuleInfo, reach);
  return reach;
}

const isEntry = (id: string) => Object.values(entries).includes(id);

/**
 * The first loads in a few files in place of a dozen, which on a slow line cost a round trip each and compress worse: the
 * libraries of every page, unchanged from release to release; what the static login page shares with the panel; what the
 * login application shares with it; the rest of what the panel imports statically. What one page alone needs stays with it.
 * A group takes what its modules import along, so the smaller ones come first.
 */
export const chunkGroups = [
  { name: "vendor", test: everyPage, priority: 6 },
  { name: "router", test: router, priority: 5 },
  { name: "palette", test: palette, priority: 4 },
  group("page", 3, (id, { page }) => (page.has(id) && !loginOnly.test(id)) || preloadHelper.test(id)),
  group("shared", 2, (id, { login, panel }) => login.has(id) && panel.has(id)),
  group("first", 1, (id, { panel }) => panel.has(id) && ours.test(id)),
];

function group(name: string, priority: number, has: (id: string, reach: Reach) => boolean) {
  return {
    priority,
    name: (id: string, graph: Graph) =>
      !isEntry(id) && !styles.test(id) && has(id, reachOf(graph)) ? name : null,
  };
}
