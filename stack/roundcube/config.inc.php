<?php
$config = [];
// Where the database is, the environment says; its tables are in the role's search path.
$config['db_dsnw'] = 'pgsql://atrio_webmail@/@DATABASE@';
$config['des_key'] = trim(file_get_contents('@SECRETS@/roundcube.key'));
$config['cipher_method'] = 'AES-256-CBC';

// Over loopback, where Dovecot wants no TLS.
$config['imap_host'] = '@IMAP@';
$config['smtp_host'] = '@SUBMISSION@';
$config['managesieve_host'] = '@SIEVE@';
// Passwords go here alone, with the visitor's address.
$config['atrio_sign_in'] = '@WEBMAIL_SIGN_IN@/auth';
// Dovecot counts failures, by mailbox and visitor; this would count by mailbox alone.
$config['login_rate_limit'] = 0;
$config['managesieve_script_name'] = 'webmail';
$config['plugins'] = ['atrio', 'archive', 'managesieve', 'zipdownload'];
$config['max_message_size'] = '25M';

// Nobody's brand: the company comes with who signs in from the panel.
$config['product_name'] = 'Webmail';
$config['useragent'] = 'Webmail';
$config['display_product_info'] = 0;
$config['disabled_actions'] = ['about'];
$config['assets_path'] = '/';
$config['blankpage_url'] = 'empty.html';
$logo = 'data:image/svg+xml;base64,' . base64_encode(file_get_contents('@HOME@/etc/roundcube/logo.svg'));
$config['skin_logo'] = ['*' => $logo, '[favicon]' => $logo];
$config['skin'] = 'elastic';
$config['mime_types'] = '/etc/roundcube/mimetypes.php';

$config['session_lifetime'] = 60;
// Each mailbox that the panel opens lies at an address of its own.
$config['session_path'] = $_SERVER['WEBMAIL_PATH'];
$cookies = $_SERVER['WEBMAIL_PATH'] === '/' ? 'roundcube' : 'mailbox';
$config['session_name'] = $cookies . '_sessid';
$config['session_auth_name'] = $cookies . '_sessauth';
$config['login_autocomplete'] = 2;
$config['log_driver'] = 'stdout';
$config['log_logins'] = true;
// would send what is written to a server elsewhere
$config['enable_spellcheck'] = false;
