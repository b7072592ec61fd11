import { globSync } from 'node:fs';
import path from 'node:path';
import { readSourceGraph } from './graph.ts';
import { findViolations } from './check.ts';
import { IMPURE_GLOBALS } from './rules.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const files = globSync('{src,dashboard,harness,bench,scripts,examples}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules'],
});
const breaches = findViolations(await readSourceGraph(root, files.toSorted(), IMPURE_GLOBALS));
for (const breach of breaches) console.error(breach);
console.log(`import rules: ${files.length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length === 0 ? 0 : 1;
