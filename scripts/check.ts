// `npm run check [-- --clients]` runs everything that a change must pass, quick steps first, and stops at the first
// failure. `--clients` adds the steps that need a browser, the network or a Kubernetes cluster.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

interface Step {
  name: string;
  /** Path of a program in node_modules or a script of this repository, which the current Node runs. */
  script: string;
  args: string[];
  hint: string;
  /** True if the last line of the step's output, `N passed, N failed`, is added to the total. */
  counts?: boolean;
}

const root = path.resolve(import.meta.dirname, '..');
const own = (file: string, ...args: string[]) => ({
  script: 'scripts/run.mjs',
  args: [file, ...args],
});

const STEPS: Step[] = [
  {
    name: 'format',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['format', '.'],
    hint: 'npm run format',
  },
  {
    name: 'lint',
    script: 'node_modules/oxlint/bin/oxlint',
    args: ['--type-aware'],
    hint: 'mend what is named above; `npm run lint` runs this step alone',
  },
  {
    name: 'types',
    script: 'node_modules/typescript/bin/tsc',
    args: ['-p', 'tsconfig.json'],
    hint: 'mend what is named above; `npm run types` runs this step alone',
  },
  {
    name: 'types of the dashboard',
    script: 'node_modules/typescript/bin/tsc',
    args: ['-p', 'dashboard/tsconfig.json'],
    hint: 'mend what is named above; `npm run types` runs this step alone',
  },
  {
    name: 'unused',
    script: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress'],
    hint: 'remove what is named above, or its `export`; knip.jsonc names the programs; `npm run unused` runs only this step',
  },
  {
    name: 'import rules',
    ...own('scripts/import-rules/main.ts'),
    hint: 'turn the import around; scripts/import-rules/rules.ts holds the rules',
  },
  {
    name: 'function lengths',
    ...own('scripts/function-lengths/main.ts'),
    hint: 'split the function named above; `npm run function-lengths -- --lower` removes exceptions that are no longer needed',
  },
  {
    name: 'words',
    ...own('scripts/words/main.ts'),
    hint: 'use the words named above; `npm run words` runs only this step',
  },
  {
    name: 'workflows',
    ...own('scripts/workflows/main.ts'),
    hint: 'mend the action.yml or workflow named above; `npm run workflows` runs this step alone',
  },
  { name: 'readme', ...own('scripts/readme/main.ts', '--check'), hint: 'npm run readme' },
  { name: 'dist', ...own('scripts/package/main.ts', '--check'), hint: 'npm run package' },
  {
    name: 'release commit',
    ...own('scripts/release.ts', '--dry-run'),
    hint: 'mend what is named above; `npm run release-commit -- --dry-run` runs this step alone',
  },
  {
    name: 'benches',
    ...own('bench/main.ts', '--once'),
    hint: 'mend the bench that is NOT MEASURED above; `npm run bench -- --once NAME` runs only that bench',
  },
  {
    name: 'tests',
    ...own('scripts/test.ts'),
    hint: 'mend what fails above; `npm test -- <path>` runs one suite',
    counts: true,
  },
  {
    name: 'slow tests',
    ...own('scripts/test.ts', '--slow'),
    hint: 'mend what fails above; `npm test -- <path>` runs one suite',
    counts: true,
  },
  {
    name: 'tests on PostgreSQL',
    ...own('scripts/test.ts', '--postgres'),
    hint: 'mend what fails above; `npm run test:postgres -- <path>` runs one suite',
    counts: true,
  },
];
const OUTSIDE: Step[] = [
  {
    name: 'browser',
    ...own('scripts/test-browser.ts'),
    hint: '`npm run test:browser` runs this step alone; it needs Chromium',
    counts: true,
  },
  {
    name: 'clients',
    ...own('scripts/test-clients.ts'),
    hint: '`npm run test:clients` runs this step alone; it needs the network',
    counts: true,
  },
  {
    name: 'cluster',
    ...own('scripts/test-cluster.ts'),
    hint: '`npm run test:cluster` runs this step alone; `npm run build:cluster` builds what it needs',
    counts: true,
  },
];

const COUNTS = /^(\d+) passed, (\d+) failed$/;

/** Runs one step and forwards its output. Returns its exit code and the counts of its last line. */
function run(step: Step): Promise<{ code: number; passed: number; failed: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, step.script), ...step.args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let tail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-4_096);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const counts = tail
        .split('\n')
        .map((line) => COUNTS.exec(line.trim()))
        .findLast((match) => match !== null);
      resolve({ code: code ?? 1, passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? 0) });
    });
  });
}

const steps = process.argv.includes('--clients') ? [...STEPS, ...OUTSIDE] : STEPS;
const times: string[] = [];
let passed = 0;
let failed = 0;
for (const step of steps) {
  console.log(`\n== ${step.name}`);
  const startedAt = performance.now();
  const result = existsSync(path.join(root, step.script))
    ? await run(step)
    : { code: 1, passed: 0, failed: 0 };
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  times.push(`${step.name} ${seconds} s`);
  passed += result.passed;
  failed += result.failed;
  if (result.code !== 0 || (step.counts && result.passed === 0)) {
    console.log(`\ncheck stopped at "${step.name}" after ${seconds} s. To mend it: ${step.hint}`);
    if (step.counts) console.log(`${passed} passed, ${Math.max(failed, 1)} failed`);
    process.exit(1);
  }
}
console.log(`\ncheck: all of ${times.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
