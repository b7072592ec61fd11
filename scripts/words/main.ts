// `npm run words` checks names, citations and the register of prose. `-- --lower` lowers the budgets of budgets.json
// to the current counts, and `-- --list NAME` lists the places of a pattern.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkWords } from './check.ts';
import { readPassages } from './prose.ts';
import { compareWithBudgets, countPatterns, findPattern, lowerBudgets } from './register.ts';

/**
 * Files that are not checked: the rules and their tests, which contain the refused names, and built, binary and
 * third-party files.
 */
const EXEMPT =
  /^(scripts\/words\/rules\.ts|__tests__\/repo\/words\.test\.ts|dist\/|LICENSE|.*package-lock\.json|.*\.(png|webp|svg|ico|woff2|tgz|gz|whl)$)/;
const BUDGETS = path.join(import.meta.dirname, 'budgets.json');

const { values } = parseArgs({ options: { lower: { type: 'boolean' }, list: { type: 'string' } } });
const root = path.resolve(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && !EXEMPT.test(file))
  .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
const passages = files.flatMap(readPassages);
const budgets = z
  .record(z.string(), z.record(z.string(), z.int().nonnegative()))
  .parse(JSON.parse(readFileSync(BUDGETS, 'utf8')));

if (values.list !== undefined) {
  for (const place of findPattern(passages, values.list)) console.log(place);
} else {
  const counts = countPatterns(passages);
  if (values.lower === true)
    writeFileSync(BUDGETS, `${JSON.stringify(lowerBudgets(counts, budgets), null, 2)}\n`);
  const register = compareWithBudgets(
    counts,
    values.lower === true ? lowerBudgets(counts, budgets) : budgets,
  );
  const problems = [...checkWords(files), ...register.problems];
  for (const notice of register.notices) console.log(notice);
  for (const problem of problems) console.error(problem);
  console.log(`words: ${files.length} files, ${passages.length} passages, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
