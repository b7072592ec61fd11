/** The message of a thrown value, also of an error from another realm. */
export function errorMessage(cause: unknown): string {
  const message = property(cause, 'message');
  return typeof message === 'string' ? message : 'an unknown failure';
}

/** One property of a thrown value; `undefined` when it has none such. */
export function property(cause: unknown, name: string): unknown {
  const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
  return value;
}
