<?php
// The one script that nginx passes on. Debian's knows no other directory of plugins than its own.
define('RCUBE_PLUGINS_DIR', '@HOME@/webmail/plugins/');
require '/var/lib/roundcube/public_html/index.php';
