import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(25);
const action = path.resolve(import.meta.dirname, '..', 'dist', 'main.js');
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: '0'.repeat(40),
  GITHUB_REPOSITORY: 'octo/agent',
  'INPUT_API-KEY': '',
  'INPUT_DEPLOYMENT-NAME': 'agent',
};

/** Returns the milliseconds of wall-clock time from the start of the process to its exit. */
async function wall(args: string[], expected: number, files: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env: { ...ENVIRONMENT, ...files }, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== expected) throw new Error(`node ${args.join(' ')} ended with ${code}, not ${expected}`);
  return performance.now() - startedAt;
}

/** Compares how fast the action reports a missing input with the start of Node itself. */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-cold-start-'));
  try {
    // A runner provides files for these variables. Users also wait for the writes to these files.
    const files = Object.fromEntries(
      ['OUTPUT', 'STATE', 'STEP_SUMMARY'].map((name) => [`GITHUB_${name}`, path.join(folder, name)]),
    );
    const [ours, node, writing]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS + 2; round += 1) {
      const times = [
        await wall([action], 1),
        await wall(['-e', '0'], 0),
        await wall([action], 1, files),
      ] as const;
      // The first rounds fill the file cache.
      if (round < 2) continue;
      ours.push(times[0]);
      node.push(times[1]);
      writing.push(times[2]);
    }
    return {
      claim: 'dist refuses a missing input nearly as fast as Node starts',
      sides: [
        { name: 'dist/main.js without an API key', unit: 'ms', samples: ours },
        { name: 'node -e 0', unit: 'ms', samples: node },
      ],
      ratio: { name: 'medians', value: median(ours) / median(node), aim: { atMost: 1.6 } },
      figures: [
        { name: 'ratio of the minima', value: least(ours) / least(node), unit: '' },
        {
          name: "ratio of the minima with the runner's files",
          value: least(writing) / least(node),
          unit: '',
        },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
