<?php
// Roundcube looks for it beside config.inc.php. Of its own directories only these may be opened.
require '/etc/roundcube/defaults.inc.php';
$config['log_dir'] = $config['temp_dir'] = '@HOME@/webmail/temp/';
