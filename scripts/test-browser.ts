import { runJest } from './jest-runs.ts';

// `npm run test:browser`: what needs a browser, the machine's own Chromium. Never skipped: without it these tests fail.
// Behind `--testMatch`, a path would be one more pattern.
await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/browser/*.browser.ts']);
