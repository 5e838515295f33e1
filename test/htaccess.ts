/** A site that exists on paper only: its files, and what a request to it comes to. */
import deciding, { type Request } from "../stack/web/htaccess-decide.js";
import text from "../stack/web/htaccess-text.js";
import parsing from "../stack/web/htaccess-parse.js";

export interface Asked {
  readonly method?: string;
  readonly scheme?: string;
  readonly host?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly user?: { name: string; groups: readonly string[] } | null;
}

/** Decides as nginx would, in one line: "php /index.php?a=1", "301 https://…", "403". `files` are those of the site by their paths. */
export function decide(files: Readonly<Record<string, string>>, address: string, asked: Asked = {}): string {
  const [path = "", args = ""] = address.split("?");
  const headers = Object.fromEntries(
    Object.entries(asked.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const kind = (name: string) => {
    if (name in files) return "file" as const;
    const folder = name.endsWith("/") ? name : `${name}/`;
    return Object.keys(files).some((file) => file.startsWith(folder)) ? "folder" : ("" as const);
  };
  const request: Request = {
    method: asked.method ?? "GET",
    path: text.inner(Buffer.from(decodeURIComponent(path))),
    args,
    uri: address,
    scheme: asked.scheme ?? "http",
    host: asked.host ?? "example.test",
    hostHeader: asked.host ?? "example.test",
    remoteAddress: asked.address ?? "192.0.2.1",
    serverAddress: "127.0.0.1",
    port: "80",
    protocol: "HTTP/1.1",
    until: Infinity,
    header: (name) => headers[name.toLowerCase()] ?? "",
    env: {},
    user: "",
    type: "",
    ended: false,
  };
  const root = "/home/www";
  const outcome = deciding.decide(request, {
    root,
    deepest: 31,
    kind,
    is: (file, test) => {
      if (!file.startsWith(root)) return false;
      const found = kind(file.slice(root.length));
      if (test === "-d") return found === "folder";
      return found === "file" && (test !== "-s" || files[file.slice(root.length)] !== "");
    },
    rules: (folder) => {
      const source = files[`${folder}.htaccess`];
      return source === undefined ? null : parsing.parse(text.innerLines(Buffer.from(source)));
    },
    login: () => asked.user ?? null,
    complain: () => undefined,
  });
  if (outcome.kind === "redirect") return `${outcome.status} ${outcome.url}`;
  if (outcome.kind === "error")
    return [outcome.status, outcome.text].filter((part) => part !== undefined).join(" ");
  const where = Buffer.from(
    text.outer(request.path + (request.args === "" ? "" : `?${request.args}`)),
  ).toString();
  return `${outcome.status ? `${outcome.status} ` : ""}${outcome.kind} ${where}`;
}
