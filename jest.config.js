import process from 'node:process';
import { HANG_LIMIT_MS } from './harness/hang-limit.ts';

// A suite's suffix says when it runs. `.test.ts`: in `npm test`, which has to stay below three minutes. `.slow.test.ts`: in
// `npm run test:slow`. `.postgres.test.ts` and `.slow.postgres.test.ts`: there as well, and once more in
// `npm run test:postgres`, with a PostgreSQL database under every emulator they start. `.deep.ts`, `.network.ts`,
// `.browser.ts` and `.cluster.ts` run in `npm run test:deep`, `npm run test:clients`, `npm run test:browser` and
// `npm run test:cluster`.
const TIERS = {
  fast: ['**/!(*.slow|*.slow.postgres).test.ts'],
  slow: ['**/*.slow.test.ts', '**/*.slow.postgres.test.ts'],
  postgres: ['**/*.postgres.test.ts'],
  all: ['**/*.test.ts'],
};

// Every emulator that tests start, in this process or another, compares its answers with its own document.
process.env['EMULATOR_CHECK_ANSWERS'] ??= '1';

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: TIERS[process.env['TEST_TIER'] ?? 'all'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/jest-strip-types.cjs' },
  // The same examples in every run of `npm test`; `npm run test:deep` draws new ones.
  setupFiles: ['<rootDir>/scripts/jest-seed.mjs'],
  // Emulators and agents are processes of their own: two suites at a time is what two cores carry.
  maxWorkers: 2,
  // Jest never gives back the ES modules of a suite that is done, 4 MB for one that imports zod alone. Without a limit a
  // worker ends at about 3 GB, and to free that takes longer than the half second after which jest warns of a leak.
  workerIdleMemoryLimit: '700MB',
  testTimeout: HANG_LIMIT_MS,
};
