/** Reads a .htaccess file: sections, lines, and for each line what htaccess-directives.js makes of it. */
import directives from "./htaccess-directives.js";
import text from "./htaccess-text.js";

/** What <IfModule> finds: the modules whose work is done here. PHP's, as its `engine off` protects folders. */
const modules = (
  "rewrite headers expires alias dir mime authz_core authz_host authz_user authz_groupfile access_compat auth_basic " +
  "authn_core authn_file autoindex setenvif env deflate filter brotli negotiation php php5 php7 php8"
).split(" ");
const version = [2, 4, 62];

function hasModule(name) {
  return modules.indexOf(name.replace(/^mod_/, "").replace(/\.c$|_module$/, "")) >= 0;
}

function hasVersion(operator, wanted) {
  const parts = wanted.split(".").map(Number);
  let order = 0;
  for (let i = 0; i < parts.length && order === 0; i++) order = version[i] - parts[i];
  if (operator === ">") return order > 0;
  if (operator === "<") return order < 0;
  if (operator === ">=") return order >= 0;
  if (operator === "<=") return order <= 0;
  return order === 0;
}

/** Whether what stands in <IfModule>, <IfDefine> or <IfVersion> counts. */
function counts(name, args) {
  const wanted = (args[0] || "").replace(/^!/, "");
  const negative = args[0] !== wanted;
  if (name === "ifmodule") return hasModule(wanted) !== negative;
  if (name === "ifdefine" || name === "iffile") return negative;
  return args.length > 1 ? hasVersion(args[0], args[1]) : hasVersion("=", args[0] || "");
}

/** Longer no line may be. */
const longest = 4096;
/** More of one file are not told. */
const mostProblems = 100;

const opens = /^(require|allow|deny|order|auth|satisfy|<\/?require)/i;

function fail(state, directive, reason) {
  if (state.problems.length < mostProblems)
    state.problems.push({ line: state.line, directive: directive, reason: reason });
  else state.more = true;
  if (directives.breaking.indexOf(reason) >= 0 && !state.broken) state.broken = state.line;
}

/** Which files a <Files> or <FilesMatch> concerns. */
function fileTest(name, args, state) {
  const tilde = args[0] === "~";
  const source = tilde ? args[1] : args[0];
  if (source === undefined) return undefined;
  const test = { match: tilde || name === "filesmatch", source: source };
  if (state.check) state.check(directives.filePattern(test));
  return test;
}

/** Enters a section; the frame says what its lines mean. */
function enter(state, name, args) {
  const above = state.stack[state.stack.length - 1];
  const frame = {
    name: name,
    line: state.line,
    layer: above.layer,
    require: above.require,
    methods: above.methods,
    skip: above.skip,
  };
  state.stack.push(frame);
  if (above.skip) return undefined;
  if (name === "ifmodule" || name === "ifdefine" || name === "ifversion" || name === "iffile") {
    frame.skip = counts(name, args) ? "" : "unmet";
  } else if (name === "files" || name === "filesmatch") {
    const test = fileTest(name, args, state);
    if (!test) return "syntax";
    frame.layer = directives.layer(test);
    frame.require = frame.layer.require;
    state.sections.push(frame.layer);
  } else if (name === "limit" || name === "limitexcept") {
    if (args.length === 0) return "syntax";
    frame.methods = { list: args.map((m) => m.toUpperCase()), except: name === "limitexcept" };
  } else if (name === "requireall" || name === "requireany" || name === "requirenone") {
    const node = { kind: name, of: [], methods: above.methods };
    above.require.push(node);
    frame.require = node.of;
    frame.all = name === "requireall";
  } else {
    frame.skip = "unknown";
    return "section";
  }
  return undefined;
}

function leave(state, name) {
  const top = state.stack[state.stack.length - 1];
  if (state.stack.length === 1 || top.name !== name) return "closed";
  state.stack.pop();
  return undefined;
}

function sectionLine(state, line) {
  // what is behind the name is cut off: a pattern for all of it takes the square of a long line's time
  const parts = line.endsWith(">") ? /^<(\/?)(\w+)\s*/.exec(line) : null;
  if (!parts) return fail(state, line.split(/\s/)[0], "syntax");
  const name = parts[2].toLowerCase();
  let reason;
  try {
    reason = parts[1] ? leave(state, name) : enter(state, name, text.words(line.slice(parts[0].length, -1)));
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    reason = "pattern";
  }
  if (reason) fail(state, "<" + parts[1] + parts[2] + ">", reason);
  return undefined;
}

function directiveLine(state, line) {
  const space = line.search(/\s/);
  const name = space < 0 ? line : line.slice(0, space);
  const frame = state.stack[state.stack.length - 1];
  if (frame.skip) {
    // what was meant to close something stays closed
    if (frame.skip === "unknown" && opens.test(line)) frame.layer.closed = true;
    return;
  }
  state.frame = frame;
  const reason = directives.apply(state, name, space < 0 ? "" : line.slice(space + 1).trim());
  if (reason) fail(state, name.slice(0, 64), reason);
}

/**
 * The rules of one file: `main` for its folder, `sections` for some files in it, `broken` the line at which it cannot be understood.
 * With `check` it is asked about each pattern at once, and throws a SyntaxError where it is none; they are compiled when they are first
 * needed. With `until` it gives up then.
 */
function parse(source, check, until) {
  const main = directives.layer(undefined);
  const state = {
    line: 0,
    check: check,
    problems: [],
    more: false,
    broken: 0,
    main: main,
    sections: [],
    conditions: [],
    stack: [{ name: "", layer: main, require: main.require, methods: undefined, skip: "" }],
  };
  const lines = source.split("\n");
  for (let i = 0; i < lines.length; i++) {
    if (Date.now() > until) throw Error("time limit");
    state.line = i + 1;
    const parts = [];
    let part = lines[i].replace(/\r$/, "");
    for (; part.endsWith("\\") && i + 1 < lines.length; part = lines[++i].replace(/\r$/, ""))
      parts.push(part.slice(0, -1));
    parts.push(part);
    const line = parts.join("").trim();
    if (line === "" || line[0] === "#") continue;
    if (line.length > longest) fail(state, line.slice(0, 64).split(/\s/)[0], "long");
    else if (line[0] === "<") sectionLine(state, line);
    else directiveLine(state, line);
  }
  if (state.stack.length > 1) {
    const open = state.stack[state.stack.length - 1];
    state.line = open.line;
    fail(state, "<" + open.name + ">", "closed");
  }
  return {
    main: main,
    sections: state.sections,
    broken: state.broken,
    problems: state.problems,
    more: state.more,
  };
}

/** What of a file is not honoured: the line, the directive, and why; of the patterns, what `check` or this machine finds. */
function problems(source, check) {
  const compile = check || ((pattern) => text.pattern(pattern, false));
  const found = parse(source, (pattern) => {
    text.forbid(pattern);
    compile(pattern);
  });
  return { problems: found.problems, more: found.more };
}

export default { parse, problems };
