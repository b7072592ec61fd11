import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  openTunnel,
  type RawConnection,
  requestTunnel,
  sendRequest,
} from '../../../harness/credential-proxy/client.ts';
import {
  type Rig,
  type RigSandbox,
  rule,
  secretHeader,
  startRig,
} from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { eventually, get } from './attack.ts';

// A configuration that changes while it is used (facts D.5.7, A.4: old tunnels keep the old policy).
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

describe('a new revision', () => {
  test('reaches the next request of an open tunnel', async () => {
    const [first, second] = [bearer(), bearer()];
    const sandbox = await rig.push('next', { rules: rulesOf(first) });
    const tunnel = await tunnelOf(sandbox);
    await sendRequest(tunnel, get('/a'));
    await rig.push('next', { rules: rulesOf(second) });
    await sendRequest(tunnel, get('/b'));
    expect(seen()).toEqual([first, second]);
  });

  test('that is refused leaves the one before in force', async () => {
    const value = bearer();
    const sandbox = await rig.push('kept', { rules: rulesOf(value) });
    await expect(
      rig.push('kept', { rules: [rule('bad', ['*'], [secretHeader('Authorization', bearer())])] }),
    ).rejects.toThrow();
    await sendRequest(await tunnelOf(sandbox), get('/a'));
    expect(seen()).toEqual([value]);
  });

  test('that is older than what is there is refused', async () => {
    const value = bearer();
    const sandbox = await rig.push('older', { rules: rulesOf(value), revision: 7 });
    await expect(rig.push('older', { rules: rulesOf(bearer()), revision: 6 })).rejects.toThrow();
    await sendRequest(await tunnelOf(sandbox), get('/a'));
    expect(seen()).toEqual([value]);
  });

  // docs/credential-proxy.md#new-configuration
  test('never mixes with the one before, however often they change under requests', async () => {
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
      // A request that still waits for its connection begins again with each push: now and then one gets through.
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

  test('that denies the host cuts its blind tunnels', async () => {
    const sandbox = await rig.push('cut', { rules: [] });
    const tunnel = await tunnelOf(sandbox, 'open.test:443', rig.ca.caPem);
    await sendRequest(tunnel, 'GET / HTTP/1.1\r\nHost: open.test\r\n\r\n');
    await rig.push('cut', { rules: [], access: { kind: 'deny', patterns: ['open.test'] } });
    await tunnel.closed();
    expect(tunnel.ended).toBe(true);
  });

  test('that gives the host a rule cuts its blind tunnels, which no rule could see into', async () => {
    const sandbox = await rig.push('rule-later', { rules: [] });
    const tunnel = await tunnelOf(sandbox, 'api.test:443', rig.ca.caPem);
    await sendRequest(tunnel, get('/'));
    await rig.push('rule-later', { rules: rulesOf(bearer()) });
    await tunnel.closed();
    expect(tunnel.ended).toBe(true);
  });

  test('that changes nothing for a host leaves its blind tunnel alone', async () => {
    const sandbox = await rig.push('alone', { rules: [] });
    const tunnel = await tunnelOf(sandbox, 'open.test:443', rig.ca.caPem);
    await rig.push('alone', { rules: rulesOf(bearer()) });
    expect((await sendRequest(tunnel, 'GET / HTTP/1.1\r\nHost: open.test\r\n\r\n')).head.status).toBe(200);
  });

  test('without the rule sends no credential through the tunnel it opened', async () => {
    const value = bearer();
    const sandbox = await rig.push('gone-rule', { rules: rulesOf(value) });
    const tunnel = await tunnelOf(sandbox);
    await sendRequest(tunnel, get('/a'));
    await rig.push('gone-rule', { rules: [] });
    tunnel.send(get('/b'));
    await tunnel.head();
    expect(seen()).toEqual([value]);
  });
});

describe('a sandbox that is removed', () => {
  test('loses its tunnels, its token and its secrets', async () => {
    const value = bearer();
    const sandbox = await rig.push('removed', { rules: rulesOf(value) });
    const inner = await tunnelOf(sandbox);
    const blind = await tunnelOf(sandbox, 'open.test:443', rig.ca.caPem);
    await sendRequest(inner, get('/a'));
    rig.clear();
    await rig.proxy.remove('removed');
    await Promise.all([inner.closed(), blind.closed()]);
    const { head, connection } = await requestTunnel(rig.proxy.address.port, sandbox, 'api.test:443');
    connection.destroy();
    expect(head?.status).toBe(407);
    expect(rig.upstream.bytes()).toHaveLength(0);
  });

  test('in the middle of a request leaves nothing open upstream', async () => {
    const sandbox = await rig.push('midway', { rules: rulesOf(bearer()) });
    rig.upstream.answer('/endless', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    });
    const tunnel = await tunnelOf(sandbox);
    tunnel.send(get('/endless'));
    await tunnel.until((data) => (data.includes('ab') ? true : null));
    await rig.proxy.remove('midway');
    await tunnel.closed();
    expect(tunnel.pending.toString()).not.toContain('0\r\n\r\n');
    await eventually(() => expect(rig.upstream.requests.length === 1 && tunnel.ended).toBe(true));
  });
});
