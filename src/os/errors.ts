/** Returns the system's code of an error (such as `ENOENT` or `EPERM`), or `undefined` if the error has none. */
export function errorCode(error: unknown): string | undefined {
  // Does not use `instanceof`, which would not recognize an error from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of an error (even from another realm), or any other thrown value as text. */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : 'an unknown failure';
}

/** Returns the thrown value if it is an Error, or else an Error that wraps the value. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown), { cause: thrown });
}
