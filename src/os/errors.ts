/** The system's code of an error (`ENOENT`, `EPERM` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not by `instanceof`: an error from another realm counts too.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of an error, or the thrown value as text. */
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
