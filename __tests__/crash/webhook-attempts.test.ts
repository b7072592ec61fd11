import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { loadKeyring, openStore } from '../../src/emulator/store/index.ts';

const VICTIM = path.join(import.meta.dirname, 'webhook-victim.ts');

// docs/crash-safety.md#webhook-attempts
test("a webhook attempt and a cron's outcome are still stored after the emulator was killed", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webhook-crash-'));
  const child = spawn(process.execPath, [VICTIM, dataDir], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    await Promise.race([once(child.stdout, 'data'), exit]);
    child.kill('SIGKILL');
    expect((await exit)[1]).toBe('SIGKILL');
    const store = await openStore({
      location: path.join(dataDir, 'emulator.sqlite'),
      keyring: (held) => loadKeyring({ dataDir, held }),
    });
    try {
      const attempts = [expect.objectContaining({ status: 503, problem: 'it answered 503' })];
      expect(await store.webhooks.listNewest(9)).toMatchObject([
        { id: 'webhook', attempts, dueAt: expect.any(Number) },
      ]);
      expect(await store.crons.outcomesOf(['cron'])).toMatchObject([{ status: 'refused', reason: 'no' }]);
    } finally {
      await store.close();
    }
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true });
  }
});
