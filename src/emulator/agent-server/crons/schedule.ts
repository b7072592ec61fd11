import { type HttpError, invalidField } from '../../server/http-error.ts';

/** Loaded with the first cron: most emulators have none. */
const loadCroner = () => import('croner');

/** One item of a field: `*`, a value or a range, with a step; the last day, the weekday next to a day, the n-th weekday. */
const ITEM =
  /^(?:(?:[*?]|\d+|[a-z]{3}|(?:\d+|[a-z]{3})-(?:\d+|[a-z]{3}))(?:\/\d+)?|L|\d+W|(?:\d|[a-z]{3})#\d)$/i;
const NICKNAME = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/i;

const EXPECTED =
  'expected five fields (minute, hour, day of the month, month, day of the week), as in 0 9 * * MON-FRI, or one of @hourly, @daily, @weekly, @monthly and @yearly';

/**
 * When a schedule comes next after a moment, both in epoch milliseconds. `timezone`: an IANA name, or null for UTC.
 * @throws HttpError 422 naming the field of the request that is wrong, also for a schedule that never comes.
 */
export async function nextTime(schedule: string, timezone: string | null, after: number): Promise<number> {
  const fields = schedule.trim().split(/\s+/);
  const isKnown =
    fields.length === 5
      ? fields.every((field) => field.split(',').every((item) => ITEM.test(item)))
      : fields.length === 1 && NICKNAME.test(schedule.trim());
  if (!isKnown) throw invalidSchedule(schedule, EXPECTED);
  checkTimezone(timezone);
  const { Cron } = await loadCroner();
  try {
    const next = new Cron(schedule, {
      timezone: timezone ?? 'UTC',
      mode: '5-part',
      // A value with a step, as in 5/15: from it on.
      sloppyRanges: true,
    }).nextRun(new Date(after));
    if (next) return next.getTime();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : String(cause);
    throw invalidSchedule(schedule, `${reason}; ${EXPECTED}`);
  }
  throw invalidSchedule(schedule, 'there is no such day: it would never run');
}

function invalidSchedule(schedule: string, reason: string): HttpError {
  return invalidField(['body', 'schedule'], `Invalid cron schedule: '${schedule}'. Reason: ${reason}`);
}

/** @throws HttpError 422 for a time zone that is not known. */
function checkTimezone(timezone: string | null): void {
  if (timezone === null || isTimezone(timezone)) return;
  throw invalidField(
    ['body', 'timezone'],
    `Invalid timezone: '${timezone}'. Use an IANA name such as 'America/New_York'`,
  );
}

function isTimezone(name: string): boolean {
  // Read in any case here, but not by the service, where it is the name of a file.
  if (!/^[A-Z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
