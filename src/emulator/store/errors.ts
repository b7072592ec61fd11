/** What an error of another's making says, whichever realm made it. */
export function errorMessage(cause: unknown): string {
  const message = property(cause, 'message');
  return typeof message === 'string' ? message : 'an unknown failure';
}

/** One property of whatever was thrown; `undefined` when it has none such. */
export function property(cause: unknown, name: string): unknown {
  const value: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
  return value;
}
