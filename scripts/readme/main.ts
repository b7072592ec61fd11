import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS } from './permissions.ts';
import { readmeTables, withTables } from './tables.ts';

// `npm run readme` writes the tables of README.md from the action.yml files and permissions.ts; with --check it only says whether they are in step.
const root = path.resolve(import.meta.dirname, '..', '..');
const readme = path.join(root, 'README.md');
const text = readFileSync(readme, 'utf8');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const wanted = withTables(text, readmeTables(read, PERMISSIONS));
if (text === wanted) {
  console.log('readme: in step with action.yml');
} else if (process.argv.includes('--check')) {
  console.error(
    'readme: README.md is not in step with action.yml; run `npm run readme` and commit the result',
  );
  process.exitCode = 1;
} else {
  writeFileSync(readme, wanted);
  console.log('readme: tables written from action.yml');
}
