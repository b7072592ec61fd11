/** Returns a property of a thrown value; `undefined` if it does not exist. */
export function property(cause: unknown, name: string): unknown {
  const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
  return value;
}
