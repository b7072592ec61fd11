import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildDashboard, PAGE_BUDGET } from './build.ts';

// `npm run dashboard` builds the page into `.tmp/dashboard` or into `--out <folder>`, and prints the page's size.
const root = path.resolve(import.meta.dirname, '..', '..');
const at = process.argv.indexOf('--out');
const named = at === -1 ? undefined : process.argv[at + 1];
const outDir = path.resolve(named ?? path.join(root, '.tmp', 'dashboard'));

const startedAt = performance.now();
const { firstScreen, whole } = await buildDashboard(root, outDir);
const ms = Math.round(performance.now() - startedAt);
for (const name of (await readdir(outDir)).toSorted()) {
  const bytes = await readFile(path.join(outDir, name));
  const kilobytes = (gzipSync(bytes, { level: 9 }).length / 1024).toFixed(1);
  console.log(`${kilobytes.padStart(7)} KB gzip  ${name}`);
}
console.log(
  `dashboard: first screen ${firstScreen.toFixed(1)} of ${PAGE_BUDGET.firstScreen} KB, ${whole.toFixed(1)} of ${PAGE_BUDGET.whole} KB in all; built in ${ms} ms`,
);
