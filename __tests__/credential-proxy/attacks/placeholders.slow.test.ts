import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import type { PushedPlaceholder } from '../../../src/credential-proxy/messages.ts';
import {
  ask,
  header,
  open,
  readUntil,
  rule,
  type Sandbox,
  startTestProxy,
  type TestProxy,
  tunnel,
} from '../proxy/support.ts';

const VALUE = `value-${randomBytes(18).toString('base64url')}`;
const OTHER = `other-${randomBytes(18).toString('base64url')}`;
const placeholder = (env: string, value: string, places: PushedPlaceholder['in']): PushedPlaceholder => ({
  env,
  prefix: 'sk-',
  value,
  in: places,
  needles: [value],
});

let testProxy: TestProxy;
let sandbox: Sandbox;
let sentinel: string;
let otherSentinel: string;
let bodies: string[];

beforeAll(async () => {
  testProxy = await startTestProxy();
  const everywhere = placeholder('API_KEY', VALUE, ['header', 'query', 'path', 'body']);
  sandbox = await testProxy.push('main', {
    rules: [
      rule('api', ['api.test'], [], { placeholders: [everywhere], matchPaths: ['/v1/*'] }),
      rule('head', ['head.test'], [], { placeholders: [placeholder('HEAD_KEY', OTHER, ['header'])] }),
      rule('plain', ['api.test'], [header('X-Plain', VALUE)], { matchPaths: ['/plain/*'] }),
    ],
    noProxy: ['exempt.test'],
  });
  const rules = testProxy.registry.current('main')?.policy.rules ?? [];
  sentinel = rules[0]?.placeholders[0]?.sentinel ?? '';
  otherSentinel = rules[1]?.placeholders[0]?.sentinel ?? '';
});
beforeEach(() => {
  testProxy.seen.length = 0;
  testProxy.audit.length = 0;
  bodies = [];
  testProxy.answer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('done');
    });
    request.on('error', () => undefined);
  });
});
afterAll(() => testProxy.stop());

const message = (line: string, host: string, fields: string[], body = '') =>
  [`${line} HTTP/1.1`, `Host: ${host}`, ...fields, '', body].join('\r\n');
const get = (target: string, ...fields: string[]) => message(`GET ${target}`, 'api.test', fields);
const post = (body: string, ...fields: string[]) =>
  message('POST /v1/x', 'api.test', [`Content-Length: ${Buffer.byteLength(body)}`, ...fields], body);
const JSON_TYPE = 'Content-Type: application/json';

/** Sends bytes in a tunnel and returns the response. */
async function send(bytes: string, authority = 'api.test:443'): Promise<string> {
  const secure = await tunnel(testProxy, sandbox, authority);
  const answer = await ask(secure, bytes);
  secure.destroy();
  return answer;
}

/** Expects a refusal that the audit log explains, and that no complete request with a sentinel or secret was sent. */
async function expectRefusal(answer: string, reason: string, names: string[]): Promise<void> {
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toContain(`(${reason})`);
  await until(() => testProxy.audit.some((entry) => entry.reason === reason));
  expect(testProxy.audit.find((entry) => entry.reason === reason)?.placeholders).toEqual(names);
  expect(bodies).toEqual([]);
  expect(JSON.stringify(testProxy.audit)).not.toContain(VALUE);
}

describe('a sentinel in a request that matches its rule', () => {
  // docs/credential-proxy/placeholders.md#replaced
  it('is replaced in path, query and headers, and the audit log contains its variable', async () => {
    expect(await send(get(`/v1/bot${sentinel}/x?key=${sentinel}`, `X-Key: ${sentinel}`))).toContain('200 OK');
    const [request] = testProxy.seen;
    expect(request?.url).toBe(`/v1/bot${VALUE}/x?key=${VALUE}`);
    expect(request?.headers['x-key']).toBe(VALUE);
    await until(() => testProxy.audit.some(({ placeholders }) => placeholders.includes('API_KEY')));
    expect(JSON.stringify(testProxy.audit)).not.toContain(VALUE);
  });

  it.each([
    ['JSON', JSON_TYPE, (text: string) => `{"key":"${text}"}`],
    ['a form', 'Content-Type: application/x-www-form-urlencoded', (text: string) => `key=${text}&a=b`],
    [
      'multipart',
      'Content-Type: multipart/form-data; boundary=b',
      (text: string) => `--b\r\nContent-Disposition: form-data; name="k"\r\n\r\n${text}\r\n--b--\r\n`,
    ],
  ])('is replaced in a body of %s, which gets its new length', async (_what, type, body) => {
    expect(await send(post(body(sentinel), type))).toContain('200 OK');
    expect(bodies).toEqual([body(VALUE)]);
    expect(testProxy.seen[0]?.headers['content-length']).toBe(`${body(VALUE).length}`);
  });

  // docs/credential-proxy/placeholders.md#split
  it('is replaced in a chunked body whose chunks split the sentinel', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write(message('POST /v1/x', 'api.test', ['Transfer-Encoding: chunked', JSON_TYPE]));
    for (const part of [`{"key":"${sentinel.slice(0, 9)}`, sentinel.slice(9), '"}']) {
      secure.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ask(secure, '0\r\n\r\n')).toContain('200 OK');
    expect(bodies).toEqual([`{"key":"${VALUE}"}`]);
    expect(testProxy.seen[0]?.headers['transfer-encoding']).toBeUndefined();
    secure.destroy();
  });

  // docs/credential-proxy/placeholders.md#echo
  it('is masked in a response that contains the secret', async () => {
    testProxy.answer((request, response) => response.end(`you sent ${request.headers['x-key']}`));
    const answer = await send(get('/v1/x', `X-Key: ${sentinel}`));
    expect(answer).toContain(`you sent ${'*'.repeat(VALUE.length)}`);
  });

  it('is replaced in the handshake of a WebSocket', async () => {
    const seen: (string | undefined)[] = [];
    const restore = testProxy.upgrade((request, socket) => {
      seen.push(request.url);
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    await send(get(`/v1/socket?key=${sentinel}`, 'Connection: Upgrade', 'Upgrade: websocket'));
    restore();
    expect(seen).toEqual([`/v1/socket?key=${VALUE}`]);
  });
});

describe('a sentinel that no rule replaces', () => {
  // docs/credential-proxy/placeholders.md#refused
  it.each([
    ['in a header for another host', 'open.test', (text: string) => ['GET /', [`X-Key: ${text}`], '']],
    ['in a query for another host', 'open.test', (text: string) => [`GET /?k=${text}`, [], '']],
    ['in a path of its host without a rule', 'api.test', (text: string) => [`GET /v2/${text}`, [], '']],
    ['in a path of another rule', 'api.test', (text: string) => ['GET /plain/x', [`X-Key: ${text}`], '']],
    ['in a header name', 'api.test', (text: string) => ['GET /v1/x', [`X-${text}: 1`], '']],
    [
      'in the handshake for another host',
      'open.test',
      (text: string) => ['GET /', ['Connection: Upgrade', 'Upgrade: websocket', `Cookie: k=${text}`], ''],
    ],
  ] as [string, string, (text: string) => [string, string[], string]][])(
    'is refused %s, and the audit log contains its variable',
    async (_where, host, attack) => {
      const [line, fields, body] = attack(sentinel);
      const answer = await send(message(line, host, fields, body), `${host}:443`);
      await expectRefusal(answer, 'placeholder-refused', ['API_KEY']);
      expect(testProxy.seen).toEqual([]);
    },
  );

  it('is refused if another rule would replace it', async () => {
    const answer = await send(get('/v1/x', `X-Key: ${otherSentinel}`));
    await expectRefusal(answer, 'placeholder-refused', ['HEAD_KEY']);
  });

  // docs/credential-proxy/placeholders.md#encoded
  it.each([
    ['with a percent escape', (text: string) => get(`/v1/x?k=${text.replace('s', '%73')}`)],
    ['with two layers of percent escapes', (text: string) => get(`/v1/x?k=${text.replace('s', '%2573')}`)],
    ['in base64', (text: string) => get('/v1/x', `X-Key: ${Buffer.from(`k=${text}`).toString('base64')}`)],
    ['with a JSON escape', (text: string) => post(`{"k":"${text.replace('s', '\\u0073')}"}`, JSON_TYPE)],
    [
      'in base64 in JSON',
      (text: string) => post(`{"k":"${Buffer.from(text).toString('base64')}"}`, JSON_TYPE),
    ],
    ['in a body of another type', (text: string) => post(text, 'Content-Type: text/plain')],
  ])('is refused %s', async (_how, attack) => {
    await expectRefusal(await send(attack(sentinel)), 'placeholder-refused', ['API_KEY']);
  });

  it('is refused in a chunked body for another host whose chunks split the sentinel', async () => {
    const secure = await tunnel(testProxy, sandbox, 'open.test:443');
    secure.write(message('POST /', 'open.test', ['Transfer-Encoding: chunked']));
    for (const part of sentinel) secure.write(`1\r\n${part}\r\n`);
    const answer = await ask(secure, '0\r\n\r\n');
    await expectRefusal(answer, 'placeholder-refused', ['API_KEY']);
    secure.destroy();
  });

  it('is refused in plain http to another host', async () => {
    const socket = await open(testProxy);
    const body = `key=${sentinel}`;
    const fields = [sandbox.credentials, `Content-Length: ${body.length}`];
    const answer = await ask(socket, message('POST http://open.test/', 'open.test', fields, body));
    await expectRefusal(answer, 'placeholder-refused', ['API_KEY']);
    socket.destroy();
  });

  // docs/credential-proxy/placeholders.md#redirect
  it('is refused after a redirect to another host, which the client follows', async () => {
    testProxy.answer((request, response) => {
      response.writeHead(307, { Location: `https://open.test${request.url?.replace(VALUE, 'x')}` }).end();
    });
    expect(await send(get(`/v1/x?k=${sentinel}`))).toContain('307');
    const answer = await send(message(`GET /v1/x?k=${sentinel}`, 'open.test', []), 'open.test:443');
    await expectRefusal(answer, 'placeholder-refused', ['API_KEY']);
    expect(testProxy.seen).toHaveLength(1);
  });
});

describe('an unusual body with placeholders', () => {
  // docs/credential-proxy/placeholders.md#coding
  it('is refused if it is compressed', async () => {
    const body = gzipSync(`{"k":"${sentinel}"}`).toString('latin1');
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    const fields = [JSON_TYPE, 'Content-Encoding: gzip', `Content-Length: ${body.length}`];
    secure.write(message('POST /v1/x', 'api.test', fields) + body, 'latin1');
    await expectRefusal(await readUntil(secure, '(body-encoded)'), 'body-encoded', []);
    secure.destroy();
  });

  // docs/credential-proxy/placeholders.md#size
  it('is refused if it is larger than 8 MiB', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    const fields = [JSON_TYPE, `Content-Length: ${9 * 1024 * 1024}`];
    secure.write(message('POST /v1/x', 'api.test', fields) + ' '.repeat(9 * 1024 * 1024));
    await expectRefusal(await readUntil(secure, '(body-too-large)'), 'body-too-large', []);
    secure.destroy();
  });

  // docs/credential-proxy/placeholders.md#memory
  it('is refused if the sandbox has many large bodies in progress, whose memory is freed later', async () => {
    const size = 8 * 1024 * 1024;
    const fields = [JSON_TYPE, `Content-Length: ${size}`];
    const held = await Promise.all(
      Array.from({ length: 10 }, () => tunnel(testProxy, sandbox, 'api.test:443')),
    );
    for (const secure of held) {
      secure.write(message('POST /v1/x', 'api.test', fields, ' '.repeat(size - 1)));
    }
    // The bodies together exceed the limit, so the proxy refuses at least one of them.
    const refused = held.map((secure) => readUntil(secure, '(too-much-body)'));
    expect(await Promise.race(refused)).toMatch(/^HTTP\/1\.1 503 [^]*\(too-much-body\)/);
    for (const secure of held) secure.destroy();
    await until(async () => (await send(post(`"${sentinel}"`, JSON_TYPE))).includes('200 OK'));
  });

  it('with two lengths is refused before a sentinel is replaced', async () => {
    const answer = await send(post(`{"k":"${sentinel}"}`, JSON_TYPE, 'Content-Length: 5'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*ambiguous-request/);
    expect(testProxy.seen).toEqual([]);
  });

  it('is not sent if the client disconnects in the middle', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write(message('POST /v1/x', 'api.test', [JSON_TYPE, 'Content-Length: 999'], `{"k":"${sentinel}`));
    secure.end();
    await until(() => testProxy.audit.some(({ status }) => status === null));
    expect(testProxy.seen).toEqual([]);
  });
});

// docs/credential-proxy/placeholders.md#other-hosts
describe('hosts without rules', () => {
  it('are intercepted, so that sentinels in requests to them are found', async () => {
    expect(await send(message('GET /x', 'open.test', []), 'open.test:443')).toContain('200 OK');
    await until(() => testProxy.audit.some(({ decision }) => decision === 'forward'));
  });

  it('are not intercepted if they are in no_proxy', async () => {
    const secure = await tunnel(testProxy, sandbox, 'exempt.test:443', {
      ca: testProxy.caPem,
      checkServerIdentity: () => undefined,
    });
    expect(await ask(secure, message('GET /', 'exempt.test', [`X-Key: ${sentinel}`]))).toContain('200 OK');
    expect(testProxy.seen[0]?.headers['x-key']).toBe(sentinel);
    secure.destroy();
  });
});
