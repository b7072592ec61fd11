/** Returns one property of a thrown value; `undefined` if it has no such property. */
export function property(cause: unknown, name: string): unknown {
  const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
  return value;
}
