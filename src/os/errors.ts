/** The system's code of a failure (`ENOENT`, `EPERM` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  // Not by `instanceof`: a failure made in another realm is one too.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What a failure says of itself. */
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
