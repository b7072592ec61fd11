import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTunnel, type RawConnection } from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, SECRETS, startRig } from '../../../harness/credential-proxy/rig.ts';
import { type RecordedRequest, headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { get, post } from './attack.ts';

// Tests of unforeseen attacks: valid requests with a few changed bytes. ATTACK_ROUNDS sets the number of attacks, and
// ATTACK_SEED the seed. Every request that reaches the upstream with the credential must match the rule, under any
// interpretation of the upstream.
const ROUNDS = Number(process.env['ATTACK_ROUNDS'] ?? '600');
const SEED = Number(process.env['ATTACK_SEED'] ?? '7');
let rig: Rig;
let main: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
});
afterAll(() => rig.stop());

/** Returns a generator of numbers that depend only on the seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const GOOD = [
  get('/repos/a/b?x=1', 'Accept: */*', 'Connection: keep-alive', 'X-Api-Key: mine'),
  get('/other/x', 'Authorization: Bearer mine', 'Connection: close'),
  post(['Content-Length: 5', 'Expect: 100-continue'], 'hello'),
  post(['Transfer-Encoding: chunked', 'Trailer: X-A'], '5\r\nhello\r\n0\r\n\r\n'),
];
const PIECES = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '/',
  '..',
  '/../',
  '%2e',
  '%2f',
  '%00',
  '\\',
  '?',
  '#',
  '\x7f',
  '\x80',
  '\xff',
  'chunked',
  'Host: evil.test\r\n',
  'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Authorization: mine\r\n',
  'authorization',
  'evil.test',
  'HTTP/1.0',
  '0\r\n\r\n',
  '\r\n ',
  'GET /repos/z HTTP/1.1\r\n',
  'Connection: Authorization\r\n',
  'Upgrade: websocket\r\n',
  'admin',
  '-',
  '_',
  '+',
  '1',
  'http://evil.test',
];

function mutated(below: (n: number) => number): string {
  let text = GOOD[below(GOOD.length)] ?? '';
  for (let times = 1 + below(3); times > 0; times -= 1) {
    const at = below(text.length + 1);
    const to = Math.min(text.length, at + below(6));
    const piece = PIECES[below(PIECES.length)] ?? '';
    const line = text.split('\r\n')[below(4)] ?? '';
    const changes = [
      () => text.slice(0, at) + piece + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(to),
      () => text.slice(0, at) + text.slice(to),
      () => text.replace('\r\n', `\r\n${line}\r\n`),
      () => text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1),
    ];
    text = (changes[below(changes.length)] ?? (() => text))();
  }
  return text;
}

/**
 * Returns the reason why a request with the credential does not match the rule, or null if it matches. The request is
 * parsed as leniently as possible.
 */
function wrongIn(request: RecordedRequest): string | null {
  let file = request.target.split('?')[0] ?? '';
  for (let round = 0; round < 4; round += 1) {
    file = file.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const normal = path.posix.normalize(file.replaceAll('\\', '/').replace(/;[^/]*/g, ''));
  if (!normal.startsWith('/repos/')) return `the path ${request.target}`;
  if (headerValues(request, 'host').join() !== 'api.test') return 'Host';
  if (headerValues(request, 'authorization').join() !== SECRETS.authorization) return 'Authorization';
  const look = request.headers.map(([name]) => name.toLowerCase().replaceAll('_', '-'));
  if (look.filter((name) => name === 'authorization').length !== 1) return 'look-alikes';
  const framing = look.filter((name) => name === 'content-length' || name === 'transfer-encoding');
  if (framing.length > 1) return 'framing';
  return /[\r\n\0]/.test(request.head.replaceAll('\r\n', '')) ? 'control characters' : null;
}

test('a mutated request has the credential only where the rule permits it', async () => {
  const below = numbers(SEED);
  const wrong: string[] = [];
  let reported = 0;
  const round = async (): Promise<void> => {
    const bytes = mutated(below);
    const tunnel: RawConnection = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
    tunnel.send(bytes);
    // The proxy responds, closes the connection, or waits for a missing last byte.
    await tunnel.until((data) => (data.includes('HTTP/1.1 ') ? true : null), 60).catch(() => null);
    if (tunnel.pending.includes(SECRETS.authorization.slice(7)))
      wrong.push(`shown: ${JSON.stringify(bytes)}`);
    tunnel.destroy();
  };
  for (let done = 0; done < ROUNDS; done += 12) {
    await Promise.all(Array.from({ length: 12 }, round));
    for (const request of rig.upstream.requests) {
      if (!request.head.includes(SECRETS.authorization)) continue;
      reported += 1;
      const reason = wrongIn(request);
      if (reason !== null) wrong.push(`${reason}: ${JSON.stringify(request.head)}`);
    }
    rig.clear();
  }
  expect(wrong).toEqual([]);
  // The test would prove nothing if no request reached the upstream.
  expect(reported).toBeGreaterThan(ROUNDS / 20);
  expect(rig.evil.connections).toBe(0);
});

test("the proxy's explanation of a URL matches the proxy's actual decision", async () => {
  const tunnel = await openTunnel(rig.proxy.address.port, main, 'api.test:443');
  for (const target of ['/repos/x', '/repos/a%2Fb', '/other', '/repos', '/REPOS/x', '//repos/x']) {
    rig.clear();
    tunnel.send(get(target));
    const head = await tunnel.head();
    if (head !== null) await tunnel.body(head);
    const injected = rig.upstream.requests.some(
      (request) => headerValues(request, 'authorization').length > 0,
    );
    const { decision } = await rig.proxy.explain('main', `https://api.test${target}`);
    expect([target, decision]).toEqual([target, injected ? 'inject' : 'forward']);
  }
  tunnel.destroy();
});
