import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AwsVerdict,
  type ReceivedRequest,
  verifyAwsSignature,
} from '../../../harness/credential-proxy/signature-verifier.ts';
import { until } from '../../../harness/until.ts';
import type { SandboxPush } from '../../../src/credential-proxy/messages.ts';
import { explain } from '../../../src/credential-proxy/policy/explain.ts';
import {
  ask,
  open,
  readUntil,
  rule,
  type Sandbox,
  startTestProxy,
  type TestProxy,
  tunnel,
} from '../proxy/support.ts';
import { awsSigning, hmacSigning } from '../signing/support.ts';

const KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: `secret-${randomBytes(18).toString('base64url')}`,
  sessionToken: `token-${randomBytes(18).toString('base64url')}`,
};
const HMAC_SECRET = `hmac-${randomBytes(18).toString('base64url')}`;
const VALUE = `value-${randomBytes(18).toString('base64url')}`;
const S3 = 'bucket.s3.eu-central-1.amazonaws.com';
const DYNAMO = 'dynamodb.eu-central-1.amazonaws.com';
/** Time of the proxy's clock, which differs from the clock of the client. */
const NOW = new Date('2026-05-04T03:02:01Z');
const MB = 1024 * 1024;

const aws = awsSigning({ ...KEY, needles: [KEY.secretAccessKey, KEY.sessionToken] });
const RULES: SandboxPush['rules'] = [
  rule('s3', [S3], [], { sign: aws, matchPaths: ['/allowed/*'] }),
  rule('dynamo', [DYNAMO], [], { sign: aws }),
  rule('region', ['*.amazonaws.com'], [], { sign: { ...aws, region: 'eu-central-1' } }),
  rule('hook', ['api.test'], [], {
    sign: hmacSigning({
      secret: HMAC_SECRET,
      needles: [HMAC_SECRET],
      signed: 'v0:{timestamp}:{body}',
      value: 'v0={signature}',
      timestampHeader: 'X-Timestamp',
    }),
  }),
];

let testProxy: TestProxy;
let sandbox: Sandbox;
let received: ReceivedRequest[];
let verdicts: AwsVerdict[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  testProxy = await startTestProxy({ ports: { now: () => NOW } });
  sandbox = await testProxy.push('main', { rules: RULES });
});
beforeEach(() => {
  testProxy.seen.length = 0;
  testProxy.audit.length = 0;
  received = [];
  verdicts = [];
  respond = (_request, response) => response.end('done');
  testProxy.answer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      const one = { method, url, rawHeaders, body: Buffer.concat(chunks) };
      received.push(one);
      verdicts.push(verifyAwsSignature(one, KEY, NOW));
      respond(request, response);
    });
  });
});
afterAll(() => testProxy.stop());

const message = (line: string, host: string, fields: string[] = [], body = '') =>
  [
    `${line} HTTP/1.1`,
    `Host: ${host}`,
    ...fields,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');

/** Sends bytes in a tunnel to a host, and returns the response. */
async function send(host: string, bytes: string, as = sandbox): Promise<string> {
  const secure = await tunnel(testProxy, as, `${host}:443`);
  const answer = await ask(secure, bytes);
  secure.destroy();
  return answer;
}

const valid = (service: string, region = 'eu-central-1') =>
  expect.objectContaining({ kind: 'valid', service, region });
const headerOf = (name: string): string[] => {
  const { rawHeaders = [] } = received[0] ?? {};
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
};

/** Signature of an SDK in the sandbox, which has no key. */
const OWN = [
  'Authorization: AWS4-HMAC-SHA256 Credential=signed-by-the-credential-proxy/20200101/us-west-2/iam/aws4_request, SignedHeaders=host;x-amz-date, Signature=' +
    'f'.repeat(64),
  'X-Amz-Date: 20200101T000000Z',
  'X-Amz-Security-Token: own-token',
];

describe('a request that its rule signs for AWS', () => {
  // docs/credential-proxy/signing.md#replaced
  // docs/credential-proxy/signing.md#clock
  it('gets a valid signature of the host, instead of the signature of the client', async () => {
    expect(await send(S3, message('GET /allowed/a%20b?x-id=GetObject', S3, OWN))).toContain('200 OK');
    expect(verdicts).toEqual([valid('s3')]);
    expect(headerOf('authorization')).toHaveLength(1);
    expect(headerOf('x-amz-date')).toEqual(['20260504T030201Z']);
    expect(headerOf('x-amz-security-token')).toEqual([KEY.sessionToken]);
    expect(JSON.stringify(received)).not.toContain('signed-by-the-credential-proxy');
    await until(() => testProxy.audit.length === 1);
    expect(testProxy.audit[0]).toMatchObject({
      rule: 's3',
      decision: 'inject',
      injected: ['Authorization', 'X-Amz-Security-Token'],
    });
  });

  it.each([
    ['with a body', message('POST /', DYNAMO, ['X-Amz-Target: DynamoDB.Query', ...OWN], '{"a":"\u00fc"}')],
    [
      'with a chunked body',
      message('POST /', DYNAMO, ['Transfer-Encoding: chunked', 'X-Amz-Target: A']) +
        '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    ],
    ['with two equal parameters', message('GET /?a=2&a=1&b', DYNAMO)],
    ['with two equal headers', message('GET /', DYNAMO, ['X-Amz-Meta: b', 'X-Amz-Meta:  a  c'])],
  ])('has a valid signature %s', async (_what, bytes) => {
    expect(await send(DYNAMO, bytes)).toContain('200 OK');
    expect(verdicts).toEqual([valid('dynamodb')]);
  });

  it('is sent with the length of a chunked body, which the proxy read completely', async () => {
    await send(DYNAMO, message('POST /', DYNAMO, ['Transfer-Encoding: chunked']) + '3\r\nabc\r\n0\r\n\r\n');
    expect(received[0]?.body.toString()).toBe('abc');
    expect(headerOf('content-length')).toEqual(['3']);
    expect(headerOf('transfer-encoding')).toEqual([]);
  });

  // docs/credential-proxy/signing.md#presigned
  it('replaces a presigned URL of the client by a signature in headers', async () => {
    const own =
      'X-Amz-Credential=a%2F20200101&X-Amz-Signature=ff&X-Amz-Expires=9&X-Amz-Date=20200101T000000Z';
    expect(await send(S3, message(`GET /allowed/x?${own}&versionId=3`, S3))).toContain('200 OK');
    expect(verdicts).toEqual([expect.objectContaining({ kind: 'valid', payload: 'UNSIGNED-PAYLOAD' })]);
    expect(received[0]?.url).toBe('/allowed/x?versionId=3');
  });

  // docs/credential-proxy/signing.md#header-names
  it.each([
    [
      'headers with underscores',
      ['X_Amz_Date: 20200101T000000Z', 'x_amz_security_token: own', 'X-AMZ_content-sha256: ff'],
    ],
    ['repeated signatures', [...OWN, ...OWN]],
    [
      'a connection header with the names',
      ['Connection: x-amz-date, authorization, x-amz-target', 'X-Amz-Target: A'],
    ],
    ['headers with the names of prototypes', ['__proto__: a', 'constructor: b', 'X-Amz-__proto__: c']],
  ])('has one valid signature although the client sends %s', async (_what, fields) => {
    expect(await send(DYNAMO, message('GET /', DYNAMO, fields))).toContain('200 OK');
    expect(verdicts).toEqual([valid('dynamodb')]);
    const names = (received[0]?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
    const normalized = names.map((name) => name.toLowerCase().replaceAll('_', '-'));
    for (const name of ['authorization', 'x-amz-date', 'x-amz-security-token']) {
      expect(normalized.filter((one) => one === name)).toHaveLength(1);
    }
  });

  // docs/credential-proxy/signing.md#echo
  it('keeps its signature and its secrets from the sandbox if the host echoes them', async () => {
    respond = (request, response) => response.end(JSON.stringify(request.rawHeaders) + KEY.secretAccessKey);
    const answer = await send(DYNAMO, message('GET /', DYNAMO));
    const signature = /Signature=([0-9a-f]{64})/.exec(headerOf('authorization')[0] ?? '')?.[1] ?? 'none';
    expect(verdicts).toEqual([valid('dynamodb')]);
    expect(answer).toContain(`Signature=${'*'.repeat(64)}`);
    for (const value of [signature, KEY.sessionToken, KEY.secretAccessKey])
      expect(answer).not.toContain(value);
  });

  // docs/credential-proxy/signing.md#websocket
  it('can be the handshake of a WebSocket', async () => {
    const restore = testProxy.upgrade(({ method = '', url = '', rawHeaders }, socket) => {
      verdicts.push(verifyAwsSignature({ method, url, rawHeaders, body: Buffer.alloc(0) }, KEY, NOW));
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    await send(DYNAMO, message('GET /ws', DYNAMO, ['Connection: Upgrade', 'Upgrade: websocket', ...OWN]));
    restore();
    expect(verdicts).toEqual([valid('dynamodb')]);
  });

  it('is signed after its placeholders are replaced', async () => {
    const placeholders = [
      {
        env: 'A_KEY',
        prefix: '',
        value: VALUE,
        in: ['body', 'query'] as ('body' | 'query')[],
        needles: [VALUE],
      },
    ];
    const other = await testProxy.push('placeholders', {
      rules: [rule('dynamo', [DYNAMO], [], { sign: aws, placeholders })],
    });
    const sentinel =
      testProxy.registry.current('placeholders')?.policy.rules[0]?.placeholders[0]?.sentinel ?? '';
    const type = 'Content-Type: application/json';
    const answer = await send(
      DYNAMO,
      message(`POST /?k=${sentinel}`, DYNAMO, [type], `{"k":"${sentinel}"}`),
      other,
    );
    expect(answer).toContain('200 OK');
    expect(verdicts).toEqual([valid('dynamodb')]);
    expect(received[0]?.body.toString()).toBe(`{"k":"${VALUE}"}`);
  });
});

describe('the body of a request to S3', () => {
  // docs/credential-proxy/signing.md#unsigned
  it.each(['UNSIGNED-PAYLOAD', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'])(
    'is streamed without a limit with %s, which S3 accepts',
    async (payload) => {
      const secure = await tunnel(testProxy, sandbox, `${S3}:443`);
      const size = 40 * MB;
      const fields = [`X-Amz-Content-Sha256: ${payload}`, `Content-Length: ${size}`, ...OWN];
      secure.write(message('PUT /allowed/large', S3, fields));
      for (let sent = 0; sent < size; sent += MB) secure.write(Buffer.alloc(MB, 'a'));
      expect(await readUntil(secure, 'done')).toContain('200 OK');
      expect(verdicts).toEqual([expect.objectContaining({ kind: 'valid', payload })]);
      expect(received[0]?.body).toHaveLength(size);
      secure.destroy();
    },
  );

  // docs/credential-proxy/signing.md#chunks
  it('is refused if the client signs its chunks', async () => {
    const fields = ['X-Amz-Content-Sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD', ...OWN];
    const answer = await send(S3, message('PUT /allowed/x', S3, fields, '3;chunk-signature=ff\r\nabc\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\(signed-chunks\)/);
    expect(received).toEqual([]);
  });

  // docs/credential-proxy/signing.md#size
  it('is refused above 32 MiB if the proxy must read it completely', async () => {
    const secure = await tunnel(testProxy, sandbox, `${DYNAMO}:443`);
    const size = 33 * MB;
    secure.write(message('POST /', DYNAMO, [`Content-Length: ${size}`]) + 'a'.repeat(size));
    const answer = await readUntil(secure, '(signed-body-too-large)');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toEqual([]);
    secure.destroy();
  });
});

describe('a request that its rule does not sign', () => {
  // docs/credential-proxy/signing.md#other-region
  it('is refused if its host belongs to another region than the rule', async () => {
    const host = 'sts.eu-west-3.amazonaws.com';
    const answer = await send(host, message('POST /', host, OWN, 'Action=GetCallerIdentity'));
    expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*\(signing-scope-unknown\)/);
    expect(received).toEqual([]);
    const { policy } = testProxy.registry.current('main') ?? {};
    if (policy === undefined) throw new Error('no policy');
    expect(explain(policy, `https://${host}/`).detail).toContain('the proxy refuses requests');
    expect(explain(policy, `https://${DYNAMO}/`)).toMatchObject({
      headers: ['Authorization', 'X-Amz-Security-Token'],
      detail: expect.stringContaining('signs requests for AWS, region eu-central-1, service dynamodb'),
    });
  });

  it.each([
    ['for another path of the host', S3, 'GET /forbidden/x'],
    ['for a host without a rule', 'open.test', 'GET /allowed/x'],
  ])('gets no signature %s', async (_what, host, line) => {
    const secure = await tunnel(testProxy, sandbox, `${host}:443`, { ca: [sandbox.caPem, testProxy.caPem] });
    expect(await ask(secure, message(line, host))).toContain('200 OK');
    secure.destroy();
    expect(headerOf('authorization')).toEqual([]);
    expect(JSON.stringify(received)).not.toContain(KEY.sessionToken);
  });

  it('is refused with another Host inside the tunnel, whose name would be signed', async () => {
    expect(await send(S3, message('GET /allowed/x', DYNAMO))).toContain('(misdirected)');
    expect(received).toEqual([]);
  });

  it.each([
    ['with a dot segment', 'GET /allowed/../secret', 'ambiguous-path'],
    ['with an unescaped plus', 'GET /allowed/a+b', 'unsignable-target'],
    ['with a method that echoes headers', 'TRACE /allowed/x', 'method-not-allowed'],
  ])('is refused %s', async (_what, line, reason) => {
    const answer = await send(S3, message(line, S3));
    expect(answer).toContain(`(${reason})`);
    expect(received).toEqual([]);
  });

  it('is refused over plain http', async () => {
    const socket = await open(testProxy);
    const answer = await ask(socket, message(`GET http://${DYNAMO}/`, DYNAMO, [sandbox.credentials]));
    expect(answer).toContain('(plaintext-credential-refused)');
    expect(received).toEqual([]);
    socket.destroy();
  });

  // docs/credential-proxy/signing.md#redirect
  it('gets no signature after a redirect to another host, which the client follows', async () => {
    respond = (_request, response) =>
      response.writeHead(307, { Location: 'https://open.test/allowed/x' }).end();
    expect(await send(S3, message('GET /allowed/x', S3, OWN))).toContain('307');
    received = [];
    respond = (_request, response) => response.end('done');
    const secure = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    await ask(secure, message('GET /allowed/x', 'open.test', OWN));
    secure.destroy();
    expect(headerOf('authorization')).toEqual([OWN[0]?.replace('Authorization: ', '')]);
    expect(headerOf('x-amz-security-token')).toEqual(['own-token']);
  });

  // docs/credential-proxy/signing.md#replay
  it('is refused or unsigned after the end of the budget or of the rule, although it replays a signed request', async () => {
    const budget = { uses: 1, until: null, used: 0 };
    const limited = { rules: [rule('dynamo', [DYNAMO], [], { sign: aws, budget })] };
    let other = await testProxy.push('limited', limited);
    await send(DYNAMO, message('GET /', DYNAMO), other);
    expect(verdicts).toEqual([valid('dynamodb')]);
    const { rawHeaders = [] } = received[0] ?? {};
    // The sandbox cannot see these headers, because the proxy masks them. The attack assumes that it can.
    const replayed = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => `${rawHeaders[at * 2]}: ${rawHeaders[at * 2 + 1]}`,
    );
    const bytes = ['GET / HTTP/1.1', ...replayed, '', ''].join('\r\n');
    expect(await send(DYNAMO, bytes, other)).toContain('(budget-used-up)');
    other = await testProxy.push('limited', {
      rules: [rule('dynamo', [DYNAMO], [], { sign: aws, matchPaths: ['/other'] })],
    });
    received = [];
    await send(DYNAMO, message('GET /', DYNAMO), other);
    expect(headerOf('authorization')).toEqual([]);
  });
});

it.each([
  [
    'the key of the rule',
    [rule('dynamo', [DYNAMO], [], { sign: { ...aws, secretAccessKey: 'the-next-key' } })],
  ],
  ['the signature of the rule', [rule('dynamo', [DYNAMO], [])]],
])('a request whose body is incomplete is not sent after a push that changes %s', async (_what, next) => {
  const before = { rules: [rule('dynamo', [DYNAMO], [], { sign: aws })] };
  const other = await testProxy.push('rotated', before);
  const secure = await tunnel(testProxy, other, `${DYNAMO}:443`);
  secure.write(message('POST /', DYNAMO, ['Content-Length: 9', 'Expect: 100-continue']));
  expect(await readUntil(secure, '\r\n\r\n')).toContain('100 Continue');
  const answered = readUntil(secure, '(not-configured)');
  await testProxy.push('rotated', { rules: next });
  secure.write('123456789');
  expect(await answered).toMatch(/^HTTP\/1\.1 503 /);
  expect(received).toEqual([]);
  secure.destroy();
});

describe('a request that its rule signs with an HMAC', () => {
  // docs/credential-proxy/signing.md#slack
  it('gets a signature over the timestamp of the proxy and the body, instead of headers of the client', async () => {
    const own = ['X-Timestamp: 1', 'X_Timestamp: 2', 'x-signature: v0=own', 'X_SIGNATURE: own'];
    const body = '{"text":"\u00fc"}';
    expect(await send('api.test', message('POST /x', 'api.test', own, body))).toContain('200 OK');
    const timestamp = `${NOW.getTime() / 1000}`;
    const expected = createHmac('sha256', HMAC_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
    expect(headerOf('x-timestamp')).toEqual([timestamp]);
    expect(headerOf('x-signature')).toEqual([`v0=${expected}`]);
    expect(received[0]?.rawHeaders.filter((name) => name.includes('_'))).toEqual([]);
  });

  it('is not sent if its body is incomplete, because the proxy reads the whole body before it signs', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write(message('POST /x', 'api.test', ['Content-Length: 9', 'Expect: 100-continue']));
    expect(await readUntil(secure, '\r\n\r\n')).toContain('100 Continue');
    secure.end('short');
    await until(() => testProxy.audit.some(({ status }) => status === null));
    expect(received).toEqual([]);
  });

  // docs/credential-proxy/signing.md#echo
  it('keeps its signature and secret from the sandbox if the host echoes them', async () => {
    respond = (request, response) => response.end(`${request.headers['x-signature']} ${HMAC_SECRET}`);
    const answer = await send('api.test', message('POST /x', 'api.test', [], 'a'));
    expect(answer).toContain(`v0=${'*'.repeat(64)} ${'*'.repeat(HMAC_SECRET.length)}`);
  });
});

// docs/credential-proxy/signing.md#secrets
it('the audit log contains no secret and no signature', async () => {
  await send(DYNAMO, message('POST /?secret=1', DYNAMO, OWN, 'abc'));
  await send('api.test', message('POST /x', 'api.test', [], 'abc'));
  await send(S3, message('GET /allowed/a+b', S3));
  await until(() => testProxy.audit.length === 3);
  const audit = JSON.stringify(testProxy.audit);
  for (const value of [KEY.secretAccessKey, KEY.sessionToken, KEY.accessKeyId, HMAC_SECRET, 'own-token']) {
    expect(audit).not.toContain(value);
  }
  expect(audit).not.toMatch(/[0-9a-f]{64}/);
});
