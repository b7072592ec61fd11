import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RawConnection, requestTunnel } from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, startRig } from '../../../harness/credential-proxy/rig.ts';

/**
 * The limit for a request head and a handshake is 10 s. `proxy/limits.slow.test.ts` covers all kinds of slow clients
 * with shorter limits.
 */
const PATIENCE_MS = 16_000;
let rig: Rig;
let main: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
});
afterAll(() => rig.stop());

// docs/credential-proxy.md#slow-clients
test('a client is disconnected after ten seconds if its request head or handshake is incomplete', async () => {
  const { port } = rig.proxy.address;
  const head = await RawConnection.open(port);
  head.send('GET http://plain.test/ HTTP/1.1\r\nHost: ');
  const dripping = setInterval(() => head.ended || head.send('a'), 1_000);
  const { connection: handshake } = await requestTunnel(port, main, 'api.test:443');
  const from = Date.now();
  await Promise.all([head, handshake].map((connection) => connection.until(() => null, PATIENCE_MS)));
  clearInterval(dripping);
  expect(Date.now() - from).toBeGreaterThan(8_000);
  expect(Date.now() - from).toBeLessThan(14_000);
  expect(head.pending.toString('latin1')).toMatch(/^(HTTP\/1\.1 40[08] |$)/);
  expect(rig.upstream.requests).toEqual([]);
});

// docs/credential-proxy.md#whose
test('a client cannot distinguish a wrong token from an unknown name', async () => {
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
