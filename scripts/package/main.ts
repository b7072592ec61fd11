import { rm } from 'node:fs/promises';
import path from 'node:path';
import { rememberDist } from '../../harness/dist.ts';
import { buildDist } from './build.ts';
import { differences, readDist, startProblems, textProblems } from './inspect.ts';

// `npm run package` builds dist. `npm run check-dist` builds dist again and compares the two without changing files.
const root = path.resolve(import.meta.dirname, '..', '..');
const dist = path.join(root, 'dist');
const checking = process.argv.includes('--check');
const target = checking ? path.join(root, '.tmp', `dist-${process.pid}`) : dist;

try {
  await buildDist(root, target);
  const built = readDist(target);
  const problems = [
    ...(checking ? differences(readDist(dist), built) : []),
    ...textProblems(built, root),
    ...startProblems(target),
  ];
  for (const problem of problems) console.error(`dist: ${problem}`);
  const bytes = [...built.values()].reduce((sum, file) => sum + file.length, 0);
  console.log(`dist: ${built.size} files, ${bytes.toLocaleString('en')} bytes`);
  if (problems.length > 0) {
    if (checking) console.error('dist: run `npm run package` and commit the result');
    process.exitCode = 1;
  } else await rememberDist();
} finally {
  if (checking) await rm(target, { recursive: true, force: true });
}
