/** A folder with rules, and what visitors see in it. */
export interface Case {
  readonly name: string;
  readonly folder: string;
  readonly rules: string;
  readonly files: Readonly<Record<string, string>>;
  readonly seen: readonly (readonly [path: string, reply: RegExp, asked?: Asked])[];
}

export interface Asked {
  readonly method?: string;
  readonly secure?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** `name:password`. */
  readonly as?: string;
  /** Asks for the file only if it has changed just now. */
  readonly unchanged?: boolean;
}

/** A page that says what PHP was told. */
export const dump = `<?php
header('Content-Type: text/plain');
foreach (['REQUEST_URI', 'SCRIPT_NAME', 'PATH_INFO', 'QUERY_STRING', 'REDIRECT_STATUS', 'REMOTE_USER', 'HTTP_AUTHORIZATION', 'HTTPS', 'REQUEST_SCHEME'] as $name)
  echo $name, '=', $_SERVER[$name] ?? '', "\\n";
echo 'ml=', ini_get('memory_limit'), ' umf=', ini_get('upload_max_filesize'), ' de=', (int) ini_get('display_errors'), "\\n";
echo 'modHeaders=', $_SERVER['modHeadersAvailable'] ?? '', "\\n";`;
