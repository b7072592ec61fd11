/** Returns the system's code of an error (`ENOENT`, `EPERM` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not checked by `instanceof`, because the error may come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message of an error, or any other thrown value as text. */
export function errorMessage(error: unknown): string {
  if (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  ) {
    return error.message;
  }
  return String(error);
}
