import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runJest } from './jest-runs.ts';

// `npm run test:deep`: the property tests again, with many more runs and a fresh seed (DEEP_SEED repeats one).
const root = path.resolve(import.meta.dirname, '..');
const seed = process.env['DEEP_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
const runs = process.env['DEEP_RUNS'] ?? '5000';
const suites = globSync('__tests__/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(path.join(root, file), 'utf8').includes(`from 'fast-check'`),
);
console.log(`${suites.length} suites with properties, ${runs} runs each; repeat with DEEP_SEED=${seed}`);
await runJest(
  ['--setupFiles', './scripts/jest-deep.mjs', '--testTimeout=600000', '--runTestsByPath', ...suites],
  {
    DEEP_RUNS: runs,
    DEEP_SEED: seed,
  },
);
