/** Returns the system's code of an error, such as `ENOENT` or `EPERM`, or `undefined` if the error has no code. */
export function errorCode(error: unknown): string | undefined {
  // `instanceof` is not used, because it does not recognize an error from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of an error, even from another realm, or converts any other thrown value to a string. */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : 'an unknown failure';
}

/** Returns a thrown value if the value is an Error, or else an Error that wraps the value. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown), { cause: thrown });
}
