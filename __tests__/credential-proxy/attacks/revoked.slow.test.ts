import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import type { PushedRule } from '../../../src/credential-proxy/messages.ts';
import {
  ask,
  header,
  readUntil,
  rule,
  type Sandbox,
  startTestProxy,
  type TestProxy,
  tunnel,
} from '../proxy/support.ts';

const VALUE = `value-${randomBytes(18).toString('base64url')}`;
const one = (value = VALUE): PushedRule => rule('one', ['api.test'], [header('X-Key', value)]);
const two: PushedRule = rule('two', ['open.test'], [header('X-Key', VALUE)]);
const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket'];
const get = (host: string, ...fields: string[]) =>
  ['GET /events HTTP/1.1', `Host: ${host}`, ...fields, '', ''].join('\r\n');

let testProxy: TestProxy;
let sandbox: Sandbox;
beforeEach(async () => {
  testProxy = await startTestProxy();
  sandbox = await testProxy.push('main', { rules: [one(), two] });
  testProxy.answer((_request, response) => {
    response.write('first event;');
    testProxy.later = () => void response.write('second event;');
  });
  testProxy.upgrade((_request, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
});
afterEach(() => testProxy.stop());

/** Opens a stream of events. */
async function stream(host = 'api.test', from = sandbox) {
  const secure = await tunnel(testProxy, from, `${host}:443`, { checkServerIdentity: () => undefined });
  secure.write(get(host));
  expect(await readUntil(secure, 'first event;')).toContain('200 OK');
  return secure;
}

async function socket() {
  const secure = await tunnel(testProxy, sandbox, 'api.test:443');
  secure.write(get('api.test', ...UPGRADE));
  expect(await readUntil(secure, '\r\n\r\n')).toContain('101');
  return secure;
}

/** Expects that all connections close in less than a second after the change was acknowledged. */
async function expectClosedSoon(connections: { resume(): unknown; destroyed: boolean }[], since: number) {
  for (const connection of connections) connection.resume();
  await until(() => connections.every(({ destroyed }) => destroyed));
  expect(performance.now() - since).toBeLessThan(1000);
}

describe('a revoked rule', () => {
  // docs/credential-proxy/budgets.md#revoked
  it.each([
    ['removed', () => [two]],
    ['limited to other paths', () => [{ ...one(), matchPaths: ['/else/*'] }, two]],
    ['replaced by another rule', () => [{ ...one(), name: 'new' }, two]],
  ])('ends its streamed responses and WebSockets within a second after it is %s', async (_how, rules) => {
    const open = [await stream(), await socket()];
    await testProxy.push('main', { rules: rules() });
    const since = performance.now();
    await expectClosedSoon(open, since);
    await until(() => testProxy.audit.length === 2);
    expect(testProxy.audit.map(({ reason }) => reason)).toEqual([
      'configuration-changed',
      'configuration-changed',
    ]);
    expect(JSON.stringify(testProxy.audit)).not.toContain(VALUE);
  });

  it('ends all connections within a second if its sandbox is removed', async () => {
    const open = [await stream(), await socket(), await stream('open.test')];
    await testProxy.registry.remove('main');
    const since = performance.now();
    await expectClosedSoon(open, since);
  });

  it('adds no credential to the next request on an open connection', async () => {
    testProxy.answer((_request, response) => response.end('whole'));
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    expect(await ask(secure, get('api.test'))).toContain('200 OK');
    await testProxy.push('main', { rules: [{ ...one(), matchPaths: ['/else/*'] }] });
    expect(await ask(secure, get('api.test'))).toContain('200 OK');
    expect(testProxy.seen.map(({ headers }) => headers['x-key'])).toEqual([VALUE, undefined]);
    secure.destroy();
  });

  // docs/credential-proxy/budgets.md#others
  it('leaves connections of other rules and other sandboxes open', async () => {
    const other = await testProxy.push('other', { rules: [one()] });
    const ofOther = await stream('api.test', other);
    const more = testProxy.later;
    const ofRule = await stream('open.test');
    await testProxy.push('main', { rules: [two] });
    testProxy.later();
    more();
    expect(await readUntil(ofRule, 'second event;')).toContain('second event;');
    expect(await readUntil(ofOther, 'second event;')).toContain('second event;');
    ofRule.destroy();
    ofOther.destroy();
  });

  // docs/credential-proxy/budgets.md#rotated
  it('is not the same as a rule with a changed credential: its requests in progress continue', async () => {
    const open = await stream();
    await testProxy.push('main', { rules: [one(`new-${VALUE}`), two] });
    testProxy.later();
    expect(await readUntil(open, 'second event;')).toContain('second event;');
    open.destroy();
  });
});
