import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { findProtoKey, protoKeyError } from '../../src/contract/json-safety.ts';
import { jsonObject } from '../../src/contract/primitives.ts';

const parsed = (text: string): unknown => JSON.parse(text);
const Schema = z.object({
  name: z.string(),
  metadata: jsonObject.nullish(),
  list: z.array(z.looseObject({ labels: z.record(z.string(), z.string()).optional() })).optional(),
  input: z.unknown().optional(),
});
const lostIn = (text: string) => findProtoKey(parsed(text), Schema.parse(parsed(text)))?.join('.');

// docs/api.md#json-safety
describe('the key __proto__', () => {
  test.each([
    ['{"name":"a","metadata":{"__proto__":{"a":1},"b":1}}', 'metadata.__proto__'],
    ['{"name":"a","metadata":{"\\u005f_proto__":1}}', 'metadata.__proto__'],
    ['{"name":"a","list":[{},{"labels":{"__proto__":"x"}}]}', 'list.1.labels.__proto__'],
    ['{"name":"a","list":[{"__proto__":1}]}', 'list.0.__proto__'],
    ['{"__proto__":{"isAdmin":true},"name":"a"}', '__proto__'],
  ])('is reported if an object would lose it: %s', (text, place) => {
    expect(lostIn(text)).toBe(place);
  });

  test.each([
    '{"name":"a","metadata":{"proto":1,"constructor":{"prototype":1}}}',
    '{"name":"a","metadata":{"deeper":{"__proto__":{"a":1}}}}',
    '{"name":"a","input":{"__proto__":[1]}}',
    '{"name":"a","metadata":null,"ignored":{"__proto__":1}}',
  ])('is accepted if it is preserved or its field is ignored: %s', (text) => {
    expect(lostIn(text)).toBeUndefined();
  });

  test('is reported like any other error of a field', () => {
    const sent = parsed('{"metadata":{"__proto__":1}}');
    expect(protoKeyError(sent, z.object({ metadata: jsonObject }).parse(sent), 'body')).toEqual({
      loc: ['body', 'metadata', '__proto__'],
      msg: expect.stringContaining('another name'),
      type: 'value_error',
    });
  });

  // docs/security/emulator.md#key-proto-refused-422
  test('is never lost in an accepted value (property)', () => {
    const key = fc.oneof(fc.constant('__proto__'), fc.string());
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.array(tie('json')), tie('map')),
      map: fc
        .array(fc.tuple(key, tie('json')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
    }));
    const Maps = z.object({ metadata: jsonObject, all: z.array(z.record(z.string(), z.unknown())) });
    const map = json.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    fc.assert(
      fc.property(map, fc.array(map, { maxLength: 3 }), (metadata, all) => {
        const sent = { metadata, all };
        const taken = Maps.parse(sent);
        if (findProtoKey(sent, taken) === undefined) expect(JSON.stringify(taken)).toBe(JSON.stringify(sent));
        else expect(JSON.stringify(sent)).toContain('"__proto__"');
      }),
    );
  });
});
