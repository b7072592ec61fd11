import { runJest } from './jest-runs.ts';

// `npm run test:clients`: what needs the network. Never skipped: without it these tests fail.
await runJest(['--testMatch', '**/__tests__/network/*.network.ts', ...process.argv.slice(2)]);
