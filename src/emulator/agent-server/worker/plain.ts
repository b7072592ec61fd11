interface MessageLike {
  toDict(): { type: string; data: Record<string, unknown> };
}

function isMessage(value: object): value is MessageLike {
  return 'toDict' in value && typeof value.toDict === 'function';
}

function hasOwnNotation(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/**
 * Turns what a graph returned into plain JSON values. A message of the graph library becomes
 * `{type, content, id, …}` (spec §2.11), not the library's constructor notation; what JSON cannot hold (functions,
 * symbols) is left out, as `JSON.stringify` would.
 *
 * @throws TypeError when the value contains itself.
 */
export function toPlain(value: unknown, ancestors: readonly object[] = []): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) {
    throw new TypeError('the graph returned a value that contains itself, which JSON cannot hold');
  }
  const path = [...ancestors, value];
  if (isMessage(value)) {
    const { type, data } = value.toDict();
    return toPlain({ ...data, type }, path);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (hasOwnNotation(value)) return toPlain(value.toJSON(), path);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Map) return toPlain(Object.fromEntries(value), path);
  if (value instanceof Set) return toPlain([...value], path);
  if (Array.isArray(value)) return value.map((item) => toPlain(item, path) ?? null);
  const plain: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const inside = toPlain(item, path);
    if (inside !== undefined) {
      // `__proto__` as a key must stay a key.
      Object.defineProperty(plain, key, {
        value: inside,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }
  return plain;
}

/** `toPlain` for what must be an object; anything else becomes an empty one. */
export function toPlainRecord(value: unknown): Record<string, unknown> {
  const plain = toPlain(value);
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? { ...plain } : {};
}
