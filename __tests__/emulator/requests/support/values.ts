import fc from 'fast-check';
import { type ApiDocument, isObject, type Json } from './document.ts';

/** Strings that programs often handle wrongly. */
export const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '🙂'.repeat(40),
  '‮abc',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE deployments; --",
  '%00%ff',
  '{{7*7}}',
  '\r\nX-Injected: 1',
  'NaN',
  '1e999',
  '-0',
  'null',
  'x'.repeat(70_000),
];

/** Generates any JSON value, with a higher weight for unusual values. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[[]]], ''),
  fc.constantFrom(...ODD_TEXTS),
  fc.jsonValue({ maxDepth: 2 }),
);

const DEEPEST = 6;
const made = new WeakMap<Json, fc.Arbitrary<unknown>[]>();
/** Generators by pattern, cached because the creation of one takes tens of milliseconds. */
const patterns = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  patterns.set(pattern, known);
  return known;
}

/** Generates values that a published schema permits, without further constraints. */
export function valueOf(schema: Json, document: ApiDocument, depth = 0): fc.Arbitrary<unknown> {
  const byDepth = made.get(schema) ?? [];
  made.set(schema, byDepth);
  return (byDepth[Math.min(depth, DEEPEST)] ??= makeValueOf(schema, document, depth));
}

function makeValueOf(schema: Json, document: ApiDocument, depth: number): fc.Arbitrary<unknown> {
  const inner = (one: unknown) => valueOf(isObject(one) ? one : {}, document, depth + 1);
  const { $ref: ref, enum: choices, const: fixed, anyOf, oneOf, type } = schema;
  if (typeof ref === 'string') return inner(document.components.schemas[ref.split('/').at(-1) ?? '']);
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom<unknown>(...choices);
  if ('const' in schema) return fc.constant(fixed);
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  if (branches.length > 0) return fc.oneof(...branches.map(inner));
  if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => inner({ ...schema, type: one })));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(boundsOf(schema, -(2 ** 31), 2 ** 31 - 1));
    case 'number':
      return fc.double({ ...boundsOf(schema, -1e6, 1e6), noNaN: true });
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(inner(schema['items']), { maxLength: depth > 4 ? 0 : 3 });
    case 'object':
      return objectOf(schema, inner, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function boundsOf({ minimum, maximum }: Json, lowest: number, highest: number) {
  const min = typeof minimum === 'number' ? Math.max(minimum, lowest) : lowest;
  const max = typeof maximum === 'number' ? Math.min(maximum, highest) : highest;
  return { min, max };
}

function textOf({ format, pattern, minLength, maxLength }: Json): fc.Arbitrary<string> {
  if (format === 'uuid' || format === 'guid') return fc.uuid();
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((at) => at.toISOString());
  }
  if (format === 'uri') return fc.webUrl();
  if (typeof pattern === 'string') {
    return matching(pattern).map((text) => text.slice(0, Number(maxLength ?? 300)));
  }
  return fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9/.:-]{0,20}$/),
    fc.string({
      unit: 'grapheme',
      minLength: Number(minLength ?? 0),
      maxLength: Math.min(Number(maxLength ?? 24), 24),
    }),
  );
}

function objectOf(
  { properties, required, additionalProperties, propertyNames }: Json,
  inner: (schema: unknown) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(isObject(properties) ? properties : {});
  if (fields.length === 0 && isObject(additionalProperties)) {
    const names = isObject(propertyNames) ? textOf(propertyNames) : fc.string({ maxLength: 8 });
    return fc.dictionary(names, inner(additionalProperties), { maxKeys: 3 });
  }
  const optional = fields.filter(([name]) => !needed.has(name));
  // Only a few optional fields are set at a time, because all of them together contradict each other.
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(fields.filter(([name]) => needed.has(name)).map(([n, s]) => [n, inner(s)])),
      ),
      fc.subarray(optional, { maxLength: depth > 5 ? 0 : Math.min(4, optional.length) }),
    )
    .chain(([must, some]) =>
      fc
        .record(Object.fromEntries(some.map(([name, schema]) => [name, inner(schema)])))
        .map((more) => ({ ...must, ...more })),
    );
}
