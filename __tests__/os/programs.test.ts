import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isRunning, readProcessStat } from '../../src/os/process-stat.ts';
import { outputOf, runProgram, startProgram } from '../../src/os/programs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const node = (code: string, options: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram(process.execPath, ['-e', code], { env: {}, ...options });
/** Program that runs until it is killed. */
const ENDLESS = 'process.stdout.write("ready"); setInterval(() => {}, 1000);';
/**
 * Program that starts another endless program in its process group, and prints that program's process ID. Both
 * programs hold the same output open.
 */
const WITH_CHILD = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
process.stdout.write(String(child.pid));
setInterval(() => {}, 1000);`;

async function untilGone(pid: number): Promise<void> {
  while (isRunning(readProcessStat(pid))) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a program that is run to its end', () => {
  // docs/security/checkouts.md#programs-environment
  test('gets its input but no variable of the calling process, and its result has both outputs and the exit code', async () => {
    process.env['OF_THIS_PROCESS'] = 'x';
    const code = `
process.stdin.on('data', (data) => {
  process.stdout.write([process.env.OF_THIS_PROCESS, process.env.GIVEN, data].join());
  process.stderr.write('problem');
  process.exitCode = 3;
});`;
    const end = await node(code, { env: { GIVEN: 'y' }, input: 'in' });
    delete process.env['OF_THIS_PROCESS'];
    expect(end).toEqual({
      kind: 'ended',
      code: 3,
      signal: null,
      stdout: Buffer.from(',y,in'),
      stderr: Buffer.from('problem'),
    });
  });

  test('is killed if it exceeds its time limit', async () => {
    expect(await node(ENDLESS, { timeoutMs: 50 })).toEqual({ kind: 'too-long' });
  });

  test.each(['stdout', 'stderr'])('is killed if it prints too much on %s', async (stream) => {
    const code = `setInterval(() => process.${stream}.write('x'.repeat(1000)), 1);`;
    expect(await node(code, { maxOutputBytes: 10_000 })).toEqual({ kind: 'too-much' });
  });

  test('is killed together with its process group if the signal aborts', async () => {
    const abort = new AbortController();
    let child = 0;
    const end = await node(WITH_CHILD, {
      group: 'own',
      signal: abort.signal,
      onOutput: (chunk) => {
        child = Number(chunk.toString());
        abort.abort();
      },
    });
    expect(end).toEqual({ kind: 'aborted' });
    expect(child).toBeGreaterThan(0);
    await untilGone(child);
  });

  test('does not start if the signal has already aborted', async () => {
    let started = false;
    const onStart = (): Promise<void> => {
      started = true;
      return Promise.resolve();
    };
    expect(await node(ENDLESS, { signal: AbortSignal.abort(), onStart })).toEqual({ kind: 'aborted' });
    expect(started).toBe(false);
  });

  test('is killed if its process ID cannot be recorded', async () => {
    let pid = 0;
    const onStart = (started: number): Promise<void> => {
      pid = started;
      return Promise.reject(new Error('disk full'));
    };
    await expect(node(ENDLESS, { group: 'own', onStart })).rejects.toThrow('disk full');
    await untilGone(pid);
  });

  test('is killed on request of its watcher, which is removed at the end of the program', async () => {
    let unwatched = false;
    const end = await node(ENDLESS, {
      watch: (kill) => {
        setImmediate(kill);
        return () => {
          unwatched = true;
        };
      },
    });
    expect([end, unwatched]).toEqual([{ kind: 'killed' }, true]);
  });

  test('causes an error if the program does not exist', async () => {
    await expect(runProgram(path.join(folder, 'none'), [], { env: {} })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  test('causes an error with the last line of standard error if it must succeed but fails', async () => {
    await expect(
      outputOf(process.execPath, ['-e', 'console.error("first\\nlast"); process.exit(2)'], { env: {} }),
    ).rejects.toThrow('node failed (exit code 2: last).');
    await expect(outputOf(process.execPath, ['-e', ENDLESS], { env: {}, timeoutMs: 50 })).rejects.toThrow(
      'node failed (too-long).',
    );
  });
});

test('starting a program never throws, even for arguments that Node rejects', async () => {
  const child = startProgram('program', ['\0'], { env: {}, stdio: 'pipe' });
  const error = await new Promise((resolve) => child.once('error', resolve));
  expect([child.pid, error]).toEqual([undefined, expect.objectContaining({ code: 'ERR_INVALID_ARG_VALUE' })]);
});
