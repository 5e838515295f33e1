/** What a request comes to under the .htaccess files of its site: Apache's phases, one address after the other. */
import access from "./htaccess-access.js";
import rewriting from "./htaccess-rewrite.js";
import settling from "./htaccess-settings.js";
import text from "./htaccess-text.js";

/** As the server's own for sites without any rules. */
const indexes = ["index.html", "index.htm", "index.php"];
/** Of what a name of these ends in the source is never given out. */
const program = /\.(php\d?|phtml|phar|phps|pht)$/i;

/** The part of a path that is there, up to its first part that is not: Apache's REQUEST_FILENAME, and what follows as PATH_INFO. */
function walk(request, site) {
  const path = request.path;
  let kind = site.kind(path);
  request.file = path;
  request.info = "";
  if (kind === "") {
    const parts = path.split("/");
    let at = "";
    for (let i = 1; i < parts.length; i++) {
      const next = at + "/" + parts[i];
      kind = i === parts.length - 1 ? "" : site.kind(next);
      if (kind === "folder") at = next;
      else {
        request.file = next;
        request.info = path.slice(next.length);
        break;
      }
    }
  }
  request.kind = kind;
}

/** The files of rules that concern a path, outermost first; a number where they cannot be read or understood. */
function rulesFor(request, site) {
  const parts = request.path.split("/");
  const found = [];
  let folder = "";
  for (let i = 0; i < parts.length - 1 && i <= site.deepest; i++) {
    folder += parts[i] + "/";
    const file = site.rules(folder);
    if (file === null) continue;
    if (file === false) return 403;
    file.folder = folder;
    if (file.broken) {
      site.complain(folder, file.broken);
      return 500;
    }
    found.push(file);
  }
  return parts.length - 2 > site.deepest ? 404 : found;
}

/** Redirect and RedirectMatch. */
function redirected(settings, request, site) {
  for (let i = 0; i < settings.redirects.length; i++) {
    const rule = settings.redirects[i];
    let to;
    if (rule.match) {
      const found = rewriting.match(request, rule, rule.from, request.path);
      if (found) to = rewriting.expand(request, site, rule.to.replace(/%/g, "\\%"), found, undefined, false);
    } else {
      const from = rule.from.replace(/\/+$/, "");
      const rest = request.path.slice(from.length);
      if (
        request.path.indexOf(from) === 0 &&
        (rest === "" || rest[0] === "/" || rule.from.slice(-1) === "/")
      ) {
        to = rule.to + text.escape(rule.from.slice(-1) === "/" ? rest.slice(1) : rest, false);
      }
    }
    if (to === undefined) continue;
    if (rule.status < 300 || rule.status > 399) return { kind: "error", status: rule.status };
    if (to[0] === "/") to = request.scheme + "://" + request.hostHeader + to;
    if (request.args !== "" && to.indexOf("?") < 0) to += "?" + request.args;
    return { kind: "redirect", status: rule.status, url: text.escape(to, true) };
  }
  return undefined;
}

/** A folder: the slash at its end, its index, its list. */
function folder(settings, request, site, files) {
  if (request.path.slice(-1) !== "/") {
    if (settings.slash === false) return { kind: "error", status: 403 };
    const query = request.args === "" ? "" : "?" + text.escape(request.args, true);
    return {
      kind: "redirect",
      status: 301,
      url: request.scheme + "://" + request.hostHeader + text.escape(request.path, false) + "/" + query,
    };
  }
  const names = settings.index || indexes;
  for (let i = 0; i < names.length; i++) {
    const path = text.clean(names[i][0] === "/" ? names[i] : request.path + names[i].split("?")[0]);
    if (!path || site.kind(path) !== "file") continue;
    if (path.lastIndexOf("/") !== request.path.length - 1 || path.indexOf(request.path) !== 0)
      return { kind: "again", path: path };
    request.file = path;
    request.info = "";
    const own = settling.settle(files, names[i], request);
    const status = access.check(own, request, site);
    if (status !== 0) return { kind: "error", status: status };
    request.path = path;
    return file(own, request);
  }
  if (settings.fallback) return { kind: "again", path: settings.fallback };
  return settings.indexes ? { kind: "list" } : { kind: "error", status: 403 };
}

function file(settings, request) {
  const name = request.file.slice(request.file.lastIndexOf("/") + 1);
  const extensions = name.toLowerCase().split(".").slice(1);
  if (/[^/]\.php$/.test(request.file)) {
    return settings.php === false ? { kind: "error", status: 403 } : { kind: "php", settings: settings };
  }
  const closed =
    settings.closedFiles || extensions.some((extension) => settings.types[extension] === "closed");
  if (closed || program.test(name)) return { kind: "error", status: 403 };
  if (request.info !== "") return { kind: "error", status: 404 };
  return { kind: "file", settings: settings };
}

/** One address: what it comes to, or `again` with the next one. */
function pass(request, site, files) {
  walk(request, site);
  const bare = request.kind === "folder" ? request.file.replace(/\/$/, "") : request.file;
  const settings = settling.settle(files, bare.slice(bare.lastIndexOf("/") + 1), request);
  request.settings = settings;
  if (/\/\.(?!well-known(\/|$))/.test(request.path)) return { kind: "error", status: 403 };
  settling.environmentIf(settings, request);
  const status = access.check(settings, request, site);
  if (status !== 0) return { kind: "error", status: status };
  const rewrite = settings.rewrite;
  let turned = { status: 0, path: "", url: "", args: request.args, end: false, type: "" };
  if (rewrite && rewrite.engine && !request.ended && request.path.indexOf(rewrite.prefix) === 0)
    turned = rewriting.run(rewrite, request, site);
  if (turned.status >= 300 && turned.status < 400)
    return { kind: "redirect", status: turned.status, url: turned.url };
  if (turned.status !== 0) return { kind: "error", status: turned.status };
  const other = redirected(settings, request, site);
  if (other) return other;
  request.args = turned.args;
  if (turned.type) request.type = turned.type;
  settling.environment(settings, request);
  if (turned.end) request.ended = true;
  if (turned.path !== "" && turned.path !== request.path) return { kind: "again", path: turned.path };
  if (request.kind === "folder") return folder(settings, request, site, files);
  if (request.kind === "file") return file(settings, request);
  if (settings.fallback && settings.fallback !== request.path)
    return { kind: "again", path: settings.fallback };
  return { kind: "error", status: 404 };
}

/** What an internal redirect leaves of the environment. */
function carried(env, status) {
  const next = {};
  const names = Object.keys(env);
  for (let i = 0; i < names.length; i++) next["REDIRECT_" + names[i]] = env[names[i]];
  next.REDIRECT_STATUS = String(status);
  return next;
}

function follow(request, site) {
  for (let passes = 0; passes <= 10; passes++) {
    const files = rulesFor(request, site);
    const outcome = typeof files === "number" ? { kind: "error", status: files } : pass(request, site, files);
    if (outcome.kind !== "again") return outcome;
    const path = text.clean(outcome.path[0] === "/" ? outcome.path : "/" + outcome.path);
    if (path === undefined) return { kind: "error", status: 400 };
    request.env = carried(request.env, 200);
    request.path = path;
  }
  return { kind: "error", status: 500 };
}

/** A page of the customer's for an error; without one the server's own. */
function explained(outcome, request, site) {
  const settings = request.settings;
  const document =
    settings && outcome.status !== 401 ? settings.errors[outcome.status] : settings && settings.errors["401"];
  if (!document) return outcome;
  if (/^https?:\/\//i.test(document)) {
    return outcome.status === 401
      ? outcome
      : { kind: "redirect", status: 302, url: text.escape(document, true) };
  }
  if (document[0] !== "/") return { kind: "error", status: outcome.status, text: document.replace(/^"/, "") };
  if (request.method !== "GET" && request.method !== "HEAD") return outcome;
  const mark = (document + "?").indexOf("?");
  const path = text.clean(document.slice(0, mark));
  if (path === undefined) return outcome;
  request.env = carried(request.env, outcome.status);
  request.ended = false;
  request.path = path;
  request.args = document.slice(mark + 1);
  const page = follow(request, site);
  if (page.kind !== "file" && page.kind !== "php") return outcome;
  page.status = outcome.status;
  return page;
}

/**
 * `request` is what was asked; `site` knows the files: root, deepest, kind(path), is(file, test), rules(folder), login(auth),
 * complain(folder, line). Where rules() or login() must ask first, they throw, and all begins anew when the answer is there.
 */
function decide(request, site) {
  let outcome = follow(request, site);
  if (outcome.kind === "error") outcome = explained(outcome, request, site);
  if (!outcome.settings) outcome.settings = request.settings;
  return outcome;
}

export default { decide };
