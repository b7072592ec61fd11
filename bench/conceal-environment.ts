import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(40);
const SECRET = 'value-that-is-not-to-be-read';
const SOURCE = path.resolve(import.meta.dirname, '../src/os/conceal-environment.ts');

/**
 * Program that starts Node again without its environment. The secrets are passed in an unnamed file as stdin, because
 * only file descriptors 0 to 2 stay open.
 */
const RESTART = `
import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
if (process.env.STARTED_ANEW === undefined) {
  closeSync(0);
  openSync('/dev/shm', constants.O_RDWR | constants.O_DIRECTORY | 0o20000000, 0o600);
  writeSync(0, JSON.stringify(process.env), 0);
  process.execve(process.execPath, [process.execPath, '--no-warnings', ...process.argv.slice(1)], { STARTED_ANEW: '1' });
}
const handed = Buffer.alloc(65536);
Object.assign(process.env, JSON.parse(handed.toString('utf8', 0, readSync(0, handed, 0, handed.length, 0))));
ftruncateSync(0);`;
/** Program that checks that other programs cannot read its secret, but the program itself can. */
const PROOF = `
import { readFileSync as read } from 'node:fs';
const shown = read('/proc/self/environ', 'latin1').includes('${SECRET}');
process.exitCode = process.env.A_SECRET !== '${SECRET}' ? 9 : shown ? 3 : 0;`;

/** Returns the milliseconds of wall-clock time from the start of the process to its exit. */
async function wall(program: string, expected: number): Promise<number> {
  const env = { PATH: process.env['PATH'], A_SECRET: SECRET, 'INPUT_API-KEY': SECRET };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--no-warnings', program], { env, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== expected) throw new Error(`${path.basename(program)} ended with ${code}, not ${expected}`);
  return performance.now() - startedAt;
}

/**
 * Compares two ways to hide the environment from other programs at each start: overwriting it in place, and starting
 * Node again.
 */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-conceal-'));
  try {
    const place = async (name: string, first: string) => {
      const file = path.join(folder, `${name}.mjs`);
      await writeFile(file, `${first}\n${PROOF}\n`);
      return file;
    };
    const { outputFiles } = await build({
      entryPoints: [SOURCE],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
    });
    const source = outputFiles.map(({ text }) => text).join('\n');
    const nothing = await place('nothing', '');
    const inPlace = await place('in-place', `${source}\nconcealEnvironment();`);
    const restart = await place('restart', RESTART);
    const [bare, ours, other]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS + 2; round += 1) {
      const times = [await wall(nothing, 3), await wall(inPlace, 0), await wall(restart, 0)] as const;
      // The first rounds fill the file cache.
      if (round < 2) continue;
      bare.push(times[0]);
      ours.push(times[1]);
      other.push(times[2]);
    }
    return {
      claim:
        'blanking the environment in place costs a start next to nothing, a fresh start of Node a whole start',
      sides: [
        { name: 'Node, its environment blanked in place', unit: 'ms', samples: ours },
        { name: 'Node, restarted without its environment', unit: 'ms', samples: other },
      ],
      ratio: { name: 'medians', value: median(ours) / median(other), aim: { atMost: 0.7 } },
      figures: [
        { name: 'in place costs (medians)', value: median(ours) - median(bare), unit: 'ms' },
        { name: 'in place costs (minima)', value: least(ours) - least(bare), unit: 'ms' },
        { name: 'a fresh start costs (medians)', value: median(other) - median(bare), unit: 'ms' },
        { name: 'a fresh start costs (minima)', value: least(other) - least(bare), unit: 'ms' },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
