// `npm run check [-- --clients]` runs all steps that a change must pass, quick steps first. The tests start only if no
// other step has failed, and a failed tier of tests does not prevent the next tier, so one run reports every failed
// tier. `--clients` adds the steps that need a browser, the network or a Kubernetes cluster. Steps without tests run
// two at a time, because most of these steps use one core. The cluster is compiled at the same time with the lowest
// priority, because tests often wait for a process or the network and leave a core idle.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

interface Step {
  name: string;
  /** Path of a program in node_modules, or of a script of this repository, that the current Node runs. */
  script: string;
  args: string[];
  hint: string;
  /** True if the last line of the step's output, `N passed, N failed`, counts for the total. */
  counts?: boolean;
  /** True if the step starts the program of {@link CLUSTER}. */
  needsCluster?: boolean;
}

const root = path.resolve(import.meta.dirname, '..');
const own = (file: string, ...args: string[]) => ({
  script: 'scripts/run.mjs',
  args: [file, ...args],
});

/** Steps that run no tests. */
const STATIC: Step[] = [
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
];
const TESTS: Step[] = [
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
const CLUSTER: Step = {
  name: 'cluster program',
  ...own('scripts/build-cluster.ts'),
  hint: '`npm run build:cluster` runs only this step; it needs the network, and Go 1.26 or Python',
};
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
    needsCluster: true,
  },
  {
    name: 'cluster',
    ...own('scripts/test-cluster.ts'),
    hint: '`npm run test:cluster` runs this step alone; `npm run build:cluster` builds what it needs',
    counts: true,
    needsCluster: true,
  },
];

const COUNTS = /^(\d+) passed, (\d+) failed$/;

interface Result {
  step: Step;
  seconds: string;
  code: number;
  passed: number;
  failed: number;
  /** End of the step's error output, where a tier of tests lists its failed tests. */
  lastErrors: string;
}

/** Number of characters of a step's output that are kept for its counts, and to print its failed tests again. */
const KEPT_LENGTH = 8_192;

interface RunOptions {
  /** Called with the output, which is printed by default. */
  collect?: (chunk: Buffer) => void;
  /** Called with the process, which then runs with the lowest priority in its own process group. */
  inBackground?: (child: ChildProcess) => void;
}

/** Passes the output of a step on. Returns a function that returns the last characters of the output. */
function follow(output: Readable, pass: (chunk: Buffer) => unknown): () => string {
  let last = '';
  output.on('data', (chunk: Buffer) => {
    pass(chunk);
    last = (last + chunk.toString()).slice(-KEPT_LENGTH);
  });
  return () => last;
}

/** Runs one step, and returns its exit code and the counts in its last line. */
async function run(step: Step, { collect, inBackground }: RunOptions = {}): Promise<Result> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, step.script), ...step.args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: inBackground !== undefined,
  });
  if (inBackground !== undefined && child.pid !== undefined) {
    yieldProcessor(child.pid);
    inBackground(child);
  }
  const lastOutput = follow(child.stdout, collect ?? ((chunk) => process.stdout.write(chunk)));
  const lastErrors = follow(child.stderr, collect ?? ((chunk) => process.stderr.write(chunk)));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => resolve(exit ?? 1));
  });
  const counts = lastOutput()
    .split('\n')
    .map((line) => COUNTS.exec(line.trim()))
    .findLast((match) => match !== null);
  return {
    step,
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    code,
    passed: Number(counts?.[1] ?? 0),
    failed: Number(counts?.[2] ?? 0),
    lastErrors: lastErrors(),
  };
}

/** Gives a process, its children and its session the lowest priority. */
function yieldProcessor(pid: number): void {
  os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  try {
    // Linux usually shares the processors between sessions, regardless of the priorities of their processes.
    writeFileSync(`/proc/${pid}/autogroup`, String(os.constants.priority.PRIORITY_LOW));
  } catch {
    // This kernel or system does not group processes by session.
  }
}

const results: Result[] = [];

const hasFailed = ({ step, code, passed }: Result): boolean =>
  code !== 0 || (step.counts === true && passed === 0);

const total = (count: 'passed' | 'failed'): number => results.reduce((sum, one) => sum + one[count], 0);

/** Runs the next step in the list until the list is empty or a step fails. */
async function runFrom(waiting: Step[]): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    if (hasFailed(await runCollected(step))) waiting.length = 0;
  }
}

/** Runs a step, prints its whole output once it has ended, and records its result. */
async function runCollected(step: Step, options: Pick<RunOptions, 'inBackground'> = {}): Promise<Result> {
  const output: Buffer[] = [];
  const result = await run(step, { ...options, collect: (chunk) => void output.push(chunk) });
  console.log(`\n== ${step.name}`);
  process.stdout.write(Buffer.concat(output));
  results.push(result);
  return result;
}

/** Starts to build the cluster, and returns the result of the build and a function that stops the build. */
function buildCluster() {
  let child: ChildProcess | undefined;
  const result = runCollected(CLUSTER, { inBackground: (started) => void (child = started) });
  const stop = () => {
    // The compiler's processes are in the group of the build.
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
    }
  };
  return { result, stop };
}

const withClients = process.argv.includes('--clients');
const cluster = withClients ? buildCluster() : undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    cluster?.stop();
    process.exit(code);
  });
}
const waiting = [...STATIC];
await Promise.all([runFrom(waiting), runFrom(waiting)]);
if (results.some(hasFailed)) {
  cluster?.stop();
} else {
  for (const step of withClients ? [...TESTS, ...OUTSIDE] : TESTS) {
    if (step.needsCluster === true) await cluster?.result;
    console.log(`\n== ${step.name}`);
    results.push(await run(step));
  }
}
await cluster?.result;

const failures = results.filter(hasFailed);
if (failures.length === 0) {
  console.log(
    `\ncheck: all of ${results.map(({ step, seconds }) => `${step.name} ${seconds} s`).join(', ')}`,
  );
} else {
  const passed = results.filter((result) => !hasFailed(result));
  console.log(`\npassed: ${passed.map(({ step, seconds }) => `${step.name} ${seconds} s`).join(', ')}`);
  for (const { step, seconds, lastErrors } of failures) {
    // The output of the tiers after this tier may be longer than a log shows.
    if (step.counts === true && results.at(-1)?.step !== step)
      console.log(`\n== ${step.name}, again\n${lastErrors}`);
    console.log(`"${step.name}" failed after ${seconds} s. To mend it: ${step.hint}`);
  }
  process.exitCode = 1;
}
if (failures.length === 0 || failures.some(({ step }) => step.counts)) {
  console.log(`${total('passed')} passed, ${Math.max(total('failed'), failures.length)} failed`);
}
