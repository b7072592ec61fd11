const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SHORT_DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';

/** The three formats of dates that a recipient must accept, of which two are obsolete (RFC 9110, 5.6.7). */
const DATE_FORMS = [
  `^${SHORT_DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`,
  `^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`,
  `^${SHORT_DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`,
].map((form) => new RegExp(form));

/**
 * Returns the delay in a Retry-After header in milliseconds from `now` (epoch milliseconds). Accepts whole seconds and
 * dates (RFC 9110, 10.2.3). Returns 0 for a past date, and `undefined` for an invalid header.
 */
export function parseRetryAfter(text: string, now: number): number | undefined {
  const value = text.trim();
  if (/^[0-9]{1,10}$/.test(value)) return Number(value) * 1000;
  const at = parseHttpDate(value, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}

/** Parses an HTTP date to epoch milliseconds. Returns `undefined` if the date is invalid or does not exist. */
function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of DATE_FORMS) {
    const part = form.exec(text)?.groups;
    if (!part) continue;
    const month = MONTHS.indexOf(part['month'] ?? '');
    const read = (name: string) => Number(part[name]);
    const [day, hour, minute, second] = [read('day'), read('hour'), read('minute'), read('second')];
    const year = fullYear(part['year'] ?? '', now);
    const at = Date.UTC(year, month, day, hour, minute, second);
    const back = new Date(at);
    // A date does not exist if its day or hour changes, because `Date.UTC` converts 31 June to 1 July.
    const exists = back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
    return exists ? at : undefined;
  }
  return undefined;
}

/**
 * Returns the full year for a year with two or four digits. If a two-digit year would be more than 50 years in the
 * future, the year is in the past and has the same last digits (RFC 9110, 5.6.7).
 */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
