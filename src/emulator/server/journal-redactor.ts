import { toLine } from '../../contract/bounded-text.ts';
import { createTextMatcher } from '../../redaction/text-matcher.ts';

export const REDACTED = '***';
/**
 * Minimum length in characters of secrets that are searched in texts. A search for shorter secrets would redact
 * ordinary text, so shorter secrets are only redacted in their fields.
 */
const SEARCHED_FROM = 6;
/** Character that marks the end of a shortened text. */
const CUT = '…';
/** Minimum length in characters of the beginning of a secret that is redacted before a cut. */
const CUT_FROM = 4;

/** Matches user and password in a URL, such as a repository's URL. */
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,40}:\/\/)[^\s/?#@]+@/gi;

/** Matches the signature of a presigned URL anywhere in a text. */
const URL_SIGNATURES = /(^|[?&])(signature=)[^&\s"]+/gi;

/** Matches the token of a feedback URL in a URL or path. The token permits feedback without any other credential. */
const FEEDBACK_TOKENS = new RegExp(
  String.raw`(\/${escapable('feedback')}\/${escapable('tokens')}\/)[^/?#&\s"'<>\\]+`,
  'gi',
);

/**
 * Returns a pattern for a word of a path. Each letter may be percent-encoded, because the router decodes the path.
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
/** Keys whose values contain secrets with names: `[{name, value}]` or `{NAME: value}`. */
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
]);

/** Keys whose values are callback URLs. The query of a callback URL may contain a credential. */
const ADDRESSES = new Set(['webhook']);
const QUERY = /\?.*$/s;

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

type KeyKind = 'secret' | 'holder' | 'address' | 'other';
/**
 * Cache of the kinds of keys, because the same keys occur in every body. Its size is limited, because clients choose
 * the keys.
 */
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

/** Removes secrets from logs and the journal: by their fields, and by their text once they are known. */
export interface Redactor {
  /** Returns a JSON value without secrets. From then on, its secrets are redacted everywhere. */
  redact(value: unknown): unknown;
  /** Returns a line of text without the remembered secrets. Calls `met` with each secret that the line contained. */
  redactText(line: string, met?: OnMatch): string;
  /** Returns the number of remembered secrets. When it grows, earlier texts may contain newly known secrets. */
  secretCount(): number;
  /** Remembers these secrets. */
  addSecrets(values: Iterable<string>): void;
  /** Remembers the secrets in a JSON value's secret fields. */
  addSecretsFrom(value: unknown): void;
  /**
   * Redacts related values: a secret in one of them is redacted in all of them. Calls `met` with each secret that
   * occurred in a field where no secret is expected.
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

/** Returns the redacted value of a key that contains secrets; `undefined` for any other key. */
function hidden(key: string, value: unknown): unknown {
  const kind = kindOf(key);
  if (kind === 'other') return undefined;
  if (kind === 'address') return typeof value === 'string' ? value.replace(QUERY, `?${REDACTED}`) : undefined;
  if (kind === 'secret') return typeof value === 'string' ? REDACTED : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return mapValues(value);
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'value' in item && item.value !== null
      ? { ...item, value: REDACTED }
      : typeof item === 'object'
        ? item
        : REDACTED,
  );
}

function mapValues(holder: object): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => [name, value === null ? null : REDACTED]),
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
    if (kind === 'holder') eachHeld(inner, onSecret);
    else eachSecret(inner, onSecret);
  }
}

function eachHeld(holder: object, onSecret: (secret: string) => void): void {
  for (const item of Object.values<unknown>(holder as Record<string, unknown>)) {
    if (typeof item === 'string') onSecret(item);
    else if (typeof item !== 'object' || item === null) continue;
    else if ('value' in item && typeof item.value === 'string') onSecret(item.value);
    else eachHeld(item, onSecret);
  }
}

/** Growing set of texts. Finds all of them in a line in one pass. */
interface KnownTexts {
  /** Adds a text of at least `shortest` characters. */
  add(text: string): void;
  has(text: string): boolean;
  size(): number;
  /**
   * Replaces every known text in the line with `by`. The leftmost text is replaced first, and the longest of several
   * at the same position. Calls `met` with each replaced text. Also replaces the beginning of a known text before the
   * mark of a cut.
   */
  replaceIn(line: string, by: string, met?: (text: string) => void): string;
}

/** Creates an empty set of texts. `replaceIn` reads a line once, even if the set contains many texts. */
export function createKnownTexts(shortest: number): KnownTexts {
  const matcher = createTextMatcher();
  let longest = 0;
  /** Returns the position before a cut at which a known text begins that the cut divides; -1 if none does. */
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

/** Returns the forms of a text in the journal: literal, as one line, in a path, in a query, and in JSON. */
export function encodedForms(text: string): string[] {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : text;
  // Query encoding differs from `encodeURIComponent`: a space becomes `+`, and the set of unescaped characters is
  // different.
  const inQuery = new URLSearchParams([['', text]]).toString().slice(1);
  return [text, toLine(text, text.length), encoded, inQuery, JSON.stringify(text).slice(1, -1)];
}
