import * as z from 'zod';
import { fieldOf } from '../../contract/json-safety.ts';

/** Fields of a JSON schema that affect an example. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
});
type Schema = z.infer<typeof Schema>;

const Schemas = z.looseObject({ input_schema: Schema.nullish() });

const MESSAGES = { messages: [{ role: 'user', content: 'hello' }] };

/**
 * Maximum nesting depth of the objects, lists and references of an example, which limits types that contain themselves.
 */
const MAX_DEPTH = 8;

/** Example strings, keyed by format. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * Returns an input that a graph with these schemas accepts, or a message if the schemas are unknown. A field of an
 * unknown type is omitted, because a reducer fails on null, but an absent field gets its default.
 */
export function exampleInput(schemas: unknown): Record<string, unknown> {
  const read = Schemas.safeParse(schemas);
  const input = read.success ? read.data.input_schema : undefined;
  const properties = input?.properties;
  if (input === null || input === undefined || properties === undefined || 'messages' in properties) {
    return MESSAGES;
  }
  const needed = input.required ?? Object.keys(properties);
  return Object.fromEntries(
    needed.flatMap((name) => {
      const value = exampleOf(properties[name], input, 0);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns an example value for a schema, or `undefined` if the schema's type is unknown or nested too deeply. */
function exampleOf(given: unknown, root: Schema, depth: number): unknown {
  const schema = Schema.safeParse(given).data;
  if (schema === undefined || depth > MAX_DEPTH) return undefined;
  if (schema.$ref !== undefined) return exampleOf(findReferenced(schema.$ref, root), root, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  for (const branch of schema.anyOf ?? schema.oneOf ?? []) {
    const value = exampleOf(branch, root, depth + 1);
    if (value !== undefined) return value;
  }
  const type = [schema.type].flat().find((one) => one !== 'null');
  switch (type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'hello';
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items, root, depth + 1) ?? null] : [];
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          exampleOf(schema.properties?.[name], root, depth + 1) ?? null,
        ]),
      );
    default:
      return undefined;
  }
}

/**
 * Resolves a reference such as `#/$defs/Order` in the document, or returns `undefined` if the target does not exist.
 */
function findReferenced(reference: string, root: Schema): unknown {
  const [start, ...names] = reference.split('/');
  if (start !== '#') return undefined;
  return names.reduce<unknown>((parent, name) => fieldOf(parent, name), root);
}
