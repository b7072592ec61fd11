import { withClientEnvironment } from './client-environment.ts';
import { runJest } from './jest-runs.ts';

// `npm run test:clients` runs the tests that need the network. The tests are never skipped, and fail without the
// network.
await withClientEnvironment(async (env) => {
  await runJest(process.argv.slice(2), { TEST_TIER: 'clients', ...env });
});
