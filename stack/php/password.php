<?php
// Who the visitor of a folder with a password is: name and groups, by the files that its .htaccess names (Apache's htpasswd formats).
// Runs as the service's own account: what it may not read it cannot ask.

function apr1(string $password, string $salt): string
{
    $text = $password . '$apr1$' . $salt;
    $first = md5($password . $salt . $password, true);
    for ($left = strlen($password); $left > 0; $left -= 16) {
        $text .= substr($first, 0, min(16, $left));
    }
    for ($bits = strlen($password); $bits > 0; $bits >>= 1) {
        $text .= $bits & 1 ? "\0" : $password[0];
    }
    $hash = md5($text, true);
    for ($round = 0; $round < 1000; $round++) {
        $next = $round & 1 ? $password : $hash;
        $next .= $round % 3 ? $salt : '';
        $next .= $round % 7 ? $password : '';
        $hash = md5($next . ($round & 1 ? $hash : $password), true);
    }
    $letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    $out = '';
    foreach ([[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]] as [$a, $b, $c]) {
        $value = ord($hash[$a]) << 16 | ord($hash[$b]) << 8 | ord($hash[$c]);
        for ($i = 0; $i < 4; $i++, $value >>= 6) {
            $out .= $letters[$value & 63];
        }
    }
    $value = ord($hash[11]);
    return '$apr1$' . $salt . '$' . $out . $letters[$value & 63] . $letters[$value >> 6];
}

function fits(string $password, string $hash): bool
{
    if (strpos($hash, '$apr1$') === 0) {
        return hash_equals($hash, apr1($password, substr(explode('$', $hash)[2] ?? '', 0, 8)));
    }
    if (strpos($hash, '{SHA}') === 0) {
        return hash_equals($hash, '{SHA}' . base64_encode(sha1($password, true)));
    }
    return password_verify($password, $hash);
}

function lines(string $file): array
{
    $found = @is_file($file) ? @file($file, FILE_IGNORE_NEW_LINES) : false;
    if ($found === false) {
        error_log(".htaccess: $file cannot be read");
        http_response_code(500);
        exit;
    }
    return $found;
}

$name = '';
foreach (lines($_SERVER['PASSWORD_FILE']) as $line) {
    [$user, $hash] = explode(':', trim($line) . '::');
    if ($user !== '' && $user === ($_SERVER['PHP_AUTH_USER'] ?? '') && fits($_SERVER['PHP_AUTH_PW'] ?? '', $hash)) {
        $name = $user;
        break;
    }
}
$groups = [];
if ($name !== '' && ($_SERVER['GROUP_FILE'] ?? '') !== '') {
    foreach (lines($_SERVER['GROUP_FILE']) as $line) {
        [$group, $members] = explode(':', $line . ':');
        if (in_array($name, preg_split('/\s+/', trim($members)), true)) {
            $groups[] = trim($group);
        }
    }
}
header('Content-Type: application/json');
echo json_encode(['name' => $name, 'groups' => $groups], JSON_INVALID_UTF8_SUBSTITUTE);
