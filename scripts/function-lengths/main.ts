// `npm run function-lengths` refuses functions of more than 100 lines. The exceptions in exceptions.json may have
// about the length in the file. `-- --lower` lowers the exceptions to the current lengths, and removes unneeded
// exceptions.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithExceptions, functionLengthsSchema, lowerExceptions, parseReport } from './check.ts';

const EXCEPTIONS = path.join(import.meta.dirname, 'exceptions.json');
const root = path.resolve(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { lower: { type: 'boolean' } } });

// oxlint exits with 1 when it reports a function.
const linter = spawnSync(
  process.execPath,
  [
    'node_modules/oxlint/bin/oxlint',
    '--config=scripts/function-lengths/oxlint.json',
    '--format=json',
    'src',
    'dashboard/src',
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
);
if (linter.error) throw linter.error;
if (linter.status !== 0 && linter.status !== 1) {
  throw new Error(`oxlint exited with ${linter.status ?? linter.signal}: ${linter.stderr}${linter.stdout}`);
}

const lengths = parseReport(linter.stdout);
let exceptions = functionLengthsSchema.parse(JSON.parse(readFileSync(EXCEPTIONS, 'utf8')));
if (values.lower === true) {
  exceptions = lowerExceptions(lengths, exceptions);
  writeFileSync(EXCEPTIONS, `${JSON.stringify(exceptions, null, 2)}\n`);
}
const problems = compareWithExceptions(lengths, exceptions);
for (const problem of problems) console.error(problem);
console.log(`function-lengths: ${Object.keys(lengths).length} long functions, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
