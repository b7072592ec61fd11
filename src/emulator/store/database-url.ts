/** Whether a location names a PostgreSQL database, not a file. */
export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
