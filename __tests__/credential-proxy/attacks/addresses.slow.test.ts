import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sendRequest, requestTunnel, openTunnel } from '../../../harness/credential-proxy/client.ts';
import {
  EVIL,
  PUBLIC,
  type Rig,
  type RigSandbox,
  SECRETS,
  startRig,
} from '../../../harness/credential-proxy/rig.ts';

// Tests of destinations to which a name or an address may lead.
let rig: Rig;
let main: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
});
afterAll(() => rig.stop());
beforeEach(() => {
  rig.network.set(rig.map);
  rig.clear();
});

/** Returns the status of a sandbox's request to a host, for the tunnel or the response. */
async function status(authority: string): Promise<number> {
  const { connection, head } = await requestTunnel(rig.proxy.address.port, main, authority);
  if (head?.status !== 200) {
    connection.destroy();
    return head?.status ?? 0;
  }
  const tls = await connection.secure({
    ca: [main.caPem, rig.ca.caPem],
    servername: '',
    checkServerIdentity: () => undefined,
  });
  const host = authority.replace(/:443$/, '');
  const answer = await sendRequest(tls, `GET /x HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  tls.destroy();
  return answer.head.status;
}
const named = (names: Record<string, string[] | string[][]>): void =>
  rig.network.set({
    names: { ...rig.map.names, ...names },
    dials: { ...rig.map.dials, '*:443': rig.evil.port },
  });
const dials = (): string[] => rig.network.lookups().filter((line) => line.startsWith('dial'));

const INSIDE = `
  0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
  169.254.169.254 169.254.170.2 100.64.0.1 100.127.255.255 192.0.0.1 192.0.0.192 198.18.0.1
  198.19.255.255 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 100.100.100.200 :: ::1
  ::7f00:1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a9fe:a9fe::1
  2001:0:4136:e378:8000:63bf:80ff:fffe 2001::1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 fdff::1
  ff02::1 ff0e::1 ::127.0.0.1 0:0:0:0:0:ffff:c0a8:101`
  .trim()
  .split(/\s+/);

describe('an internal address', () => {
  test.each(INSIDE)('is not contacted if it is in a request: %s', async (address) => {
    const authority = address.includes(':') ? `[${address}]:443` : `${address}:443`;
    expect(await status(authority)).toBe(403);
    expect(dials()).toEqual([]);
  });

  test.each(INSIDE)('is not contacted if a name resolves to it: %s', async (address) => {
    named({ 'inner.test': [address], 'innocent.test': [address] });
    // Tests a host with a rule, and a host without a rule.
    expect([await status('inner.test:443'), await status('innocent.test:443')]).toEqual([403, 403]);
    expect(dials()).toEqual([]);
  });

  test('is rejected if it belongs to the proxy itself, under any name', async () => {
    const { port } = rig.proxy.address;
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'inner.test']) {
      const { head, connection } = await requestTunnel(port, main, `${host}:${port}`);
      connection.destroy();
      expect([host, head?.status]).toEqual([host, 403]);
    }
    expect(dials()).toEqual([]);
  });

  test('is reachable if the operator allows its network, except metadata addresses', async () => {
    named({ 'inner.test': ['10.1.2.3'], 'innocent.test': ['169.254.169.254'] });
    const operator = await rig.push('operator', {
      privateNetworks: ['10.1.0.0/16', '169.254.0.0/16', '0.0.0.0/0', 'fd00::/8'],
    });
    const { head, connection } = await requestTunnel(rig.proxy.address.port, operator, 'innocent.test:443');
    connection.destroy();
    expect(head?.status).toBe(403);
    const first = await requestTunnel(rig.proxy.address.port, operator, 'inner.test:443');
    expect(first.head?.status).toBe(200);
    first.connection.destroy();
    expect(dials().every((line) => line === 'dial 10.1.2.3:443')).toBe(true);
  });
});

describe('a name that resolves to a changing address', () => {
  // docs/credential-proxy.md#name-turns-between-check
  test('is contacted at the checked address, even if the address changes after the check', async () => {
    named({ 'turning.test': [[PUBLIC], ['127.0.0.1'], ['127.0.0.1']] });
    const tunnel = await openTunnel(rig.proxy.address.port, main, 'turning.test:443');
    for (let at = 0; at < 3; at += 1) {
      // The upstream connection is closed in between, so it must be opened again.
      rig.upstream.answer('/x', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok');
      const { head } = await sendRequest(tunnel, 'GET /x HTTP/1.1\r\nHost: turning.test\r\n\r\n');
      expect([200, 403, 502]).toContain(head.status);
      if (head.status !== 200) break;
    }
    tunnel.destroy();
    expect(dials().filter((line) => !line.includes(PUBLIC))).toEqual([]);
    rig.upstream.answer('/x', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  });

  test('needs a valid certificate for the name if the address changes to another public host', async () => {
    named({ 'inner.test': [EVIL] });
    expect(await status('inner.test:443')).toBe(502);
    expect(rig.evil.bytes().toString('latin1')).not.toContain(SECRETS.authorization);
    expect(rig.evil.bytes()).toHaveLength(0);
  });

  // docs/credential-proxy.md#denied-names
  test('is not resolved if access is denied', async () => {
    const denied = await rig.push('denied', { access: { kind: 'deny', patterns: ['*.test', 'api.test'] } });
    const { head, connection } = await requestTunnel(rig.proxy.address.port, denied, 'open.test:443');
    connection.destroy();
    expect(head?.status).toBe(403);
    expect(rig.network.lookups()).toEqual([]);
  });
});
