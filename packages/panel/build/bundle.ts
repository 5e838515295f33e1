import type { Rolldown } from "vite";

export type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const isChunk = (output: Rolldown.OutputAsset | Chunk): output is Chunk => output.type === "chunk";
const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter(isChunk);

/** The chunk that `import()` of a source file, or an entry, comes to. */
export function chunkOf(bundle: Bundle, source: RegExp): Chunk {
  const found = chunksOf(bundle).find(({ facadeModuleId }) => source.test(facadeModuleId ?? ""));
  if (!found) throw new Error(`No chunk is made of ${source.source}.`);
  return found;
}

/** The files that a browser needs to run these chunks: themselves, what they import statically, and their style sheets. */
export function filesOf(bundle: Bundle, chunks: readonly Chunk[]): string[] {
  const files = new Set<string>();
  const visit = (chunk: Chunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) {
      const output = bundle[imported];
      if (output?.type === "chunk") visit(output);
    }
  };
  for (const chunk of chunks) visit(chunk);
  return [...files];
}
