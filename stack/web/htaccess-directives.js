/** What each directive says, put into a layer: the settings of a folder, or of some files in it. Each returns why it is not honoured. */
import contents from "./htaccess-contents.js";
import rewrite from "./htaccess-rewrite-rule.js";
import text from "./htaccess-text.js";

/** After these a file cannot be understood at all: its folder answers 500, as with Apache. */
const breaking = ["syntax", "pattern", "closed", "negative", "long"];

function layer(files) {
  return {
    files: files,
    closed: false,
    require: [],
    compat: [],
    satisfy: "",
    auth: {},
    errors: {},
    headers: [],
    types: {},
    encodings: {},
    charsets: {},
    expiresTypes: {},
    redirects: [],
    environment: [],
    environmentIf: [],
    rewrite: undefined,
  };
}

/** The pattern of what a section of files is called. */
function filePattern(test) {
  return test.match ? test.source : text.glob(test.source);
}
function fileExpression(test) {
  if (!test.expression) test.expression = text.pattern(filePattern(test), false);
  return test.expression;
}

const known = contents.known;
const on = contents.on;

/** Done by the server for every site, or meaningless here and harmless. */
on(
  "fileetag serversignature contentdigest indexoptions addicon addiconbytype addiconbyencoding defaulticon adddescription " +
    "indexorderdefault enablesendfile enablemmap keepalive authbasicauthoritative authmerging addlanguage languagepriority forcelanguagepriority " +
    "defaultlanguage defaulttype allowoverride filterdeclare filterprovider filterchain indexheadinsert",
  0,
  99,
  () => undefined,
);
on("php_value php_admin_value php_admin_flag suphp_configpath", 0, 99, () => "phpSetting");
/** The server compresses by itself; it has no other filters. */
on("setoutputfilter addoutputfilter addoutputfilterbytype", 1, 99, (at, args) =>
  args[0].split(";").every((one) => /^(deflate|brotli_compress|none)$/i.test(one)) ? undefined : "value",
);
on("acceptpathinfo", 1, 1, (at, args) => (/^(on|default)$/i.test(args[0]) ? undefined : "value"));
on("authbasicprovider", 1, 9, (at, args) => (args.every((one) => /^file$/i.test(one)) ? undefined : "value"));
on("action cgimapextension addinputfilter setinputfilter xbithack ssioptions", 0, 99, () => "handler");

// --- who may come in ---------------------------------------------------------------------------------------------------
on("require", 1, 999, (at, args, state) => {
  const negative = args[0].toLowerCase() === "not";
  const words = negative ? args.slice(1) : args;
  const kind = (words[0] || "").toLowerCase();
  const node = { kind: kind, not: negative, of: words.slice(1), methods: state.frame.methods };
  state.frame.require.push(node);
  if (negative && !state.frame.all && state.frame.name !== "requirenone") return "negative";
  if (kind === "all") return /^(granted|denied)$/i.test(node.of[0] || "") ? undefined : "syntax";
  if (kind === "ip") return node.of.length > 0 && node.of.every(text.network) ? undefined : "syntax";
  if (["valid-user", "local", "user", "group", "env", "method"].indexOf(kind) >= 0) return undefined;
  node.kind = "never";
  return "access";
});
on("order", 1, 2, (at, args, state) => {
  const order = args.join("").toLowerCase().replace(/\s/g, "");
  if (["allow,deny", "deny,allow", "mutual-failure"].indexOf(order) < 0) return "syntax";
  at.compat.push({ kind: "order", of: order, methods: state.frame.methods });
  return undefined;
});
on("allow deny", 2, 999, (at, args, state, name) => {
  if (args[0].toLowerCase() !== "from") return "syntax";
  const from = args.slice(1);
  at.compat.push({ kind: name, of: from, methods: state.frame.methods });
  return from.every((one) => /^all$|^env=/i.test(one) || text.network(one)) ? undefined : "access";
});
on("satisfy", 1, 1, (at, args) => {
  at.satisfy = args[0].toLowerCase();
});
on("authtype", 1, 1, (at, args) => {
  at.auth.type = args[0].toLowerCase();
  return at.auth.type === "basic" || at.auth.type === "none" ? undefined : "access";
});
on("authname", 1, 9, (at, args) => {
  at.auth.name = args.join(" ");
});
on("authuserfile", 1, 1, (at, args) => {
  at.auth.users = args[0];
});
on("authgroupfile", 1, 1, (at, args) => {
  at.auth.groups = args[0];
});

// --- redirects, environment, rewriting ---------------------------------------------------------------------------------
const statuses = { permanent: 301, temp: 302, seeother: 303, gone: 410 };
function redirect(at, args, match, fixed, state) {
  const rest = args.slice();
  let status = fixed || 302;
  if (!fixed && (/^[1-5]\d\d$/.test(rest[0]) || statuses[rest[0].toLowerCase()])) {
    const word = rest.shift();
    status = statuses[word.toLowerCase()] || Number(word);
  }
  const leads = status >= 300 && status < 400;
  if (rest.length !== (leads ? 2 : 1) || status < 300) return "syntax";
  if (leads && !/^(https?:\/\/|\/|\$\d)/i.test(rest[1])) return "address";
  if (!match && rest[0][0] !== "/") return "syntax";
  if (match && state.check) state.check(rest[0]);
  at.redirects.push({ match: match, from: rest[0], to: rest[1] || "", status: status });
  return undefined;
}
on("redirect", 1, 3, (at, args, state) => redirect(at, args, false, 0, state));
on("redirectmatch", 1, 3, (at, args, state) => redirect(at, args, true, 0, state));
on("redirectpermanent", 2, 2, (at, args, state) => redirect(at, args, false, 301, state));
on("redirecttemp", 2, 2, (at, args, state) => redirect(at, args, false, 302, state));

on("setenv", 1, 2, (at, args) => {
  at.environment.push({ name: args[0], value: args[1] || "" });
  return rewrite.toPhp(args[0]) ? undefined : "environment";
});
on("unsetenv", 1, 99, (at, args) => {
  args.forEach((name) => at.environment.push({ name: name, value: undefined }));
});
on("setenvif setenvifnocase", 3, 99, (at, args, state, name) => {
  if (state.check) state.check(args[1]);
  at.environmentIf.push({
    of: args[0],
    source: args[1],
    ignoreCase: name === "setenvifnocase",
    sets: args.slice(2),
  });
});

on("browsermatch browsermatchnocase", 2, 99, (at, args, state, name) => {
  if (state.check) state.check(args[0]);
  const ignoreCase = name === "browsermatchnocase";
  at.environmentIf.push({ of: "User-Agent", source: args[0], ignoreCase: ignoreCase, sets: args.slice(1) });
});

on("rewriteengine", 1, 1, (at, args) => {
  rewrite.of(at).engine = /^on$/i.test(args[0]);
});
on("rewritebase", 1, 1, (at, args) => {
  rewrite.of(at).base = args[0].replace(/\/*$/, "/");
  return args[0][0] === "/" ? undefined : "syntax";
});
on("rewriteoptions", 1, 9, (at, args) => {
  rewrite.of(at).inherit = args.some((one) => /^inherit$/i.test(one))
    ? "after"
    : args.some((one) => /^inheritbefore$/i.test(one))
      ? "before"
      : "";
  return args.every((one) => /^inherit(before)?$/i.test(one)) ? undefined : "value";
});
known.rewritecond = { raw: true, least: 2, most: 3, apply: rewrite.condition };
known.rewriterule = { raw: true, least: 2, most: 3, apply: rewrite.rule };

/** Carries out one line; returns why it is not honoured. */
function apply(state, name, rest) {
  const lower = name.toLowerCase();
  const directive = known[lower];
  if (!directive) return "unknown";
  const args = directive.raw ? text.rewriteWords(rest) : text.words(rest);
  if (args.length < directive.least || args.length > directive.most) return "syntax";
  if (directive.raw && state.frame.layer.files) return "section";
  try {
    return directive.apply(state.frame.layer, args, state, lower);
  } catch (e) {
    if (e instanceof SyntaxError) return "pattern";
    throw e;
  }
}

export default { apply, breaking, fileExpression, filePattern, layer };
