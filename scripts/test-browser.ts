import { runJest } from './jest-runs.ts';

// `npm run test:browser` runs the tests that need a browser, which is the machine's Chromium. They are never skipped,
// and fail without it. Paths come before `--testMatch`, because after it they would be patterns.
await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/browser/*.browser.ts']);
