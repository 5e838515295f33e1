/** nginx's side of .htaccess files (njs): finds them, has them decide, and hands the request to a file, to PHP or to an answer. */
import fs from "fs";
import answering from "./htaccess-answer.js";
import deciding from "./htaccess-decide.js";
import parsing from "./htaccess-parse.js";
import rewriteRule from "./htaccess-rewrite-rule.js";
import text from "./htaccess-text.js";

/** Folders below the site's own that are looked at; what lies deeper is not served where there are rules. */
const deepest = 31;
/** Bytes of a file of rules; nginx buffers no more (subrequest_output_buffer_size). */
const biggest = 16384;
const quiet = { throwIfNoEntry: false };
/** A request has this long for its rules, and a site that took longer is closed for so many seconds: nginx serves others meanwhile. */
const timeMs = 250;
const pauseMs = 10000;

/** An entry of the disk, or why it cannot be looked at. */
function look(path, link) {
  try {
    const name = text.outer(path);
    return { entry: link ? fs.lstatSync(name, quiet) : fs.statSync(name, quiet), failure: "" };
  } catch (e) {
    return { entry: undefined, failure: e.code };
  }
}

/**
 * What may not be looked at counts as found: it is refused when it cannot be read. No folder on the way, or none so long: nothing; and
 * nor is a pipe or a device, as for nginx itself.
 */
function there(path) {
  const found = look(path, true);
  const entry = found.entry;
  if (entry) return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
  return ["", "ENOTDIR", "ENAMETOOLONG"].indexOf(found.failure) < 0;
}

/** null: there is none; false: it is nothing that is read; undefined: it must be read. */
function readable(path) {
  if (!there(path)) return null;
  const entry = look(path, true).entry;
  if (entry && entry.isFile()) return entry.size > biggest ? false : undefined;
  return entry && entry.isSymbolicLink() ? undefined : false;
}

/** For each request: which folders on its way have rules; empty where none has any. */
function found(r) {
  // refused where it is decided
  if (text.isTooLong(r.rawVariables.uri)) return "1";
  const uri = text.inner(r.rawVariables.uri);
  if (uri.startsWith("/.well-known/acme-challenge/") || uri.startsWith("/.atrio/")) return "";
  let folder = text.inner(r.rawVariables.document_root);
  const parts = uri.split("/");
  for (let i = 0; i < parts.length - 1; i++) {
    if (i > deepest) return "1";
    if (i > 0) folder += "/" + parts[i];
    if (there(folder + "/.htaccess")) return "1";
  }
  return "";
}

const kindOf = (entry) => (!entry ? "" : entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "");

/** What the rules may know and read of the service: only what its owner's account owns. */
function siteOf(r, known) {
  const home = text.inner(r.rawVariables.home);
  const root = text.inner(r.rawVariables.document_root);
  const owner = fs.lstatSync(text.outer(home)).uid;
  const stat = (path, link) => {
    const entry = look(path, link).entry;
    return entry && entry.uid === owner ? entry : undefined;
  };
  return {
    root: "/home" + root.slice(home.length),
    deepest: deepest,
    kind: (path) => kindOf(stat(root + path, false)),
    has: (folder) => there(root + folder + ".htaccess"),
    is: (file, test) => {
      const path = file.indexOf("/home/") === 0 ? text.clean(file.slice(5)) : undefined;
      if (path === undefined) return false;
      const link = "-l-L-h".indexOf(test) >= 0;
      const entry = stat(home + path, link);
      if (!entry) return false;
      if (link) return entry.isSymbolicLink();
      if (test === "-d") return entry.isDirectory();
      return entry.isFile() && (test !== "-s" || entry.size > 0);
    },
    complain: (folder, line) => r.error(".htaccess of " + folder + " is not understood, line " + line),
    rules: (folder) => {
      if (known[folder] === undefined) known[folder] = readable(root + folder + ".htaccess");
      if (known[folder] === undefined) throw { need: folder };
      return known[folder];
    },
    login: (auth) => {
      if (!r.headersIn.Authorization) return { name: "", groups: [] };
      if (known.login === undefined) throw { need: "login", auth: auth };
      return known.login;
    },
  };
}

function requestOf(r, until) {
  const v = r.rawVariables;
  const of = (name) => text.inner(v[name]);
  const headers = {};
  const header = (name) => {
    if (headers[name] === undefined) headers[name] = of(name);
    return headers[name];
  };
  return {
    method: r.method,
    path: of("uri"),
    args: of("args"),
    uri: of("request_uri"),
    scheme: of("scheme"),
    host: of("host"),
    until: until,
    hostHeader: of("http_host") || of("host"),
    remoteAddress: of("remote_addr"),
    serverAddress: of("server_addr"),
    port: of("server_port"),
    protocol: of("server_protocol"),
    header: (name) => (/^[\w-]+$/.test(name) ? header("http_" + name.toLowerCase().replace(/-/g, "_")) : ""),
    env: {},
    user: "",
    type: "",
    ended: false,
    settings: undefined,
  };
}

function environmentOf(env) {
  return rewriteRule.given
    .map((name) => ({ name: name, value: env[name] === undefined ? env["REDIRECT_" + name] : env[name] }))
    .filter((entry) => entry.value !== undefined)
    .map((entry) => entry.name + "=" + entry.value.replace(/[\r\n]/g, " ") + "\n")
    .join("");
}

function finish(r, request, outcome) {
  const v = r.variables;
  const answer = answering.prepare(outcome, request);
  if (outcome.kind === "file" || outcome.kind === "php" || outcome.kind === "list") {
    const place = text.outer(request.path);
    // nginx takes it as it is
    if (/\/\.\.(\/|$)|\x7f00/.test(text.inner(Buffer.from(place)))) return r.return(400);
    v.htaccess_uri = place;
    v.htaccess_args = text.outer(request.args);
    v.htaccess_answer = JSON.stringify(answer);
    v.htaccess_environment = text.outer(environmentOf(request.env));
    v.htaccess_user = text.outer(request.user);
    v.htaccess_path_info = text.outer(request.info);
    const plain = outcome.kind !== "list" && !answering.changes(answer);
    v.htaccess_place = "@htaccess_" + outcome.kind + (plain ? "" : "_headers");
    v.htaccess_status = String(outcome.status || "");
    return r.internalRedirect(outcome.status ? "@htaccess_document" : v.htaccess_place);
  }
  if (outcome.status === 401) {
    const name = text.printable(request.settings.auth.name).replace(/["\\]/g, "\\$&");
    r.headersOut["WWW-Authenticate"] = text.outer('Basic realm="' + name + '", charset="UTF-8"');
  }
  answering.apply(answer, r.headersOut, true);
  if (outcome.kind === "redirect") return r.return(outcome.status, outcome.url);
  if (!outcome.text) return r.return(outcome.status);
  r.headersOut["Content-Type"] = "text/html; charset=utf-8";
  return r.return(outcome.status, text.outer(outcome.text));
}

function failed(r, e) {
  // only what took time for real closes the site for a while: PCRE2's own limit ends a pattern after 2 ms, whoever asks for it
  if (e.message === "time limit") fs.writeFileSync(r.variables.htaccess_slow, "");
  r.error(".htaccess: " + e.message);
  r.return(/limit/.test(e.message) ? 503 : e.message.startsWith("torn") ? 400 : 500);
}

/** A file by its path as PHP sees it, or below the service's home. */
const inHome = (file) => (file ? text.clean(file[0] === "/" ? file : "/home/" + file) || "" : "");

const userOf = (told) => ({
  name: text.inner(Buffer.from(told.name)),
  groups: told.groups.map((group) => text.inner(Buffer.from(group))),
});

/** Finds out what the rules need to know, then begins anew. */
function learn(r, need, known, until) {
  if (need.need === "login") {
    r.variables.htaccess_users = text.outer(inHome(need.auth.users));
    r.variables.htaccess_groups = text.outer(inHome(need.auth.groups));
    r.subrequest("/.atrio/password", (reply) => {
      known.login = reply.status === 200 ? userOf(JSON.parse(reply.responseText)) : null;
      attempt(r, known, until);
    });
    return;
  }
  // read by nginx itself: it follows no link to what is another's and waits for no pipe
  r.subrequest("/.atrio/htaccess" + text.escape(need.need, false) + ".htaccess", (reply) => {
    try {
      known[need.need] = rulesOf(r, reply, need.need, until);
    } catch (e) {
      failed(r, e);
      return;
    }
    attempt(r, known, until);
  });
}

function rulesOf(r, reply, folder, until) {
  if (reply.status === 200) return parsing.parse(text.innerLines(reply.responseBuffer), undefined, until);
  if (reply.status !== 404) return false;
  return there(text.inner(r.rawVariables.document_root) + folder + ".htaccess") ? false : null;
}

function attempt(r, known, until) {
  let need;
  try {
    const request = requestOf(r, until);
    finish(r, request, deciding.decide(request, siteOf(r, known)));
  } catch (e) {
    need = e;
  }
  if (need === undefined) return;
  if (need.need) learn(r, need, known, until);
  else failed(r, need);
}

function decide(r) {
  const marked = fs.statSync(r.variables.htaccess_slow, quiet);
  const v = r.rawVariables;
  if (text.isTooLong(v.uri) || text.isTooLong(v.request_uri)) r.return(414);
  else if (marked && Date.now() - marked.mtimeMs < pauseMs) r.return(503);
  else attempt(r, {}, Date.now() + timeMs);
}

function headers(r) {
  const state = r.variables.htaccess_answer;
  if (!state) return;
  const answer = JSON.parse(state);
  try {
    answering.apply(answer, r.headersOut, false);
  } catch (e) {
    r.error(".htaccess: " + e.message);
  }
}

/** The status that belongs to a customer's page for an error: nginx keeps it beside the page. */
function document(r) {
  r.return(Number(r.variables.htaccess_status));
}

export default { decide, document, found, headers };
