import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Patterns of time limits that are written as a number, in milliseconds. */
const LIMITS: readonly RegExp[] = [
  /AbortSignal\.timeout\(([\d_]+)/,
  /\b(?:timeout|limitMs|silenceMs|withinMs): ([\d_]+)/,
  /^\}, ([\d_]+)\);$/,
  /\b(?:before|after)(?:All|Each)\(.*, ([\d_]+)\)/,
  /const \w*(?:PATIEN|LIMIT|TIMEOUT|HANG|GIVE_UP|WITHIN|DEADLINE|INSTALL)\w*MS = ([\d_]+)/,
  /\b(?:ms|withinMs|limitMs|silenceMs) = ([\d_]+)\b/,
  /now\(\) - .*(?:toBeLessThan\(| < )([\d_]+)/,
];

/** Numbers that do not limit a hanging test, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '__tests__/acceptance/github.slow.test.ts': "the runner's grace period is what is tested",
  '__tests__/acceptance/internal-source.slow.test.ts': "the runner's grace period is what is tested",
  '__tests__/acceptance/support/environment.ts': "the runner's grace period is what is tested",
  '__tests__/credential-proxy/attacks/stalls.slow.test.ts':
    "the proxy's limit of ten seconds is what is tested",
  '__tests__/clients/clock.test.ts': 'two clocks are compared',
  '__tests__/action/preview/teardown.test.ts': 'a moment of virtual time',
  '__tests__/deep/rotation.deep.ts': 'longer than the limit of any other test',
  '__tests__/simulation/simulation.slow.test.ts': 'longer than the limit of any other test',
  'harness/cluster/cluster.ts': 'one attempt of several',
  'harness/crash/attempt.ts': 'the promise of docs/crash-safety.md is what is tested',
  'harness/hang-limit.ts': 'the constant itself',
};

test('every hang limit of tests, harness, programs and benches is derived from one constant', () => {
  const found = globSync(['{__tests__,harness,scripts,bench}/**/*.{ts,mjs}'], { cwd: ROOT }).flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const number = LIMITS.map((form) => form.exec(line)?.[1]).find((text) => text !== undefined);
        // Limits below three seconds do not guard against hanging: tests wait for them to elapse.
        if (number === undefined || Number(number.replaceAll('_', '')) < 3_000) return [];
        return [{ file, place: `${file}:${index + 1}: ${line.trim()}` }];
      }),
  );
  expect(found.filter(({ file }) => !(file in EXCEPTIONS)).map(({ place }) => place)).toEqual([]);
  const files = new Set(found.map(({ file }) => file));
  expect(Object.keys(EXCEPTIONS).filter((file) => !files.has(file))).toEqual([]);
});
