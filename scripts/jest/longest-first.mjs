// Jest's order of the suites: the longest suites start first, so that no worker is idle while the last long suite runs.
// The durations are in `durations.json`, because a clean clone has no durations of earlier runs. A suite without an
// entry is short. `RECORD_DURATIONS=1 npm run test:slow`, and likewise for the other tiers, updates the file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const FILE = new URL('durations.json', import.meta.url);
/** Minimum duration in seconds of suites that are recorded. */
const RECORDED_FROM = 10;

/** Maps the path of each long suite, relative to the root, to its duration in seconds. */
const readDurations = () => JSON.parse(readFileSync(FILE, 'utf8'));

export default class LongestFirstSequencer {
  sort(tests) {
    const durations = readDurations();
    const durationOf = ({ path: file, context }) =>
      durations[path.relative(context.config.rootDir, file)] ?? 0;
    const sizeOf = ({ path: file, context }) => context.hasteFS.getSize(file) ?? 0;
    return tests.toSorted((a, b) => durationOf(b) - durationOf(a) || sizeOf(b) - sizeOf(a));
  }

  allFailedTests(tests) {
    return tests;
  }

  async cacheResults(tests, { testResults }) {
    if (process.env.RECORD_DURATIONS === undefined) return;
    const durations = readDurations();
    const rootDir = tests[0]?.context.config.rootDir ?? '';
    for (const { testFilePath, perfStats } of testResults) {
      const seconds = Math.round((perfStats.end - perfStats.start) / 1_000);
      const name = path.relative(rootDir, testFilePath);
      delete durations[name];
      if (seconds >= RECORDED_FROM) durations[name] = seconds;
    }
    const sorted = Object.entries(durations)
      .filter(([name]) => existsSync(path.join(rootDir, name)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}
