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
    const value = header.value.replace(/%%|%\{([^}]*)\}e/g, (all, name) =>
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
  return Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);
}

function change(headers, one, until) {
  const now = valueOf(headers, one.name);
  const cookies = one.name.toLowerCase() === "set-cookie";
  const all = cookies ? headers["Set-Cookie"] || [] : [];
  if (one.action === "unset")
    names(headers, one.name)
      .concat(one.name)
      .forEach((name) => {
        delete headers[name];
      });
  else if (one.action === "set") headers[one.name] = cookies ? [one.value] : one.value;
  else if (one.action === "setifempty") headers[one.name] = now === "" ? one.value : now;
  else if (one.action.indexOf("edit") === 0) {
    const pattern = new RegExp(text.pattern(one.source, false).source, one.action === "edit*" ? "g" : "");
    const edit = (value) =>
      Date.now() > until
        ? value
        : value.replace(pattern, one.value.replace(/\$0/g, "$$&").replace(/\\(.)/g, "$1"));
    if (cookies) headers["Set-Cookie"] = all.map(edit);
    else if (now !== "") headers[one.name] = edit(now);
  } else if (cookies) headers["Set-Cookie"] = all.concat(one.value);
  else if (one.action === "merge" && now.split(/\s*,\s*/).indexOf(one.value) >= 0) return;
  else headers[one.name] = now === "" ? one.value : now + ", " + one.value;
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
  headers["Cache-Control"] = control === "" ? age : control + ", " + age;
}

function describe(answer, headers) {
  const type = answer.type || valueOf(headers, "Content-Type");
  const charset = answer.charset || (/^text\/(html|plain)\b/i.test(type) ? answer.defaultCharset : "");
  const whole = charset === "" || /charset=/i.test(type) ? type : type + "; charset=" + charset;
  if (whole !== "" && whole !== valueOf(headers, "Content-Type")) headers["Content-Type"] = whole;
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

export default { apply, prepare };
