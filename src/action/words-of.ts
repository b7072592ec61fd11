/** What anything that was thrown says of itself. Pure. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
