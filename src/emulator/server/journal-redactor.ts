import { toLine } from '../../contract/bounded-text.ts';
import { createTextMatcher } from '../../redaction/text-matcher.ts';

export const REDACTED = '***';
/**
 * Minimum length in characters of secrets that are searched for in strings. Shorter secrets are redacted only in their
 * fields, because a search would also redact ordinary text.
 */
const SEARCHED_FROM = 6;
/** Character that marks the end of a shortened string. */
const CUT = '…';
/** Minimum length, in characters, of a secret's beginning that is redacted before a truncation mark. */
const CUT_FROM = 4;

/** Matches the user and password in a URL, such as a repository's URL. */
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,40}:\/\/)[^\s/?#@]+@/gi;

/** Matches the signature of a presigned URL anywhere in a string. */
const URL_SIGNATURES = /(^|[?&])(signature=)[^&\s"]+/gi;

/** Matches the token of a feedback URL in a URL or path, because the token permits feedback without an API key. */
const FEEDBACK_TOKENS = new RegExp(
  String.raw`(\/${escapable('feedback')}\/${escapable('tokens')}\/)[^/?#&\s"'<>\\]+`,
  'gi',
);

/**
 * Returns a pattern for one word of a path. Each letter can be percent-encoded, because the router decodes the path.
 */
function escapable(word: string): string {
  const codes = (letter: string) =>
    [letter, letter.toUpperCase()].map((one) => one.charCodeAt(0).toString(16));
  return word.replace(/./g, (letter) => `(?:${letter}|%(?:${codes(letter).join('|')}))`);
}

const SECRET_KEYS = new Set(
  [
    'api_key',
    'x_api_key',
    'authorization',
    'proxy_authorization',
    'cookie',
    'password',
    'token',
    'access_token',
    'refresh_token',
    'push_token',
    'client_secret',
    'private_key',
    'upload_url',
    'download_url',
  ].map(plain),
);
/** Keys whose values contain named secrets, in the form `[{name, value}]` or `{NAME: value}`. */
const VALUE_HOLDERS = new Set([
  'secrets',
  'headers',
  'env',
  'feedback',
  'clustersecrets',
  'workspacesecrets',
  'envvars',
  'requestheaders',
  'aws',
  'gcp',
  'azure',
  'hmac',
]);

/** Fields of holders that contain no secrets. Remembering their values would redact ordinary text everywhere. */
const PLAIN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  aws: ['region', 'service'],
  hmac: ['secretencoding', 'algorithm', 'encoding', 'signed', 'header', 'value', 'timestampheader'],
};

function isPlainField(holder: string, field: string): boolean {
  const name = plain(holder);
  return Object.hasOwn(PLAIN_FIELDS, name) && PLAIN_FIELDS[name]?.includes(plain(field)) === true;
}

/** Keys whose values are callback URLs. The query of a callback URL might contain a credential. */
const ADDRESSES = new Set(['webhook']);
const QUERY = /\?.*$/s;

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

type KeyKind = 'secret' | 'holder' | 'address' | 'other';
/** Kind of each JSON key, cached because keys recur. The cache is limited, because clients choose the keys. */
const kinds = new Map<string, KeyKind>();
const KINDS_KEPT = 5_000;

function kindOf(key: string): KeyKind {
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const name = plain(key);
  const kind = SECRET_KEYS.has(name)
    ? 'secret'
    : VALUE_HOLDERS.has(name)
      ? 'holder'
      : ADDRESSES.has(name)
        ? 'address'
        : 'other';
  if (kinds.size < KINDS_KEPT) kinds.set(key, kind);
  return kind;
}

/** Removes secrets from logs and the journal: secrets in secret fields, and known secrets anywhere in a string. */
export interface Redactor {
  /** Returns a JSON value without secrets, and remembers the value's secrets for all later redactions. */
  redact(value: unknown): unknown;
  /** Returns a line of text without the remembered secrets. Calls `met` with each secret that the line contained. */
  redactText(line: string, met?: OnMatch): string;
  /** Returns the number of remembered secrets. Once the number has grown, earlier strings might contain new secrets. */
  secretCount(): number;
  addSecrets(values: Iterable<string>): void;
  /** Remembers the secrets in a JSON value's secret fields. */
  addSecretsFrom(value: unknown): void;
  /**
   * Redacts related values. A secret in any of the values is redacted in all values. Calls `met` with each secret that
   * occurred in a field that should not contain secrets.
   */
  redactAll(values: readonly unknown[], met?: OnMatch): unknown[];
}
export type OnMatch = (secret: string) => void;

/** Creates a redactor without remembered secrets. */
export function createJournalRedactor(): Redactor {
  const known = createKnownTexts(SEARCHED_FROM);

  const remember = (value: string) => {
    if (value.length < SEARCHED_FROM || known.has(value)) return;
    for (const form of encodedForms(value)) if (form.length >= SEARCHED_FROM) known.add(form);
  };
  const addAll = (values: Iterable<string>) => {
    for (const value of values) remember(value);
  };
  const addFrom = (value: unknown) => eachSecret(value, remember);
  const text = (written: string, met?: OnMatch): string => {
    let line = written.includes('@') ? written.replaceAll(URL_CREDENTIALS, `$1${REDACTED}@`) : written;
    if (line.includes('signature=')) line = line.replaceAll(URL_SIGNATURES, `$1$2${REDACTED}`);
    if (/tokens\/|%/i.test(line)) line = line.replaceAll(FEEDBACK_TOKENS, `$1${REDACTED}`);
    return known.replaceIn(line, REDACTED, met);
  };
  const clean = (value: unknown, met?: OnMatch): unknown => {
    if (typeof value === 'string') return text(value, met);
    if (Array.isArray(value)) return value.map((inner) => clean(inner, met));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [text(key, met), hidden(key, inner) ?? clean(inner, met)]),
    );
  };

  const bodies = (values: readonly unknown[], met?: OnMatch): unknown[] => {
    for (const value of values) addFrom(value);
    return values.map((value) => clean(value, met));
  };

  return {
    secretCount: () => known.size(),
    addSecrets: addAll,
    addSecretsFrom: addFrom,
    redactText: text,
    redactAll: bodies,
    redact: (value) => bodies([value])[0],
  };
}

/** Returns the redacted value of a key with secrets, or `undefined` for a key without secrets. */
function hidden(key: string, value: unknown): unknown {
  const kind = kindOf(key);
  if (kind === 'other') return undefined;
  if (kind === 'address') return typeof value === 'string' ? value.replace(QUERY, `?${REDACTED}`) : undefined;
  if (kind === 'secret') return typeof value === 'string' ? REDACTED : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return mapValues(key, value);
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'value' in item && item.value !== null
      ? { ...item, value: REDACTED }
      : typeof item === 'object'
        ? item
        : REDACTED,
  );
}

function mapValues(key: string, holder: object): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => [
      name,
      value === null || isPlainField(key, name) ? value : REDACTED,
    ]),
  );
}

/** Calls `onSecret` with every string in a secret field. */
function eachSecret(value: unknown, onSecret: (secret: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const inner of value) eachSecret(inner, onSecret);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const inner = fields[key];
    const kind = kindOf(key);
    if (kind === 'secret' && typeof inner === 'string') onSecret(inner);
    if (kind === 'address' && typeof inner === 'string') onSecret(QUERY.exec(inner)?.[0].slice(1) ?? '');
    if (typeof inner !== 'object' || inner === null) continue;
    if (kind === 'holder') eachHeld(key, inner, onSecret);
    else eachSecret(inner, onSecret);
  }
}

function eachHeld(key: string, holder: object, onSecret: (secret: string) => void): void {
  for (const [name, item] of Object.entries<unknown>(holder as Record<string, unknown>)) {
    if (isPlainField(key, name)) continue;
    if (typeof item === 'string') onSecret(item);
    else if (typeof item !== 'object' || item === null) continue;
    else if ('value' in item && typeof item.value === 'string') onSecret(item.value);
    else eachHeld(name, item, onSecret);
  }
}

/** Growing set of strings. A single pass over a line finds all strings of the set. */
interface KnownTexts {
  /** Adds a string of at least `shortest` characters. */
  add(text: string): void;
  has(text: string): boolean;
  size(): number;
  /**
   * Replaces every known string in the line with `by`. If known strings overlap, the leftmost string is replaced, or
   * the longest string if several begin at the same position. Calls `met` with each replaced string. The beginning of a
   * known string before a truncation mark is also replaced.
   */
  replaceIn(line: string, by: string, met?: (text: string) => void): string;
}

/** Creates an empty set of strings. `replaceIn` reads a line once, even if the set contains many strings. */
export function createKnownTexts(shortest: number): KnownTexts {
  const matcher = createTextMatcher();
  let longest = 0;
  /** Returns where a known string begins that the truncation mark at `cut` interrupts, or -1 without such a string. */
  const dividedAt = (line: string, cut: number, from: number): number => {
    for (let at = Math.max(from, cut - longest + 1); at <= cut - CUT_FROM; at += 1) {
      if (matcher.isBeginning(line, at, cut) && matcher.endOfLongest(line, at) !== cut) return at;
    }
    return -1;
  };
  const withoutDivided = (line: string, by: string): string => {
    let kept = '';
    let from = 0;
    for (let cut = line.indexOf(CUT); cut !== -1; cut = line.indexOf(CUT, cut + 1)) {
      const at = dividedAt(line, cut, from);
      kept += at === -1 ? line.slice(from, cut) : line.slice(from, at) + by;
      from = cut;
    }
    return kept + line.slice(from);
  };
  return {
    has: (text) => matcher.has(text),
    size: () => matcher.size,
    add(text) {
      if (text.length < shortest)
        throw new RangeError(`a text to redact must have at least ${shortest} characters`);
      matcher.add(text);
      longest = Math.max(longest, text.length);
    },
    replaceIn(given, by, met) {
      if (matcher.size === 0) return given;
      const line = withoutDivided(given, by);
      let kept = '';
      let from = 0;
      for (let at = matcher.nextMatch(line, 0); at !== -1; at = matcher.nextMatch(line, from)) {
        const end = matcher.endOfLongest(line, at);
        met?.(line.slice(at, end));
        kept += line.slice(from, at) + by;
        from = end;
      }
      return from === 0 ? line : kept + line.slice(from);
    },
  };
}

/** Returns the forms of a string in the journal: literal, as one line, in a path, in a query, and in JSON. */
export function encodedForms(text: string): string[] {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : text;
  // Query encoding differs from `encodeURIComponent`: a space becomes `+`, and more characters are escaped.
  const inQuery = new URLSearchParams([['', text]]).toString().slice(1);
  return [text, toLine(text, text.length), encoded, inQuery, JSON.stringify(text).slice(1, -1)];
}
