/** Who may come in: Require (mod_authz_core), Order, Allow and Deny (mod_access_compat), AuthType Basic. */
import text from "./htaccess-text.js";

const denied = 0;
const granted = 1;
/** Depends on who it is. */
const unknown = 2;
const neutral = 3;

function concerns(methods, method) {
  if (!methods) return true;
  const listed = methods.list.indexOf(method === "HEAD" ? "GET" : method) >= 0;
  return listed !== methods.except;
}

function environmentHas(request, name) {
  return name[0] === "!" ? request.env[name.slice(1)] === undefined : request.env[name] !== undefined;
}

const within = (request, spec) => text.inNetwork(request.remoteAddress, text.network(spec));

/** One Require; `user` is undefined before anybody was asked who he is. */
function one(node, request, user) {
  const of = node.of;
  if (node.kind === "all") return of[0].toLowerCase() === "granted";
  if (node.kind === "ip") return of.some((spec) => within(request, spec));
  if (node.kind === "local") return within(request, "127.0.0.0/8") || within(request, "::1");
  if (node.kind === "env") return of.some((name) => environmentHas(request, name));
  if (node.kind === "method") return of.some((name) => name.toUpperCase() === request.method);
  if (node.kind === "never") return false;
  if (user === undefined) return unknown;
  if (node.kind === "valid-user") return user.name !== "";
  if (node.kind === "user") return user.name !== "" && of.indexOf(user.name) >= 0;
  return of.some((name) => user.groups.indexOf(name) >= 0);
}

function evaluate(node, request, user) {
  let result;
  if (node.kind.indexOf("require") === 0) result = together(node.kind, node.of, request, user);
  else {
    const found = one(node, request, user);
    result = found === unknown ? unknown : found ? granted : denied;
  }
  if (!node.not || result === unknown) return result;
  return result === granted ? denied : neutral;
}

/** <RequireAll>, <RequireAny>, <RequireNone>. */
function together(kind, nodes, request, user) {
  const results = nodes
    .filter((node) => concerns(node.methods, request.method))
    .map((node) => evaluate(node, request, user));
  const has = (result) => results.indexOf(result) >= 0;
  if (kind === "requirenone") return has(granted) ? denied : has(unknown) ? unknown : neutral;
  if (kind === "requireall") {
    if (has(denied)) return denied;
    return has(unknown) ? unknown : has(granted) ? granted : neutral;
  }
  if (has(granted)) return granted;
  return has(unknown) ? unknown : has(denied) ? denied : neutral;
}

function from(entry, request) {
  return entry.of.some((spec) => {
    if (spec.toLowerCase() === "all") return true;
    if (/^env=/i.test(spec)) return environmentHas(request, spec.slice(4));
    return within(request, spec);
  });
}

/** Order, Allow, Deny. */
function compatible(entries, request) {
  const mine = entries.filter((entry) => concerns(entry.methods, request.method));
  if (mine.length === 0) return granted;
  const orders = mine.filter((entry) => entry.kind === "order");
  const order = orders.length > 0 ? orders[orders.length - 1].of : "deny,allow";
  const allowed = mine.some((entry) => entry.kind === "allow" && from(entry, request));
  const refused = mine.some((entry) => entry.kind === "deny" && from(entry, request));
  if (order === "deny,allow") return refused && !allowed ? denied : granted;
  return allowed && !refused ? granted : denied;
}

/** 0: come in; 403; 401: say who you are. Needs `site.login` only where the answer depends on it. */
function check(settings, request, site) {
  if (settings.closed) return 403;
  const hosts = compatible(settings.compat, request);
  const any = settings.satisfy === "any";
  if (hosts === denied && !any) return 403;
  if (hosts === granted && any && settings.compat.length > 0) return 0;
  const nodes = settings.require.filter((node) => concerns(node.methods, request.method));
  if (nodes.length === 0) return hosts === granted ? 0 : 403;
  let result = together("requireany", nodes, request, undefined);
  if (result !== unknown) return result === granted ? 0 : 403;
  const auth = settings.auth;
  // no way to tell who it is: Apache answers 500 here
  if (auth.type !== "basic" || !auth.name || !auth.users) return 500;
  const user = site.login(auth, nodes);
  if (!user) return 500;
  if (user.name !== "") request.user = user.name;
  result = together("requireany", nodes, request, user);
  return result === granted ? 0 : 401;
}

export default { check, environmentHas };
