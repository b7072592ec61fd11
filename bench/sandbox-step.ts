import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(11);
const action = path.resolve(import.meta.dirname, '..', 'dist', 'sandbox.js');
const RULES =
  "rules: [{ name: a, match_hosts: [api.example.org], headers: [{ name: Authorization, type: workspace_secret, value: 'Bearer {KEY}' }] }]";

/** Returns the milliseconds of wall-clock time from the start of the process to its exit. */
async function wall(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}; the box needs bubblewrap`);
  return performance.now() - startedAt;
}

/**
 * Measures the cost of a command behind the credential proxy: the whole step from start to end, with a box and
 * without.
 */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-sandbox-'));
  const temporary = await mkdtemp(path.join(tmpdir(), 'bench-temp-'));
  const env = (isolation: string): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    KEY: 'a-key-of-the-bench',
    GITHUB_WORKSPACE: folder,
    // The files of the step remain in this folder, because no post step runs.
    RUNNER_TEMP: temporary,
    INPUT_MODE: 'runner',
    'INPUT_PROXY-CONFIG': RULES,
    INPUT_RUN: 'true',
    INPUT_ISOLATION: isolation,
  });
  const [boxed, plain, node]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      const three = [
        await wall([action], env('namespaces')),
        await wall([action], env('process')),
        await wall(['-e', '0'], { PATH: process.env['PATH'] }),
      ] as const;
      // The first round fills the file cache.
      if (round === 0) continue;
      boxed.push(three[0]);
      plain.push(three[1]);
      node.push(three[2]);
    }
  } finally {
    for (const made of [folder, temporary]) await rm(made, { recursive: true, force: true });
  }
  return {
    claim: 'a box costs a step of the sandbox action little more than the proxy does',
    sides: [
      { name: 'run: true, in a box of namespaces', unit: 'ms', samples: boxed },
      { name: 'run: true, as a process', unit: 'ms', samples: plain },
    ],
    ratio: { name: 'medians', value: median(boxed) / median(plain), aim: { atMost: 1.5 } },
    figures: [
      { name: 'of which Node starting (least)', value: least(node), unit: 'ms' },
      { name: 'what the box adds (least)', value: least(boxed) - least(plain), unit: 'ms' },
    ],
  };
}
