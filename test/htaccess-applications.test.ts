/** The rules that well-known applications bring, in their usual form: what nginx answers with them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import parsing from "../stack/web/htaccess-parse.js";
import { type Asked, decide } from "./htaccess.ts";

type Case = readonly [address: string, expected: string, asked?: Asked];

const sites: Record<
  string,
  { files: Record<string, string>; problems?: readonly string[]; cases: readonly Case[] }
> = {
  WordPress: {
    files: {
      "/.htaccess": `# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
# END WordPress
<Files xmlrpc.php>
order deny,allow
deny from all
allow from 10.1.2.3
</Files>
<FilesMatch "^(wp-config\\.php|readme\\.html)$">
Require all denied
</FilesMatch>`,
      "/index.php": "",
      "/xmlrpc.php": "",
      "/wp-config.php": "",
      "/readme.html": "",
      "/wp-admin/index.php": "",
      "/wp-content/uploads/a.jpg": "",
      "/wp-content/uploads/.htaccess": "php_flag engine off",
      "/wp-content/uploads/shell.php": "",
    },
    cases: [
      ["/", "php /index.php"],
      ["/2026/11/hello/?p=1", "php /index.php?p=1"],
      ["/wp-admin/", "php /wp-admin/index.php"],
      ["/wp-admin", "301 http://example.test/wp-admin/"],
      ["/wp-content/uploads/a.jpg", "file /wp-content/uploads/a.jpg"],
      ["/wp-content/uploads/missing.jpg", "php /index.php"],
      ["/wp-content/uploads/shell.php", "403"],
      ["/xmlrpc.php", "403"],
      ["/xmlrpc.php", "php /xmlrpc.php", { address: "10.1.2.3" }],
      ["/wp-config.php", "403"],
      ["/wp-config.php/x", "403"],
      ["/readme.html", "403"],
      ["/.git/config", "403"],
    ],
  },
  Drupal: {
    files: {
      "/.htaccess": `<FilesMatch "\\.(engine|inc|install|make|module|profile|po|sh|.*sql|theme|twig|yml)(~|\\.sw[op]|\\.bak)?$|^(\\..*|composer\\.(json|lock)|web\\.config)$">
  <IfModule mod_authz_core.c>
    Require all denied
  </IfModule>
  <IfModule !mod_authz_core.c>
    Order allow,deny
  </IfModule>
</FilesMatch>
Options -Indexes
DirectoryIndex index.php index.html index.htm
<IfModule mod_php.c>
  php_value assert.active 0
</IfModule>
<IfModule mod_rewrite.c>
  RewriteEngine on
  RewriteRule ^ - [E=protossl]
  RewriteCond %{HTTPS} on
  RewriteRule ^ - [E=protossl:s]
  RewriteRule "/\\.|^\\.(?!well-known/)" - [F]
  RewriteRule ^(.*)/core/install\\.php$ http%{ENV:protossl}://%{HTTP_HOST}%{REQUEST_URI}x [L,R=302]
  RewriteCond %{REQUEST_URI} ^(.*)?/(install\\.php) [OR]
  RewriteCond %{REQUEST_URI} ^(.*)?/(rebuild\\.php)
  RewriteCond %{REQUEST_URI} !core
  RewriteRule ^ %1/core/%2 [L,QSA,R=301]
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteCond %{REQUEST_URI} !=/favicon.ico
  RewriteRule ^ index.php [L]
  RewriteCond %{REQUEST_URI} !/core/[^/]*\\.php$
  RewriteCond %{REQUEST_URI} !/index.php$
  RewriteRule "^(.+/.*|autoload)\\.php($|/)" - [F]
</IfModule>`,
      "/index.php": "",
      "/composer.json": "",
      "/core/core.services.yml": "",
      "/core/install.php": "",
      "/modules/hack.php": "",
      "/sites/default/files/a.css": "",
      "/sites/default/files/.htaccess":
        "Options None\nSetHandler Drupal_Security_Do_Not_Remove\n<Files *>\nSetHandler Drupal_Security_Do_Not_Remove\n</Files>",
      "/sites/default/files/x.php": "",
    },
    problems: ["php_value"],
    cases: [
      ["/", "php /index.php"],
      ["/node/1?page=2", "php /index.php?page=2"],
      ["/core/core.services.yml", "403"],
      ["/composer.json", "403"],
      ["/modules/hack.php", "403"],
      ["/install.php?x=1", "301 http://example.test/core/install.php?x=1"],
      ["/favicon.ico", "404"],
      ["/sites/default/files/a.css", "file /sites/default/files/a.css"],
      ["/sites/default/files/x.php", "403"],
    ],
  },
  Laravel: {
    files: {
      "/.htaccess": `<IfModule mod_rewrite.c>
    RewriteEngine On
    RewriteRule ^(.*)$ public/$1 [L]
</IfModule>`,
      "/public/.htaccess": `<IfModule mod_rewrite.c>
    <IfModule mod_negotiation.c>
        Options -MultiViews -Indexes
    </IfModule>
    RewriteEngine On
    RewriteCond %{HTTP:Authorization} .
    RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_URI} (.+)/$
    RewriteRule ^ %1 [L,R=301]
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ index.php [L]
</IfModule>`,
      "/.env": "",
      "/artisan": "",
      "/public/index.php": "",
      "/public/css/app.css": "",
    },
    cases: [
      ["/", "php /public/index.php"],
      ["/css/app.css", "file /public/css/app.css"],
      ["/users/3?q=1", "php /public/index.php?q=1"],
      ["/artisan", "php /public/index.php"],
      ["/.env", "403"],
    ],
  },
  Symfony: {
    files: {
      "/.htaccess": `DirectoryIndex index.php
<IfModule mod_rewrite.c>
    RewriteEngine On
    RewriteCond %{REQUEST_URI}::$0 ^(/.+)/(.*)::\\2$
    RewriteRule .* - [E=BASE:%1]
    RewriteCond %{HTTP:Authorization} .+
    RewriteRule ^ - [E=HTTP_AUTHORIZATION:%0]
    RewriteCond %{ENV:REDIRECT_STATUS} =""
    RewriteRule ^index\\.php(?:/(.*)|$) %{ENV:BASE}/$1 [R=301,L]
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ %{ENV:BASE}/index.php [L]
</IfModule>
<IfModule !mod_rewrite.c>
    RedirectMatch 307 ^/$ /index.php/
</IfModule>`,
      "/index.php": "",
      "/bundles/a.js": "",
    },
    cases: [
      ["/", "php /index.php"],
      ["/blog/1", "php /index.php"],
      ["/index.php/blog/1?a=b", "301 http://example.test/blog/1?a=b"],
      ["/bundles/a.js", "file /bundles/a.js"],
    ],
  },
};

for (const [name, site] of Object.entries(sites)) {
  test(`${name} works by the rules that it brings`, () => {
    const sources = Object.entries(site.files).filter(([file]) => file.endsWith(".htaccess"));
    const found = sources.flatMap(([, source]) =>
      parsing.problems(source).problems.map(({ directive }) => directive),
    );
    assert.deepEqual(found, site.problems ?? []);
    for (const [address, expected, asked] of site.cases) {
      assert.equal(decide(site.files, address, asked), expected, address);
    }
  });
}
