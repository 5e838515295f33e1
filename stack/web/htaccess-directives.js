/** What each directive says, put into a layer: the settings of a folder, or of some files in it. Each returns why it is not honoured. */
import rewrite from './htaccess-rewrite-rule.js';
import text from './htaccess-text.js';

/** After these a file cannot be understood at all: its folder answers 500, as with Apache. */
const breaking = ['syntax', 'pattern', 'closed', 'negative'];

function layer(files) {
  return {
    files: files, closed: false, require: [], compat: [], satisfy: '', auth: {}, errors: {}, headers: [], types: {}, encodings: {},
    charsets: {}, expiresTypes: {}, redirects: [], environment: [], environmentIf: [], rewrite: undefined,
  };
}

/** Compiles what a section of files is called. */
function fileExpression(test) {
  if (!test.expression) test.expression = test.match ? text.pattern(test.source, false) : text.glob(test.source);
  return test.expression;
}

const known = Object.create(null);
const on = (names, least, most, apply) =>
  names.split(' ').forEach((name) => { known[name] = { least: least, most: most, apply: apply }; });

/** Done by the server for every site, or meaningless here and harmless. */
on('addoutputfilterbytype setoutputfilter addoutputfilter browsermatch browsermatchnocase fileetag serversignature contentdigest ' +
  'indexoptions addicon addiconbytype addiconbyencoding defaulticon adddescription indexorderdefault enablesendfile enablemmap ' +
  'keepalive acceptpathinfo authbasicprovider authbasicauthoritative authmerging addlanguage languagepriority forcelanguagepriority ' +
  'defaultlanguage defaulttype allowoverride filterdeclare filterprovider filterchain indexheadinsert', 0, 99, () => undefined);
on('php_value php_admin_value php_admin_flag suphp_configpath', 0, 99, () => 'phpSetting');
on('action cgimapextension addinputfilter setinputfilter xbithack ssioptions', 0, 99, () => 'handler');

// --- who may come in ---------------------------------------------------------------------------------------------------
on('require', 1, 999, (at, args, state) => {
  const negative = args[0].toLowerCase() === 'not';
  const words = negative ? args.slice(1) : args;
  const kind = (words[0] || '').toLowerCase();
  const node = { kind: kind, not: negative, of: words.slice(1), methods: state.frame.methods };
  state.frame.require.push(node);
  if (negative && !state.frame.all && state.frame.name !== 'requirenone') return 'negative';
  if (kind === 'all') return /^(granted|denied)$/i.test(node.of[0] || '') ? undefined : 'syntax';
  if (kind === 'ip') return node.of.length > 0 && node.of.every(text.network) ? undefined : 'syntax';
  if (['valid-user', 'local', 'user', 'group', 'env', 'method'].indexOf(kind) >= 0) return undefined;
  node.kind = 'never';
  return 'access';
});
on('order', 1, 2, (at, args, state) => {
  const order = args.join('').toLowerCase().replace(/\s/g, '');
  if (['allow,deny', 'deny,allow', 'mutual-failure'].indexOf(order) < 0) return 'syntax';
  at.compat.push({ kind: 'order', of: order, methods: state.frame.methods });
  return undefined;
});
on('allow deny', 2, 999, (at, args, state, name) => {
  if (args[0].toLowerCase() !== 'from') return 'syntax';
  const from = args.slice(1);
  at.compat.push({ kind: name, of: from, methods: state.frame.methods });
  return from.every((one) => /^all$|^env=/i.test(one) || text.network(one)) ? undefined : 'access';
});
on('satisfy', 1, 1, (at, args) => { at.satisfy = args[0].toLowerCase(); });
on('authtype', 1, 1, (at, args) => {
  at.auth.type = args[0].toLowerCase();
  return at.auth.type === 'basic' || at.auth.type === 'none' ? undefined : 'access';
});
on('authname', 1, 9, (at, args) => { at.auth.name = args.join(' '); });
on('authuserfile', 1, 1, (at, args) => { at.auth.users = args[0]; });
on('authgroupfile', 1, 1, (at, args) => { at.auth.groups = args[0]; });

// --- what is served ----------------------------------------------------------------------------------------------------
on('directoryindex', 1, 99, (at, args) => {
  if (/^disabled$/i.test(args[0])) at.index = [];
  else at.index = (at.index || []).concat(args);
});
on('directoryslash', 1, 1, (at, args) => { at.slash = /^on$/i.test(args[0]); });
on('fallbackresource', 1, 2, (at, args) => {
  at.fallback = /^disabled$/i.test(args[0]) ? '' : args[0];
  return at.fallback && at.fallback[0] !== '/' ? 'syntax' : undefined;
});
on('options', 1, 99, (at, args) => {
  let reason;
  if (!args.every((one) => /^[+-]/.test(one))) at.indexes = false;
  for (let i = 0; i < args.length; i++) {
    const off = args[i][0] === '-';
    const name = args[i].replace(/^[+-]/, '').toLowerCase();
    if (name === 'indexes' || name === 'all') at.indexes = !off;
    else if (name === 'none') at.indexes = false;
    else if (['followsymlinks', 'symlinksifownermatch'].indexOf(name) < 0 && !off) reason = 'option';
  }
  return reason;
});
on('indexignore', 1, 99, (at, args) => {
  if (args.indexOf('*') < 0) return 'unknown';
  at.indexes = false;
  return undefined;
});
on('errordocument', 2, 99, (at, args) => {
  if (!/^[345]\d\d$/.test(args[0])) return 'syntax';
  const document = args.slice(1).join(' ');
  at.errors[args[0]] = /^default$/i.test(document) ? '' : document;
  return undefined;
});

const isPhp = (name) => /(^|[-/])(x-httpd-)?(ea-)?(fast)?php/i.test(name);
/** Files that were meant for a program that is not run here are never given out as they are. */
function toProgram(at, extensions) {
  for (let i = 0; i < extensions.length; i++) {
    const extension = extensions[i].replace(/^\./, '').toLowerCase();
    at.types[extension] = extension === 'php' ? undefined : 'closed';
  }
  return extensions.every((one) => /^\.?php$/i.test(one)) ? undefined : 'handler';
}
on('addhandler', 2, 99, (at, args) => {
  if (isPhp(args[0])) return toProgram(at, args.slice(1));
  if (args.slice(1).some((one) => /^\.?php/i.test(one))) at.php = false;
  return toProgram(at, args.slice(1)) && (at.php === false ? undefined : 'handler');
});
on('sethandler', 1, 1, (at, args) => {
  // the usual way to switch programs off in a folder: any other name of a handler
  at.php = isPhp(args[0]) && !/source/i.test(args[0]);
  if (at.php) at.closedFiles = true;
  return at.php ? 'handler' : undefined;
});
on('removehandler removetype', 1, 99, (at, args) => {
  if (args.some((one) => /^\.?php/i.test(one))) at.php = false;
});
on('php_flag', 2, 2, (at, args) => {
  if (args[0].toLowerCase() !== 'engine') return 'phpSetting';
  at.php = /^(on|1)$/i.test(args[1]);
  return undefined;
});
const mime = /^[\w.+-]+\/[\w.+-]+(;\s*charset=[\w-]+)?$/;
on('addtype', 2, 99, (at, args) => {
  if (isPhp(args[0])) return toProgram(at, args.slice(1));
  if (!mime.test(args[0])) return 'value';
  for (let i = 1; i < args.length; i++) {
    const extension = args[i].replace(/^\./, '').toLowerCase();
    at.types[extension] = args[0];
    if (/^php/.test(extension)) at.php = false;
  }
  return undefined;
});
on('forcetype', 1, 1, (at, args) => {
  if (isPhp(args[0])) {
    at.closedFiles = true;
    return 'handler';
  }
  at.forced = /^none$/i.test(args[0]) ? '' : args[0];
  return at.forced && !mime.test(at.forced) ? 'value' : undefined;
});
const token = /^[\w.+-]+$/;
on('addencoding', 2, 99, (at, args) => {
  if (!token.test(args[0])) return 'value';
  for (let i = 1; i < args.length; i++) at.encodings[args[i].replace(/^\./, '').toLowerCase()] = args[0].replace(/^x-/, '');
  return undefined;
});
on('adddefaultcharset', 1, 1, (at, args) => {
  at.charset = /^off$/i.test(args[0]) ? '' : /^on$/i.test(args[0]) ? 'iso-8859-1' : args[0];
  return token.test(args[0]) ? undefined : 'value';
});
on('addcharset', 2, 99, (at, args) => {
  if (!token.test(args[0])) return 'value';
  for (let i = 1; i < args.length; i++) at.charsets[args[i].replace(/^\./, '').toLowerCase()] = args[0];
  return undefined;
});

// --- headers -----------------------------------------------------------------------------------------------------------
/** What the server itself says of a connection and a message. */
const reserved = ('content-length transfer-encoding connection keep-alive upgrade te trailer date server status host ' +
  'proxy-authenticate x-accel-redirect').split(' ');
on('header', 2, 7, (at, args, state) => {
  const rest = args.slice();
  const header = { always: false, name: '', action: '', value: '', environment: '' };
  if (/^(always|onsuccess)$/i.test(rest[0])) header.always = rest.shift().toLowerCase() === 'always';
  header.action = (rest.shift() || '').toLowerCase();
  header.name = (rest.shift() || '').replace(/:$/, '');
  if (['set', 'append', 'add', 'merge', 'setifempty', 'unset', 'edit', 'edit*'].indexOf(header.action) < 0) return 'value';
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header.name)) return 'syntax';
  if (reserved.indexOf(header.name.toLowerCase()) >= 0) return 'header';
  if (header.action.indexOf('edit') === 0) {
    header.source = rest.shift();
    if (header.source === undefined) return 'syntax';
    if (state.check) text.pattern(header.source, false);
  }
  if (header.action !== 'unset') {
    if (rest.length === 0) return 'syntax';
    header.value = rest.shift().replace(/[\x00-\x08\x0a-\x1f\x7f]/g, '');
  }
  if (/^env=/.test(rest[0] || '')) header.environment = rest.shift().slice(4);
  if (rest.length > 0 || /%\{[^}]*\}[^e]|%[^%{]/.test(header.value + ' ')) return 'value';
  at.headers.push(header);
  return undefined;
});
on('requestheader', 2, 5, (at, args) => (/^unset$/i.test(args[0]) && /^proxy$/i.test(args[1]) ? undefined : 'unknown'));

const seconds = { second: 1, minute: 60, hour: 3600, day: 86400, week: 604800, month: 2592000, year: 31536000 };
/** "access plus 1 month 2 days" or A2678400. */
function span(value) {
  const short = /^([AM])(\d+)$/i.exec(value);
  if (short) return { modified: short[1].toUpperCase() === 'M', seconds: Number(short[2]) };
  const words = value.toLowerCase().trim().split(/\s+/);
  if (['access', 'now', 'modification'].indexOf(words[0]) < 0) return undefined;
  let total = 0;
  for (let i = words[1] === 'plus' ? 2 : 1; i < words.length; i += 2) {
    const unit = seconds[(words[i + 1] || '').replace(/s$/, '')];
    if (!unit || !/^-?\d+$/.test(words[i])) return undefined;
    total += unit * Number(words[i]);
  }
  return { modified: words[0] === 'modification', seconds: total };
}
on('expiresactive', 1, 1, (at, args) => { at.expires = /^on$/i.test(args[0]); });
on('expiresdefault', 1, 9, (at, args) => {
  at.expiresDefault = span(args.join(' '));
  return at.expiresDefault ? undefined : 'syntax';
});
on('expiresbytype', 2, 9, (at, args) => {
  const found = span(args.slice(1).join(' '));
  if (found) at.expiresTypes[args[0].toLowerCase()] = found;
  return found ? undefined : 'syntax';
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
  if (rest.length !== (leads ? 2 : 1) || status < 300) return 'syntax';
  if (leads && !/^(https?:\/\/|\/|\$\d)/i.test(rest[1])) return 'address';
  if (!match && rest[0][0] !== '/') return 'syntax';
  if (match && state.check) text.pattern(rest[0], false);
  at.redirects.push({ match: match, from: rest[0], to: rest[1] || '', status: status });
  return undefined;
}
on('redirect', 1, 3, (at, args, state) => redirect(at, args, false, 0, state));
on('redirectmatch', 1, 3, (at, args, state) => redirect(at, args, true, 0, state));
on('redirectpermanent', 2, 2, (at, args, state) => redirect(at, args, false, 301, state));
on('redirecttemp', 2, 2, (at, args, state) => redirect(at, args, false, 302, state));

on('setenv', 1, 2, (at, args) => {
  at.environment.push({ name: args[0], value: args[1] || '' });
  return rewrite.toPhp(args[0]) ? undefined : 'environment';
});
on('unsetenv', 1, 99, (at, args) => { args.forEach((name) => at.environment.push({ name: name, value: undefined })); });
on('setenvif setenvifnocase', 3, 99, (at, args, state, name) => {
  if (state.check) text.pattern(args[1], false);
  at.environmentIf.push({ of: args[0], source: args[1], ignoreCase: name === 'setenvifnocase', sets: args.slice(2) });
});

on('rewriteengine', 1, 1, (at, args) => { rewrite.of(at).engine = /^on$/i.test(args[0]); });
on('rewritebase', 1, 1, (at, args) => {
  rewrite.of(at).base = args[0].replace(/\/*$/, '/');
  return args[0][0] === '/' ? undefined : 'syntax';
});
on('rewriteoptions', 1, 9, (at, args) => {
  rewrite.of(at).inherit = args.some((one) => /^inherit$/i.test(one)) ? 'after' : args.some((one) => /^inheritbefore$/i.test(one)) ? 'before' : '';
});
known.rewritecond = { raw: true, least: 2, most: 3, apply: rewrite.condition };
known.rewriterule = { raw: true, least: 2, most: 3, apply: rewrite.rule };

/** Carries out one line; returns why it is not honoured. */
function apply(state, name, rest) {
  const lower = name.toLowerCase();
  const directive = known[lower];
  if (!directive) return 'unknown';
  const args = directive.raw ? text.rewriteWords(rest) : text.words(rest);
  if (args.length < directive.least || args.length > directive.most) return 'syntax';
  if (directive.raw && state.frame.layer.files) return 'section';
  try {
    return directive.apply(state.frame.layer, args, state, lower);
  } catch (e) {
    return 'pattern';
  }
}

export default { apply, breaking, fileExpression, layer };
