import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { networkEnvironment } from '../src/clients/network-environment.ts';
import { ensureDist } from '../harness/dist.ts';
import { startGitHub } from '../harness/github/fake.ts';
import { echoRepository, pythonRepository } from '../harness/start/source.ts';
import type { FixtureRepository } from '../harness/git.ts';
import { runWorkflow } from '../harness/workflow/run-workflow.ts';
import type { WorkflowRun } from '../harness/workflow/types.ts';
import { ROOT } from './support/deploys.ts';
import type { Measurement } from './support/measure.ts';

const execute = promisify(execFile);
/** Maximum seconds of machine time for a user. */
const LIMIT_S = 300;
const NAME = 'agent-deploy-emulator';

/**
 * The workflow that the user writes: it starts an emulator in the job, deploys the checkout, and sends a request to
 * the agent.
 */
const WORKFLOW = `name: Deploy and ask
on:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  deploy:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: OWNER/agent-deploy/emulator@v0
        id: emulator
      - uses: OWNER/agent-deploy@v0
        with:
          control-plane-url: \${{ steps.emulator.outputs.control-plane-url }}
          api-key: \${{ steps.emulator.outputs.api-key }}
          deployment-name: my-agent
          source: internal_source
          github-deployment: false
          verify: 'input: { messages: [{ role: user, content: hello }] }'
`;

interface Stages {
  install: number;
  /** Seconds until the agent has replied to the command that `dev` printed. */
  answer: number;
  workflow: number;
  /** Seconds of the workflow's steps, by name. */
  steps: Map<string, number>;
  /** Number of lines that the user writes. */
  lines: number;
}
const total = ({ install, answer, workflow }: Stages): number => install + answer + workflow;

/**
 * Measures the machine time from an empty machine to a successful workflow, for a user of each language. The user
 * installs the emulator on a laptop and gets a reply from the agent, and the workflow then installs the emulator on
 * the runner. The network and a Python are required.
 */
export async function measure(): Promise<Measurement> {
  await ensureDist();
  const scratch = await mkdtemp(path.join(tmpdir(), 'bench-from-nothing-'));
  try {
    const release = await makeRelease(path.join(scratch, 'release'));
    const typescript = await walk(release, path.join(scratch, 'typescript'), echoRepository);
    const python = await walk(release, path.join(scratch, 'python'), pythonRepository);
    const slower = Math.max(total(typescript), total(python));
    const side = (name: string, stages: Stages) => ({ name, unit: 's', samples: [total(stages)] });
    return {
      claim: 'an author comes from nothing to a green workflow within five minutes',
      sides: [side('author of a TypeScript agent', typescript), side('author of a Python agent', python)],
      ratio: { name: 'the slower of five minutes', value: slower / LIMIT_S, aim: { atMost: 1 } },
      figures: [...figures('TypeScript', typescript), ...figures('Python', python)],
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function figures(author: string, { install, answer, workflow, steps, lines }: Stages) {
  const figure = (name: string, value: number, unit = 's') => ({ name: `${author}: ${name}`, value, unit });
  return [
    figure('lines to write', lines, 'lines'),
    figure('npm install of the emulator', install),
    figure('its dev, to the first answer', answer),
    figure('the workflow', workflow),
    ...Array.from(steps, ([name, seconds]) => figure(`- ${name}`, seconds)),
  ];
}

/** Creates the contents of a release commit: the actions, the files that they run, and the packed emulator. */
async function makeRelease(folder: string) {
  for (const part of ['action.yml', 'verify/action.yml', 'emulator/action.yml', 'dist']) {
    await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  }
  const script = ['scripts/run.mjs', 'scripts/package-emulator/main.ts'];
  const { stdout } = await execute(process.execPath, [...script, '--out', path.join(folder, 'emulator')], {
    cwd: ROOT,
  });
  return { folder, tarball: stdout.trim() };
}

async function walk(
  release: Awaited<ReturnType<typeof makeRelease>>,
  folder: string,
  example: () => Promise<FixtureRepository>,
): Promise<Stages> {
  const laptop = await newMachine(path.join(folder, 'laptop'));
  const { seconds: install } = await timed(() =>
    execute('npm', ['install', release.tarball], { cwd: laptop.folder, env: laptop.env }),
  );
  const repository = await example();
  try {
    const { seconds: answer } = await timed(() => askOnLaptop(laptop, repository.dir));
    await repository.commit({ '.github/workflows/deploy.yml': WORKFLOW });
    const runner = await newMachine(path.join(folder, 'runner'));
    const { result, seconds: workflow } = await timed(() => push(repository, release.folder, runner));
    const { steps = [] } = result.jobs['deploy'] ?? {};
    return {
      install,
      answer,
      workflow,
      steps: new Map(
        steps
          .map((step): [string, number] => [
            step.name,
            step.processes.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
          ])
          .filter(([, seconds]) => seconds > 0),
      ),
      lines: await countLines(repository),
    };
  } finally {
    await repository.remove();
  }
}

interface Machine {
  folder: string;
  env: Record<string, string>;
}

/** Returns the environment of a machine without installed packages, with the package registries of this machine. */
async function newMachine(folder: string): Promise<Machine> {
  const home = path.join(folder, 'home');
  await mkdir(home, { recursive: true });
  await cp(path.join(homedir(), '.npmrc'), path.join(home, '.npmrc')).catch(() => undefined);
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const indexes = Object.entries(process.env).filter(([name]) => /^(PIP|UV)_/.test(name));
  return {
    folder,
    env: {
      ...Object.fromEntries(indexes.map(([name, value]) => [name, value ?? ''])),
      ...networkEnvironment(process.env),
      PATH: process.env['PATH'] ?? '',
      HOME: home,
    },
  };
}

/**
 * Runs the agent of a folder with `dev`, and then the printed command for trying the agent. Throws if the agent does
 * not reply.
 */
async function askOnLaptop({ folder, env }: Machine, agent: string): Promise<void> {
  const program = path.join(folder, 'node_modules/.bin', NAME);
  const child = spawn(program, ['dev', agent, '--port', '0', '--data-dir', path.join(folder, 'data')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    let command: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      command = /^\s*Try\s+(.+)$/.exec(line)?.[1];
      if (command !== undefined) break;
    }
    if (command === undefined) throw new Error('dev ended before it said how to try the agent');
    const { stdout } = await execute('/bin/sh', ['-c', command], { env });
    if (!stdout.includes('echo v1')) throw new Error(`the agent answered ${stdout}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Pushes to the simulated GitHub, and runs the workflow. Throws with the log if the workflow does not succeed. */
async function push(repository: FixtureRepository, release: string, runner: Machine): Promise<WorkflowRun> {
  const github = await startGitHub();
  try {
    const hub = github.addRepository({ fullName: 'octo-org/my-agent', files: null });
    const [pushed] = await hub.importGit(repository.dir);
    if (pushed === undefined) throw new Error('nothing was pushed');
    const run = await runWorkflow({
      file: path.join(repository.dir, '.github/workflows/deploy.yml'),
      event: hub.events.push(pushed),
      repository: repository.dir,
      actions: (uses) => {
        const part = /^OWNER\/agent-deploy(\/\w+)?@v\d/.exec(uses);
        return part === null ? null : { folder: path.join(release, part[1] ?? '') };
      },
      actionEnv: runner.env,
      github: {
        apiUrl: github.apiUrl,
        token: github.addToken({
          kind: 'actions',
          repository: hub.fullName,
          permissions: { contents: 'read' },
        }),
      },
    });
    if (run.conclusion === 'success') return run;
    throw new Error(
      `the workflow is not green:\n${Object.values(run.jobs)
        .map(({ log }) => log)
        .join('\n')}`,
    );
  } finally {
    await github.close();
  }
}

/** Counts the lines of all committed files, except lock files, which tools write. */
async function countLines({ dir }: FixtureRepository): Promise<number> {
  const { stdout } = await execute('git', ['-C', dir, 'ls-files', '-z']);
  const files = stdout.split('\0').filter((file) => file !== '' && !/lock|README/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - startedAt) / 1000 };
}
