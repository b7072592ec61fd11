import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Counts, runJest } from './jest-runs.ts';

// `npm run test:deep [-- words]` runs the property tests with many more runs, and then, one after the other, the
// suites that are too long for `npm test` (`*.deep.ts`). All suites use the same new seed, which DEEP_SEED can set.
// Words in the arguments select suites by path.
const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const seed = process.env['DEEP_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
const runs = process.env['DEEP_RUNS'] ?? '5000';

const suites = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
const properties = suites('__tests__/**/*.test.ts').filter((file) =>
  readFileSync(path.join(root, file), 'utf8').includes(`from 'fast-check'`),
);
const long = suites('__tests__/**/*.deep.ts');

console.log(
  `${properties.length} suites with properties, ${runs} runs each, and ${long.length} long ones; repeat with DEEP_SEED=${seed}`,
);
const env = { DEEP_RUNS: runs, DEEP_SEED: seed };
const counts: Counts[] = [];
if (properties.length > 0) {
  counts.push(await runJest(['--runTestsByPath', ...properties], env));
}
if (long.length > 0) {
  const match = ['--runInBand', '--testMatch', '**/*.deep.ts'];
  counts.push(await runJest([...match, '--runTestsByPath', ...long], env));
}
if (counts.length === 0) {
  console.error(`no suite has ${words.join(' or ')} in its path`);
  process.exitCode = 1;
} else {
  const sum = (count: (one: Counts) => number) => counts.reduce((all, one) => all + count(one), 0);
  console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`);
}
