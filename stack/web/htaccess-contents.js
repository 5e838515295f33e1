/** The table of directives, and those on what is served and with which headers (mod_dir, mod_mime, mod_autoindex, mod_headers, mod_expires). */
import text from "./htaccess-text.js";

/** By lower-case name: how many words it takes, and what it does; it returns why it is not honoured. */
const known = Object.create(null);
const on = (names, least, most, apply) =>
  names.split(" ").forEach((name) => {
    known[name] = { least: least, most: most, apply: apply };
  });

on("directoryindex", 1, 99, (at, args) => {
  if (/^disabled$/i.test(args[0])) at.index = [];
  else at.index = (at.index || []).concat(args);
});
on("directoryslash", 1, 1, (at, args) => {
  at.slash = /^on$/i.test(args[0]);
});
on("fallbackresource", 1, 2, (at, args) => {
  at.fallback = /^disabled$/i.test(args[0]) ? "" : args[0];
  return at.fallback && at.fallback[0] !== "/" ? "syntax" : undefined;
});
on("options", 1, 99, (at, args) => {
  let reason;
  if (!args.every((one) => /^[+-]/.test(one))) at.indexes = false;
  for (let i = 0; i < args.length; i++) {
    const off = args[i][0] === "-";
    const name = args[i].replace(/^[+-]/, "").toLowerCase();
    if (name === "indexes" || name === "all") at.indexes = !off;
    else if (name === "none") at.indexes = false;
    else if (["followsymlinks", "symlinksifownermatch"].indexOf(name) < 0 && !off) reason = "option";
  }
  return reason;
});
on("indexignore", 1, 99, (at, args) => {
  if (args.indexOf("*") < 0) return "unknown";
  at.indexes = false;
  return undefined;
});
on("errordocument", 2, 99, (at, args) => {
  if (!/^[345]\d\d$/.test(args[0])) return "syntax";
  const document = args.slice(1).join(" ");
  at.errors[args[0]] = /^default$/i.test(document) ? "" : document;
  return undefined;
});

const isPhp = (name) => /(^|[-/])(x-httpd-)?(ea-)?(fast)?php/i.test(name);
/** Files that were meant for a program that is not run here are never given out as they are. */
function toProgram(at, extensions) {
  for (let i = 0; i < extensions.length; i++) {
    const extension = extensions[i].replace(/^\./, "").toLowerCase();
    at.types[extension] = extension === "php" ? undefined : "closed";
  }
  return extensions.every((one) => /^\.?php$/i.test(one)) ? undefined : "handler";
}
on("addhandler", 2, 99, (at, args) => {
  if (isPhp(args[0])) return toProgram(at, args.slice(1));
  if (args.slice(1).some((one) => /^\.?php/i.test(one))) at.php = false;
  return toProgram(at, args.slice(1)) && (at.php === false ? undefined : "handler");
});
on("sethandler", 1, 1, (at, args) => {
  // the usual way to switch programs off in a folder: any other name of a handler
  at.php = isPhp(args[0]) && !/source/i.test(args[0]);
  if (at.php) at.closedFiles = true;
  return at.php ? "handler" : undefined;
});
on("removehandler removetype", 1, 99, (at, args) => {
  if (args.some((one) => /^\.?php/i.test(one))) at.php = false;
});
on("php_flag", 2, 2, (at, args) => {
  if (args[0].toLowerCase() !== "engine") return "phpSetting";
  at.php = /^(on|1)$/i.test(args[1]);
  return undefined;
});
const mime = /^[\w.+-]+\/[\w.+-]+(;\s*charset=[\w-]+)?$/;
on("addtype", 2, 99, (at, args) => {
  if (isPhp(args[0])) return toProgram(at, args.slice(1));
  if (!mime.test(args[0])) return "value";
  for (let i = 1; i < args.length; i++) {
    const extension = args[i].replace(/^\./, "").toLowerCase();
    at.types[extension] = args[0];
    if (extension.startsWith("php")) at.php = false;
  }
  return undefined;
});
on("forcetype", 1, 1, (at, args) => {
  if (isPhp(args[0])) {
    at.closedFiles = true;
    return "handler";
  }
  at.forced = /^none$/i.test(args[0]) ? "" : args[0];
  return at.forced && !mime.test(at.forced) ? "value" : undefined;
});
const token = /^[\w.+-]+$/;
on("addencoding", 2, 99, (at, args) => {
  if (!token.test(args[0])) return "value";
  for (let i = 1; i < args.length; i++)
    at.encodings[args[i].replace(/^\./, "").toLowerCase()] = args[0].replace(/^x-/, "");
  return undefined;
});
on("adddefaultcharset", 1, 1, (at, args) => {
  at.charset = /^off$/i.test(args[0]) ? "" : /^on$/i.test(args[0]) ? "iso-8859-1" : args[0];
  return token.test(args[0]) ? undefined : "value";
});
on("addcharset", 2, 99, (at, args) => {
  if (!token.test(args[0])) return "value";
  for (let i = 1; i < args.length; i++) at.charsets[args[i].replace(/^\./, "").toLowerCase()] = args[0];
  return undefined;
});

// --- headers -----------------------------------------------------------------------------------------------------------
/** What the server itself says of a connection and a message. */
const reserved = (
  "content-length transfer-encoding connection keep-alive upgrade te trailer date server status host " +
  "proxy-authenticate x-accel-redirect"
).split(" ");
on("header", 2, 7, (at, args, state) => {
  const rest = args.slice();
  const header = { always: false, name: "", action: "", value: "", environment: "" };
  if (/^(always|onsuccess)$/i.test(rest[0])) header.always = rest.shift().toLowerCase() === "always";
  header.action = (rest.shift() || "").toLowerCase();
  header.name = (rest.shift() || "").replace(/:$/, "");
  if (["set", "append", "add", "merge", "setifempty", "unset", "edit", "edit*"].indexOf(header.action) < 0)
    return "value";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header.name)) return "syntax";
  if (reserved.indexOf(header.name.toLowerCase()) >= 0) return "header";
  if (header.action.indexOf("edit") === 0) {
    header.source = rest.shift();
    if (header.source === undefined) return "syntax";
    if (state.check) state.check(header.source);
  }
  if (header.action !== "unset") {
    if (rest.length === 0) return "syntax";
    header.value = text.printable(rest.shift());
  }
  if ((rest[0] || "").startsWith("env=")) header.environment = rest.shift().slice(4);
  if (rest.length > 0 || /%\{[^}]*\}[^e]|%[^%{]/.test(header.value + " ")) return "value";
  at.headers.push(header);
  return undefined;
});
on("requestheader", 2, 5, (at, args) =>
  /^unset$/i.test(args[0]) && /^proxy$/i.test(args[1]) ? undefined : "unknown",
);

const seconds = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86400,
  week: 604800,
  month: 2592000,
  year: 31536000,
};
/** "access plus 1 month 2 days" or A2678400. */
function span(value) {
  const short = /^([AM])(\d+)$/i.exec(value);
  if (short) return { modified: short[1].toUpperCase() === "M", seconds: Number(short[2]) };
  const words = value.toLowerCase().trim().split(/\s+/);
  if (["access", "now", "modification"].indexOf(words[0]) < 0) return undefined;
  let total = 0;
  for (let i = words[1] === "plus" ? 2 : 1; i < words.length; i += 2) {
    const unit = seconds[(words[i + 1] || "").replace(/s$/, "")];
    if (!unit || !/^-?\d+$/.test(words[i])) return undefined;
    total += unit * Number(words[i]);
  }
  return { modified: words[0] === "modification", seconds: total };
}
on("expiresactive", 1, 1, (at, args) => {
  at.expires = /^on$/i.test(args[0]);
});
on("expiresdefault", 1, 9, (at, args) => {
  at.expiresDefault = span(args.join(" "));
  return at.expiresDefault ? undefined : "syntax";
});
on("expiresbytype", 2, 9, (at, args) => {
  const found = span(args.slice(1).join(" "));
  if (found) at.expiresTypes[args[0].toLowerCase()] = found;
  return found ? undefined : "syntax";
});

export default { known, on };
