import { runJest } from './jest-runs.ts';

// `npm run test:clients`: what needs the network. Never skipped: without it these tests fail.
// Behind `--testMatch`, a path would be one more pattern.
await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/network/*.network.ts']);
