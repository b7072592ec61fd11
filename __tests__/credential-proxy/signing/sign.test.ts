import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { verifyAwsSignature } from '../../../harness/credential-proxy/signature-verifier.ts';
import type { PushedAwsSigning } from '../../../src/credential-proxy/messages.ts';
import { prepareAwsRequest } from '../../../src/credential-proxy/signing/aws-request.ts';
import { needsBody, signRequest } from '../../../src/credential-proxy/signing/sign.ts';
import { hmacSigning } from './support.ts';

/** Example credentials of the AWS documentation and of its test suite. */
const EXAMPLE: PushedAwsSigning = {
  kind: 'aws',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
  region: 'us-east-1',
  service: 'service',
  needles: [],
};
const S3_EXAMPLE = {
  ...EXAMPLE,
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: null,
  service: null,
};
const NOW = new Date('2015-08-30T12:36:00Z');

interface Given {
  method?: string;
  target: string;
  host?: string;
  headers?: string[];
  body?: string;
  signing?: PushedAwsSigning;
  now?: Date;
}

/** Signs a request, and returns the request as it is sent, or the reason for refusing it. */
function sign(given: Given) {
  const { method = 'GET', target, host = 'example.amazonaws.com', headers = [], now = NOW } = given;
  const all = ['Host', host, ...headers];
  const prepared = prepareAwsRequest(given.signing ?? EXAMPLE, {
    scheme: 'https',
    host,
    target,
    headers: all,
    clientHeaders: all,
  });
  if (prepared.kind === 'refused') return prepared;
  const body = Buffer.from(given.body ?? '');
  const signed = signRequest(prepared.work, { method, target: prepared.target, headers: all, body }, now);
  const sent = { method, url: prepared.target, rawHeaders: [...all, ...signed.headers.flat()], body };
  return { kind: 'signed' as const, sent, ...signed };
}
const signatureOf = (given: Given): string => {
  const signed = sign(given);
  return signed.kind === 'signed' ? signed.signature : signed.reason;
};

describe('a signature for AWS', () => {
  const s3 = {
    signing: S3_EXAMPLE,
    host: 'examplebucket.s3.amazonaws.com',
    now: new Date('2013-05-24T00:00:00Z'),
  };

  // docs/credential-proxy/signing.md#aws
  test.each([
    ['get-vanilla', { target: '/' }, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      { target: '/?Param2=value2&Param1=value1' },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-unreserved',
      { target: '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' },
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
    [
      'get-slashes',
      { target: '//example//' },
      '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84',
    ],
    [
      'post-vanilla',
      { method: 'POST', target: '/' },
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'post-x-www-form-urlencoded',
      {
        method: 'POST',
        target: '/',
        headers: ['Content-Type', 'application/x-www-form-urlencoded'],
        body: 'Param1=value1',
      },
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
    [
      'ListUsers of IAM, with the scope from the host name',
      {
        target: '/?Action=ListUsers&Version=2010-05-08',
        host: 'iam.amazonaws.com',
        headers: ['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8'],
        signing: { ...EXAMPLE, region: null, service: null },
      },
      '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    ],
    [
      'GET Bucket (List Objects) of S3',
      { ...s3, target: '/?max-keys=2&prefix=J' },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
    [
      'GET Bucket Lifecycle of S3',
      { ...s3, target: '/?lifecycle' },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
  ] as [string, Given, string][])('is the signature that AWS publishes for %s', (_name, given, signature) => {
    expect(signatureOf(given)).toBe(signature);
  });

  test('is accepted by an independent verifier, or the request is refused (property)', () => {
    const character = fc.constantFrom(...'abAB09-_.~/%+&=?;:@!$\'()*, {"ü');
    const text = fc.string({ unit: character, maxLength: 24 });
    const escaped = fc.oneof(
      text.map(encodeURIComponent),
      fc.constantFrom('', 'a', '%2F', '%2f', '%252F', '~'),
    );
    const parameter = fc.tuple(escaped, escaped).map(([name, value]) => `${name}=${value}`);
    const value = fc.string({ unit: fc.constantFrom(...'ab ,"\t=ü'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.record({
          method: fc.constantFrom('GET', 'POST', 'DELETE'),
          path: fc.oneof(
            fc.array(escaped, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
            text,
          ),
          query: fc.oneof(
            fc.array(parameter, { maxLength: 4 }).map((pairs) => pairs.join('&')),
            text,
          ),
          service: fc.constantFrom('s3', 'dynamodb'),
          headers: fc.array(
            fc.tuple(fc.constantFrom('X-Amz-Meta-A', 'x-amz-target', 'Content-Type', 'X-Other'), value),
            { maxLength: 4 },
          ),
          sessionToken: fc.constantFrom(null, 'token'),
          body: fc.string(),
        }),
        ({ method, path, query, service, headers, sessionToken, body }) => {
          fc.pre(path.startsWith('/') && /^[\x21-\x7e]*$/.test(path + query));
          const signed = sign({
            method,
            target: query === '' ? path : `${path}?${query}`,
            headers: headers.flatMap(([name, one]) => [name, one]),
            body,
            signing: { ...EXAMPLE, service, sessionToken },
          });
          if (signed.kind === 'refused') {
            expect(['unsignable-target', 'unsignable-header']).toContain(signed.reason);
            return;
          }
          expect(verifyAwsSignature(signed.sent, { ...EXAMPLE, sessionToken }, NOW)).toMatchObject({
            kind: 'valid',
            region: 'us-east-1',
            service,
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('covers repeated headers, repeated parameters and escapes', () => {
    const headers = ['X-Amz-Meta-A', ' one  two ', 'x-amz-meta-a', 'three'];
    const target = '/a%20b/c%2Fd?z=2&a=%2B&z=10&%61b=%C3%BC&empty';
    const signed = sign({ target, headers });
    if (signed.kind === 'refused') throw new Error(signed.reason);
    expect(verifyAwsSignature(signed.sent, EXAMPLE, NOW)).toMatchObject({ kind: 'valid' });
    expect(signed.sent.url).toBe(target);
    expect(verifyAwsSignature({ ...signed.sent, url: `${target}=x` }, EXAMPLE, NOW)).toMatchObject({
      kind: 'invalid',
    });
    expect(verifyAwsSignature({ ...signed.sent, body: Buffer.from('other') }, EXAMPLE, NOW)).toMatchObject({
      kind: 'invalid',
    });
  });

  // docs/credential-proxy/signing.md#presigned
  test('replaces the parameters of a presigned URL in every spelling', () => {
    const own = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a%2Fb&x-amz-date=1&X%2DAmz-Expires=9';
    const signed = sign({
      target: `/key?${own}&x-id=GetObject&X-Amz-SignedHeaders=host&X-AMZ-Signature=ff&X-Amz-Security-Token=t`,
      signing: { ...EXAMPLE, service: 's3' },
    });
    expect(signed).toMatchObject({ kind: 'signed', sent: { url: '/key?x-id=GetObject' } });
    expect(sign({ target: '/key?X-Amz-Signature=ff' })).toMatchObject({ sent: { url: '/key' } });
  });

  // docs/credential-proxy/signing.md#target
  test.each([
    ['an unescaped plus in the query', '/?a=1+2', 'service'],
    ['an unescaped plus in a path of S3', '/a+b', 's3'],
    ['an unescaped bracket', '/?a[]=1', 'service'],
    ['a malformed escape', '/%zz', 'service'],
    ['an escape that is not UTF-8', '/?a=%ff', 's3'],
    ['a parameter without a name', '/?=1', 'service'],
    ['a parameter with the name of a prototype', '/?__proto__=1', 'service'],
    ['a repeated parameter at S3', '/?a=1&%61=2', 's3'],
    ['a dot segment', '/a/../b', 'service'],
    ['an escaped dot segment', '/a/%2e%2E/b', 'service'],
    ['too many parameters', `/?${'a&'.repeat(1000)}a`, 'service'],
  ])('is not created for %s, which implementations sign differently', (_what, target, service) => {
    expect(signatureOf({ target, signing: { ...EXAMPLE, service } })).toBe('unsignable-target');
  });

  // docs/credential-proxy/signing.md#signed-headers
  test.each([
    ['a byte above ASCII', ['X-Amz-Meta-A', 'caf\u00e9']],
    ['a tab', ['Content-Type', 'text/plain;\tcharset=utf-8']],
    [
      'two hashes of the body',
      ['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD', 'x_amz_content_sha256', 'a'.repeat(64)],
    ],
  ])('is not created for a header with %s', (_what, headers) => {
    expect(signatureOf({ target: '/', headers, signing: { ...EXAMPLE, service: 's3' } })).toBe(
      'unsignable-header',
    );
  });

  describe('of a body', () => {
    const prepare = (service: string, value: string | null, scheme: 'http' | 'https' = 'https') => {
      const headers = ['Host', 'a.test', ...(value === null ? [] : ['x-amz-content-sha256', value])];
      const prepared = prepareAwsRequest(
        { ...EXAMPLE, service },
        { scheme, host: 'a.test', target: '/', headers, clientHeaders: headers },
      );
      return prepared.kind === 'refused'
        ? prepared.reason
        : [prepared.work.payload ?? 'hash', needsBody(prepared.work), prepared.work.hasHashHeader];
    };
    const hash = 'a1'.repeat(32);

    // docs/credential-proxy/signing.md#bodies
    // docs/credential-proxy/signing.md#unsigned
    // docs/credential-proxy/signing.md#chunks
    test.each([
      ['s3', null, 'https', ['hash', true, true]],
      ['s3', hash, 'https', [hash, false, true]],
      ['s3', 'UNSIGNED-PAYLOAD', 'https', ['UNSIGNED-PAYLOAD', false, true]],
      ['s3', 'UNSIGNED-PAYLOAD', 'http', ['hash', true, true]],
      [
        's3',
        'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'https',
        ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', false, true],
      ],
      ['s3', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'http', 'signed-chunks'],
      ['s3', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'https', 'signed-chunks'],
      ['s3', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', 'https', 'signed-chunks'],
      ['s3', 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', 'https', 'signed-chunks'],
      ['s3', 'nonsense', 'https', ['hash', true, true]],
      ['transcribe', 'STREAMING-AWS4-HMAC-SHA256-EVENTS', 'https', 'signed-chunks'],
      ['dynamodb', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'https', 'signed-chunks'],
      ['dynamodb', 'UNSIGNED-PAYLOAD', 'https', ['hash', true, true]],
      ['dynamodb', hash, 'https', ['hash', true, true]],
      ['dynamodb', null, 'https', ['hash', true, false]],
      ['glacier', null, 'https', ['hash', true, true]],
    ] as const)('for %s with X-Amz-Content-Sha256 %s over %s: %j', (service, value, scheme, expected) => {
      expect(prepare(service, value, scheme)).toEqual(expected);
    });
  });
});

describe('an HMAC of a request', () => {
  const request = (body: string | Buffer) => ({
    method: 'POST',
    target: '/hook?a=1',
    headers: [],
    body: Buffer.from(body),
  });
  const signHmac = (over: Parameters<typeof hmacSigning>[0], body: string | Buffer = '{"a":1}') =>
    signRequest(
      { kind: 'hmac', signing: hmacSigning(over) },
      request(body),
      new Date('2023-11-14T22:13:20.9Z'),
    );

  // docs/credential-proxy/signing.md#github
  test('is the signature that GitHub publishes as its example', () => {
    const signing = {
      secret: "It's a Secret to Everybody",
      header: 'X-Hub-Signature-256',
      value: 'sha256={signature}',
    };
    expect(signHmac(signing, Buffer.from('48656c6c6f2c20576f726c6421', 'hex')).headers).toEqual([
      ['X-Hub-Signature-256', 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
    ]);
  });

  // docs/credential-proxy/signing.md#slack
  test('is the signature that Slack publishes as its example', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const signing = hmacSigning({
      secret: '8f742231b10e8888abcd99yyyzzz85a5',
      signed: 'v0:{timestamp}:{body}',
      header: 'X-Slack-Signature',
      value: 'v0={signature}',
      timestampHeader: 'X-Slack-Request-Timestamp',
    });
    expect(
      signRequest({ kind: 'hmac', signing }, request(body), new Date(1_531_420_618_000)).headers,
    ).toEqual([
      ['X-Slack-Request-Timestamp', '1531420618'],
      ['X-Slack-Signature', 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'],
    ]);
  });

  // docs/credential-proxy/signing.md#stripe
  test('contains the timestamp of the clock in the signed text and in the value', () => {
    const { headers, signature } = signHmac({
      header: 'Stripe-Signature',
      signed: '{timestamp}.{body}',
      value: 't={timestamp},v1={signature}',
    });
    const expected = createHmac('sha256', 'hmac-secret').update('1700000000.{"a":1}').digest('hex');
    expect(headers).toEqual([['Stripe-Signature', `t=1700000000,v1=${expected}`]]);
    expect(signature).toBe(expected);
  });

  // docs/credential-proxy/signing.md#hmac
  test('can be SHA-512 in base64 with an encoded secret, over method, target and bytes of the body', () => {
    const key = Buffer.from([0, 1, 254, 255]);
    const body = Buffer.from([0, 255, 10, 123]);
    for (const secretEncoding of ['hex', 'base64'] as const) {
      const { signature } = signHmac(
        {
          secret: key.toString(secretEncoding),
          secretEncoding,
          algorithm: 'sha512',
          encoding: 'base64',
          signed: '{method}{{{target}}}{body}',
        },
        body,
      );
      const expected = createHmac('sha512', key).update('POST{/hook?a=1}').update(body).digest('base64');
      expect(signature).toBe(expected);
    }
  });

  test('needs the body only if the signed text contains the body', () => {
    expect(needsBody({ kind: 'hmac', signing: hmacSigning({}) })).toBe(true);
    expect(needsBody({ kind: 'hmac', signing: hmacSigning({ signed: '{method} {target} {{body}}' }) })).toBe(
      false,
    );
  });
});
