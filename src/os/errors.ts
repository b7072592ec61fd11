/** Returns the system's code of an error (`ENOENT`, `EPERM` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not checked by `instanceof`, because the error may come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of an error, including errors of another realm, or any other thrown value as text. */
export function errorMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error && typeof error.message === 'string' ? error.message : 'an unknown failure';
}

/** Returns a thrown value as an error: unchanged if it is one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown), { cause: thrown });
}
