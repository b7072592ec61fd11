import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { openChannel } from '../../../src/credential-proxy/owner/channel.ts';

test('a request to a process that does not respond is rejected after the time limit', async () => {
  const child = spawn(process.execPath, ['-e', 'process.channel.ref(); setInterval(() => {}, 1000)'], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const channel = openChannel(child, 50);
  try {
    const asked = channel.request('measured', (id) => ({ kind: 'metrics', id }));
    await expect(asked).rejects.toThrow('did not respond within 50 ms');
  } finally {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
});

test.each([
  { how: 'is suspended and resumes later', program: '' },
  {
    how: 'reports that it could not apply the change',
    program: `process.on('message', ({ id }) => process.send({ kind: 'not-done', id, message: 'no' }));`,
  },
])('a process that $how is killed, so it changes nothing later', async ({ program }) => {
  const child = spawn(
    process.execPath,
    ['-e', `process.channel.ref(); ${program} process.send({ kind: 'up' })`],
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const channel = openChannel(child, 100);
  await once(child, 'message');
  if (program === '') child.kill('SIGSTOP');
  const asked = channel.change('done', (id) => ({ kind: 'remove', id, sandboxId: 'a' }));
  await expect(asked).rejects.toThrow(program === '' ? 'did not respond within 100 ms' : 'no');
  expect(child.signalCode).toBe('SIGKILL');
  await expect(channel.change('done', (id) => ({ kind: 'remove', id, sandboxId: 'a' }))).rejects.toThrow(
    'exited because of SIGKILL',
  );
});
