/** Rewriting in a folder's context, as mod_rewrite does it in its fixup phase; paths are those of addresses, not of the disk. */
import text from "./htaccess-text.js";

function variable(request, site, name) {
  const colon = name.indexOf(":");
  const kind = name.slice(0, colon);
  const rest = name.slice(colon + 1);
  if (kind === "ENV") return request.env[rest] || "";
  if (kind === "HTTP") return request.header(rest);
  if (kind === "LA-U" || kind === "LA-F") return variable(request, site, rest);
  const direct = {
    REQUEST_URI: request.path,
    QUERY_STRING: request.args,
    REQUEST_FILENAME: site.root + request.file,
    SCRIPT_FILENAME: site.root + request.file,
    PATH_INFO: request.info,
    DOCUMENT_ROOT: site.root,
    CONTEXT_DOCUMENT_ROOT: site.root,
    HTTPS: request.scheme === "https" ? "on" : "off",
    REQUEST_SCHEME: request.scheme,
    REQUEST_METHOD: request.method,
    REMOTE_ADDR: request.remoteAddress,
    REMOTE_HOST: request.remoteAddress,
    CONN_REMOTE_ADDR: request.remoteAddress,
    REMOTE_USER: request.user,
    SERVER_PORT: request.port,
    SERVER_NAME: request.host,
    SERVER_PROTOCOL: request.protocol,
    SERVER_ADDR: request.serverAddress,
    THE_REQUEST: request.method + " " + request.uri + " " + request.protocol,
    HTTP_HOST: request.hostHeader,
    SERVER_SOFTWARE: "Apache",
    API_VERSION: "20120211:129",
    IS_SUBREQ: "false",
    HTTP2: request.protocol === "HTTP/2.0" ? "on" : "off",
  }[name];
  if (direct !== undefined) return direct;
  if (name.indexOf("HTTP_") === 0) return request.header(name.slice(5).replace(/_/g, "-"));
  if (name.indexOf("TIME") === 0) {
    const parts = new Date().toISOString().split(/\D/);
    const at = ["_YEAR", "_MON", "_DAY", "_HOUR", "_MIN", "_SEC"].indexOf(name.slice(4));
    if (name === "TIME_WDAY") return String(new Date().getUTCDay());
    return name === "TIME" ? parts.slice(0, 6).join("") : parts[at] || "";
  }
  return "";
}

/** A match within the time that a request has. */
function match(request, of, source, subject) {
  if (Date.now() > request.until) throw Error("time limit");
  if (!of.expression) of.expression = text.pattern(source, of.ignoreCase === true);
  return of.expression.exec(subject);
}

/** Fills in $1, %1, %{NAME}; ${map:key|default} gives the default, as there are no maps. */
function expand(request, site, template, rule, condition, encode) {
  return text.fill(
    template,
    /\\(.)|\$(\d)|%(\d)|%\{([^}]*)\}|\$\{[^}|]*(\|[^}]*)?\}/g,
    (all, literal, ofRule, ofCondition, name, other) => {
      if (literal !== undefined) return literal;
      if (name !== undefined) return variable(request, site, name);
      if (ofRule === undefined && ofCondition === undefined) return (other || "|").slice(1);
      const found = ofRule === undefined ? condition && condition[ofCondition] : rule && rule[ofRule];
      return found ? (encode ? encodeURIComponent(found) : found) : "";
    },
  );
}

function compare(kind, left, right) {
  if (kind === "=") return left === right;
  if (kind === "<") return left < right;
  if (kind === ">") return left > right;
  if (kind === "<=") return left <= right;
  if (kind === ">=") return left >= right;
  const difference = Number(left) - Number(right);
  const wanted = {
    "-eq": difference === 0,
    "-ne": difference !== 0,
    "-lt": difference < 0,
    "-le": difference <= 0,
  };
  return kind in wanted ? wanted[kind] : kind === "-gt" ? difference > 0 : difference >= 0;
}

function holds(request, site, condition, state) {
  if (condition.kind === "never") return false;
  let subject = expand(request, site, condition.test, state.rule, state.condition, false);
  let result;
  if (condition.kind === "match") {
    const found = match(request, condition, condition.value, subject);
    if (found && !condition.not) state.condition = found;
    result = found !== null;
  } else if (/^-[a-zA-Z]$/.test(condition.kind)) {
    result = site.is(condition.kind === "-U" ? site.root + subject : subject, condition.kind);
  } else {
    let value = expand(request, site, condition.value, state.rule, state.condition, false);
    if (condition.ignoreCase) {
      subject = subject.toLowerCase();
      value = value.toLowerCase();
    }
    result = compare(condition.kind, subject, value);
  }
  return result !== condition.not;
}

/** Whether the conditions of a rule hold; [OR] binds neighbours. */
function allHold(request, site, conditions, state) {
  for (let i = 0; i < conditions.length; i++) {
    const result = holds(request, site, conditions[i], state);
    if (!conditions[i].or) {
      if (!result) return false;
    } else if (result) {
      while (i < conditions.length && conditions[i].or) i++;
    } else if (i === conditions.length - 1) return false;
  }
  return true;
}

/** [E=NAME:value], [E=!NAME]. */
function setEnvironment(request, site, sets, state) {
  for (let i = 0; i < sets.length; i++) {
    const colon = sets[i].indexOf(":");
    const name = colon < 0 ? sets[i] : sets[i].slice(0, colon);
    if (name[0] === "!") delete request.env[name.slice(1)];
    else
      request.env[name] =
        colon < 0 ? "" : expand(request, site, sets[i].slice(colon + 1), state.rule, state.condition, false);
  }
}

/** What a rule makes of the address. A question mark from the visitor's own path never begins a query. */
function substitute(request, site, rule, state, at) {
  const mark = rule.to.replace(/%\{[^}]*\}/g, (name) => name.replace(/\?/g, " ")).indexOf("?");
  const path = mark < 0 ? rule.to : rule.to.slice(0, mark);
  let to = expand(request, site, path, state.rule, state.condition, false);
  let query =
    mark < 0
      ? undefined
      : expand(request, site, rule.to.slice(mark + 1), state.rule, state.condition, rule.flags.B);
  if (query === undefined && request.path.indexOf("?") < 0 && to.indexOf("?") >= 0) {
    query = to.slice(to.indexOf("?") + 1);
    to = to.slice(0, to.indexOf("?"));
  }
  if (query !== undefined) {
    at.queryChanged = true;
    if (rule.flags.QSA && request.args !== "")
      query = query === "" ? request.args : query + "&" + request.args;
    at.args = text.bounded(query);
  } else if (rule.flags.QSD) at.args = "";
  const own = request.scheme + "://" + request.hostHeader;
  if (!rule.flags.R && to.toLowerCase().indexOf(own + "/") === 0) to = to.slice(own.length);
  at.url = /^https?:\/\//i.test(to) ? to : "";
  at.relative = at.url === "" && to[0] !== "/";
  if (to === site.root || to.indexOf(site.root + "/") === 0) to = to.slice(site.root.length) || "/";
  at.path = text.bounded(at.relative ? at.prefix + to : to);
}

function local(rewrite, at) {
  return at.relative && rewrite.base ? rewrite.base + at.path.slice(at.prefix.length) : at.path;
}

/** The address that a redirect names. */
function location(request, rewrite, at, keep) {
  const scheme = /^https?:\/\/[^/?#]*/i.exec(at.url);
  const origin = scheme ? scheme[0] : request.scheme + "://" + request.hostHeader;
  const path = scheme ? at.url.slice(origin.length) : local(rewrite, at);
  const url =
    (scheme ? text.escape(origin, true) : origin) +
    (keep ? text.escape(path, true) : text.escape(path.split("#")[0], false));
  return url + (at.args === "" ? "" : "?" + text.escape(at.args, true));
}

/** Runs a folder's rules: a status, a redirect, another path, or nothing. */
function run(rewrite, request, site) {
  const at = {
    path: request.path,
    args: request.args,
    url: "",
    relative: false,
    prefix: rewrite.prefix,
    queryChanged: false,
  };
  const state = { rule: undefined, condition: undefined };
  const result = { status: 0, url: "", path: "", args: "", end: false, type: "" };
  let changed = false;
  let keep = false;
  let within = true;
  for (let i = 0, rounds = 0; i < rewrite.rules.length; i++) {
    const rule = rewrite.rules[i];
    const flags = rule.flags;
    const current = at.url || at.path;
    const subject = within && current.indexOf(at.prefix) === 0 ? current.slice(at.prefix.length) : current;
    let found = null;
    if (!rule.never) {
      if (flags.NC) rule.ignoreCase = true;
      found = match(request, rule, rule.source, subject);
    }
    state.rule = found || undefined;
    request.args = at.args;
    if (rule.never || (found !== null) === rule.not || !allHold(request, site, rule.conditions, state)) {
      while (i < rewrite.rules.length && rewrite.rules[i].flags.C) i++;
      continue;
    }
    setEnvironment(request, site, rule.sets, state);
    if (flags.T) result.type = flags.T;
    if (flags.F || flags.G || (flags.R && Number(flags.R) >= 400)) {
      result.status = flags.F ? 403 : flags.G ? 410 : Number(flags.R);
      return result;
    }
    if (rule.to !== "-") {
      substitute(request, site, rule, state, at);
      within = at.relative;
      changed = true;
    } else if (flags.QSD) at.args = "";
    if (flags.NE) keep = true;
    if (flags.R || at.url)
      result.status = flags.R && flags.R !== true ? Number(flags.R) : result.status || 302;
    if (flags.END) result.end = true;
    if (flags.L || flags.END) break;
    if (flags.N && rounds++ < 10) i = -1;
    else if (flags.N) throw Error("time limit");
    if (flags.S) i += Number(flags.S);
  }
  result.args = at.args;
  if (result.status !== 0) result.url = location(request, rewrite, at, keep);
  else if (changed) result.path = local(rewrite, at);
  return result;
}

export default { expand, match, run };
