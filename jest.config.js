import process from 'node:process';
import { HANG_LIMIT_MS } from './harness/hang-limit.ts';

// A suite's suffix says when it runs. `.test.ts`: in `npm test`, which decides about every change. `.slow.test.ts`: in
// `npm run test:slow`. `.postgres.test.ts` and `.slow.postgres.test.ts`: there as well, and once more in
// `npm run test:postgres`, with a PostgreSQL database under every emulator they start. `.network.ts`: in
// `npm run test:clients`. `.versions.ts`: in `npm run test:versions`, with the suites that test more versions of a library
// there. `.deep.ts`, `.browser.ts` and `.cluster.ts` run in `npm run test:deep`, `npm run test:browser`
// and `npm run test:cluster`.
const TIERS = {
  fast: ['**/!(*.slow|*.slow.postgres).test.ts'],
  slow: ['**/*.slow.test.ts', '**/*.slow.postgres.test.ts'],
  postgres: ['**/*.postgres.test.ts'],
  clients: ['**/__tests__/network/*.network.ts'],
  versions: [
    '**/__tests__/network/*.versions.ts',
    '**/__tests__/network/{early-library,kubernetes-objects,library-versions,python-versions,python-worker,reference-requests}.network.ts',
  ],
  cluster: ['**/__tests__/cluster/*.cluster.ts'],
  all: ['**/*.test.ts'],
};

const tier = process.env['TEST_TIER'] ?? 'all';

// Every emulator that tests start, in this process or another, compares its answers with its own document.
process.env['EMULATOR_CHECK_ANSWERS'] ??= '1';

export default {
  roots: ['<rootDir>/__tests__'],
  testMatch: TIERS[tier],
  // Node loads the modules, strips their types and keeps them for all suites of a worker; jest transforms nothing.
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
  testRunner: '<rootDir>/scripts/jest/runner.mjs',
  transform: {},
  testSequencer: '<rootDir>/scripts/jest/longest-first.mjs',
  // The fast suites compute, so two suites at a time keep two cores busy. The suites of the slow and the client tier wait
  // half of their time for deadlines, starting processes and the network, so four suites at a time keep two cores busy.
  // The suites of the cluster tier wait for pods.
  maxWorkers: { slow: 4, cluster: 3, clients: 4, versions: 4 }[tier] ?? 2,
  // A worker keeps the modules of every suite that it ran; above this size a new worker takes its place.
  workerIdleMemoryLimit: '700MB',
  testTimeout: HANG_LIMIT_MS,
};
