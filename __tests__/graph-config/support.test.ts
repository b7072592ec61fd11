import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { graphConfigSchema } from '../../scripts/readme/graph-config.ts';
import { knownKeysSchema } from '../../src/graph-config/keys.ts';
import { GraphConfigFile } from '../../src/graph-config/schema.ts';
import { KEY_SUPPORT } from '../../src/graph-config/support.ts';

/** Yields keys of the schema that neither have a row nor are below a key with a row. */
function* keysWithoutRow(schema: z.ZodType, above: string): Generator<string> {
  const shape = knownKeysSchema(schema);
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
    const shape: ReturnType<typeof knownKeysSchema> = schema && knownKeysSchema(schema);
    schema = shape === undefined || shape instanceof z.ZodRecord ? undefined : shape[name];
  }
  return schema !== undefined;
}

describe('the table of supported keys', () => {
  test('has a row for each key of the schema, or for the section of the key', () => {
    expect([...keysWithoutRow(GraphConfigFile, '')]).toEqual([]);
  });

  test('has no row for a key that the schema does not contain', () => {
    expect(Object.keys(KEY_SUPPORT).filter((key) => !isInSchema(key))).toEqual([]);
  });
});

describe('the JSON schema of graph configurations', () => {
  // docs/reference/langgraph-json.md#mistakes
  test('forbids unknown keys at each level, and describes each known key', () => {
    const missing: string[] = [];
    const loose: string[] = [];
    const walk = (schema: ReturnType<typeof graphConfigSchema>, path: string): void => {
      for (const branch of [schema, ...(schema.anyOf ?? [])]) {
        if (branch !== schema) walk(branch, path);
        if (!branch.properties) continue;
        if (branch.additionalProperties !== false) loose.push(path);
        for (const [name, inner] of Object.entries(branch.properties)) {
          if (inner.description === undefined) missing.push(`${path}.${name}`);
          walk(inner, `${path}.${name}`);
        }
      }
      if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${path}.*`);
    };
    walk(graphConfigSchema(), '');
    expect(missing).toEqual([]);
    expect(loose).toEqual([]);
  });
});
