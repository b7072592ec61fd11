import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  openTunnel,
  RawConnection,
  requestTunnel,
  sendRequest,
} from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, startRig } from '../../../harness/credential-proxy/rig.ts';
import { eventually, get } from './attack.ts';

// Clients that take their time, or too much of everything (facts D.5.1, D.9). All of them wait side by side.
/** Facts D.5.1 give a head and a handshake 10 s. */
const PATIENCE_MS = 16_000;
const HELLO = Buffer.from('16030100c8010000c40303', 'hex');
let rig: Rig;
let main: RigSandbox;
const drips: NodeJS.Timeout[] = [];
const open: RawConnection[] = [];
interface Kept {
  ms: number;
  status: number | null;
}
const waits = new Map<string, Promise<Kept>>();

/** Goes on a byte at a time until the other side ends it. */
function drip(connection: RawConnection, bytes: Buffer, everyMs: number): RawConnection {
  let at = 0;
  open.push(connection);
  drips.push(
    setInterval(() => {
      if (connection.ended || at >= bytes.length) return;
      connection.send(bytes.subarray(at, at + 1));
      at += 1;
    }, everyMs),
  );
  return connection;
}
async function endOf(connection: RawConnection): Promise<Kept> {
  const from = Date.now();
  await connection.until(() => null, PATIENCE_MS);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(connection.pending.toString('latin1'))?.[1];
  return { ms: Date.now() - from, status: status === undefined ? null : Number(status) };
}

beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
  const { port } = rig.proxy.address;
  const inner = await openTunnel(port, main, 'api.test:443');
  const start = (title: string, connection: RawConnection): void => void waits.set(title, endOf(connection));
  start(
    'a head, a byte a second',
    drip(
      await RawConnection.open(port),
      Buffer.from(`GET http://plain.test/ HTTP/1.1\r\nHost: ${'a'.repeat(500)}`),
      1_000,
    ),
  );
  start('a head that stops', drip(await RawConnection.open(port), Buffer.from('CONNECT api.test:443 HT'), 1));
  start(
    'an inner head, a byte a second',
    drip(inner, Buffer.from(get('/repos/slow', `X-A: ${'a'.repeat(500)}`)), 1_000),
  );
  start(
    'a handshake that never starts',
    drip((await requestTunnel(port, main, 'api.test:443')).connection, Buffer.alloc(0), 1_000),
  );
  start('half a hello', drip((await requestTunnel(port, main, 'api.test:443')).connection, HELLO, 1));
  start(
    'a hello, a byte a second',
    drip(
      (await requestTunnel(port, main, 'api.test:443')).connection,
      Buffer.concat([HELLO, Buffer.alloc(190)]),
      1_000,
    ),
  );
}, 40_000);
afterAll(async () => {
  for (const timer of drips) clearInterval(timer);
  for (const connection of open) connection.destroy();
  await rig.stop();
});

describe('a client that takes its time', () => {
  // docs/credential-proxy.md#slow-clients
  test.each([
    'a head, a byte a second',
    'a head that stops',
    'an inner head, a byte a second',
    'a handshake that never starts',
    'half a hello',
    'a hello, a byte a second',
  ])('is let go after ten seconds: %s', async (title) => {
    const { ms, status } = await (waits.get(title) ?? Promise.reject(new Error(title)));
    expect(ms).toBeLessThan(14_000);
    expect([null, 400, 408]).toContain(status);
    expect(rig.upstream.requests.filter(({ target }) => target === '/repos/slow')).toEqual([]);
  });
});

describe('a client that takes too much', () => {
  // docs/credential-proxy.md#many-connections
  test('is stopped at so many connections, and its neighbour is served', async () => {
    const greedy = await rig.push('greedy');
    const statuses: number[] = [];
    for (let round = 0; round < 40 && !statuses.some((status) => status !== 200); round += 1) {
      const batch = await Promise.all(
        Array.from({ length: 64 }, async () => {
          const { connection, head } = await requestTunnel(rig.proxy.address.port, greedy, 'api.test:443');
          open.push(connection);
          return head?.status ?? 0;
        }),
      );
      statuses.push(...batch);
    }
    expect([429, 503]).toContain(statuses.find((status) => status !== 200));
    const tunnel = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
    expect((await sendRequest(tunnel, get('/repos/x'))).head.status).toBe(200);
    tunnel.destroy();
    for (const connection of open.splice(0)) connection.destroy();
    await eventually(async () => {
      const { connection, head } = await requestTunnel(rig.proxy.address.port, greedy, 'api.test:443');
      connection.destroy();
      expect(head?.status).toBe(200);
    });
  });

  // docs/credential-proxy.md#handshakes-clients-abort-leave-connection-memory-behind
  test('of handshakes that it gives up leaves the process as it was', async () => {
    const gone = async (): Promise<void> => {
      const { connection } = await requestTunnel(rig.proxy.address.port, main, 'api.test:443');
      connection.send(HELLO);
      connection.destroy();
    };
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, gone));
    const tunnel = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
    expect((await sendRequest(tunnel, get('/repos/x'))).head.status).toBe(200);
    tunnel.destroy();
    await eventually(async () => {
      const gauge = /^credential_proxy_connections (\d+)$/m.exec(await rig.proxy.metrics())?.[1];
      // What these tests hold open themselves.
      expect(Number(gauge ?? 'NaN')).toBeLessThan(10);
    });
  });

  // docs/credential-proxy.md#whose
  test('of guesses learns nothing: the answer to a wrong token is the one to an unknown name', async () => {
    const answers = await Promise.all(
      [main.id, 'unknown'].map(async (id) => {
        const token = createHash('sha256').update(id).digest('base64url');
        const { connection, head } = await requestTunnel(
          rig.proxy.address.port,
          { ...main, id, token },
          'api.test:443',
        );
        connection.destroy();
        return head?.text.replace(/^Date:.*$/im, '');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 407 /);
    expect(answers[0]).toContain('Proxy-Authenticate: Basic');
  });
});
