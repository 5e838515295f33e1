/** What holds for one file: the settings of all folders on the way to it, then those of the sections that name it. */
import directives from "./htaccess-directives.js";
import rewriting from "./htaccess-rewrite.js";
import text from "./htaccess-text.js";

const single = [
  "index",
  "slash",
  "fallback",
  "indexes",
  "php",
  "closedFiles",
  "forced",
  "charset",
  "expires",
  "expiresDefault",
];
const tables = ["auth", "errors", "types", "encodings", "charsets", "expiresTypes"];

/** Inner folders win; conditions of access and rules of rewriting replace those of outer folders as a whole. */
function merge(settings, layer) {
  for (let i = 0; i < single.length; i++)
    if (layer[single[i]] !== undefined) settings[single[i]] = layer[single[i]];
  for (let i = 0; i < tables.length; i++) {
    const table = layer[tables[i]];
    const names = Object.keys(table);
    for (let k = 0; k < names.length; k++) settings[tables[i]][names[k]] = table[names[k]];
  }
  if (layer.closed) settings.closed = true;
  if (layer.require.length > 0) settings.require = layer.require;
  if (layer.compat.length > 0) settings.compat = layer.compat;
  if (layer.satisfy) settings.satisfy = layer.satisfy;
  settings.headers = settings.headers.concat(layer.headers);
  settings.redirects = layer.redirects.concat(settings.redirects);
  settings.environment = settings.environment.concat(layer.environment);
  settings.environmentIf = settings.environmentIf.concat(layer.environmentIf);
}

function mergeRewrite(outer, inner, folder) {
  const engine = inner.engine === undefined && outer ? outer.engine : inner.engine;
  let rules = inner.rules;
  if (outer && inner.inherit === "after") rules = rules.concat(outer.rules);
  if (outer && inner.inherit === "before") rules = outer.rules.concat(rules);
  return { engine: engine === true, base: inner.base, prefix: folder, rules: rules };
}

/** `files` are the parsed files of the folders, outermost first; `name` is the last part of the path. */
function settle(files, name, request) {
  const settings = directives.layer(undefined);
  for (let i = 0; i < files.length; i++) {
    merge(settings, files[i].main);
    if (files[i].main.rewrite)
      settings.rewrite = mergeRewrite(settings.rewrite, files[i].main.rewrite, files[i].folder);
  }
  for (let i = 0; i < files.length; i++) {
    for (let k = 0; k < files[i].sections.length; k++) {
      const layer = files[i].sections[k];
      directives.fileExpression(layer.files);
      if (name !== "" && rewriting.match(request, layer.files, "", name)) merge(settings, layer);
    }
  }
  return settings;
}

function attribute(request, name) {
  const known = {
    request_uri: request.path,
    remote_addr: request.remoteAddress,
    remote_host: request.remoteAddress,
    server_addr: request.serverAddress,
    request_method: request.method,
    request_protocol: request.protocol,
    query_string: request.args,
  }[name.toLowerCase()];
  if (known !== undefined) return known;
  return request.env[name] === undefined ? request.header(name) : request.env[name];
}

/** SetEnvIf. */
function environmentIf(settings, request) {
  for (let i = 0; i < settings.environmentIf.length; i++) {
    const rule = settings.environmentIf[i];
    const found = rewriting.match(request, rule, rule.source, attribute(request, rule.of));
    if (!found) continue;
    for (let k = 0; k < rule.sets.length; k++) {
      const word = rule.sets[k];
      const cut = word.indexOf("=");
      if (word[0] === "!") delete request.env[word.slice(1)];
      else if (cut < 0) request.env[word] = "1";
      else
        request.env[word.slice(0, cut)] = text.fill(
          word.slice(cut + 1),
          /\$(\d)/g,
          (all, n) => found[n] || "",
        );
    }
  }
}

/** SetEnv, after rewriting, as in Apache. */
function environment(settings, request) {
  for (let i = 0; i < settings.environment.length; i++) {
    const entry = settings.environment[i];
    if (entry.value === undefined) delete request.env[entry.name];
    else request.env[entry.name] = entry.value;
  }
}

export default { environment, environmentIf, settle };
