// `npm run words`: one language in code, tests, messages and docs; every citation leads to a page that is there.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { judgeWords } from './judge.ts';

/** The rules name the words they refuse, and so do their tests; the other files are not prose of ours. */
const EXEMPT =
  /^(scripts\/words\/rules\.ts|__tests__\/repo\/words\.test\.ts|dist\/|LICENSE|.*package-lock\.json|.*\.(png|webp|svg|ico|woff2|tgz|gz|whl)$)/;

const root = path.resolve(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !EXEMPT.test(file))
  .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
const problems = judgeWords(files);
for (const problem of problems) console.error(problem);
console.log(`words: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
