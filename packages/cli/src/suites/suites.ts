/** The suites of `atrio test`, in the order in which they run: what is quick and tells most comes first. */
export interface Suite {
  readonly name: string;
  /** What must be installed or built before; where it cannot be had the suite fails. */
  readonly needs: readonly ("panel" | "daemons" | "tools" | "browser")[];
  /** Programs of Node, each counted as one test. */
  readonly programs?: readonly (readonly string[])[];
  /** Files for `node --test`, counted test by test. */
  readonly tests?: readonly string[];
  /** How many test files at a time. */
  readonly atOnce?: number;
  /** Module whose globalSetup and globalTeardown frame the suite. */
  readonly setup?: string;
  /** Files below this directory that failed are tried once more, alone (docs/decisions/0024-a-second-try.md). */
  readonly secondTry?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMinutes: number;
}

const tool = (path: string, ...args: readonly string[]): readonly string[] => [
  `node_modules/${path}`,
  ...args,
];

export const suites: readonly Suite[] = [
  {
    name: "types",
    needs: [],
    programs: [
      tool("typescript/bin/tsc", "-p", "tsconfig.json"),
      tool("typescript/bin/tsc", "-p", "packages/panel/tsconfig.json"),
    ],
    timeoutMinutes: 3,
  },
  {
    name: "lint",
    needs: [],
    programs: [tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", ".")],
    timeoutMinutes: 3,
  },
  { name: "format", needs: [], programs: [tool("oxfmt/bin/oxfmt", "--check", ".")], timeoutMinutes: 2 },
  { name: "unused", needs: [], programs: [tool("knip/bin/knip.js")], timeoutMinutes: 2 },
  {
    name: "generated",
    needs: ["daemons"],
    programs: [
      ["packages/contract/tools/print.ts", "--check"],
      ["packages/server/tools/dump-schema.ts", "--check"],
      ["e2e/screens/make.ts", "--check"],
    ],
    timeoutMinutes: 2,
  },
  {
    name: "unit",
    needs: ["panel", "daemons", "tools"],
    tests: ["test/**/*.test.ts", "packages/**/*.test.ts"],
    atOnce: 2,
    timeoutMinutes: 15,
  },
  {
    // The features that ask most of SQL, where Debian's PostgreSQL can't be had.
    name: "postgres18",
    needs: [],
    tests: [
      "packages/server/src/features/{company,dns,domain,mailbox,permission,redirection,service,subdomain}/**/*.test.ts",
    ],
    atOnce: 2,
    environment: { ATRIO_TEST_POSTGRES: "npm" },
    timeoutMinutes: 10,
  },
  {
    name: "conformance",
    needs: ["panel", "daemons", "tools"],
    tests: ["conformance/*.test.ts", "conformance/{dns,registry}/*.test.ts"],
    atOnce: 2,
    timeoutMinutes: 20,
  },
  {
    // On two installations that its files share.
    name: "conformance-shared",
    needs: ["panel", "daemons", "tools"],
    tests: ["conformance/{mail,web}/*.test.ts"],
    setup: "conformance/mail/setup.ts",
    atOnce: 2,
    secondTry: "conformance/web",
    timeoutMinutes: 20,
  },
  {
    name: "browser",
    needs: ["panel", "daemons", "tools", "browser"],
    tests: ["e2e/*.e2e.ts"],
    setup: "e2e/setup.ts",
    atOnce: 2,
    secondTry: "e2e",
    environment: { ATRIO_E2E_PRODUCTS: "2" },
    timeoutMinutes: 40,
  },
  {
    // What measures time.
    name: "browser-alone",
    needs: ["panel", "daemons", "tools", "browser"],
    tests: ["e2e/alone/*.e2e.ts"],
    setup: "e2e/setup.ts",
    atOnce: 1,
    timeoutMinutes: 8,
  },
];
