import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { shapeOf } from '../../src/graph-config/keys.ts';
import { GraphConfigFile } from '../../src/graph-config/schema.ts';
import { KEY_SUPPORT } from '../../src/graph-config/support.ts';

/** Keys of the schema that have no row, although none stands for them. */
function* keysWithoutRow(schema: z.ZodType, above: string): Generator<string> {
  const shape = shapeOf(schema);
  if (shape === undefined || shape instanceof z.ZodRecord) {
    yield above;
    return;
  }
  for (const [name, inner] of Object.entries(shape)) {
    const key = above === '' ? name : `${above}.${name}`;
    if (!Object.hasOwn(KEY_SUPPORT, key)) yield* keysWithoutRow(inner, key);
  }
}

function isInSchema(key: string): boolean {
  let schema: z.ZodType | undefined = GraphConfigFile;
  for (const name of key.split('.')) {
    const shape: ReturnType<typeof shapeOf> = schema && shapeOf(schema);
    schema = shape === undefined || shape instanceof z.ZodRecord ? undefined : shape[name];
  }
  return schema !== undefined;
}

describe('the table of what is done with keys', () => {
  test('has a row for each key of the schema, or for a section that it is in', () => {
    expect([...keysWithoutRow(GraphConfigFile, '')]).toEqual([]);
  });

  test('has no row for a key that the schema does not know', () => {
    expect(Object.keys(KEY_SUPPORT).filter((key) => !isInSchema(key))).toEqual([]);
  });
});
