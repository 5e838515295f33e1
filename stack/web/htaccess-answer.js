/** The headers that .htaccess files ask for: made ready with the decision, put into the answer when it is there. */
import access from "./htaccess-access.js";
import text from "./htaccess-text.js";

/** What of the settings the answer needs, as plain data: it goes from one stage of nginx to the next in a variable. */
function prepare(outcome, request) {
  const settings = outcome.settings;
  const headers = [];
  const wanted = settings ? settings.headers : [];
  for (let i = 0; i < wanted.length; i++) {
    const header = wanted[i];
    if (header.environment !== "" && !access.environmentHas(request, header.environment)) continue;
    const value = text.fill(header.value, /%%|%\{([^}]*)\}e/g, (all, name) =>
      name === undefined ? "%" : request.env[name] || "",
    );
    headers.push({
      always: header.always,
      action: header.action,
      name: header.name,
      value: value,
      source: header.source,
    });
  }
  const answer = { headers: headers };
  if (!settings) return answer;
  if (outcome.kind === "file") {
    const name = request.file.slice(request.file.lastIndexOf("/") + 1).toLowerCase();
    const extensions = name.split(".").slice(1);
    for (let i = 0; i < extensions.length; i++) {
      if (settings.types[extensions[i]]) answer.type = settings.types[extensions[i]];
      if (settings.encodings[extensions[i]]) answer.encoding = settings.encodings[extensions[i]];
      if (settings.charsets[extensions[i]]) answer.charset = settings.charsets[extensions[i]];
    }
    answer.type = request.type || settings.forced || answer.type;
  }
  answer.defaultCharset = settings.charset || "";
  if (settings.expires) {
    answer.expires = settings.expiresTypes;
    answer.expiresDefault = settings.expiresDefault;
  }
  return answer;
}

function names(headers, name) {
  const lower = name.toLowerCase();
  return Object.keys(headers).filter((one) => one.toLowerCase() === lower);
}

function valueOf(headers, name) {
  const value = headers[name];
  return value === undefined
    ? ""
    : text.inner(Buffer.from(Array.isArray(value) ? value.join(", ") : String(value)));
}

function put(headers, name, value) {
  headers[name] = text.outer(text.printable(text.bounded(value)));
}

/** Set-Cookie is a list. */
function changeCookies(headers, one, edit) {
  const all = (headers["Set-Cookie"] || []).map((value) => text.inner(Buffer.from(value)));
  const next = one.action === "set" ? [one.value] : edit ? all.map(edit) : all.concat(one.value);
  headers["Set-Cookie"] = next.map((value) => text.outer(text.printable(text.bounded(value))));
}

function editor(one, until) {
  if (one.action.indexOf("edit") !== 0) return undefined;
  const pattern = new RegExp(text.pattern(one.source, false).source, one.action === "edit*" ? "g" : "");
  const replacement = (...found) => {
    // behind the groups stands where they were found
    const groups = found.slice(
      0,
      found.findIndex((part) => typeof part === "number"),
    );
    return text.fill(one.value, /\\(.)|\$(\d)/g, (all, literal, n) =>
      literal === undefined ? groups[n] || "" : literal,
    );
  };
  return (value) => (Date.now() > until ? value : text.fill(value, pattern, replacement));
}

function change(headers, one, until) {
  const now = valueOf(headers, one.name);
  const edit = editor(one, until);
  if (one.action === "unset") {
    const all = names(headers, one.name).concat(one.name);
    for (let i = 0; i < all.length; i++) delete headers[all[i]];
  } else if (one.name.toLowerCase() === "set-cookie") changeCookies(headers, one, edit);
  else if (edit) {
    if (now !== "") put(headers, one.name, edit(now));
  } else if (one.action === "set" || now === "") put(headers, one.name, one.value);
  else if (
    one.action === "setifempty" ||
    (one.action === "merge" && now.split(/\s*,\s*/).indexOf(one.value) >= 0)
  )
    return;
  else put(headers, one.name, now + ", " + one.value);
}

/** Expires and max-age (mod_expires), unless the application said it. */
function expire(answer, headers) {
  const type = valueOf(headers, "Content-Type").split(";")[0].trim().toLowerCase();
  const found = answer.expires[type] || answer.expires[type.replace(/\/.*/, "/*")] || answer.expiresDefault;
  if (!found || names(headers, "Expires").length > 0) return;
  const now = Date.now();
  const from = found.modified ? Date.parse(valueOf(headers, "Last-Modified")) : now;
  if (isNaN(from)) return;
  const end = from + found.seconds * 1000;
  const age = "max-age=" + Math.max(0, Math.round((end - now) / 1000));
  const control = valueOf(headers, "Cache-Control");
  headers.Expires = new Date(end).toUTCString();
  put(headers, "Cache-Control", control === "" ? age : control + ", " + age);
}

function describe(answer, headers) {
  const type = answer.type || valueOf(headers, "Content-Type");
  const charset = answer.charset || (/^text\/(html|plain)\b/i.test(type) ? answer.defaultCharset : "");
  const whole = charset === "" || /charset=/i.test(type) ? type : type + "; charset=" + charset;
  if (whole !== "" && whole !== valueOf(headers, "Content-Type")) put(headers, "Content-Type", whole);
  if (answer.encoding) headers["Content-Encoding"] = answer.encoding;
}

/** Changes the headers of an answer; of one that is the server's own (an error, a redirect) only what is `always` wanted. */
function apply(answer, headers, own) {
  const until = Date.now() + 50;
  if (!own) {
    describe(answer, headers);
    if (answer.expires) expire(answer, headers);
  }
  for (let i = 0; i < answer.headers.length; i++) {
    if (own && !answer.headers[i].always) continue;
    change(headers, answer.headers[i], until);
  }
}

/** Whether there is anything to change. */
function changes(answer) {
  return Boolean(
    answer.headers.length > 0 ||
    answer.type ||
    answer.encoding ||
    answer.charset ||
    answer.defaultCharset ||
    answer.expires,
  );
}

export default { apply, changes, prepare };
