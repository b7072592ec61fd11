const PREFIXES = 'lsv2_|lsv1_|ls__|sk-|sk_|pk_|gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|eyJ';

/** Matches the prefix of a known service's key, and the prefix of a JSON object in base64. */
const KEY_PREFIX = new RegExp(`(?:^|[^A-Za-z0-9])(?:${PREFIXES})`);

/** Matches a long word that mixes letters and digits like a random value. */
const RANDOM_WORD =
  /(?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]*[0-9][A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{20,}/;

/**
 * Matches a whole key with a known prefix. A name with fewer than two digits, such as `sk-learn-agent`, is not a key.
 */
const KEY = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:${PREFIXES})(?=[\w-]{0,200}[0-9][\w-]{0,200}[0-9])[\w-]{8,}`,
  'g',
);

/** Returns whether a value might be a misplaced key, because the value has the prefix of a key or looks random. */
export function looksLikeKey(value: string): boolean {
  return KEY_PREFIX.test(value) || RANDOM_WORD.test(value);
}

/**
 * Masks keys in a message about wrong arguments, because an argument might be a misplaced key. Masks only keys with a
 * known prefix, because the names of folders in the message might look random.
 */
export function hideKeys(message: string): string {
  return message.replaceAll(KEY, '***');
}
