import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTunnel, type RawConnection } from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, SECRETS, startRig } from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { eventually, get } from './attack.ts';

// Tests of WebSockets: the handshake is handled as any request, and later bytes are forwarded unchanged.
let rig: Rig;
let main: RigSandbox;
const open: RawConnection[] = [];
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
  rig.upstream.answer('/repos/ws', (socket) => {
    socket.removeAllListeners('data');
    socket.on('data', (data: Buffer) => socket.write(data));
    socket.write(SWITCH);
  });
});
afterAll(() => rig.stop());
beforeEach(() => rig.clear());
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const SWITCH =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n';
const handshake = (path: string, ...more: string[]): string =>
  get(
    path,
    'Connection: keep-alive, Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${KEY}`,
    ...more,
  );
async function tunnel(): Promise<RawConnection> {
  const connection = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
  open.push(connection);
  return connection;
}

describe('a WebSocket', () => {
  // docs/credential-proxy.md#websockets
  test('gets the credential in its handshake, and later bytes are forwarded unchanged', async () => {
    const socket = await tunnel();
    socket.send(handshake('/repos/ws', 'Authorization: Bearer mine'));
    const head = await socket.head();
    expect([head?.status, Object.fromEntries(head?.headers ?? [])['sec-websocket-accept']]).toEqual([
      101,
      's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    ]);
    const [seen] = rig.upstream.requests;
    expect(
      seen === undefined
        ? []
        : [
            headerValues(seen, 'authorization'),
            headerValues(seen, 'sec-websocket-key'),
            headerValues(seen, 'upgrade'),
          ],
    ).toEqual([[SECRETS.authorization], [KEY], ['websocket']]);
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    socket.send(bytes);
    await socket.until((data) => (data.length >= 256 ? true : null));
    expect(socket.take()).toEqual(bytes);
  });

  test('is not opened if the upstream server declines, and early bytes do not become a request', async () => {
    rig.upstream.answer('/repos/declined', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno');
    const socket = await tunnel();
    socket.send(
      `${handshake('/repos/declined')}GET /repos/smuggled HTTP/1.1\r\nHost: api.test\r\nAuthorization: mine\r\n\r\n`,
    );
    expect((await socket.head())?.status).toBe(400);
    await eventually(() => expect(socket.ended || socket.pending.includes('HTTP/1.1')).toBe(true));
    const unjudged = rig.upstream.requests.filter(
      (request) => headerValues(request, 'authorization').join() !== SECRETS.authorization,
    );
    expect(unjudged).toEqual([]);
  });

  test('causes a 502 response if the upstream server switches to another protocol', async () => {
    rig.upstream.answer(
      '/repos/h2c',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    );
    const socket = await tunnel();
    socket.send(handshake('/repos/h2c'));
    expect((await socket.head())?.status).toBe(502);
  });

  test('does not forward a secret in the handshake response', async () => {
    rig.upstream.answer(
      '/repos/echo',
      SWITCH.replace('\r\n\r\n', `\r\nX-Echo: ${SECRETS.authorization}\r\n\r\n`),
    );
    const socket = await tunnel();
    socket.send(handshake('/repos/echo'));
    const head = await socket.head();
    expect([head?.status, head?.text.includes(SECRETS.authorization.slice(7))]).toEqual([101, false]);
  });
});
