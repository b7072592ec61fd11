/** What anything that was thrown says of itself. Pure. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
