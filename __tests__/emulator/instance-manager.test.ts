import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { EmulatorInstance } from '../../src/emulator/instance.ts';
import { createInstanceManager } from '../../src/emulator/instance-manager.ts';

const instance: EmulatorInstance = {
  workspaceId: 'workspace',
  listener: async (_, response) => void response.end('served'),
  replica: { others: () => [] },
  planeId: () => Promise.resolve(undefined),
  wake: () => undefined,
  push: () => Promise.resolve([]),
  snapshot: () => Promise.reject(new Error('not part of this test')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

/** Sends a request to a manager without an instance, and returns once the manager has received the request. */
async function requestEarly() {
  const manager = createInstanceManager({ pause: () => () => undefined });
  const server = createServer((request, response) => void manager.handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const received = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`).then(async (one) => [one.status, await one.text()]);
  await received;
  return { manager, answer, [Symbol.asyncDispose]: async () => void server.close() };
}

describe('a request that arrives before the first instance', () => {
  test('waits for the instance', async () => {
    await using early = await requestEarly();
    await early.manager.open(() => Promise.resolve(instance));
    expect(await early.answer).toEqual([200, 'served']);
  });

  test('fails if the emulator closes before the first instance exists', async () => {
    await using early = await requestEarly();
    await early.manager.close();
    expect(await early.answer).toEqual([500, expect.any(String)]);
  });
});
