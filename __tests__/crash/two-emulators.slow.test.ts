import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../harness/emulator.ts';
import { start } from './refused.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'two-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

describe('two emulators on one data directory', () => {
  // docs/crash-safety.md#two-emulators-one-folder
  test('cannot run together, and the rejected second emulator starts immediately after the first is killed', async () => {
    const first = await startEmulator({ runtime: 'stub', dataDir: data });
    const { code, lines, printed } = await start(data);
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(lines).toEqual([
      expect.stringMatching(
        `in use by the process with pid ${first.pid}\\. Stop that process first, or use another`,
      ),
    ]);
    // The first emulator was not affected.
    expect((await first.api('GET', '/v2/deployments')).status).toBe(200);

    await first.kill();
    const next = await startEmulator({ runtime: 'stub', dataDir: data });
    expect(next.workspaceId).toBe(first.workspaceId);
    await next.stop();
  });

  test('cannot run together even if they start at the same time on an empty directory', async () => {
    const both = await Promise.allSettled([
      startEmulator({ runtime: 'stub', dataDir: data }),
      startEmulator({ runtime: 'stub', dataDir: data }),
    ]);
    const served = both.filter((end) => end.status === 'fulfilled').map(({ value }) => value);
    const refused = both.filter((end) => end.status === 'rejected').map(({ reason }) => String(reason));
    for (const emulator of served) await emulator.stop();
    expect(served).toHaveLength(1);
    expect(refused).toEqual([
      expect.stringMatching(/exit code 2.*in use by (the process with pid \d+|another process)/s),
    ]);
  });
});
