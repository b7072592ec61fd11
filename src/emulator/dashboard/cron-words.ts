import cronstrue from 'cronstrue';

/**
 * Describes a schedule in words, with its place: `Every day at 02:30, Berlin`. Returns the schedule itself if it cannot be
 * described.
 */
export function cronWords(schedule: string, timezone: string | null): string {
  return `${scheduleWords(schedule)}, ${zoneName(timezone)}`;
}

function scheduleWords(schedule: string): string {
  let words: string;
  try {
    words = cronstrue.toString(schedule.trim(), { use24HourTimeFormat: true });
  } catch {
    return schedule.trim();
  }
  // The words of a daily schedule contain only times.
  if (/^At \d\d:\d\d(?:(?:, | and |, and )\d\d:\d\d)*$/.test(words))
    return words.replace(/^At/, 'Every day at');
  return words.replace(', only on ', ' on ');
}

/** Returns the city of a time zone, such as `New York`, or the name of a zone without a city. Null is UTC. */
function zoneName(timezone: string | null): string {
  if (timezone === null || timezone === 'Etc/UTC') return 'UTC';
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}
