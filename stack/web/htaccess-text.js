/** What .htaccess files are made of: words, patterns, addresses. Runs in nginx (njs 0.7) and in Node: no newer syntax than njs knows. */

/** In nginx PCRE2 gives up after this many steps (2 ms): no pattern of one customer may hold up the others. */
const limits = typeof njs === "undefined" ? "" : "(*LIMIT_MATCH=100000)";

const classes = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  digit: "0-9",
  lower: "a-z",
  upper: "A-Z",
  space: "\\s",
  word: "\\w",
  xdigit: "0-9a-fA-F",
  punct: "!-\\/:-@\\[-`{-~",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  print: "\\x20-\\x7e",
  graph: "\\x21-\\x7e",
};

const digits = "0123456789ABCDEF";
const isPlain = (plain, bytes) => plain.length === bytes.length && /^[ -~\t\r\n]*$/.test(plain);

/**
 * Text as these files work with it: each byte that is not ASCII is written as DEL and two digits. njs 0.7 loses its place in longer
 * strings of other characters, up to endless loops; and paths need not be UTF-8.
 */
function inner(bytes) {
  if (!bytes) return "";
  const plain = bytes.toString();
  if (isPlain(plain, bytes)) return plain;
  // in one buffer: njs frees no string before the request ends
  const out = Buffer.alloc(bytes.length * 3);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i];
    if (code > 0 && code < 127) out[length++] = code;
    else {
      out[length++] = 127;
      out[length++] = digits.charCodeAt(code >> 4);
      out[length++] = digits.charCodeAt(code & 15);
    }
  }
  return out.slice(0, length).toString();
}

/** A request's bytes that are not worth the time: many, and not ASCII. */
function isTooLong(bytes) {
  return Boolean(bytes) && bytes.length > 2048 && !isPlain(bytes.toString(), bytes);
}

/** A byte's writing that rules tore apart and made another byte of, or a NUL: never text again. */
const torn = /\x7f(?!7F|[89A-F][0-9A-F])/;

/** What `inner` wrote, as it was: text, or bytes where it was not ASCII. */
function outer(text) {
  if (text.indexOf("\x7f") < 0) return text;
  if (torn.test(text)) throw Error("torn text");
  const bytes = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== "\x7f") bytes.push(text.charCodeAt(i));
    else {
      bytes.push(parseInt(text.slice(i + 1, i + 3), 16));
      i += 2;
    }
  }
  return Buffer.from(bytes);
}

/** A file's text, without the mark of UTF-8 that editors put in front. */
function innerLines(bytes) {
  return inner(bytes).replace(/^\x7fEF\x7fBB\x7fBF/, "");
}

/** The same pattern without what only PCRE knows. */
function portable(source) {
  return source
    .replace(/\[:(\w+):\]/g, (all, name) => classes[name] || all)
    .replace(/\(\?#[^)]*\)/g, "")
    .replace(/\(\?>/g, "(?:")
    .replace(/\(\?P</g, "(?<")
    .replace(/(^|[^\\])([+*?}])\+/g, "$1$2")
    .replace(/\\A/g, "^")
    .replace(/\\[zZ]/g, "$")
    .replace(/\\h/g, "[ \\t]");
}

/** Throws where a pattern has what no rule may: verbs would lift limits, \C splits characters. */
function forbid(source) {
  if (source.indexOf("(*") >= 0 || source.indexOf("\\C") >= 0) throw SyntaxError("verb");
}

/** A regular expression as Apache reads it; throws where it is none. */
function pattern(source, ignoreCase) {
  forbid(source);
  if (limits) return new RegExp(limits + source, ignoreCase ? "i" : "");
  const inline = /^\(\?(\w+)\)/.exec(source);
  const body = inline ? source.slice(inline[0].length) : source;
  return new RegExp(portable(body), ignoreCase || (inline && inline[1].indexOf("i") >= 0) ? "i" : "");
}

/** A file name with * ? [a-z], as in <Files>: its pattern. */
function glob(text) {
  const out = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "*") out.push(".*");
    else if (c === "?") out.push(".");
    else if (c === "[" && text.indexOf("]", i + 1) > 0) {
      const end = text.indexOf("]", i + 1);
      const among = text.slice(i + 1, end).replace(/^!/, "^");
      out.push("[" + among.replace(/\\/g, "\\\\") + "]");
      i = end;
    } else out.push(c.replace(/[\\^$.|+(){}[\]]/, "\\$&"));
  }
  return "^" + out.join("") + "$";
}

/** The words of a directive (ap_getword_conf): quotes bind, a backslash takes the quote or another backslash. */
function words(text) {
  const found = [];
  const word = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/g;
  for (let m = word.exec(text); m; m = word.exec(text)) {
    if (m[1] !== undefined) found.push(m[1].replace(/\\(["\\])/g, "$1"));
    else if (m[2] !== undefined) found.push(m[2].replace(/\\(['\\])/g, "$1"));
    else found.push(m[3].replace(/\\\\/g, "\\"));
  }
  return found;
}

/** The words of RewriteCond and RewriteRule: backslashes stay, as they belong to the pattern. */
function rewriteWords(text) {
  const found = [];
  const word = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:\\.|\S)+)/g;
  for (let m = word.exec(text); m; m = word.exec(text)) {
    if (m[1] !== undefined) found.push(m[1].replace(/\\"/g, '"'));
    else if (m[2] !== undefined) found.push(m[2].replace(/\\'/g, "'"));
    else found.push(m[3]);
  }
  return found;
}

/** An address as 4 or 16 numbers; of 10.1 only the first two. */
function bytes(text) {
  if (text.indexOf(":") < 0) {
    const parts = text.replace(/\.$/, "").split(".").map(Number);
    return parts.length <= 4 && parts.every((n) => n >= 0 && n <= 255) ? parts : undefined;
  }
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  if (mapped) return bytes(mapped[1]);
  const halves = text.split("::");
  const head = halves[0] ? halves[0].split(":") : [];
  const tail = halves[1] ? halves[1].split(":") : [];
  const missing = 8 - head.length - tail.length;
  if (halves.length > 2 || missing < 0 || (halves.length === 1 && missing > 0)) return undefined;
  const groups = head.concat(Array(missing).fill("0"), tail);
  const all = [];
  for (let i = 0; i < 8; i++) {
    if (!/^[0-9a-f]{1,4}$/i.test(groups[i])) return undefined;
    const n = parseInt(groups[i], 16);
    all.push(n >> 8, n & 255);
  }
  return all;
}

/** The bits of a netmask like 255.255.0.0. */
function maskBits(text) {
  const mask = bytes(text);
  if (!mask || mask.length !== 4) return undefined;
  const bits = mask.map((n) => (256 + n).toString(2).slice(1)).join("");
  return /^1*0*$/.test(bits) ? (bits.indexOf("0") < 0 ? 32 : bits.indexOf("0")) : undefined;
}

/** What an address is compared with: 10.1, 10.0.0.0/8, 10.0.0.0/255.0.0.0, 2001:db8::/32; undefined for anything else. */
function network(text) {
  const cut = text.split("/");
  const address = /^[0-9a-f.:]+$/i.test(cut[0]) && /[.:]|^\d+$/.test(cut[0]) ? bytes(cut[0]) : undefined;
  if (!address || cut.length > 2) return undefined;
  const length = address.length;
  let bits = length * 8;
  if (cut.length === 2) bits = /^\d{1,3}$/.test(cut[1]) ? Number(cut[1]) : maskBits(cut[1]);
  const full = length === 16 ? 128 : 32;
  if (bits === undefined || bits > full) return undefined;
  while (address.length < full / 8) address.push(0);
  return { address: address, bits: bits };
}

function inNetwork(text, wanted) {
  const address = bytes(text);
  if (!address || !wanted || address.length !== wanted.address.length) return false;
  let bits = wanted.bits;
  for (let i = 0; bits > 0; i++, bits -= 8) {
    const shift = bits < 8 ? 8 - bits : 0;
    if (address[i] >> shift !== wanted.address[i] >> shift) return false;
  }
  return true;
}

/**
 * A path from which nothing leads upwards: without . and .. and double slashes; undefined where it would leave, and of what no path
 * is made.
 */
function clean(path) {
  if (torn.test(path) || /[\0\r\n]/.test(path)) return undefined;
  const out = [];
  const parts = path.split("/");
  for (let i = 1; i < parts.length; i++) {
    if (parts[i] === "..") {
      if (out.length === 0) return undefined;
      out.pop();
      if (i === parts.length - 1) out.push("");
    } else if (parts[i] === ".") {
      if (i === parts.length - 1) out.push("");
    } else if (parts[i] !== "" || i === parts.length - 1) out.push(parts[i]);
  }
  return "/" + out.join("/");
}

/** Escapes what may not stand in an address; what is escaped already stays so where `kept` is set. */
function escape(text, kept) {
  const bad = kept
    ? /\x7f([0-9A-F]{2})|%(?![0-9a-fA-F]{2})|[^\w$\-.+!*'(),:@&=/~;%?#[\]]/g
    : /\x7f([0-9A-F]{2})|[^\w$\-.+!*'(),:@&=/~;]/g;
  return text.replace(
    bad,
    (all, byte) => "%" + (byte || (256 + all.charCodeAt(0)).toString(16).slice(1).toUpperCase()),
  );
}

/** Without control characters: what goes into a header is one line. */
function printable(text) {
  return text.replace(/[^ -~\t\x7f]|\x7f(?:[01][0-9A-F]|7F)/g, "");
}

/** Longer nothing gets that rules put together: nginx takes no longer request either. */
const longest = 8192;
function bounded(text) {
  if (text.length > longest) throw Error("rules make a text too long");
  return text;
}

/** Fills in what stands for something else, and stops before it gets too long. */
function fill(template, places, value) {
  let length = template.length;
  return template.replace(places, (...found) => {
    const one = value.apply(undefined, found);
    length += one.length - found[0].length;
    if (length > longest) throw Error("rules make a text too long");
    return one;
  });
}

export default {
  forbid,
  pattern,
  glob,
  words,
  rewriteWords,
  network,
  inNetwork,
  clean,
  escape,
  inner,
  innerLines,
  isTooLong,
  bounded,
  fill,
  outer,
  printable,
};
