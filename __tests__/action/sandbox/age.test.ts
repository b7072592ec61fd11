import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const HOUR_MS = 3_600_000;

test("the age of a sandbox does not depend on the runner's time zone, even if its creation time has no offset", async () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const times = [
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.000000',
    '2026-11-21T12:00:00+02:00',
    'yesterday',
  ];
  const program = `
    import { ageOf } from ${JSON.stringify(path.join(ROOT, 'src/action/sandbox/sweep.ts'))};
    console.log(JSON.stringify([new Date().getTimezoneOffset(), ...${JSON.stringify(times)}.map((time) => ageOf(time, ${now}) ?? null)]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--experimental-strip-types',
      '--input-type=module',
      '--disable-warning=ExperimentalWarning',
      '-e',
      program,
    ],
    { cwd: ROOT, env: { TZ: 'Asia/Tokyo' } },
  );
  expect(JSON.parse(stdout)).toEqual([-540, 2 * HOUR_MS, 2 * HOUR_MS, 2 * HOUR_MS, null]);
});
