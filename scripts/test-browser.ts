import { runJest } from './jest-runs.ts';

// `npm run test:browser`: what needs a browser, the machine's own Chromium. Never skipped: without it these tests fail.
await runJest(['--testMatch', '**/__tests__/browser/*.browser.ts', ...process.argv.slice(2)]);
