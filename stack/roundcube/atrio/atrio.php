<?php

/**
 * Lets in who comes from the panel: its form carries a token, which is exchanged for a session of Dovecot's. What stands in
 * for the password is the secret of that session; Roundcube keeps it as it keeps passwords, encrypted.
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

    /** What the token was exchanged for, until Roundcube's own session begins. */
    private ?array $begun = null;
    /** Of the password that somebody signs in with. */
    private ?string $edition = null;

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
        if (isset($_SESSION['atrio']['session'])) {
            return (bool) $this->ask('SELECT 1 WHERE webmail.is_open(?)', $_SESSION['atrio']['session']);
        }
        $edition = $this->edition_of($_SESSION['username']);
        return $edition !== null && $edition === ($_SESSION['atrio']['edition'] ?? null);
    }

    private function edition_of(string $address): ?string
    {
        return $this->ask('SELECT webmail.edition(?) AS edition', $address)['edition'];
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
        if (!$this->begun) {
            return $args;
        }
        $who = ['user' => $this->begun['address'], 'pass' => $this->begun['secret']];
        return $who + ['valid' => true, 'cookiecheck' => false] + $args;
    }

    public function keep(array $args): array
    {
        if ($this->begun) {
            $_SESSION['atrio'] = ['session' => $this->begun['session'], 'company' => $this->begun['company']];
            $this->speak($this->begun['language']);
        } else {
            $_SESSION['atrio'] = ['edition' => $this->edition];
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

    /** Dovecot slows down addresses that failed: the browser's, not ours. */
    public function storage(array $args): array
    {
        $args['preauth_ident'] = ['x-originating-ip' => $_SERVER['REMOTE_ADDR']];
        if (empty($_SESSION['user_id']) && !$this->begun) {
            // before the password is looked at: a change meanwhile ends what begins
            $this->edition = $this->edition_of($args['user']);
        }
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
