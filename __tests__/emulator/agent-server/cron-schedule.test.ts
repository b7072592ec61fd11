import { describe, expect, test } from '@jest/globals';
import { nextRunTime } from '../../../src/emulator/agent-server/crons/schedule.ts';

/** Returns the next times of a schedule. */
async function times(schedule: string, timezone: string | null, after: string, count = 3): Promise<string[]> {
  const found: string[] = [];
  for (let at = Date.parse(after); found.length < count; found.push(new Date(at).toISOString())) {
    at = await nextRunTime(schedule, timezone, at);
  }
  return found.map((one) => one.replace(':00.000Z', 'Z'));
}

describe('the schedule of a cron', () => {
  // docs/agent-server.md#cron-schedules
  test.each([
    ['*/20 * * * *', ['2026-01-01T00:20Z', '2026-01-01T00:40Z', '2026-01-01T01:00Z']],
    ['5/20 * * * *', ['2026-01-01T00:05Z', '2026-01-01T00:25Z', '2026-01-01T00:45Z']],
    ['0 9 * * MON-FRI', ['2026-01-01T09:00Z', '2026-01-02T09:00Z', '2026-01-05T09:00Z']],
    ['0 0 * * 7', ['2026-01-04T00:00Z', '2026-01-11T00:00Z', '2026-01-18T00:00Z']],
    ['0 0 1 jan,jul *', ['2026-07-01T00:00Z', '2027-01-01T00:00Z', '2027-07-01T00:00Z']],
    // The schedule matches if the day of the month or the day of the week matches.
    ['0 0 13 * FRI', ['2026-01-02T00:00Z', '2026-01-09T00:00Z', '2026-01-13T00:00Z']],
    ['0 0 L * *', ['2026-01-31T00:00Z', '2026-02-28T00:00Z', '2026-03-31T00:00Z']],
    ['0 0 15W * *', ['2026-01-15T00:00Z', '2026-02-16T00:00Z', '2026-03-16T00:00Z']],
    ['0 0 * * MON#1', ['2026-01-05T00:00Z', '2026-02-02T00:00Z', '2026-03-02T00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
    ['@hourly', ['2026-01-01T01:00Z', '2026-01-01T02:00Z', '2026-01-01T03:00Z']],
    [' 30  0 * * * ', ['2026-01-01T00:30Z', '2026-01-02T00:30Z', '2026-01-03T00:30Z']],
  ])('%s is due at the expected times in UTC', async (schedule, expected) => {
    expect(await times(schedule, null, '2026-01-01T00:00:00Z')).toEqual(expected);
  });

  test('is due at its hour in its time zone, both in summer and in winter', async () => {
    expect(await times('0 9 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z')).toEqual([
      '2026-03-28T08:00Z',
      '2026-03-29T07:00Z',
      '2026-03-30T07:00Z',
    ]);
    expect(await times('0 9 * * *', 'Asia/Kathmandu', '2026-03-27T12:00:00Z', 1)).toEqual([
      '2026-03-28T03:15Z',
    ]);
  });

  // docs/departures/agent-server.md#cron-clock-changes
  test('is due right after an hour that a clock change skips, and once in a repeated hour if daily', async () => {
    expect(await times('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z')).toEqual([
      '2026-03-08T07:00Z',
      '2026-03-09T06:30Z',
      '2026-03-10T06:30Z',
    ]);
    expect(await times('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z')).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
      '2026-11-03T06:30Z',
    ]);
    // Each occurrence of the repeated hour contains one of the hourly times.
    expect(await times('30 * * * *', 'America/New_York', '2026-11-01T05:00:00Z')).toEqual([
      '2026-11-01T05:30Z',
      '2026-11-01T06:30Z',
      '2026-11-01T07:30Z',
    ]);
  });

  // docs/departures/agent-server.md#cron-expressions
  test.each([
    '0 0 +1 * *',
    '0 0 * * 5L',
    '0 0 LW * *',
    '0 0 * * 1-5#2',
    '2026-01-01T00:00:00',
    'H * * * *',
    '@every 1h',
    '0 0 ٣ * *',
  ])('%s is refused, because other servers interpret it differently or refuse it', async (schedule) => {
    await expect(nextRunTime(schedule, null, 0)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'schedule'], msg: expect.stringContaining('expected five fields') }],
    });
  });

  test.each(['Nowhere/City', 'europe/berlin', '', '+01:00'])(
    'is refused if its time zone %j is not an IANA name',
    async (timezone) => {
      await expect(nextRunTime('0 9 * * *', timezone, 0)).rejects.toMatchObject({
        status: 422,
        detail: [{ loc: ['body', 'timezone'], msg: expect.stringContaining('Use an IANA name') }],
      });
    },
  );
});
