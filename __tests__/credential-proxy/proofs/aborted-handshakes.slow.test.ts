import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  sendRequest,
  credentialsLine,
  openTunnel,
  userName,
} from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, startRig } from '../../../harness/credential-proxy/rig.ts';

/** Number of aborted handshakes, as in the name of the test. */
const ABORTED = 10_000;
const AT_ONCE = 50;
/** Permitted growth in megabytes, for garbage that V8 has not collected yet. */
const MORE_MB = 40;

let rig: Rig;
let sandbox: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  sandbox = await rig.push('main');
});
afterAll(() => rig.stop());

/** The beginning of a TLS record that declares a greater length than is sent. */
const HELLO = Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), randomBytes(32)]);

const ABORTS: ((socket: Socket) => void)[] = [
  // The connection is closed or reset without any handshake bytes.
  (socket) => void socket.end(),
  (socket) => void socket.resetAndDestroy(),
  // Half of the first record is sent.
  (socket) => void socket.end(HELLO),
  (socket) => void socket.write(HELLO, () => socket.resetAndDestroy()),
  (socket) => void socket.write(HELLO, () => socket.destroy()),
  // The bytes are not a handshake.
  (socket) => void socket.end('GET / HTTP/1.1\r\n\r\n'),
];

/** Requests a tunnel, disconnects during its handshake, and resolves when both sides are closed. */
async function abort(turn: number): Promise<void> {
  const socket = connect(rig.proxy.address.port, '127.0.0.1');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const line = credentialsLine(userName(sandbox.id), sandbox.token);
  socket.write(`CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n${line}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.resume();
  ABORTS[turn % ABORTS.length]?.(socket);
  await gone;
}

async function abortAll(count: number): Promise<void> {
  let turn = 0;
  const work = async (): Promise<void> => {
    while (turn < count) await abort(turn++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const gauge = async (name: string): Promise<number> => {
  const text = await rig.proxy.metrics();
  return Number(new RegExp(`^credential_proxy_${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

const residentMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${rig.proxy.pid}/status`, 'utf8'))?.[1]) / 1024;

// docs/credential-proxy/process.md#handshakes-clients-abort
// docs/credential-proxy/process.md#handshakes-clients-abort-leave-connection-memory-behind
test('10000 aborted handshakes leave no open connection and no memory in use', async () => {
  await abortAll(1_000);
  const base = residentMb();
  await abortAll(ABORTED);
  while ((await gauge('connections')) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await gauge('upstream_connections')).toBe(0);
  expect(rig.upstream.connections).toBe(0);
  expect(residentMb() - base).toBeLessThan(MORE_MB);
  // The proxy still works.
  const tunnel = await openTunnel(rig.proxy.address.port, sandbox, 'api.test:443');
  expect((await sendRequest(tunnel, 'GET /repos/x HTTP/1.1\r\nHost: api.test\r\n\r\n')).head.status).toBe(
    200,
  );
  tunnel.destroy();
});
