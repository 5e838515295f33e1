/** Rules by directive, each set in a folder of the site. */
import { type Case, dump } from "./rules-case.ts";

export const directives: readonly Case[] = [
  {
    name: "headers, types and times, as HTML5 Boilerplate sets them",
    folder: "h5",
    rules: String.raw`<IfModule mod_headers.c>
  Header set X-UA-Compatible "IE=edge" "expr=%{CONTENT_TYPE} =~ m#text/html#i"
  Header always set Strict-Transport-Security "max-age=16070400" "expr=%{HTTPS} == 'on'"
  Header set Content-Security-Policy "default-src 'self'" "expr=%{CONTENT_TYPE} =~ m#text\/(html|javascript)#i"
  Header unset X-Powered-By
</IfModule>
<IfModule mod_mime.c>
  AddType application/manifest+json webmanifest
  AddType font/woff2 woff2
  AddCharset utf-8 .html .css
</IfModule>
<IfModule mod_deflate.c>
  <IfModule mod_filter.c>
    AddOutputFilterByType DEFLATE "text/css" "text/html" "application/json"
  </IfModule>
</IfModule>
<IfModule mod_expires.c>
  ExpiresActive on
  ExpiresDefault "access plus 1 month"
  ExpiresByType text/css "access plus 1 year"
</IfModule>
FileETag None
ErrorDocument 404 /h5/404.html
<IfModule mod_rewrite.c>
  RewriteEngine On
  RewriteCond %{HTTPS} =on
  RewriteCond %{HTTP_HOST} ^www\.(.+)$ [NC]
  RewriteRule ^ https://%1%{REQUEST_URI} [R=301,L]
</IfModule>`,
    files: {
      "index.html": "<p>",
      "a.css": "a{}".repeat(2000),
      "404.html": "MINE",
      "app.webmanifest": "{}",
    },
    seen: [
      ["/h5/index.html", /x-ua-compatible: IE=edge/s],
      ["/h5/a.css", /content-encoding: gzip/s, { headers: { "Accept-Encoding": "gzip" } }],
      ["/h5/nope", /^404 .*MINE/s],
      ["/h5/a.css", /max-age=31536000/s],
      ["/h5/app.webmanifest", /manifest\+json/s],
    ],
  },
  {
    name: "HTTPS is forced by %{HTTPS}",
    folder: "https",
    rules: `RewriteEngine On
RewriteCond %{HTTPS} off
RewriteRule ^(.*)$ https://%{HTTP_HOST}%{REQUEST_URI} [L,R=301]`,
    files: { "a.txt": "plain" },
    seen: [
      ["/https/a.txt?x", /^301 .*location: https:\/\/www\.example\.test\/https\/a.txt\?x/s],
      ["/https/a.txt", /^200 .*plain/s, { secure: true }],
    ],
  },
  {
    name: "the scheme is known",
    folder: "https2",
    rules: `RewriteEngine On
RewriteCond %{REQUEST_SCHEME} =https
RewriteRule ^ - [E=SCH:yes]
Header set X-Sch %{SCH}e env=SCH
RewriteCond %{HTTPS} !=on
RewriteRule ^s - [R=403]
Redirect 301 /https2/old /https2/new`,
    files: { "a.txt": "plain", "sub/x": "x" },
    seen: [
      ["/https2/a.txt", /^200 .*x-sch: yes/s, { secure: true }],
      ["/https2/old", /location: (https:\/\/www\.example\.test(:\d+)?)?\/https2\/new/s, { secure: true }],
      [
        "/https2/sub",
        /^301 .*location: (https:\/\/www\.example\.test(:\d+)?)?\/https2\/sub\/| 403/s,
        { secure: true },
      ],
    ],
  },
  {
    name: "a password, or an address",
    folder: "auth",
    rules: `AuthType Basic
AuthName "Zona"
AuthUserFile /home/.htpw
<RequireAny>
Require user ana
Require ip 192.0.2.0/24
</RequireAny>`,
    files: { "a.txt": "plain", "index.php": dump },
    seen: [
      ["/auth/a.txt", /^401 .*www-authenticate: Basic realm="Zona"/s],
      ["/auth/a.txt", /^200 /s, { as: "ana:s3cret" }],
      ["/auth/a.txt", /^401 /s, { as: "ana:bad" }],
      ["/auth/index.php", /REMOTE_USER=ana/s, { as: "ana:s3cret" }],
    ],
  },
  {
    name: "<If> and expressions",
    folder: "if",
    rules: `<If "%{HTTP_USER_AGENT} =~ /BadBot/ || -n req('X-Block')">
  Require all denied
</If>
Header set X-Now "expr=%{REQUEST_METHOD}-%{tolower:%{HTTP_HOST}}"`,
    files: { "a.txt": "plain" },
    seen: [
      ["/if/a.txt", /^403 /s, { headers: { "User-Agent": "BadBot 1" } }],
      ["/if/a.txt", /x-now: GET-www\.example\.test/s],
    ],
  },
  {
    name: "PHP in files of another ending",
    folder: "hand",
    rules: String.raw`AddHandler application/x-httpd-php .html
<FilesMatch "\.html$">
SetHandler "proxy:unix:/run/php/php.sock|fcgi://php"
</FilesMatch>`,
    files: { "a.html": "<?php echo 1+2;" },
    seen: [["/hand/a.html", /^200 .*\n\n3$/s]],
  },
  {
    name: "php_value and php_flag",
    folder: "php",
    rules: `php_value memory_limit 300M
php_flag display_errors off
php_value upload_max_filesize 77M`,
    files: { "index.php": dump },
    seen: [["/php/index.php", /ml=300M umf=77M de=0/s]],
  },
  {
    name: "php_value of another folder does not stay",
    folder: "php2",
    rules: "Options -Indexes",
    files: { "index.php": dump },
    seen: [["/php2/index.php", /ml=128M/s]],
  },
  {
    name: "SetEnv and SetEnvIf tell PHP any name",
    folder: "env",
    rules: `SetEnv MY_OWN_NAME hello
SetEnvIf Host "^(.*)$" HOSTCOPY=$1`,
    files: { "i.php": "<?php echo $_SERVER['MY_OWN_NAME'].':'.$_SERVER['HOSTCOPY'];" },
    seen: [["/env/i.php", /hello:www\.example\.test/s]],
  },
  {
    name: "ErrorDocument, and PHP's own 404 stays",
    folder: "ed",
    rules: `ErrorDocument 404 /ed/err.php
ErrorDocument 403 "No entry"
<Files x>
Require all denied
</Files>`,
    files: { "err.php": dump, x: "x", "own.php": "<?php http_response_code(404); echo 'OWN';" },
    seen: [
      ["/ed/none", /^404 .*REDIRECT_STATUS=404/s],
      ["/ed/x", /^403 .*No entry/s],
      ["/ed/own.php", /^404 .*OWN/s],
    ],
  },
  {
    name: "parts, headers only, and what has not changed",
    folder: "st",
    rules: "Options -Indexes",
    files: { "b.bin": "0123456789" },
    seen: [
      ["/st/b.bin", /^206 .*\n\n2345$/s, { headers: { Range: "bytes=2-5" } }],
      ["/st/b.bin", /^200 .*content-length: 10/s, { method: "HEAD" }],
      ["/st/b.bin", /^304 /s, { unchanged: true }],
    ],
  },
  {
    name: "lists",
    folder: "ix",
    rules: `Options +Indexes
IndexOptions FancyIndexing HTMLTable
IndexIgnore *.bak`,
    files: { "b.bin": "0", "c.bak": "1" },
    seen: [
      ["/ix/", /^200 .*b\.bin/s],
      ["/ix/", /^(?!.*c\.bak)/s],
    ],
  },
  {
    name: "MultiViews, FallbackResource",
    folder: "mv",
    rules: `Options +MultiViews
FallbackResource /mv/i.php`,
    files: { "page.html": "PAGE", "i.php": '<?php echo "FALL";' },
    seen: [
      ["/mv/page", /PAGE/s],
      ["/mv/other/x", /FALL/s],
    ],
  },
  {
    name: "an unknown directive closes its folder",
    folder: "bad",
    rules: `Options -Indexes
RewiteEngine On`,
    files: { "a.txt": "plain" },
    seen: [["/bad/a.txt", /^500 /s]],
  },
  {
    name: "a pattern that is none closes its folder",
    folder: "bad2",
    rules: `RewriteEngine On
RewriteRule ^(.*$ /x`,
    files: { "a.txt": "plain" },
    seen: [["/bad2/a.txt", /^500 /s]],
  },
  {
    name: "a section left open is closed by the end of the file",
    folder: "bad3",
    rules: `<IfModule mod_rewrite.c>
RewriteEngine On`,
    files: { "a.txt": "plain" },
    seen: [["/bad3/a.txt", /^200 /s]],
  },
  {
    name: "a loop ends",
    folder: "loop",
    rules: `RewriteEngine On
RewriteRule ^(.*)$ /loop/x$1 [L]`,
    files: { "a.txt": "plain" },
    seen: [["/loop/a", /^500 /s]],
  },
  {
    name: "46 kB of rules",
    folder: "big",
    rules: [
      "RewriteEngine On",
      ...Array.from(
        { length: 700 },
        (_, n) => `RewriteCond %{HTTP_USER_AGENT} ^BadBot${n} [NC]\nRewriteRule ^ - [F]`,
      ),
      "RewriteRule ^ok$ /big/a.txt [L]",
    ].join("\n"),
    files: { "a.txt": "plain" },
    seen: [["/big/ok", /^200 .*plain/s]],
  },
  {
    name: "a line of 5,000 characters",
    folder: "long",
    rules: `RewriteEngine On\nRewriteRule ^(${Array.from({ length: 700 }, (_, n) => `name${n}`).join("|")}|ok)$ /long/a.txt [L]`,
    files: { "a.txt": "plain" },
    seen: [["/long/ok", /^200 .*plain/s]],
  },
  {
    name: "hidden files stay closed",
    folder: "dot",
    rules: "Options -Indexes",
    files: { ".git/config": "SECRET", ".env": "SECRET" },
    seen: [
      ["/dot/.htaccess", /^403 /s],
      ["/dot/.git/config", /^403 /s],
      ["/dot/.env", /^403 /s],
    ],
  },
  {
    name: "X-Accel-Redirect leads nowhere",
    folder: "xa",
    rules: "Header set X-Accel-Redirect /.atrio/denied",
    files: { "a.txt": "plain" },
    seen: [["/xa/a.txt", /^200 .*plain/s]],
  },
];
