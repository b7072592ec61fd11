import { spawn } from 'node:child_process';
import path from 'node:path';
import { withPackage } from '../harness/emulator-package.ts';
import { createRepository } from '../harness/git.ts';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(25);
const action = path.resolve(import.meta.dirname, '..', 'dist', 'main.js');
const ON_GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: '0'.repeat(40),
  GITHUB_REPOSITORY: 'octo/agent',
  'INPUT_API-KEY': '',
  'INPUT_DEPLOYMENT-NAME': 'agent',
};
const ON_GITLAB = {
  GITLAB_CI: 'true',
  CI_PIPELINE_SOURCE: 'push',
  CI_COMMIT_BRANCH: 'main',
  CI_COMMIT_SHA: '0'.repeat(40),
  CI_PROJECT_PATH: 'octo/agent',
};

/** Returns the milliseconds of wall-clock time from the start of the process to its exit with code 1. */
async function wall(args: string[], env: Record<string, string>, cwd: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 1) throw new Error(`node ${args.join(' ')} ended with ${code}, not 1`);
  return performance.now() - startedAt;
}

/** Compares how fast the command line tool (in CI and on a laptop) and the action report a missing input. */
export async function measure(): Promise<Measurement> {
  return withPackage(async ({ commandLine }) => {
    const repository = await createRepository({ 'langgraph.json': '{}' });
    try {
      const [onCi, onLaptop, ours]: [number[], number[], number[]] = [[], [], []];
      const args = [commandLine, 'deploy', '--deployment-name', 'agent'];
      for (let round = 0; round < ROUNDS + 2; round += 1) {
        const times = [
          await wall(args, ON_GITLAB, repository.dir),
          await wall(args, {}, repository.dir),
          await wall([action], ON_GITHUB, repository.dir),
        ] as const;
        // The first rounds fill the caches of files and compiled code.
        if (round < 2) continue;
        onCi.push(times[0]);
        onLaptop.push(times[1]);
        ours.push(times[2]);
      }
      return {
        claim: 'the command line refuses a missing input nearly as fast as the action does',
        sides: [
          { name: 'agent-deploy deploy on GitLab, without a key', unit: 'ms', samples: onCi },
          { name: 'dist/main.js without a key', unit: 'ms', samples: ours },
          { name: 'agent-deploy deploy on a laptop, which asks git', unit: 'ms', samples: onLaptop },
        ],
        ratio: { name: 'medians', value: median(onCi) / median(ours), aim: { atMost: 2 } },
        moreRatios: [
          { name: 'medians, on a laptop', value: median(onLaptop) / median(ours), aim: { atMost: 2 } },
        ],
        figures: [
          { name: 'ratio of the minima', value: least(onCi) / least(ours), unit: '' },
          { name: 'ratio of the minima, on a laptop', value: least(onLaptop) / least(ours), unit: '' },
        ],
      };
    } finally {
      await repository.remove();
    }
  });
}
