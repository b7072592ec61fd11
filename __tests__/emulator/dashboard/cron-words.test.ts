import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cronWords } from '../../../src/emulator/dashboard/cron-routes.ts';

test.each([
  ['30 2 * * *', 'Europe/Berlin', 'Every day at 02:30, Berlin'],
  ['0 2,14 * * *', null, 'Every day at 02:00 and 14:00, UTC'],
  ['*/15 * * * *', null, 'Every 15 minutes, UTC'],
  ['0 6 * * MON', 'America/New_York', 'At 06:00 on Monday, New York'],
  ['0 9 * * MON-FRI', null, 'At 09:00, Monday through Friday, UTC'],
  ['@daily', null, 'Every day at 00:00, UTC'],
  ['0 0 L * *', null, 'At 00:00, on the last day of the month, UTC'],
  ['no schedule', null, 'no schedule, UTC'],
])('the schedule %j in the time zone %j is described as %j', (schedule, timezone, words) => {
  expect(cronWords(schedule, timezone)).toBe(words);
});

test('every schedule has a description, and a daily schedule is described with its time', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.option(fc.string({ maxLength: 20 })),
      (schedule, timezone) => {
        expect(typeof cronWords(schedule, timezone)).toBe('string');
      },
    ),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }), (minute, hour) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      expect(cronWords(`${minute} ${hour} * * *`, null)).toBe(`Every day at ${time}, UTC`);
    }),
  );
});
