/** Returns the system's code of an error (`ENOENT`, `EPERM` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // `instanceof` would miss an error from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of an error (also from another realm), or any other thrown value as text. */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : 'an unknown failure';
}

/** Returns the thrown value if it is an Error, or else wraps it in one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown), { cause: thrown });
}
