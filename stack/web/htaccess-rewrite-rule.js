/** RewriteCond and RewriteRule, read. */

/** Variables that PHP is given where they are set: nginx has no names of parameters that come from a file. */
const given = (
  "APP_ENV APP_DEBUG APPLICATION_ENV ENVIRONMENT CI_ENV WP_ENV SYMFONY_ENV MAGE_MODE MAGE_RUN_CODE MAGE_RUN_TYPE " +
  "TYPO3_CONTEXT HTTP_MOD_REWRITE modHeadersAvailable front_controller_active REDIRECT_BASE"
).split(" ");
/** Whether PHP learns of it, or it is for the server alone. */
function toPhp(name) {
  return (
    given.indexOf(name) >= 0 ||
    /^(HTTP_AUTHORIZATION|no-?(gzip|brotli|cache|vary)|dont-vary|force-|nokeepalive)/i.test(name)
  );
}

function of(at) {
  if (!at.rewrite) at.rewrite = { engine: undefined, base: "", inherit: "", rules: [] };
  return at.rewrite;
}

function flagsOf(word) {
  if (word === undefined) return [];
  const inner = /^\[(.*)\]$/.exec(word);
  return inner
    ? inner[1]
        .split(",")
        .map((flag) => flag.trim())
        .filter((flag) => flag !== "")
    : undefined;
}

/** What htaccess-rewrite.js fills in for %{…}; anything else is empty there. */
const variables = (
  "REQUEST_URI QUERY_STRING REQUEST_FILENAME SCRIPT_FILENAME PATH_INFO DOCUMENT_ROOT CONTEXT_DOCUMENT_ROOT HTTPS REQUEST_SCHEME " +
  "REQUEST_METHOD REMOTE_ADDR REMOTE_HOST CONN_REMOTE_ADDR REMOTE_USER SERVER_PORT SERVER_NAME SERVER_PROTOCOL SERVER_ADDR " +
  "THE_REQUEST HTTP_HOST SERVER_SOFTWARE API_VERSION IS_SUBREQ HTTP2 TIME TIME_YEAR TIME_MON TIME_DAY TIME_HOUR TIME_MIN TIME_SEC TIME_WDAY"
).split(" ");
/** Whether all that a text stands for is known: there are no maps either. */
function isKnown(template) {
  const names = template.match(/%\{[^}]*\}/g) || [];
  return (
    !/\$\{[^}]*\}/.test(template) &&
    names.every((one) => {
      const name = one.slice(2, -1).replace(/^(LA-[UF]:)+/, "");
      return /^(ENV:|HTTP:|HTTP_)/.test(name) || variables.indexOf(name) >= 0;
    })
  );
}

const comparisons = /^(-eq|-ne|-lt|-le|-gt|-ge|<=|>=|<|>|=)\s*/;

function readCondition(args, state) {
  const flags = flagsOf(args[2]);
  if (!flags) return "syntax";
  const has = (name) => flags.some((flag) => name.test(flag));
  const found = {
    test: args[0],
    not: args[1][0] === "!",
    kind: "match",
    value: args[1].replace(/^!/, ""),
    ignoreCase: has(/^(NC|nocase)$/i),
    or: has(/^(OR|ornext)$/i),
    expression: undefined,
  };
  state.conditions.push(found);
  if (/^-[a-zA-Z]$/.test(found.value)) {
    found.kind = found.value;
    if ("-f-F-d-s-l-L-h-U".indexOf(found.value) < 0) found.kind = "never";
    return found.kind === "never" ? "value" : undefined;
  }
  const comparison = comparisons.exec(found.value);
  if (comparison) {
    found.kind = comparison[1];
    found.value = found.value.slice(comparison[0].length).replace(/^"(.*)"$/, "$1");
    return undefined;
  }
  if (found.test === "expr") {
    found.kind = "never";
    found.not = false;
    return "value";
  }
  if (state.check) state.check(found.value);
  return undefined;
}

function condition(at, args, state) {
  return readCondition(args, state) || (isKnown(args[0]) ? undefined : "value");
}

const aliases = {
  last: "L",
  redirect: "R",
  forbidden: "F",
  gone: "G",
  nocase: "NC",
  qsappend: "QSA",
  qsdiscard: "QSD",
  noescape: "NE",
  chain: "C",
  skip: "S",
  next: "N",
  env: "E",
  type: "T",
  passthrough: "PT",
  nosubreq: "NS",
  discardpath: "DPI",
  proxy: "P",
  handler: "H",
  cookie: "CO",
};
const plain = "L R F G NC QSA QSD NE C S N E T B PT NS DPI END QSL BNP UnsafeAllow3F UnsafePrefixStat".split(
  " ",
);

/** Puts one flag into the rule; returns why it is not honoured. */
function flag(rule, word) {
  const cut = word.indexOf("=");
  const name = cut < 0 ? word : word.slice(0, cut);
  const value = cut < 0 ? "" : word.slice(cut + 1);
  const short = aliases[name.toLowerCase()] || (name.toUpperCase() in { END: 1 } ? "END" : name);
  const key = plain.indexOf(short) >= 0 ? short : short.toUpperCase();
  if (key === "P") {
    rule.never = true;
    return "proxy";
  }
  if (plain.indexOf(key) < 0) {
    if (key === "H") rule.never = true;
    return key === "H" ? "handler" : "flag";
  }
  if (key === "E") rule.sets.push(value);
  else rule.flags[key] = value || true;
  if (key === "R" && value) rule.flags.R = { permanent: "301", temp: "302", seeother: "303" }[value] || value;
  if (key === "R" && value && !/^[345]\d\d$/.test(rule.flags.R)) return "syntax";
  if ((key === "S" || key === "N") && value && !/^\d+$/.test(value)) return "syntax";
  if (key === "T" && /php/i.test(value)) {
    rule.never = true;
    return "handler";
  }
  return undefined;
}

function rule(at, args, state) {
  const flags = flagsOf(args[2]);
  if (!flags) return "syntax";
  const found = {
    not: args[0][0] === "!",
    source: args[0].replace(/^!/, ""),
    to: args[1],
    flags: {},
    sets: [],
    never: false,
    conditions: state.conditions,
    expression: undefined,
  };
  state.conditions = [];
  of(at).rules.push(found);
  let reason;
  for (let i = 0; i < flags.length; i++) reason = flag(found, flags[i]) || reason;
  if (state.check) state.check(found.source);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(found.to);
  if (scheme && !/^https?$/i.test(scheme[1])) {
    found.never = true;
    return reason || "address";
  }
  return reason || (isKnown(found.to) ? undefined : "value");
}

export default { condition, given, of, rule, toPhp };
