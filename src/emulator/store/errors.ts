/** Returns a property of a thrown value, or `undefined` if the property does not exist. */
export function property(cause: unknown, name: string): unknown {
  const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
  return value;
}
