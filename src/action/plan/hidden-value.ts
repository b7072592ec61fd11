/**
 * Forms of placeholders that services show instead of values. A test compares this table with the list of forms in
 * `docs/answers.md`, which contains an example of each form.
 */
export const REDACTED_FORMS = [
  { form: 'one repeated character that is not a letter or digit', holds: isRow },
  { form: 'three or more asterisks or bullets', holds: (value) => THREE_MARKS.test(value) },
  { form: 'four or more letters x of the same case in a row', holds: (value) => /x{4}|X{4}/.test(value) },
  { form: 'an ellipsis, in a value without a space', holds: isElided },
  { form: 'a word for hidden values, with or without a suffix', holds: isHiddenWord },
  { form: 'such a word in brackets or between symbols', holds: isHiddenWordBetweenSigns },
  { form: 'a hash with the name of its algorithm', holds: (value) => DIGEST.test(value) },
] as const satisfies readonly { form: string; holds: (value: string) => boolean }[];

/**
 * Returns whether a value that the service shows looks like a placeholder. If a real value looks like a placeholder, a
 * merge requires the value as an input. If a placeholder were mistaken for a real value, the placeholder would
 * overwrite the real value.
 */
export function isRedactedValue(value: string): boolean {
  const text = value.trim();
  return text !== '' && REDACTED_FORMS.some(({ holds }) => holds(text));
}

/**
 * Returns whether a value that the service shows might be the placeholder for `value`, such as the variable's name, a
 * word, a short part of `value`, or the encoding of `value`. A value that might be a placeholder does not prove that
 * the service lost the sent value.
 */
export function isPossiblePlaceholder(
  shown: string,
  { name, value }: { name: string; value: string },
): boolean {
  if (isRedactedValue(shown) || shown === name || ONE_WORD.test(shown)) return true;
  const [begin = '', end = begin] = shown.split('..');
  const part = shown.length <= 12 && value.length >= 2 * Math.max(begin.length, end.length, 4);
  if (part && [begin, end].every((one) => one.length <= 6)) {
    if (
      begin === end
        ? value.startsWith(shown) || value.endsWith(shown)
        : value.startsWith(begin) && value.endsWith(end)
    )
      return true;
  }
  return shown.length >= 8 && Buffer.from(value).toString('base64').startsWith(shown);
}

/**
 * Returns whether a string looks like a digest, a ciphertext or an ID: long, without spaces, with letters and digits.
 */
export function looksOpaque(text: string): boolean {
  if (/^[\da-f]{8,}$/i.test(text)) return true;
  return /^[\w+/=:.-]{16,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

/** Words that mark a hidden value if the whole string is one of these words. */
const ALONE =
  'redacted|masked|hidden|obfuscated|concealed|censored|scrubbed|sanitized|sanitised|withheld|encrypted|suppressed|undisclosed';
/**
 * Words that mark a hidden value only between signs such as asterisks, because the words alone can be real settings.
 */
const BETWEEN =
  'secret|private|protected|sensitive|confidential|filtered|omitted|removed|set|unset|present|exists|value|unchanged|unknown|not shown|not available|characters|chars|bytes|null|nil|none|undefined|object';

const HIDDEN_WORD = new RegExp(String.raw`^((${ALONE})([\s:(\[].*)?|redacted[_.-].*)$`, 'is');
const ANY_WORD = new RegExp(String.raw`(^|[^a-z])(${ALONE}|${BETWEEN})([^a-z]|$)`, 'i');
const ONE_WORD = new RegExp(`^(${BETWEEN})$`, 'i');
const DIGEST = /^(sha-?(1|224|256|384|512)|md5|hash|digest|fingerprint)[:=-][\da-f]{8,}/i;
const THREE_MARKS = new RegExp('[*•●∙·○◦▪■█]{3}', 'u');
const LONE_MARK = new RegExp('[*•●∙○◦▪■█…]', 'u');
/**
 * Matches a short string that is neither JSON nor a URL, after asterisks or similar symbols around the string were
 * removed.
 */
const PLAIN = /^[\w .:#-]{1,60}$/;

function isRow(value: string): boolean {
  const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
  if (/[\p{L}\p{N}\s]/u.test(first)) return false;
  const signs = Array.from(value);
  return signs.every((sign) => sign === first) && (signs.length >= 3 || LONE_MARK.test(first));
}

function isElided(value: string): boolean {
  return (value.includes('...') || value.includes('…')) && !/\s/.test(value);
}

function isHiddenWord(value: string): boolean {
  return HIDDEN_WORD.test(value);
}

function isHiddenWordBetweenSigns(value: string): boolean {
  const rest = value.replace(/^[^\p{L}\p{N}\s/]+/u, '');
  const inner = rest.replace(/(?<![^\p{L}\p{N}\s/])[^\p{L}\p{N}\s/]+$/u, '');
  if (rest === value || inner === rest) return false;
  return PLAIN.test(inner.trim()) && ANY_WORD.test(inner.trim().replaceAll('_', ' '));
}
