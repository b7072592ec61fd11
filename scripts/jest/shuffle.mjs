// Sequencer of `npm test -- --shuffle SEED`, which starts the suites in a random order that depends only on SEED.
// Suites of one worker share the modules of `src` and `harness`, so a suite can fail because of the suites before it.
import { createHash } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';

export default class ShuffledSequencer {
  sort(tests) {
    const rank = ({ path: file, context }) =>
      createHash('sha256')
        .update(`${process.env.TEST_SHUFFLE}:${path.relative(context.config.rootDir, file)}`)
        .digest('hex');
    return tests
      .map((test) => ({ test, rank: rank(test) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ test }) => test);
  }

  allFailedTests(tests) {
    return tests;
  }

  // Stores no durations, which only jest's own sequencer needs to start the longest suites first.
  async cacheResults() {}
}
