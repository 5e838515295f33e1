/** What the bundler tells of a module; `importers` are static, what `import()` reaches is not among them. */
interface Graph {
  getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

const ours = /\/panel\/src\/|^\0virtual:/;
const entry = /\/panel\/src\/main\.tsx$/;
const everyPage = /node_modules\/(?:react|react-dom|scheduler|@tanstack|@lingui|use-sync-external-store)\//;

function isImportedFrom(id: string, graph: Graph, visited: Set<string>): boolean {
  if (entry.test(id)) return true;
  if (visited.has(id) || !ours.test(id)) return false;
  visited.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isImportedFrom(importer, graph, visited),
  );
}

const isFirst = (id: string, graph: Graph): boolean =>
  !entry.test(id) && isImportedFrom(id, graph, new Set());

/**
 * The first load in three files in place of a dozen, which on a slow line cost a round trip each and compress worse: the
 * libraries of every page, unchanged from release to release; what our own entry imports statically; the entry.
 */
export const firstLoadGroups = [
  { name: "vendor", test: everyPage, priority: 2 },
  { name: (id: string, graph: Graph) => (isFirst(id, graph) ? "first" : null), priority: 1 },
];
