import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { withClientEnvironment } from './client-environment.ts';
import { runSuites } from './jest-runs.ts';
import { describeVersions } from './versions/report.ts';

// `npm run test:versions` tests the newest published clients and reference server, and every supported version of the
// graph libraries. A new release of another project can change the result, so a failed test does not fail the program:
// the program writes the difference to `.tmp/versions.md`. The program fails if a suite ran no test.
const file = path.resolve(import.meta.dirname, '../.tmp/versions.md');
await withClientEnvironment(async (env) => {
  const { suites } = await runSuites(process.argv.slice(2), {
    TEST_TIER: 'versions',
    TEST_VERSIONS: 'all',
    ...env,
  });
  const { text, differences, unknown } = describeVersions(suites);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(`${differences} differences, described in ${path.relative(process.cwd(), file)}`);
  if (suites.length === 0) console.error('No suite was run.');
  for (const name of unknown) console.error(`${name} ran no test.`);
  if (suites.length === 0 || unknown.length > 0) process.exitCode = 1;
});
