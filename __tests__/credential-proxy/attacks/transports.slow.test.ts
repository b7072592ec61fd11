import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  credentialsLine,
  openTunnel,
  RawConnection,
  requestTunnel,
  sendRequest,
  userName,
} from '../../../harness/credential-proxy/client.ts';
import { PUBLIC, type Rig, rule, secretHeader, startRig } from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { type ForwardProxy, startForwardProxy } from '../../../harness/forward-proxy.ts';
import { get, request } from './attack.ts';

// The other ways in and out: a socket that one sandbox alone reaches, and an operator's proxy behind ours.
let rig: Rig;
let folder: string;
const open: RawConnection[] = [];
beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(path.join(tmpdir(), 'proxy-ways-'));
  await chmod(folder, 0o700);
});
afterAll(async () => {
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => rig.clear());
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});

const rulesOf = (value: string) => [rule('api', ['api.test'], [secretHeader('Authorization', value)])];
const bearer = (): string => `Bearer ${randomBytes(18).toString('base64url')}`;
const seen = (): string[] => rig.upstream.requests.flatMap((one) => headerValues(one, 'authorization'));

describe('the socket of a sandbox', () => {
  const through = async (socketPath: string, ...fields: string[]): Promise<RawConnection> => {
    const connection = await RawConnection.open(socketPath);
    open.push(connection);
    connection.send(request('CONNECT api.test:443 HTTP/1.1', 'Host: api.test:443', ...fields));
    return connection;
  };
  const socketOf = async (id: string): Promise<string> => {
    await mkdir(path.join(folder, id));
    return path.join(folder, id, 'proxy.sock');
  };

  test('needs no token, and is that sandbox with any token', async () => {
    const [mine, theirs] = [bearer(), bearer()];
    const other = await rig.push('token-owner', { rules: rulesOf(theirs) });
    const socketPath = await socketOf('mine');
    const { caPem } = await rig.push('mine', { rules: rulesOf(mine), socketPath });
    for (const fields of [
      [],
      [credentialsLine(userName(other.id), other.token)],
      ['Proxy-Authorization: Basic %%%'],
    ]) {
      const connection = await through(socketPath, ...fields);
      if ((await connection.head())?.status !== 200) continue;
      const tunnel = await connection.secure({ ca: caPem, servername: 'api.test' });
      open.push(tunnel);
      await sendRequest(tunnel, get('/x'));
    }
    expect(seen().length).toBeGreaterThan(0);
    expect(new Set(seen())).toEqual(new Set([mine]));
  });

  test('serves no client once its sandbox is removed', async () => {
    const socketPath = await socketOf('removed');
    await rig.push('removed', { rules: rulesOf(bearer()), socketPath });
    const before = await through(socketPath);
    expect((await before.head())?.status).toBe(200);
    await rig.proxy.remove('removed');
    await before.closed();
    await expect(RawConnection.open(socketPath)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    expect(rig.upstream.requests).toEqual([]);
  });

  test('is refused where others could reach it', async () => {
    const shared = path.join(folder, 'shared');
    await mkdir(path.join(shared, 'deep'), { recursive: true });
    await chmod(shared, 0o755);
    await chmod(path.join(shared, 'deep'), 0o755);
    const socketPath = path.join(shared, 'deep', 'proxy.sock');
    await expect(rig.push('shared', { rules: rulesOf(bearer()), socketPath })).rejects.toThrow(/0700/);
  });
});

describe("an operator's proxy", () => {
  let corporate: ForwardProxy;
  beforeAll(async () => {
    corporate = await startForwardProxy({
      credentials: 'corp:not-for-sandboxes',
      route: () => new URL(`http://127.0.0.1:${rig.upstream.port}`),
    });
    const { port } = new URL(corporate.url);
    rig.map.names['corporate.test'] = ['10.9.9.9'];
    rig.map.dials['10.9.9.9:3128'] = Number(port);
    rig.network.set(rig.map);
  });
  afterAll(() => corporate.close());
  beforeEach(() => {
    corporate.asked.length = 0;
  });
  const upstreamProxy = 'http://corp:not-for-sandboxes@corporate.test:3128';

  test('is asked by name, pays with its own credentials, and sees no secret', async () => {
    const value = bearer();
    const sandbox = await rig.push('corporate', { rules: rulesOf(value), upstreamProxy });
    const tunnel = await openTunnel(rig.proxy.address.port, sandbox, 'api.test:443');
    open.push(tunnel);
    const { head } = await sendRequest(tunnel, get('/x'));
    expect([head.status, corporate.asked, seen()]).toEqual([200, ['api.test:443'], [value]]);
    expect(rig.network.lookups().filter((line) => line.includes(PUBLIC))).toEqual([]);
    const [first] = rig.upstream.requests;
    expect(first?.head).not.toMatch(/proxy-authorization/i);
  });

  test.each([
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '[::1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
  ])('is not asked for an address inside: %s', async (host) => {
    const sandbox = await rig.push('corporate', { rules: [], upstreamProxy });
    const { head, connection } = await requestTunnel(rig.proxy.address.port, sandbox, `${host}:443`);
    open.push(connection);
    expect([head?.status, corporate.asked]).toEqual([403, []]);
  });

  test('that refuses is a 502 in our own words, and nothing goes another way', async () => {
    const sandbox = await rig.push('corporate', {
      rules: rulesOf(bearer()),
      upstreamProxy: 'http://corp:wrong@corporate.test:3128',
    });
    const tunnel = await openTunnel(rig.proxy.address.port, sandbox, 'api.test:443');
    open.push(tunnel);
    const { head, text } = await sendRequest(tunnel, get('/x'));
    expect(head.status).toBe(502);
    expect(`${head.text}${text}`).not.toMatch(/corp|wrong|407/);
    expect(rig.upstream.requests).toEqual([]);
    expect(
      rig.network.lookups().filter((line) => line.startsWith('dial') && !line.includes('10.9.9.9')),
    ).toEqual([]);
  });

  test('is not reached by a sandbox as a host of its own', async () => {
    const sandbox = await rig.push('corporate', { rules: [], upstreamProxy });
    const plain = await RawConnection.open(rig.proxy.address.port);
    open.push(plain);
    const line = credentialsLine(userName(sandbox.id), sandbox.token);
    plain.send(request('GET http://open.test/x HTTP/1.1', 'Host: open.test', line));
    await plain.head();
    expect(plain.pending.toString()).not.toContain('not-for-sandboxes');
    expect(rig.upstream.requests.every(({ head }) => !/proxy-authorization/i.test(head))).toBe(true);
  });
});
