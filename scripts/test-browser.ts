import { runJest } from './jest-runs.ts';

// `npm run test:browser` runs the tests that need the machine's Chromium. The tests are never skipped, and fail
// without the browser. Paths come before `--testMatch`, because jest would read them as patterns after it.
await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/browser/*.browser.ts']);
