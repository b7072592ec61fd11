import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTunnel, type RawConnection, sendRequest } from '../../../harness/credential-proxy/client.ts';
import {
  type Rig,
  type RigSandbox,
  rule,
  secretHeader,
  startRig,
} from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { eventually, get } from './attack.ts';

// Tests of configurations that change while they are used. Open tunnels must not use an old policy.
let rig: Rig;
const open: RawConnection[] = [];
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());
beforeEach(() => rig.clear());
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});

const bearer = (): string => `Bearer ${randomBytes(18).toString('base64url')}`;
const rulesOf = (value: string) => [rule('api', ['api.test'], [secretHeader('Authorization', value)])];
async function tunnelOf(
  sandbox: RigSandbox,
  authority = 'api.test:443',
  ca = sandbox.caPem,
): Promise<RawConnection> {
  const connection = await openTunnel(rig.proxy.address.port, sandbox, authority, { ca });
  open.push(connection);
  return connection;
}
const seen = (): string[] =>
  rig.upstream.requests.flatMap((request) => headerValues(request, 'authorization'));

describe("a new revision of the proxy's rules", () => {
  test('leaves the previous revision active if it is rejected', async () => {
    const value = bearer();
    const sandbox = await rig.push('kept', { rules: rulesOf(value) });
    await expect(
      rig.push('kept', { rules: [rule('bad', ['*'], [secretHeader('Authorization', bearer())])] }),
    ).rejects.toThrow();
    await sendRequest(await tunnelOf(sandbox), get('/a'));
    expect(seen()).toEqual([value]);
  });

  // docs/credential-proxy.md#new-configuration
  test('is never mixed with the previous revision during a request, even after frequent changes', async () => {
    const pair = (value: string) => [
      rule('api', ['api.test'], [secretHeader('X-First', value), secretHeader('X-Second', value)]),
    ];
    const values = Array.from({ length: 40 }, bearer);
    const sandbox = await rig.push('often', { rules: pair(values[0] ?? '') });
    const tunnels = await Promise.all(Array.from({ length: 4 }, () => tunnelOf(sandbox)));
    const state = { over: false };
    const asking = tunnels.map(async (tunnel) => {
      while (!state.over) await sendRequest(tunnel, get('/x'));
    });
    for (const [index, value] of values.entries()) {
      await rig.push('often', { rules: pair(value) });
      // A request that waits for its connection starts again with each push, so only some requests reach the upstream.
      const before = rig.upstream.requests.length;
      if (index % 2 === 0)
        await eventually(() => expect(rig.upstream.requests.length).toBeGreaterThan(before));
    }
    state.over = true;
    await Promise.all(asking);
    expect(rig.upstream.requests.length).toBeGreaterThan(values.length / 2 - 1);
    for (const request of rig.upstream.requests) {
      const [first, second] = [headerValues(request, 'x-first'), headerValues(request, 'x-second')];
      expect(first).toEqual(second);
      expect(first).toHaveLength(1);
      expect(values).toContain(first[0]);
    }
    rig.clear();
    await sendRequest(tunnels[0] ?? (await tunnelOf(sandbox)), get('/x'));
    expect(rig.upstream.requests.flatMap((request) => headerValues(request, 'x-first'))).toEqual([
      values.at(-1),
    ]);
  });
});
