<?php

/**
 * Lets in who comes from the panel: its form carries a token, which is exchanged for a session of Dovecot's. What stands in
 * for the password is the secret of that session; Roundcube keeps it as it keeps passwords, encrypted. Visitors who sign in
 * with a mailbox's password get such a token once Dovecot has found the password right.
 */
class atrio extends rcube_plugin
{
    private const REFUSED = [
        'en_US' => [
            'title' => 'Open the webmail from the panel again',
            'text' => 'This way in works once and for a minute: it was used already, or is too old.',
        ],
        'es_ES' => [
            'title' => 'Abre otra vez el webmail desde el panel',
            'text' => 'Este acceso sirve una sola vez y durante un minuto: ya se usó o ha caducado.',
        ],
    ];

    /** Roundcube's texts for what Dovecot says to a password. */
    private const LABELS = ['wrong' => 'loginfailed', 'later' => 'accountlocked'];

    /** What the token was exchanged for, until Roundcube's own session begins. */
    private ?array $begun = null;

    /**
     * Before a session begins: browsers keep our cookies back from a form of another site, such as a panel under another
     * domain. Sent once more from here it comes with them, or a letter in another tab would lose its session.
     */
    public function onload()
    {
        if (($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') !== 'cross-site' || !is_string($_POST['token'] ?? null)) {
            return;
        }
        header('Cache-Control: no-store');
        echo '<!doctype html><meta name="color-scheme" content="light dark"><form method="post">';
        foreach (['token', 'lang'] as $name) {
            echo html::tag('input', ['type' => 'hidden', 'name' => $name, 'value' => (string) ($_POST[$name] ?? '')]);
        }
        echo '</form><script>document.forms[0].submit()</script>';
        exit;
    }

    public function init()
    {
        $this->add_hook('startup', [$this, 'startup']);
        $this->add_hook('authenticate', [$this, 'authenticate']);
        $this->add_hook('login_after', [$this, 'keep']);
        $this->add_hook('session_destroy', [$this, 'end']);
        $this->add_hook('storage_connect', [$this, 'storage']);
        $this->add_hook('smtp_connect', [$this, 'smtp']);
        $this->add_hook('managesieve_connect', [$this, 'sieve']);
    }

    public function startup(array $args): array
    {
        $webmail = rcmail::get_instance();
        if (!empty($_SESSION['user_id']) && !$this->is_open()) {
            $webmail->kill_session();
        }
        $token = $_SERVER['REQUEST_METHOD'] === 'POST' ? $_POST['token'] ?? null : null;
        if (is_string($token)) {
            $this->enter($token, ($_POST['lang'] ?? '') === 'es' ? 'es_ES' : 'en_US');
            return ['task' => 'login', 'action' => 'login'] + $args;
        }
        if (isset($_SESSION['atrio']['company'])) {
            $webmail->config->set('product_name', $_SESSION['atrio']['company']);
        }
        return $args;
    }

    /** Asked at each request: what Dovecot would refuse is not shown from Roundcube's own tables either. */
    private function is_open(): bool
    {
        return (bool) $this->ask('SELECT 1 WHERE webmail.is_open(?)', $_SESSION['atrio']['session'] ?? '');
    }

    /** The first row; null where there is none. */
    private function ask(string $question, ...$values): ?array
    {
        $database = rcmail::get_instance()->get_dbh();
        $result = $database->query($question, ...$values);
        if (!$result) {
            rcmail::raise_error(['code' => 603], false, true);
        }
        return $database->fetch_assoc($result) ?: null;
    }

    private function enter(string $token, string $language): void
    {
        $webmail = rcmail::get_instance();
        $current = $_SESSION['atrio']['session'] ?? '';
        $this->begun = $this->exchange($token, $current);
        if (!$this->begun) {
            $this->refuse($language);
        }
        // it is open in another tab, where a letter may be half written
        if ($this->begun['session'] === $current) {
            $webmail->output->redirect(['_task' => 'mail']);
        }
        $this->begun['language'] = $language;
        if (!empty($_SESSION['user_id'])) {
            $webmail->kill_session();
        }
        $_SESSION['language'] = $language;
    }

    /** Null where the token is spent, old, nobody's or another address's. */
    private function exchange(string $token, string $current): ?array
    {
        $secret = bin2hex(random_bytes(32));
        $row = $this->ask(
            "SELECT address, company, session FROM webmail.begin(decode(?, 'hex'), ?, ?, decode(?, 'hex'), ?)",
            hash('sha256', $token), $_SERVER['WEBMAIL_PATH'], bin2hex(random_bytes(16)), hash('sha256', $secret), $current
        );
        return $row ? $row + ['secret' => $secret] : null;
    }

    private function refuse(string $language): void
    {
        $_SESSION['language'] = $language;
        rcmail::get_instance()->load_language($language);
        $this->add_hook('error_page', fn (array $args): array => self::REFUSED[$language] + $args);
        http_response_code(403);
        rcmail::raise_error(['code' => 403], false, true);
    }

    public function authenticate(array $args): array
    {
        if ($this->begun) {
            return $this->who() + ['valid' => true, 'cookiecheck' => false] + $args;
        }
        if (!$args['valid']) {
            return $args;
        }
        $token = bin2hex(random_bytes(32));
        $address = rcube_utils::idn_to_ascii($args['user']);
        $answer = $this->ask_dovecot($address, $args['pass'], hash('sha256', $token));
        $this->begun = $answer === 'right' ? $this->exchange($token, '') : null;
        if (!$this->begun) {
            return ['abort' => true, 'error' => self::LABELS[$answer] ?? 'storageerror'] + $args;
        }
        return $this->who() + $args;
    }

    private function who(): array
    {
        return ['user' => $this->begun['address'], 'pass' => $this->begun['secret']];
    }

    /**
     * Asks Dovecot whether the password is right, over a socket that only the webmail may open: there the visitor's address is
     * believed, and failures count for the visitor. A right password makes a token of this hash. Dovecot's authentication
     * protocol, version 1.1; a temporary failure is the brake's, or the database's.
     */
    private function ask_dovecot(string $address, string $password, string $token_hash): string
    {
        $socket = @stream_socket_client('unix://' . rcmail::get_instance()->config->get('atrio_sign_in'), $code, $text, 5);
        if (!$socket) {
            return 'away';
        }
        stream_set_timeout($socket, 30);
        $resp = base64_encode("\0$address\0$password");
        $visitor = $_SERVER['REMOTE_ADDR'];
        fwrite($socket, "VERSION\t1\t1\nCPID\t" . getmypid() . "\n"
            . "AUTH\t1\tPLAIN\tservice=webmail\tsecured\tsession=$token_hash\trip=$visitor\tresp=$resp\n");
        while (($line = fgets($socket)) !== false) {
            $words = explode("\t", rtrim($line, "\n"));
            if ($words[0] === 'OK') {
                return 'right';
            }
            if ($words[0] === 'FAIL') {
                return in_array('code=temp_fail', $words, true) ? 'later' : 'wrong';
            }
        }
        return 'away';
    }

    public function keep(array $args): array
    {
        $_SESSION['atrio'] = ['session' => $this->begun['session'], 'company' => $this->begun['company']];
        if (isset($this->begun['language'])) {
            $this->speak($this->begun['language']);
        }
        return $args;
    }

    /** As the panel does; whoever chose a language here that the panel has not keeps it. */
    private function speak(string $language): void
    {
        $user = rcmail::get_instance()->user;
        if (preg_match('/^(en|es)_/', $user->language) && substr($user->language, 0, 2) !== substr($language, 0, 2)) {
            $_SESSION['language'] = $language;
            $user->save_prefs(['language' => $language]);
        }
    }

    public function end(array $args): array
    {
        if (isset($_SESSION['atrio']['session'])) {
            $this->ask('SELECT webmail.end(?)', $_SESSION['atrio']['session']);
        }
        return $args;
    }

    public function storage(array $args): array
    {
        return $this->as_session($args, '');
    }

    public function smtp(array $args): array
    {
        return $this->as_session($args, 'smtp_');
    }

    public function sieve(array $args): array
    {
        return $this->as_session($args, '');
    }

    /** SASL PLAIN with the session as the one who signs in, and the mailbox as the one in whose name (RFC 4616). */
    private function as_session(array $args, string $prefix): array
    {
        $session = $this->begun['session'] ?? $_SESSION['atrio']['session'] ?? null;
        if (!$session) {
            return $args;
        }
        return [
            "{$prefix}auth_type" => 'PLAIN',
            "{$prefix}auth_cid" => $session,
            "{$prefix}auth_pw" => $this->begun['secret'] ?? rcmail::get_instance()->get_user_password(),
        ] + $args;
    }
}
