/** Rules that applications bring, in their usual form, each in a folder of the site. */
import { type Case, dump } from "./rules-case.ts";

export const applications: readonly Case[] = [
  {
    name: "WordPress",
    folder: "wp",
    rules: String.raw`# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /wp/
RewriteRule ^index\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /wp/index.php [L]
</IfModule>
# END WordPress`,
    files: { "a.txt": "plain", "index.php": dump },
    seen: [
      [
        "/wp/2024/hola-mundo/?x=1",
        /^200 .*REQUEST_URI=\/wp\/2024\/hola-mundo\/\?x=1.*SCRIPT_NAME=\/wp\/index.php/s,
      ],
      ["/wp/a%C3%B1o/%C3%B1", /^200 .*SCRIPT_NAME=\/wp\/index.php/s],
      ["/wp/x", /HTTP_AUTHORIZATION=Bearer tok/s, { headers: { Authorization: "Bearer tok" } }],
      ["/wp/a.txt", /^200 .*plain/s],
    ],
  },
  {
    name: "Laravel",
    folder: "lar",
    rules: `<IfModule mod_rewrite.c>
    <IfModule mod_negotiation.c>
        Options -MultiViews -Indexes
    </IfModule>
    RewriteEngine On
    RewriteCond %{HTTP:Authorization} .
    RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
    RewriteCond %{HTTP:x-xsrf-token} .
    RewriteRule .* - [E=HTTP_X_XSRF_TOKEN:%{HTTP:X-XSRF-Token}]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_URI} (.+)/$
    RewriteRule ^ %1 [L,R=301]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ index.php [L]
</IfModule>`,
    files: { "index.php": dump },
    seen: [
      ["/lar/users/7/", /^301 .*location: (http:\/\/www\.example\.test)?\/lar\/users\/7\n/s],
      ["/lar/users/7", /^200 .*SCRIPT_NAME=\/lar\/index.php/s],
    ],
  },
  {
    name: "Drupal 10",
    folder: "dru",
    rules: String.raw`<FilesMatch "\.(engine|inc|install|make|module|profile|po|sh|.*sql|theme|twig|tpl(\.php)?|xtmpl|yml)(~|\.sw[op]|\.bak|\.orig|\.save)?$|^(\.(?!well-known).*|Entries.*|Repository|Root|Tag|Template|composer\.(json|lock)|web\.config|yarn\.lock|package\.json)$|^#.*#$|\.php(~|\.sw[op]|\.bak|\.orig|\.save)$">
  <IfModule mod_authz_core.c>
    Require all denied
  </IfModule>
  <IfModule !mod_authz_core.c>
    Order allow,deny
  </IfModule>
</FilesMatch>
Options -Indexes
DirectoryIndex index.php index.html index.htm
AddType image/svg+xml svg svgz
AddEncoding gzip svgz
<IfModule mod_php.c>
  php_value assert.active 0
</IfModule>
<IfModule mod_expires.c>
  ExpiresActive On
  ExpiresDefault A1209600
  <FilesMatch \.php$>
    ExpiresActive Off
  </FilesMatch>
</IfModule>
<IfModule mod_fcgid.c>
  <FilesMatch \.php$>
    FcgidWrapper /x
  </FilesMatch>
</IfModule>
<IfModule mod_rewrite.c>
  RewriteEngine on
  RewriteRule ^ - [E=protossl]
  RewriteCond %{HTTPS} on
  RewriteRule ^ - [E=protossl:s]
  RewriteRule "/\.|^\.(?!well-known/)" - [F]
  RewriteCond %{REQUEST_URI} ^(.*)?/(install\.php) [OR]
  RewriteCond %{REQUEST_URI} ^(.*)?/(rebuild\.php)
  RewriteCond %{REQUEST_URI} !core
  RewriteRule ^ %1/core/%2 [L,QSA,R=301]
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteCond %{REQUEST_URI} !=/favicon.ico
  RewriteRule ^ index.php [L]
  RewriteCond %{REQUEST_URI} !/core/[^/]*\.php$
  RewriteCond %{REQUEST_URI} !/core/modules/system/tests/https?\.php
  RewriteRule "^(.+/.*|autoload)\.php($|/)" - [F]
  <IfModule mod_headers.c>
    RewriteCond %{HTTP:Accept-encoding} gzip
    RewriteCond %{REQUEST_FILENAME}\.gz -s
    RewriteRule ^(.*css_[a-zA-Z0-9-_]+)\.css$ $1\.css\.gz [QSA]
    RewriteRule \.css\.gz$ - [T=text/css,E=no-gzip:1,E=no-brotli:1]
    <FilesMatch "(\.js\.gz|\.css\.gz)$">
      Header set Content-Encoding gzip
      Header append Vary Accept-Encoding
    </FilesMatch>
  </IfModule>
</IfModule>
<IfModule mod_headers.c>
  Header always set X-Content-Type-Options nosniff
  RequestHeader unset Proxy
</IfModule>`,
    files: {
      "index.php": dump,
      "x.module": "secret",
      "css_1.css": "plain",
      "css_1.css.gz": "GZDATA",
      "sub/evil.php": dump,
      "pic.svg": "<svg/>",
    },
    seen: [
      ["/dru/node/1?q=2", /^200 .*SCRIPT_NAME=\/dru\/index.php/s],
      ["/dru/x.module", /^403 /s],
      [
        "/dru/css_1.css",
        /^200 .*content-encoding: gzip.*GZDATA/s,
        { headers: { "Accept-Encoding": "gzip" } },
      ],
      ["/dru/sub/evil.php", /^403 /s],
      ["/dru/node/1", /x-content-type-options: nosniff/s],
      ["/dru/pic.svg", /^200 .*content-type: image\/svg.*expires|expires.*image\/svg/s],
    ],
  },
  {
    name: "MediaWiki short URLs",
    folder: "mw",
    rules: `RewriteEngine On
RewriteRule ^/?wiki(/.*)?$ /mw/w/index.php [L]
RewriteRule ^images/(.*) - [L]`,
    files: { "w/index.php": dump },
    seen: [
      [
        "/mw/wiki/Main_Page%3F_a%26b",
        /^200 .*REQUEST_URI=\/mw\/wiki\/Main_Page%3F_a%26b.*SCRIPT_NAME=\/mw\/w\/index.php/s,
      ],
    ],
  },
  {
    name: "Nextcloud",
    folder: "nc",
    rules: String.raw`<IfModule mod_headers.c>
  <IfModule mod_setenvif.c>
    <IfModule mod_fcgid.c>
       SetEnvIfNoCase ^Authorization$ "(.+)" XAUTHORIZATION=$1
       RequestHeader set XAuthorization %{XAUTHORIZATION}e env=XAUTHORIZATION
    </IfModule>
    <IfModule mod_proxy_fcgi.c>
       SetEnvIfNoCase Authorization "(.+)" HTTP_AUTHORIZATION=$1
    </IfModule>
  </IfModule>
  <IfModule mod_env.c>
    Header onsuccess unset Referrer-Policy
    Header always set Referrer-Policy "no-referrer"
    Header always set X-Frame-Options "SAMEORIGIN"
    SetEnv modHeadersAvailable true
  </IfModule>
  <FilesMatch "\.(css|js|svg|gif|png|jpg|ico|wasm|tflite)$">
    <If "%{QUERY_STRING} =~ /(^|&)v=/">
      Header set Cache-Control "max-age=15778463, immutable"
    </If>
    <Else>
      Header set Cache-Control "max-age=15778463"
    </Else>
  </FilesMatch>
</IfModule>
<IfModule mod_rewrite.c>
  RewriteEngine on
  RewriteCond %{HTTP_USER_AGENT} DavClnt
  RewriteRule ^$ /remote.php/webdav/ [L,R=302]
  RewriteRule .* - [env=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
  RewriteRule ^\.well-known/carddav /remote.php/dav/ [R=301,L]
  RewriteRule ^remote/(.*) remote.php [QSA,L]
  RewriteRule ^(?:build|tests|config|lib|3rdparty|templates)/.* - [R=404,L]
  RewriteRule ^(?:\.(?!well-known)|autotest|occ|issue|indie|db_|console).* - [R=404,L]
</IfModule>
AddDefaultCharset utf-8
Options -Indexes
<IfModule pagespeed_module>
  ModPagespeed Off
</IfModule>`,
    files: {
      "core.js": "js",
      "remote.php": dump,
      "config/x": "x",
    },
    seen: [
      ["/nc/core.js?v=1", /cache-control: max-age=15778463, immutable/s],
      ["/nc/core.js", /cache-control: max-age=15778463\n/s],
      ["/nc/remote.php/dav/files", /^200 .*PATH_INFO=\/dav\/files/s, { method: "PROPFIND" }],
      ["/nc/config/x", /^404 /s],
      ["/nc/remote/x?y=1", /SCRIPT_NAME=\/nc\/remote.php/s],
      ["/nc/remote.php", /modHeaders=true/s],
    ],
  },
  {
    name: "Joomla",
    folder: "joo",
    rules: String.raw`<IfModule mod_headers.c>
Header always set X-Content-Type-Options "nosniff"
</IfModule>
<IfModule mod_autoindex.c>
  IndexIgnore *
</IfModule>
RewriteEngine On
RewriteCond %{QUERY_STRING} base64_encode[^(]*\([^)]*\) [OR]
RewriteCond %{QUERY_STRING} (<|%3C)([^s]*s)+cript.*(>|%3E) [NC,OR]
RewriteCond %{QUERY_STRING} GLOBALS(=|\[|\%[0-9A-Z]{0,2})
RewriteRule .* index.php [F]
RewriteCond %{HTTP:Authorization} .+
RewriteRule ^ - [E=HTTP_AUTHORIZATION:%0]
RewriteCond %{REQUEST_URI} ^/joo/api/
RewriteCond %{REQUEST_URI} !^/api/index\.php
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule .* api/index.php [L]
RewriteCond %{REQUEST_URI} !^/index\.php
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule .* index.php [L]`,
    files: { "index.php": dump, "api/index.php": dump },
    seen: [
      ["/joo/es/art?GLOBALS=1", /^403 /s],
      ["/joo/es/art", /SCRIPT_NAME=\/joo\/index.php/s],
      ["/joo/api/v1/x", /SCRIPT_NAME=\/joo\/api\/index.php/s],
    ],
  },
  {
    name: "Matomo",
    folder: "mat",
    rules: String.raw`<Files "*">
<IfModule mod_authz_core.c>
  Require all denied
</IfModule>
</Files>
<FilesMatch "(^$|^index\.html$|\.(js|css|gif)$)">
  Require all granted
</FilesMatch>
<Files ~ "^piwik\.js|matomo\.js$">
  <IfModule mod_headers.c>
   Header set Cache-Control "max-age=3600"
  </IfModule>
</Files>`,
    files: { "matomo.js": "m", "config.ini": "c" },
    seen: [
      ["/mat/matomo.js", /^200 .*max-age=3600/s],
      ["/mat/config.ini", /^403 /s],
    ],
  },
];
