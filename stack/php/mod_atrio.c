/*
 * Connects a service's Apache to the rest of Atrio: it accepts at the socket that phpd hands over, learns client, scheme and site
 * from nginx, passes PHP to the service's FPM, and tells the line of a .htaccess file that Apache doesn't take.
 */
#include "apr_lib.h"
#include "apr_portable.h"
#include "apr_strings.h"
#include "ap_expr.h"
#include "ap_listen.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_ssl.h"
#include "httpd.h"
#include "mod_core.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

APLOG_USE_MODULE(atrio);

typedef struct {
  apr_table_t *php;   /* php_value and php_flag */
  int https_only;     /* SSLRequireSSL */
} folder_config;

enum { HANDED_OVER = 3 };
static const char fpm[] = "proxy:unix:/run/php/php.sock|fcgi://php";

/* Start ----------------------------------------------------------------------------------------------------------------- */

/* Before the MPM opens its listeners: a listener that is active is neither bound nor listened at, so the jail can refuse both. */
static int take_socket(apr_pool_t *p, apr_pool_t *log, apr_pool_t *temp, server_rec *s) {
  struct sockaddr_un here;
  socklen_t size = sizeof here;
  int type = SOCK_STREAM;
  apr_os_sock_t fd = HANDED_OVER;
  apr_os_sock_info_t handed = { &fd, (struct sockaddr *)&here, NULL, AF_UNIX, type, 0 };
  ap_listen_rec *listener = ap_listeners;
  if (!listener || listener->next || getsockname(fd, (struct sockaddr *)&here, &size) < 0 || here.sun_family != AF_UNIX) {
    ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s, "descriptor %d is no socket to accept at", HANDED_OVER);
    return HTTP_INTERNAL_SERVER_ERROR;
  }
  /* Apache reads its configuration twice and keeps its listeners */
  if (listener->active) return OK;
  apr_socket_close(listener->sd);
  if (apr_os_sock_make(&listener->sd, &handed, s->process->pool) != APR_SUCCESS) return HTTP_INTERNAL_SERVER_ERROR;
  listener->active = 1;
  /* the Apache before this one may take the same visitor */
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  return OK;
}

/* What nginx says ------------------------------------------------------------------------------------------------------- */

/* nginx sets these headers in every request. The customer's programs don't see them. */
static const char *take_header(request_rec *r, const char *name) {
  const char *value = apr_table_get(r->headers_in, name);
  if (value) {
    value = apr_pstrdup(r->connection->pool, value);
    apr_table_unset(r->headers_in, name);
  }
  return value;
}

/* A connection carries one request, so what belongs to the request can lie in its notes, where subrequests find it. */
static int learn(request_rec *r) {
  const char *address = take_header(r, "X-Atrio-Address"), *scheme = take_header(r, "X-Atrio-Scheme");
  const char *root = take_header(r, "X-Atrio-Root"), *php = take_header(r, "X-Atrio-Php");
  apr_table_t *notes = r->connection->notes;
  apr_pool_t *p = r->connection->pool;
  if (r->main || r->prev) return DECLINED;
  if (!address || !scheme || !root || !php) return HTTP_BAD_REQUEST;
  if (apr_sockaddr_info_get(&r->useragent_addr, address, APR_UNSPEC, 0, 0, p) != APR_SUCCESS) return HTTP_BAD_REQUEST;
  r->useragent_ip = (char *)address;
  r->connection->client_addr = r->useragent_addr;
  r->connection->client_ip = r->useragent_ip;
  r->connection->local_ip = "127.0.0.1";
  apr_table_setn(notes, "atrio-scheme", scheme);
  apr_table_setn(notes, "atrio-root", root);
  apr_table_setn(notes, "atrio-php", php);
  return DECLINED;
}

static int is_https(conn_rec *c) {
  const char *scheme = apr_table_get(c->notes, "atrio-scheme");
  return scheme && !strcmp(scheme, "https") ? OK : DECLINED;
}
static const char *scheme_of(const request_rec *r) { return is_https(r->connection) == OK ? "https" : NULL; }
static apr_port_t port_of(const request_rec *r) { return is_https(r->connection) == OK ? 443 : 0; }
static const char *root_of(const request_rec *r) { return apr_table_get(r->connection->notes, "atrio-root"); }

static int find_file(request_rec *r) {
  const char *root = root_of(r);
  char *path;
  if (!root || r->uri[0] != '/') return DECLINED;
  ap_set_document_root(r, root);
  if (apr_filepath_merge(&path, root, r->uri + strspn(r->uri, "/"), APR_FILEPATH_TRUENAME | APR_FILEPATH_SECUREROOT, r->pool))
    return HTTP_FORBIDDEN;
  r->filename = r->canonical_filename = path;
  return OK;
}

/* Directives ------------------------------------------------------------------------------------------------------------ */

static void *make_config(apr_pool_t *p, char *folder) {
  folder_config *made = apr_pcalloc(p, sizeof *made);
  made->php = apr_table_make(p, 2);
  return made;
}
static void *merge_config(apr_pool_t *p, void *outer, void *inner) {
  folder_config *made = apr_pcalloc(p, sizeof *made), *from = outer, *own = inner;
  made->php = apr_table_copy(p, from->php);
  apr_table_overlap(made->php, own->php, APR_OVERLAP_TABLES_SET);
  made->https_only = from->https_only || own->https_only;
  return made;
}

static const char *set_php_value(cmd_parms *command, void *config, const char *name, const char *value) {
  if (strpbrk(name, "\r\n=") || strpbrk(value, "\r\n")) return "A setting of PHP is one line.";
  apr_table_set(((folder_config *)config)->php, name, value);
  return NULL;
}
static int is_on(const char *value) {
  return !strcasecmp(value, "on") || !strcmp(value, "1") || !strcasecmp(value, "true") || !strcasecmp(value, "yes");
}
static const char *set_php_flag(cmd_parms *command, void *config, const char *name, const char *value) {
  return set_php_value(command, config, name, is_on(value) ? "1" : "0");
}
static const char *require_https(cmd_parms *command, void *config) {
  ((folder_config *)config)->https_only = 1;
  return NULL;
}
static const command_rec commands[] = {
  AP_INIT_TAKE2("php_value", set_php_value, NULL, OR_OPTIONS | OR_FILEINFO, "name and value"),
  AP_INIT_TAKE2("php_flag", set_php_flag, NULL, OR_OPTIONS | OR_FILEINFO, "name, and on or off"),
  AP_INIT_NO_ARGS("SSLRequireSSL", require_https, NULL, OR_AUTHCFG, "no argument"),
  { NULL }
};

static folder_config *config_of(const request_rec *r) { return ap_get_module_config(r->per_dir_config, &atrio_module); }

/* Requests -------------------------------------------------------------------------------------------------------------- */

static int check_https(request_rec *r) {
  return config_of(r)->https_only && is_https(r->connection) != OK ? HTTP_FORBIDDEN : DECLINED;
}

/* .env, .git/config, .htaccess: a name that begins with a dot below the site's folder, apart from /.well-known. */
static int is_hidden(const char *path) {
  const char *part = path;
  if (!strncmp(part, "/.well-known", 12) && (!part[12] || part[12] == '/')) part += 12;
  return ap_strstr_c(part, "/.") != NULL;
}

/* Names of programs: they are run or refused, and never given out as text. */
static int has_program_name(const char *path) {
  static const char *const endings[] = { "php", "phtml", "phar", "phps", "pht", NULL };
  const char *dot = strrchr(path, '.');
  if (!dot || strchr(dot, '/')) return 0;
  for (int i = 0; endings[i]; i++)
    if (!strcasecmp(dot + 1, endings[i])) return 1;
  return !strncasecmp(dot + 1, "php", 3) && apr_isdigit(dot[4]) && !dot[5];
}
/* Handlers of programs that no service has: without them Apache would give out the program's text. */
static int is_missing_handler(const char *handler) {
  static const char *const names[] = { "cgi-script", "fcgid-script", "fastcgi-script", "perl-script", "wsgi-script", NULL };
  for (int i = 0; names[i]; i++)
    if (!strcasecmp(handler, names[i])) return 1;
  return 0;
}
/* As rules of other hosts name PHP: application/x-httpd-php82, php-script, php7-fcgi. */
static int is_php_handler(const char *handler) {
  return !strncmp(handler, "application/x-httpd-", 20) || !strncmp(handler, "php", 3);
}

/* shell.php.jpg: AddHandler means every part of a name, SetHandler the whole file. */
static int is_disguised(request_rec *r) {
  const core_dir_config *core = ap_get_core_module_config(r->per_dir_config);
  const char *dot = strchr(apr_filepath_name_get(r->filename), '.'), *next;
  if (core->handler || core->expr_handler || has_program_name(r->filename)) return 0;
  for (; dot && (next = strchr(dot + 1, '.')); dot = next)
    if (has_program_name(apr_pstrmemdup(r->pool, r->filename, next - r->filename))) return 1;
  return 0;
}

/* `SetHandler none` takes back a SetHandler only, but a folder of uploads means by it that nothing is run. */
static int runs_nothing(request_rec *r) {
  const core_dir_config *core = ap_get_core_module_config(r->per_dir_config);
  const char *engine = apr_table_get(config_of(r)->php, "engine"), *fault = NULL;
  const char *handler = core->expr_handler ? ap_expr_str_exec(r, core->expr_handler, &fault) : core->handler;
  return (engine && !strcmp(engine, "0")) || fault || (handler && !strcasecmp(handler, "none"));
}

/* What happens to a file, when all rules have spoken. */
static int choose_handler(request_rec *r) {
  const char *handler = r->handler ? r->handler : "", *root = root_of(r);
  int is_program, runs;
  /* on its way to another address, or to PHP already */
  if (r->proxyreq || !strncmp(handler, "proxy:", 6) || (r->filename && !strncmp(r->filename, "redirect:", 9))) return DECLINED;
  if (!root || !r->filename || strncmp(r->filename, root, strlen(root))) return HTTP_FORBIDDEN;
  if (is_hidden(r->filename + strlen(root))) return HTTP_FORBIDDEN;
  if (r->finfo.filetype != APR_REG) return DECLINED;
  is_program = has_program_name(r->filename);
  runs = is_php_handler(handler);
  /* ours is for .php at the end of a name only, as nginx has it: picture.php.jpg stays a picture */
  if (!strcmp(handler, "atrio-php")) {
    runs = is_program && !strcmp(strrchr(r->filename, '.'), ".php");
    if (!is_program) r->handler = NULL;
  }
  if (runs && is_disguised(r)) return HTTP_FORBIDDEN;
  if (runs && !runs_nothing(r)) r->handler = fpm;
  else if (is_program || is_missing_handler(handler)) return HTTP_FORBIDDEN;
  return DECLINED;
}

/* A process of PHP keeps what it was told last, so each request says everything that a site may set. */
static int tell_php(request_rec *r) {
  const apr_array_header_t *values = apr_table_elts(config_of(r)->php);
  const apr_table_entry_t *each = (const apr_table_entry_t *)values->elts;
  const char *told = apr_table_get(r->connection->notes, "atrio-php");
  char *text = apr_pstrdup(r->pool, told ? told : "");
  for (char *c = text; *c; c++)
    if (*c == '|') *c = '\n';
  for (int i = 0; i < values->nelts; i++) text = apr_pstrcat(r->pool, text, "\n", each[i].key, "=", each[i].val, NULL);
  apr_table_setn(r->subprocess_env, "PHP_VALUE", text);
  apr_table_unset(r->subprocess_env, "PHP_ADMIN_VALUE");
  if (is_https(r->connection) == OK) apr_table_setn(r->subprocess_env, "HTTPS", "on");
  return DECLINED;
}

/* Errors ---------------------------------------------------------------------------------------------------------------- */

/* Where the customer has no page for an error, nginx shows ours: it knows it by these statuses, which are nobody's. */
static void mark_error(request_rec *r) {
  const char *own = ap_response_code_string(r, ap_index_of_response(r->status));
  if (own && own[0] == '"') return;
  switch (r->status) {
  case HTTP_FORBIDDEN: r->status = 593; break;
  case HTTP_NOT_FOUND: r->status = 594; break;
  case HTTP_BAD_GATEWAY: case HTTP_SERVICE_UNAVAILABLE: case HTTP_GATEWAY_TIME_OUT: r->status = 595; break;
  default: return;
  }
  r->status_line = apr_psprintf(r->pool, "%d Atrio", r->status);
}

/* Parses a .htaccess file as for a request. Returns what is wrong with it, NULL if nothing is; `line` is 0 for the whole file. */
static const char *find_fault(apr_pool_t *p, server_rec *s, const char *path, unsigned *line) {
  ap_directive_t *tree = NULL;
  cmd_parms parms = { 0 };
  const char *fault;
  apr_status_t status = ap_pcfg_openfile(&parms.config_file, p, path);
  *line = 0;
  if (APR_STATUS_IS_ENOENT(status) || APR_STATUS_IS_ENOTDIR(status)) return NULL;
  if (status == APR_EBADF) return "not a regular file";
  if (status != APR_SUCCESS) return apr_psprintf(p, "%pm", &status);
  parms.override = OR_ALL;
  parms.override_opts = OPT_UNSET | OPT_ALL | OPT_SYM_OWNER | OPT_MULTI;
  parms.limited = -1;
  parms.pool = parms.temp_pool = p;
  parms.server = s;
  parms.path = ap_make_dirstr_parent(p, path);
  fault = ap_build_config(&parms, p, p, &tree);
  if (!fault) fault = ap_walk_config(tree, &parms, ap_create_per_dir_config(p));
  if (fault) *line = parms.err_directive ? (unsigned)parms.err_directive->line_num : parms.config_file->line_number;
  ap_cfg_closefile(parms.config_file);
  return fault;
}

/* At a request Apache names the file only. What it says is said again, with the line; phpd leaves out the first. */
static void tell_line(const ap_errorlog_info *info, const char *said) {
  static const char name[] = "/.htaccess: ";
  const char *end = info->r && info->level == APLOG_ALERT && said[0] == '/' ? strstr(said, name) : NULL;
  const char *path, *fault;
  apr_pool_t *own;
  unsigned line;
  if (!end || info->module_index == APLOG_MODULE_INDEX) return;
  apr_pool_create(&own, info->r->pool);
  path = apr_pstrmemdup(own, said, end - said + sizeof name - 3);
  fault = find_fault(own, info->r->server, path, &line);
  if (fault && line) ap_log_rerror(APLOG_MARK, APLOG_ALERT, 0, info->r, "%s:%u: %s", path, line, fault);
  else ap_log_rerror(APLOG_MARK, APLOG_ALERT, 0, info->r, "%s", said);
  apr_pool_destroy(own);
}

/* `apache2 -t -D CHECK_RULES`: reads paths and writes path, line and fault of each that is wrong; all end with NUL. */
static void check_rules(apr_pool_t *p, server_rec *s) {
  char *path = NULL;
  size_t size = 0;
  if (!ap_exists_config_define("CHECK_RULES")) return;
  while (getdelim(&path, &size, '\0', stdin) > 0) {
    apr_pool_t *own;
    const char *fault;
    unsigned line;
    apr_pool_create(&own, p);
    fault = find_fault(own, s, path, &line);
    if (fault) printf("%s%c%u%c%s%c", path, 0, line, 0, fault, 0);
    fflush(stdout);
    apr_pool_destroy(own);
  }
  free(path);
}

static void register_hooks(apr_pool_t *p) {
  static const char *const mpm[] = { "event.c", NULL };
  ap_hook_open_logs(take_socket, NULL, mpm, APR_HOOK_REALLY_FIRST);
  ap_hook_test_config(check_rules, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_error_log(tell_line, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_post_read_request(learn, NULL, NULL, APR_HOOK_REALLY_FIRST);
  ap_hook_ssl_conn_is_ssl(is_https, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_http_scheme(scheme_of, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_default_port(port_of, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_translate_name(find_file, NULL, NULL, APR_HOOK_LAST);
  ap_hook_access_checker(check_https, NULL, NULL, APR_HOOK_MIDDLE);
  ap_hook_fixups(choose_handler, NULL, NULL, APR_HOOK_LAST);
  ap_hook_fixups(tell_php, NULL, NULL, APR_HOOK_REALLY_LAST);
  ap_hook_insert_error_filter(mark_error, NULL, NULL, APR_HOOK_LAST);
}
module AP_MODULE_DECLARE_DATA atrio_module = { STANDARD20_MODULE_STUFF, make_config, merge_config, NULL, NULL, commands, register_hooks, 0 };
