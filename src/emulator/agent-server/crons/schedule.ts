import { type HttpError, invalidField } from '../../server/http-error.ts';

/** Loads the library for the first cron, because most emulators have no crons. */
const loadCroner = () => import('croner');

/**
 * Matches an item of a schedule field: `*`, a value or a range, optionally with a step; the last day; the weekday
 * nearest to a day; the nth weekday of a month.
 */
const ITEM =
  /^(?:(?:[*?]|\d+|[a-z]{3}|(?:\d+|[a-z]{3})-(?:\d+|[a-z]{3}))(?:\/\d+)?|L|\d+W|(?:\d|[a-z]{3})#\d)$/i;
const NICKNAME = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/i;

const EXPECTED =
  'expected five fields (minute, hour, day of the month, month, day of the week), as in 0 9 * * MON-FRI, or one of @hourly, @daily, @weekly, @monthly and @yearly';

/**
 * Returns the first time of a schedule after `after`, both in epoch milliseconds. `timezone` is an IANA name, or null
 * for UTC.
 * @throws HttpError 422 that specifies the invalid field of the request. A schedule without a next time is also
 * invalid.
 */
export async function nextRunTime(schedule: string, timezone: string | null, after: number): Promise<number> {
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
      // In a schedule, `5/15` means 5, 20, 35 and so on. `croner` accepts such a range only with `sloppyRanges`.
      sloppyRanges: true,
    }).nextRun(new Date(after));
    if (next) return next.getTime();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : String(cause);
    throw invalidSchedule(schedule, `${reason}; ${EXPECTED}`);
  }
  throw invalidSchedule(schedule, 'the schedule matches no day, so it would never run');
}

function invalidSchedule(schedule: string, reason: string): HttpError {
  return invalidField(['body', 'schedule'], `Invalid cron schedule: '${schedule}'. Reason: ${reason}`);
}

/** @throws HttpError 422 for an unknown time zone. */
function checkTimezone(timezone: string | null): void {
  if (timezone === null || isTimezone(timezone)) return;
  throw invalidField(
    ['body', 'timezone'],
    `Invalid timezone: '${timezone}'. Use an IANA name such as 'America/New_York'`,
  );
}

function isTimezone(name: string): boolean {
  // Node ignores the case of time zone names. The hosted service does not, because it uses the names as file names.
  if (!/^[A-Z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
