/** Stands where a secret was. */
export const HIDDEN = '***';
/** Values shorter than this are hidden where they stand, but not searched for: they would blank out ordinary text. */
const SEARCHED_FROM = 6;
/** What one journal entry keeps of a body at most, in characters of JSON. */
const MAX_KEPT = 65_536;

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
/** Holders of named values: `[{name, value}]` or `{NAME: value}`. */
const VALUE_HOLDERS = new Set([
  'secrets',
  'headers',
  'env',
  'feedback',
  'clustersecrets',
  'workspacesecrets',
]);

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Removes secrets from what is written down: by where they stand, and by their text once seen. */
export interface Redactor {
  /** A copy of a JSON value without secrets. Secret values it meets are remembered and hidden from then on everywhere. */
  body(value: unknown): unknown;
  /** A line of text without any remembered secret. */
  text(line: string): string;
  /** Remembers these values. */
  learn(values: Iterable<string>): void;
  /** Remembers the secret values that stand in this JSON value. */
  study(value: unknown): void;
}

/** A redactor that knows no value yet. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  let pattern: RegExp | undefined;

  const learn = (values: Iterable<string>) => {
    for (const value of values) {
      if (value.length < SEARCHED_FROM || known.has(value)) continue;
      const encoded = value.isWellFormed() ? encodeURIComponent(value) : value;
      for (const form of [value, encoded, JSON.stringify(value).slice(1, -1)]) {
        known.add(form);
      }
      pattern = undefined;
    }
  };
  const text = (line: string): string => {
    if (known.size === 0) return line;
    // Longest first: a secret that holds another one is hidden whole.
    pattern ??= new RegExp(
      [...known]
        .toSorted((a, b) => b.length - a.length)
        .map((value) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('|'),
      'g',
    );
    return line.replaceAll(pattern, HIDDEN);
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [text(key), hidden(key, inner) ?? clean(inner)]),
    );
  };

  return {
    learn,
    text,
    study: (value) => learn(secretValues(value)),
    body: (value) => {
      learn(secretValues(value));
      const kept = clean(value);
      const size = JSON.stringify(kept)?.length ?? 0;
      return size > MAX_KEPT ? { truncated: true, characters: size } : kept;
    },
  };
}

/** What a key that names or holds secrets shows; undefined for any other key. */
function hidden(key: string, value: unknown): unknown {
  const name = plain(key);
  if (SECRET_KEYS.has(name) && typeof value === 'string') return HIDDEN;
  if (!VALUE_HOLDERS.has(name) || typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return mapValues(value);
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'value' in item && item.value !== null
      ? { ...item, value: HIDDEN }
      : typeof item === 'object'
        ? item
        : HIDDEN,
  );
}

function mapValues(holder: object): object {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => [name, value === null ? null : HIDDEN]),
  );
}

/** Every string that stands where a secret stands. */
function* secretValues(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
    const name = plain(key);
    if (SECRET_KEYS.has(name) && typeof inner === 'string') yield inner;
    if (VALUE_HOLDERS.has(name) && typeof inner === 'object' && inner !== null) yield* held(inner);
    else yield* secretValues(inner);
  }
}

function* held(holder: object): Generator<string> {
  for (const item of Object.values<unknown>(holder as Record<string, unknown>)) {
    if (typeof item === 'string') yield item;
    else if (typeof item === 'object' && item !== null && 'value' in item && typeof item.value === 'string') {
      yield item.value;
    } else if (typeof item === 'object' && item !== null) yield* held(item);
  }
}
