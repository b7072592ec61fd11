import process from 'node:process';

/** Suites that take long, for `npm run test:slow` and CI: `npm test` has to stay below three minutes. */
const SLOW = [
  'acceptance/adversarial-duplicates',
  'acceptance/adversarial-inputs',
  'acceptance/adversarial-service',
  'acceptance/bad-input',
  'acceptance/github',
  'acceptance/images',
  'acceptance/internal-source',
  'acceptance/previews',
  'acceptance/process',
  'acceptance/by-hand',
  'acceptance/paths',
  'acceptance/rollout',
  'acceptance/sandbox',
  'acceptance/secrets',
  'acceptance/service-errors',
  'acceptance/start',
  'acceptance/virtual-time',
  'acceptance/verify',
  'acceptance/workflows',
  'acceptance/workflows-previews',
  'acceptance/workflows-verify',
  'box/plain',
  'credential-proxy/attacks/addresses',
  'credential-proxy/attacks/attacks',
  'credential-proxy/attacks/changes',
  'credential-proxy/attacks/upstreams',
  'crash/killed',
  'crash/refused-data',
  'crash/rotation',
  'credential-proxy/process/process',
  'credential-proxy/relay/limits',
  'credential-proxy/proofs/aborted-handshakes',
  'credential-proxy/proofs/killed',
  'credential-proxy/proofs/no-secret-anywhere',
  'emulator/agent-server/feedback',
  'emulator/agent-server/interleavings',
  'emulator/agent-server/interleavings-postgres',
  'emulator/agent-server/library-graphs',
  'emulator/agent-server/program',
  'emulator/agent-server/rollback',
  'emulator/agent-server/run-fields',
  'emulator/agent-server/stream-modes',
  'emulator/agent-server/streams-shared',
  'emulator/clients/official-sdk',
  'emulator/agent-server/thread-state',
  'emulator/agent-server/assistant-graphs',
  'emulator/control-plane/uploads/uploads',
  'emulator/control-plane/authorization',
  'emulator/control-plane/round-trip',
  'emulator/data-plane/build/build',
  'emulator/requests/requests',
  'emulator/postgres',
  'crash/several-processes',
  'emulator/fleet/rules',
  'emulator/store/notices',
  'emulator/store/postgres',
  'emulator/store/postgres-data',
  'emulator/data-plane/tarball/build',
  'emulator/data-plane/tarball/keeper',
  'emulator/data-plane/tarball/unpack-anything',
  'emulator/data-plane/container/containers',
  'emulator/data-plane/workload/program',
  'emulator/agent-server/rollback',
  'emulator/agent-server/streams',
  'emulator/agent-server/thread-state',
  'emulator/tracing/feedback',
  'fire/directed',
  'fire/fire',
  'harness/runner/run-action',
].map((name) => `__tests__/${name}.test.ts`);

/** Suites that `npm run test:postgres` repeats with a PostgreSQL database under every emulator they start. */
const ON_POSTGRES = [
  'emulator/control-plane/delete',
  'emulator/control-plane/listeners',
  'emulator/control-plane/logs',
  'emulator/control-plane/pushes/webhook',
  'emulator/control-plane/revisions',
  'emulator/agent-server/rollback',
  'emulator/agent-server/streams',
  'emulator/agent-server/thread-state',
  'emulator/tracing/feedback',
].map((name) => `__tests__/${name}.test.ts`);

// Every emulator that tests start, in this process or another, compares its answers with its own document.
process.env['EMULATOR_CHECK_ANSWERS'] ??= '1';

/** `fast` is `npm test`; `slow` the others; `postgres` some of them on a database; `all` when suites are named. */
const tier = process.env['TEST_TIER'] ?? 'all';
const chosen = { slow: SLOW, postgres: ON_POSTGRES }[tier];

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: chosen?.map((file) => `<rootDir>/${file}`) ?? ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(tier === 'fast' ? SLOW.map((file) => `/${file}$`) : [])],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/jest-strip-types.cjs' },
  // The same examples in every run of `npm test`; `npm run test:deep` draws new ones.
  setupFiles: ['<rootDir>/scripts/jest-seed.mjs'],
  // Emulators and agents are processes of their own: two suites at a time is what two cores carry.
  maxWorkers: 2,
  testTimeout: 30_000,
};
