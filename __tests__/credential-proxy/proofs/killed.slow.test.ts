import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sendRequest, requestTunnel, openTunnel } from '../../../harness/credential-proxy/client.ts';
import {
  type Rig,
  type RigSandbox,
  RULES,
  SECRETS,
  startRig,
} from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { type ProxySupervisor, superviseProxy } from '../../../src/credential-proxy/owner/supervise-proxy.ts';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';
import { hashOf, pushOf } from '../support.ts';

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: api.test\r\n\r\n`;
const HALF = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":';

let rig: Rig;
let keeper: ProxySupervisor;
let losses: number;
beforeEach(async () => {
  rig = await startRig();
  losses = 0;
  keeper = superviseProxy({
    start: (port) => startProxy({ entry: rig.network.entry, auditFile: null, port }),
    lost: () => {
      losses += 1;
    },
    wait: (failures) => new Promise((resolve) => setTimeout(resolve, 50 * failures)),
    elapsed: () => performance.now(),
  });
});
afterEach(async () => {
  await keeper.stop();
  await rig.stop();
});

async function push(token: string, revision: number): Promise<RigSandbox> {
  const proxy = await keeper.ready();
  const rules = RULES;
  const extraRoots = [rig.ca.caPem];
  const answer = await proxy.push(
    pushOf({ sandboxId: 'main', revision, tokenHash: hashOf(token), rules, extraRoots }),
  );
  if (answer.kind === 'refused') throw new Error(JSON.stringify(answer.problems));
  return { id: 'main', token, caPem: answer.caPem };
}

describe('a credential proxy that is killed during requests', () => {
  // docs/credential-proxy/process.md#killed-middle
  // docs/credential-proxy/process.md#killed-middle-requests
  test('aborts the requests, opens no other route to the internet, and works again only after a new push', async () => {
    const token = 'token-of-this-test';
    const sandbox = await push(token, 1);
    const proxy = await keeper.ready();
    const { port } = proxy.address;
    rig.upstream.answer('/repos/half', HALF);
    rig.upstream.answer('/repos/never', () => undefined);

    const half = await openTunnel(port, sandbox, 'api.test:443');
    half.send(request('/repos/half'));
    const head = await half.head();
    const unanswered = await openTunnel(port, sandbox, 'api.test:443');
    unanswered.send(request('/repos/never'));
    const blind = await openTunnel(port, sandbox, 'open.test:443', { ca: rig.ca.caPem });
    while (rig.upstream.requests.length < 2) await new Promise(setImmediate);

    process.kill(proxy.pid, 'SIGKILL');
    await proxy.ended;
    expect(losses).toBe(1);
    // The client's connections end: with a truncated body, without a response, or as a closed tunnel.
    expect(head?.status).toBe(200);
    expect(await half.body(head ?? { status: 0, headers: [], text: '' })).toMatchObject({ whole: false });
    expect(await unanswered.head()).toBeNull();
    await blind.closed();

    // Without a listener, requests of the sandbox reach no server.
    rig.clear();
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    // The next proxy listens on the same port without any sandbox, so it forwards no request, even without
    // credentials.
    const next = await keeper.ready();
    expect([next.address.port, next.pid === proxy.pid]).toEqual([port, false]);
    for (const authority of ['api.test:443', 'open.test:443']) {
      const { connection, head: refused } = await requestTunnel(port, sandbox, authority);
      expect([authority, refused?.status]).toEqual([authority, 407]);
      connection.destroy();
    }
    expect([rig.upstream.connections, rig.network.lookups()]).toEqual([0, []]);

    const again = await push(token, 1);
    const tunnel = await openTunnel(port, again, 'api.test:443');
    expect((await sendRequest(tunnel, request('/repos/x'))).head.status).toBe(200);
    expect(rig.upstream.requests.flatMap((one) => headerValues(one, 'authorization'))).toEqual([
      SECRETS.authorization,
    ]);
    tunnel.destroy();
  });

  test('is replaced by a proxy with a new CA, because the old key was only in memory', async () => {
    const before = await push('token', 1);
    const proxy = await keeper.ready();
    process.kill(proxy.pid, 'SIGKILL');
    await proxy.ended;
    const after = await push('token', 2);
    expect(after.caPem).not.toBe(before.caPem);
    const { port } = (await keeper.ready()).address;
    await expect(openTunnel(port, { ...after, caPem: before.caPem }, 'api.test:443')).rejects.toThrow();
  });
});
