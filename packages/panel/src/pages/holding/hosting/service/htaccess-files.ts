import type { HtaccessProblem, SubdomainEntry } from "@atrio/contract";

type Site = Pick<SubdomainEntry, "referencePunycode" | "directorio">;

export interface HtaccessFile {
  readonly file: string;
  /** The hosts of the sites it is for, in A-labels. */
  readonly hosts: readonly string[];
  readonly problems: readonly HtaccessProblem[];
}

const within = (folder: string): string => (folder.endsWith("/") ? folder : `${folder}/`);

/** By file, with the sites whose folder is the nearest above it. */
export function filesOf(problems: readonly HtaccessProblem[], sites: readonly Site[]): HtaccessFile[] {
  return [...Map.groupBy(problems, ({ file }) => file)].map(([file, ofFile]) => {
    const above = sites.filter(({ directorio }) => file.startsWith(within(directorio)));
    const nearest = Math.max(...above.map(({ directorio }) => within(directorio).length));
    return {
      file,
      hosts: above
        .filter(({ directorio }) => within(directorio).length === nearest)
        .map(({ referencePunycode }) => referencePunycode),
      problems: ofFile,
    };
  });
}
