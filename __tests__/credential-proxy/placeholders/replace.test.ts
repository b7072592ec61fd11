import { describe, expect, it } from '@jest/globals';
import { encodingOf, replaceInBody } from '../../../src/credential-proxy/placeholders/body.ts';
import { replaceInHead } from '../../../src/credential-proxy/placeholders/replace.ts';
import type { CompiledPlaceholder } from '../../../src/credential-proxy/policy/model.ts';
import { policyOf, problemsOf, ruleOf, warningsOf } from '../policy/support.ts';

const SENTINEL = `sentinel${'5'.repeat(32)}`;
const placeholder = (given: Partial<CompiledPlaceholder> = {}): CompiledPlaceholder => ({
  env: 'API_KEY',
  prefix: '',
  value: 'a/b "c":d',
  in: ['header', 'query', 'path', 'body'],
  needles: [],
  sentinel: SENTINEL,
  ...given,
});
const inHead = (target: string, headers: string[], given: Partial<CompiledPlaceholder> = {}) =>
  replaceInHead({ placeholders: [placeholder(given)] }, target, headers);
const inBody = (type: string, body: string, given: Partial<CompiledPlaceholder> = {}) => {
  const encode = encodingOf(type);
  if (encode === undefined) return undefined;
  return replaceInBody(Buffer.from(body), [placeholder(given)], encode, new Set())?.toString();
};

describe('a sentinel in the head of a request', () => {
  // docs/credential-proxy/placeholders.md#head
  it('is replaced in the path and the query with the escapes of URLs', () => {
    const head = inHead(`/bot${SENTINEL}/send?key=${SENTINEL}&x=1`, []);
    expect(head?.target).toBe('/bota%2Fb%20%22c%22:d/send?key=a%2Fb%20%22c%22%3Ad&x=1');
    expect([...(head?.replaced ?? [])]).toEqual(['API_KEY']);
  });

  it('is replaced in header values, but not in header names', () => {
    const head = inHead('/', ['Authorization', `Bearer ${SENTINEL}`, `X-${SENTINEL}`, 'x']);
    expect(head?.headers).toEqual(['Authorization', 'Bearer a/b "c":d', `X-${SENTINEL}`, 'x']);
  });

  // docs/credential-proxy/placeholders.md#basic
  it('is replaced in the encoded pair of Basic credentials', () => {
    const pair = (secret: string) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`;
    expect(inHead('/', ['authorization', pair(SENTINEL)], { value: 'secret' })?.headers).toEqual([
      'authorization',
      pair('secret'),
    ]);
  });

  it('stays where the rule does not replace it', () => {
    const head = inHead(`/?key=${SENTINEL}`, ['X-Key', SENTINEL], { in: ['query'], value: 'secret' });
    expect(head).toMatchObject({ target: '/?key=secret', headers: ['X-Key', SENTINEL] });
  });

  it('cannot lengthen the head by more than 64 KiB', () => {
    expect(inHead('/', ['X-Keys', SENTINEL.repeat(100)], { value: 'v'.repeat(8192) })).toBeNull();
  });
});

describe('a sentinel in the body of a request', () => {
  // docs/credential-proxy/placeholders.md#body
  it.each([
    ['application/json', `{"key":"${SENTINEL}","ü":1}`, '{"key":"a/b \\"c\\":d","ü":1}'],
    ['application/vnd.api+json; charset=utf-8', `["${SENTINEL}"]`, '["a/b \\"c\\":d"]'],
    ['application/x-www-form-urlencoded', `key=${SENTINEL}&x=1`, 'key=a%2Fb+%22c%22%3Ad&x=1'],
    ['multipart/form-data; boundary=x', `--x\r\n\r\n${SENTINEL}\r\n--x--`, '--x\r\n\r\na/b "c":d\r\n--x--'],
  ])('of the type %s is replaced with the escapes of this type', (type, body, expected) => {
    expect(inBody(type, body)).toBe(expected);
  });

  it.each(['text/plain', 'application/octet-stream', 'application/jsonp', ''])(
    'of the type %j is not replaced',
    (type) => {
      expect(inBody(type, SENTINEL)).toBeUndefined();
    },
  );

  // docs/credential-proxy/placeholders.md#size
  it('cannot make the body larger than 8 MiB', () => {
    expect(inBody('application/json', SENTINEL.repeat(2000), { value: 'v'.repeat(8192) })).toBeUndefined();
  });
});

describe('a rule with placeholders', () => {
  const given = { env: 'API_KEY', prefix: '', value: 'secret-value', in: ['header' as const], needles: [] };
  const rule = (placeholders: Partial<typeof given>[], over = {}) =>
    ruleOf({ headers: [], placeholders: placeholders.map((one) => ({ ...given, ...one })), ...over });

  // docs/credential-proxy/placeholders.md#variable
  it('has the same sentinel in each rule with the same variable, and another sentinel with another token', () => {
    const rules = [rule([{}]), rule([{}], { name: 'other' })];
    const sentinels = (tokenHash: string) =>
      policyOf(rules, { tokenHash }).rules.map(({ placeholders }) => placeholders[0]?.sentinel);
    const [first, second] = sentinels('00'.repeat(32));
    expect(first).toMatch(/^sentinel[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(sentinels('11'.repeat(32))).not.toContain(first);
  });

  it('counts as a rule with a secret, whose value is masked', () => {
    const [compiled] = policyOf([rule([{}])]).rules;
    expect(compiled?.hasSecret).toBe(true);
    expect(compiled?.needles.map(String)).toContain('secret-value');
    expect(warningsOf([rule([{ value: 'short' }])])).toEqual([
      expect.stringContaining('API_KEY is too short'),
    ]);
  });

  it.each([
    ['the same variable twice', [rule([{}, {}])], 'has this variable'],
    ['two prefixes for a variable', [rule([{}]), rule([{ prefix: 'sk-' }], { name: 'b' })], 'another prefix'],
    ['a value with a line break', [rule([{ value: 'a\nb' }])], 'line break'],
    [
      'a dot segment for the path',
      [rule([{ value: '..', in: ['path' as const] as never }])],
      'meaning of the path',
    ],
    [
      'too many placeholders',
      [rule(Array.from({ length: 17 }, (_, at) => ({ env: `K${at}` })))],
      'at most 16',
    ],
    ['a wildcard over a public suffix', [rule([{}], { matchHosts: ['*.github.io'] })], 'anyone can register'],
  ])('is rejected with %s', (_what, rules, words) => {
    expect(problemsOf(rules).map(({ msg }) => msg)).toEqual([expect.stringContaining(words)]);
  });
});
