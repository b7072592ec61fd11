import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { probeProcess, startToken } from '../../src/os/processes.ts';

const PROCESSES = pathToFileURL(path.resolve(import.meta.dirname, '../../src/os/processes.ts')).href;
const onLinux = process.platform === 'linux' ? test : test.skip;

describe('the state of a process', () => {
  test('is `running` with a constant token, or `gone`', async () => {
    const first = await probeProcess(process.pid);
    expect(first).toEqual({ kind: 'running', token: expect.stringMatching(/./) });
    expect(await probeProcess(process.pid)).toEqual(first);
    expect(await probeProcess(2 ** 22 + 1)).toEqual({ kind: 'gone' });
    expect(await startToken(2 ** 22 + 1)).toBeUndefined();
  });

  // docs/emulator.md#parent-pid
  onLinux(
    'is unknown in a process without free file descriptors, which treats no owner as dead',
    async () => {
      const program = `
      import { openSync } from 'node:fs';
      import { isDeadOwner, isGroupAlive, ownerToken, probeProcess, startToken, stopProcess } from '${PROCESSES}';
      const owner = await ownerToken();
      const token = await startToken(process.ppid);
      for (;;) try { openSync('/dev/null'); } catch (error) { if (error.code !== 'EMFILE') throw error; break; }
      const results = {
        state: (await probeProcess(process.ppid)).kind,
        gone: (await probeProcess(${2 ** 22 + 1})).kind,
        dead: await isDeadOwner(owner),
        group: isGroupAlive(${process.pid}) || 'no group',
        token: await startToken(process.ppid).catch((error) => error.message + ' ' + error.cause.code),
        stopped: await stopProcess({ pid: process.ppid, startTime: token }, 0).catch((error) => error.message),
      };
      process.stdout.write(JSON.stringify({ ...results, ppid: process.ppid }));`;
      // Modules are loaded before all file descriptors are used up.
      const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath];
      const child = spawn('/bin/sh', [...limited, '--input-type=module', '--eval', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (data) => (output += String(data)));
      expect(await once(child, 'close')).toEqual([0, null]);
      const { ppid, ...results } = JSON.parse(output);
      expect(ppid).toBe(process.pid);
      expect(results).toEqual({
        state: 'unknown',
        gone: 'unknown',
        dead: false,
        group: expect.anything(),
        token: `The state of process ${ppid} could not be determined. EMFILE`,
        stopped: `The state of process ${ppid} could not be determined.`,
      });
    },
  );
});
