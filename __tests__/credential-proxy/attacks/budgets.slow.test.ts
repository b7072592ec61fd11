import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { explain } from '../../../src/credential-proxy/policy/explain.ts';
import { ask, header, readUntil, rule, startTestProxy, type TestProxy, tunnel } from '../proxy/support.ts';
import { hmacSigning } from '../signing/support.ts';

const VALUE = `value-${randomBytes(18).toString('base64url')}`;
const GET = 'GET /x HTTP/1.1\r\nHost: api.test\r\n\r\n';
const rules = (budget: { uses?: number; until?: number; used?: number }) => ({
  rules: [
    rule('api', ['api.test'], [header('X-Key', VALUE)], {
      budget: { uses: null, until: null, used: 0, ...budget },
    }),
  ],
});

let now: number;
let testProxy: TestProxy;
beforeEach(async () => {
  now = Date.now();
  testProxy = await startTestProxy({ ports: { now: () => new Date(now) } });
});
afterEach(() => testProxy.stop());

async function send(sandbox: Awaited<ReturnType<TestProxy['push']>>, bytes = GET): Promise<string> {
  const secure = await tunnel(testProxy, sandbox, 'api.test:443');
  const answer = await ask(secure, bytes);
  secure.destroy();
  return answer;
}

describe('a rule with a number of uses', () => {
  // docs/credential-proxy/budgets.md#uses
  it('adds its credential to this number of requests, and the audit log contains the uses that are left', async () => {
    const sandbox = await testProxy.push('main', rules({ uses: 2 }));
    expect(await send(sandbox)).toContain('200 OK');
    expect(await send(sandbox)).toContain('200 OK');
    const refused = await send(sandbox);
    expect(refused).toMatch(/^HTTP\/1\.1 403 [^]*\(budget-used-up\)/);
    expect(testProxy.seen).toHaveLength(2);
    await until(() => testProxy.audit.length === 3);
    const shown = testProxy.audit.map(({ reason, rule: name, usesLeft }) => [reason, name, usesLeft]);
    expect(shown).toEqual([
      ['rule-matched', 'api', 1],
      ['rule-matched', 'api', 0],
      ['budget-used-up', 'api', null],
    ]);
  });

  // docs/credential-proxy/budgets.md#concurrent
  it('is not exceeded by concurrent requests', async () => {
    const sandbox = await testProxy.push('main', rules({ uses: 3 }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(sandbox)));
    expect(answers.filter((answer) => answer.includes('200 OK'))).toHaveLength(3);
    expect(answers.filter((answer) => answer.includes('(budget-used-up)'))).toHaveLength(9);
    expect(testProxy.seen).toHaveLength(3);
  });

  it('is not exceeded by pipelined requests or by WebSockets', async () => {
    const sandbox = await testProxy.push('main', rules({ uses: 1 }));
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write(GET + GET + GET);
    expect(await readUntil(secure, '(budget-used-up)')).toContain('200 OK');
    secure.destroy();
    const upgrade = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await send(sandbox, upgrade)).toContain('(budget-used-up)');
    expect(testProxy.seen).toHaveLength(1);
  });

  // docs/credential-proxy/budgets.md#push
  it('continues its count after a push, and restarts the count only if the sandbox is removed', async () => {
    let sandbox = await testProxy.push('main', rules({ uses: 1 }));
    await send(sandbox);
    sandbox = await testProxy.push('main', rules({ uses: 1 }));
    expect(await send(sandbox)).toContain('(budget-used-up)');
    sandbox = await testProxy.push('main', rules({ uses: 2 }));
    expect(await send(sandbox)).toContain('200 OK');
    await testProxy.registry.remove('main');
    sandbox = await testProxy.push('main', rules({ uses: 2 }));
    expect(await send(sandbox)).toContain('200 OK');
  });

  // docs/credential-proxy/budgets.md#restart
  it('continues the count of an earlier process', async () => {
    const sandbox = await testProxy.push('main', rules({ uses: 5, used: 4 }));
    expect(await send(sandbox)).toContain('200 OK');
    expect(await send(sandbox)).toContain('(budget-used-up)');
  });

  // docs/credential-proxy/budgets.md#shown
  it('is shown by explain', async () => {
    const sandbox = await testProxy.push('main', rules({ uses: 2, until: now + 60_000 }));
    await send(sandbox);
    const { policy } = testProxy.registry.current('main')!;
    const { detail } = explain(policy, 'https://api.test/x', (one) => testProxy.proxy.usesLeft('main', one));
    expect(detail).toContain(`uses left: 1; until ${new Date(now + 60_000).toISOString()}`);
    expect(detail).not.toContain(VALUE);
  });
});

describe('a rule with a time', () => {
  // docs/credential-proxy/budgets.md#until
  it('adds its credential only until this time', async () => {
    const sandbox = await testProxy.push('main', rules({ until: now + 60_000 }));
    expect(await send(sandbox)).toContain('200 OK');
    now += 60_000;
    expect(await send(sandbox)).toMatch(/^HTTP\/1\.1 403 [^]*\(rule-expired\)/);
    expect(testProxy.seen).toHaveLength(1);
  });

  // docs/credential-proxy/budgets.md#until
  it('signs no request whose body ends after this time', async () => {
    const budget = { uses: null, until: now + 60_000, used: 0 };
    const sandbox = await testProxy.push('main', {
      rules: [rule('hook', ['api.test'], [], { sign: hmacSigning(), budget })],
    });
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write('POST /x HTTP/1.1\r\nHost: api.test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    expect(await readUntil(secure, '\r\n\r\n')).toContain('100 Continue');
    now += 60_000;
    expect(await ask(secure, 'ab')).toMatch(/^HTTP\/1\.1 403 [^]*\(rule-expired\)/);
    secure.destroy();
    expect(testProxy.seen).toEqual([]);
    await until(() => testProxy.audit.length === 1);
    expect(testProxy.audit[0]).toMatchObject({ rule: 'hook', decision: 'deny', reason: 'rule-expired' });
  });

  // docs/credential-proxy/budgets.md#until
  it('sends no request after this time that waited for a connection to the host', async () => {
    const other = await startTestProxy({
      ports: { now: () => new Date(now) },
      limits: { connectionsPerUpstream: 1 },
    });
    const sandbox = await other.push('main', rules({ uses: 5, until: now + 60_000 }));
    const [used] = other.registry.current('main')!.policy.rules;
    // The host responds after the whole body, so the first request keeps the only connection until then.
    other.answer((request, response) => {
      request.resume().on('end', () => response.end());
    });
    const first = await tunnel(other, sandbox, 'api.test:443');
    first.write('POST /x HTTP/1.1\r\nHost: api.test\r\nContent-Length: 2\r\n\r\na');
    await until(() => other.seen.length === 1);
    const second = await tunnel(other, sandbox, 'api.test:443');
    const answered = ask(second, GET);
    await until(() => other.proxy.usesLeft('main', used!) === 3);
    now += 60_000;
    first.write('b');
    expect(await answered).toMatch(/^HTTP\/1\.1 403 [^]*\(rule-expired\)/);
    expect(other.seen.map(({ method }) => method)).toEqual(['POST']);
    first.destroy();
    second.destroy();
    await other.stop();
  });

  it('closes open WebSockets at this time', async () => {
    const restore = testProxy.upgrade((_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.on('error', () => undefined);
    });
    const sandbox = await testProxy.push('main', rules({ until: now + 700 }));
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write(GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'));
    expect(await readUntil(secure, '\r\n\r\n')).toContain('101');
    secure.resume();
    await once(secure, 'close');
    restore();
    await until(() => testProxy.audit.some(({ reason }) => reason === 'rule-expired'));
  });
});
