import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { isGroupAlive } from '../../src/os/processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const onUnix = process.platform === 'win32' ? test.skip : test;

/** Starts an emulator from a process that is immediately killed, and returns the emulator's PID. */
async function startAndDie(): Promise<number> {
  const args = [
    'scripts/run.mjs',
    'src/emulator/cli/main.ts',
    '--port',
    '0',
    '--runtime',
    'stub',
    '--parent-pid',
  ];
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { spawn } from 'node:child_process';
       import { writeSync } from 'node:fs';
       const stdio = ['ignore', 'pipe', 'pipe'];
       const emulator = spawn(process.execPath, [...${JSON.stringify(args)}, String(process.pid)], { detached: true, stdio });
       writeSync(1, String(emulator.pid));
       process.kill(process.pid, 'SIGKILL');`,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  return Number(text.toString());
}

describe('an emulator whose --parent-pid is killed', () => {
  // docs/crash-safety.md#emulator-itself
  onUnix('exits even if the parent process ended before the emulator watched the process', async () => {
    const pid = await startAndDie();
    const since = performance.now();
    while (isGroupAlive(pid) && performance.now() - since < WAIT_LIMIT_MS) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const alive = isGroupAlive(pid);
    if (alive) process.kill(-pid, 'SIGKILL');
    expect(alive).toBe(false);
  });
});
