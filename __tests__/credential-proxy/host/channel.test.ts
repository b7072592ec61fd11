import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { openChannel } from '../../../src/credential-proxy/host/channel.ts';

test('a process that never answers keeps nobody waiting for ever', async () => {
  const child = spawn(process.execPath, ['-e', 'process.channel.ref(); setInterval(() => {}, 1000)'], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const channel = openChannel(child, 50);
  try {
    const asked = channel.ask('measured', (id) => ({ kind: 'metrics', id }));
    await expect(asked).rejects.toThrow('did not answer within 50 ms');
  } finally {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
});
