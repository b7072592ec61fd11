import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { isGroupAlive } from '../../src/os/processes.ts';

const MODULE = pathToFileURL(
  path.resolve(import.meta.dirname, '../../src/emulator/data-plane/places/process/processes.ts'),
).href;
const onLinux = process.platform === 'linux' ? test : test.skip;
const RUNS_FOR_EVER = 'setInterval(() => {}, 1000)';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'just-started-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Starts programs as the emulator does, dies before it can record the PID of the last program, and returns this PID.
 */
async function dieAtStartOf(count: number): Promise<number> {
  const emulator = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { ChildProcess } from 'node:child_process';
       import { writeSync } from 'node:fs';
       import { createProcesses } from ${JSON.stringify(MODULE)};
       const { spawn } = ChildProcess.prototype;
       let left = ${count};
       ChildProcess.prototype.spawn = function (options) {
         const result = spawn.call(this, options);
         if (options.args.at(-1) === ${JSON.stringify(RUNS_FOR_EVER)} && --left === 0) {
           writeSync(1, String(this.pid));
           process.kill(process.pid, 'SIGKILL');
         }
         return result;
       };
       const processes = createProcesses({ supervisorGraceMs: 200 });
       const args = ['-e', ${JSON.stringify(RUNS_FOR_EVER)}];
       const spec = { command: process.execPath, args, cwd: ${JSON.stringify(folder)}, env: {}, kind: 'test' };
       for (let count = 0; count < ${count}; count += 1) processes.start(spec);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [text] = (await once(emulator.stdout, 'data')) as [Buffer];
  return Number(text.toString());
}

describe('an emulator that is killed between starting a program and recording the start', () => {
  // docs/crash-safety.md#program-had-only-just
  onLinux.each([1, 3])('leaves no process of the program with number %i', async (count) => {
    const pid = await dieAtStartOf(count);
    const since = performance.now();
    while (isGroupAlive(pid) && performance.now() - since < WAIT_LIMIT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const alive = isGroupAlive(pid);
    if (alive) process.kill(-pid, 'SIGKILL');
    expect(alive).toBe(false);
  });
});
