const texts = new WeakMap<object, string>();

/**
 * Freezes the body of an answer, plain data, all the way down: given again, it need not be put into words again. For
 * what is asked for over and over and seldom changes.
 */
export function serializeOnce<T extends object>(body: T): T {
  freeze(body);
  texts.set(body, JSON.stringify(body));
  return body;
}

/** The JSON of a body. */
export function toJson(body: unknown): string {
  return (typeof body === 'object' && body !== null ? texts.get(body) : undefined) ?? JSON.stringify(body);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
