/** Formats a moment in a time zone: `Tue 24 Nov, 02:30`. An unknown zone counts as UTC. */
export function formatInZone(at: number, timezone: string | null): string {
  const options = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  try {
    return new Date(at).toLocaleString('en-GB', { ...options, timeZone: timezone ?? 'UTC' });
  } catch {
    return new Date(at).toLocaleString('en-GB', { ...options, timeZone: 'UTC' });
  }
}
