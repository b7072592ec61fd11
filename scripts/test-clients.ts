import { runJest } from './jest-runs.ts';

// `npm run test:clients` runs the tests that need the network. They are never skipped, and fail without it. Paths
// come before `--testMatch`, because after it they would be patterns.
await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/network/*.network.ts']);
