import type { Rules } from "./htaccess-parse.js";

export interface Request {
  readonly method: string;
  path: string;
  args: string;
  readonly uri: string;
  readonly scheme: string;
  readonly host: string;
  readonly hostHeader: string;
  readonly remoteAddress: string;
  readonly serverAddress: string;
  readonly port: string;
  readonly protocol: string;
  readonly until: number;
  header(name: string): string;
  info?: string;
  env: Record<string, string>;
  user: string;
  type: string;
  ended: boolean;
}
export interface Site {
  readonly root: string;
  readonly deepest: number;
  kind(path: string): "file" | "folder" | "";
  is(file: string, test: string): boolean;
  rules(folder: string): Rules | null | false;
  login(auth: { users: string }): { name: string; groups: readonly string[] } | null;
  complain(folder: string, line: number): void;
}
export interface Outcome {
  readonly kind: "file" | "php" | "list" | "redirect" | "error";
  readonly status?: number;
  readonly url?: string;
  readonly text?: string;
}
declare const deciding: { decide(request: Request, site: Site): Outcome };
export default deciding;
