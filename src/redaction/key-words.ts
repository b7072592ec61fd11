const PREFIXES = 'lsv2_|lsv1_|ls__|sk-|sk_|pk_|gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|eyJ';

/** Matches the beginning of services' keys, and the base64 of a JSON object, of which tokens consist. */
const KEY_PREFIX = new RegExp(`(?:^|[^A-Za-z0-9])(?:${PREFIXES})`);

/** Matches characters in which letters and digits are mixed as in a random value. */
const RANDOM_WORD =
  /(?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]*[0-9][A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{20,}/;

/** Matches a key with its beginning. Names such as `sk-learn-agent`, with fewer than two digits, are not keys. */
const KEY = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:${PREFIXES})(?=[\w-]{0,200}[0-9][\w-]{0,200}[0-9])[\w-]{8,}`,
  'g',
);

/** Returns whether a value may be a misplaced key, by its beginning or because it looks random. */
export function looksLikeKey(value: string): boolean {
  return KEY_PREFIX.test(value) || RANDOM_WORD.test(value);
}

/**
 * Replaces the keys in a message about wrong arguments, which may be misplaced secrets. Only keys with a
 * known beginning are recognized, because a message may contain random names of folders.
 */
export function hideKeys(message: string): string {
  return message.replaceAll(KEY, '***');
}
