import fc from 'fast-check';
import { isObject } from './document.ts';
import { ODD_TEXTS, oddValue } from './values.ts';

/** A change of a JSON body, at the place that `at` selects. */
type Break =
  | { kind: 'set'; at: number; value: unknown }
  | { kind: 'drop'; at: number }
  | { kind: 'add'; at: number; key: string; value: unknown };

const place = fc.nat(200);
const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'id', 'tenant_id', 'status'),
  fc.string(),
);
/** Generates changes of a body, in most cases none. */
export const bodyBreaks: fc.Arbitrary<readonly Break[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('set' as const), at: place, value: oddValue }),
        fc.record({ kind: fc.constant('drop' as const), at: place }),
        fc.record({ kind: fc.constant('add' as const), at: place, key, value: oddValue }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
);

/** Returns every place inside a value where another value can be set or removed. */
function places(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((name) => [
    { holder: value, key: name },
    ...places(Reflect.get(value, name)),
  ]);
}

/** Returns a copy of the body with these changes. */
export function broken(body: unknown, breaks: readonly Break[]): unknown {
  let result = structuredClone(body);
  for (const one of breaks) {
    const all = places(result);
    const found = all[one.at % Math.max(all.length, 1)];
    if (found === undefined) {
      if (one.kind === 'set') result = one.value;
      continue;
    }
    if (one.kind === 'drop') Reflect.deleteProperty(found.holder, found.key);
    else if (one.kind === 'set') define(found.holder, found.key, one.value);
    else {
      const inside = Reflect.get(found.holder, found.key);
      define(isObject(inside) ? inside : found.holder, one.key, one.value);
    }
  }
  return result;
}

/**
 * Sets a copy of the value, because the same value may be set in several places. `__proto__` becomes an ordinary key,
 * as in parsed JSON.
 */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Generates a change of a body's text, in most cases none. */
export const textBreak: fc.Arbitrary<(text: string) => string | Buffer> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string) => text) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<(text: string) => string | Buffer>(
      (text) => text.slice(0, -1),
      (text) => `${text}}`,
      (text) => `\ufeff${text}`,
      () => '',
      () => '   ',
      () => 'null',
      () => '[]',
      () => '"text"',
      () => '1e400',
      () => '{"a":NaN}',
      (text) => text.replace('{', '{"name":"one","name":["two"],'),
      (text) => text.replace('{', '{"__proto__":{"isAdmin":true},'),
      () => '['.repeat(5_000) + ']'.repeat(5_000),
      () => '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0])]),
      () => Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
    ),
  },
);

/** Generates changes of headers, where `null` removes a header. */
export const headerBreak: fc.Arbitrary<Record<string, string | null>> = fc.oneof(
  { weight: 16, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string | null>>(
      { 'x-api-key': null },
      { 'x-api-key': 'wrong' },
      { 'x-api-key': '' },
      { 'x-api-key': null, authorization: 'Bearer wrong' },
      { 'x-api-key': null, authorization: 'Basic !!!' },
      { 'x-tenant-id': 'nothing' },
      { 'x-tenant-id': '00000000-0000-4000-8000-000000000000' },
      { 'content-type': null },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
      { accept: 'application/xml' },
      { host: 'evil.example' },
      { host: 'a b' },
      { origin: 'https://evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { 'last-event-id': '-1' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { 'x-goog-content-length-range': '5,1' },
      { 'x-hub-signature-256': 'sha256=zz' },
      { cookie: 'x'.repeat(7_000) },
    ),
  },
);

/** Generates unusual values for a path or query parameter. */
export const oddParameter = fc.oneof(
  fc.constantFrom(...ODD_TEXTS.map((text) => text.slice(0, 2_000).toWellFormed())).map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%ed%a0%80',
    '%00',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    'undefined',
    '-1',
    '1e3',
    '0x10',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

/** Generates an addition to a query. */
export const queryBreak: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constantFrom(
        '&',
        '=',
        '&=&',
        '?',
        'limit',
        'limit=',
        'limit=1&limit=2',
        'offset=-1',
        'offset=1e9',
        'limit=1.5',
      ),
      fc.constantFrom(
        '__proto__=1',
        '__proto__[a]=1',
        'a[]=1',
        'status=,,,',
        'deployment_ids=,',
        '%zz=1',
        'x=%ff',
        '+=+',
      ),
      fc
        .tuple(fc.constantFrom('limit', 'status', 'name', 'type', 'cursor', 'offset', 'force'), oddParameter)
        .map((one) => one.join('=')),
    ),
  },
);
