import * as z from 'zod';
import type { AgentLanguage } from '../contract/agent-language.ts';
import { isJsonObject } from '../contract/json-safety.ts';
import type { ConfigProblem } from './fields.ts';
import { nearMatch } from './near-match.ts';
import { GraphConfigFile } from './schema.ts';
import { KEY_SUPPORT } from './support.ts';

/** Returns a warning for each unknown key at any depth of a configuration, with the most similar known key. */
export function warnAboutUnknownKeys(json: Readonly<Record<string, unknown>>): ConfigProblem[] {
  return [...unknownBelow(json, GraphConfigFile, [])];
}

/**
 * Maximum number of unknown keys that are compared with known keys. A larger number is not caused by typing errors, and
 * the comparison would take long.
 */
const MAX_COMPARED = 100;

function* unknownBelow(value: unknown, schema: z.ZodType, path: readonly string[]): Generator<ConfigProblem> {
  if (!isJsonObject(value)) return;
  const shape = knownKeysSchema(schema);
  if (shape === undefined) return;
  if (shape instanceof z.ZodRecord) {
    for (const [key, inner] of Object.entries(value)) {
      yield* unknownBelow(inner, asType(shape.valueType), [...path, key]);
    }
    return;
  }
  const known = Object.keys(shape);
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
  for (const [index, key] of unknown.entries()) {
    const near = index < MAX_COMPARED ? nearMatch(key, known) : undefined;
    const hint =
      near === undefined ? 'Remove it if no other tool reads it' : `Did you mean ${JSON.stringify(near)}?`;
    yield { key: [...path, key].join('.'), message: `is unknown and ignored. ${hint}` };
  }
  for (const [key, inner] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) yield* unknownBelow(value[key], inner, [...path, key]);
  }
}

/** Returns the schemas of an object's known keys, or the schema that applies to all keys of a record. */
export function knownKeysSchema(
  schema: z.ZodType,
): Readonly<Record<string, z.ZodType>> | z.ZodRecord | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodRecord) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return knownKeysSchema(asType(schema.unwrap()));
  }
  if (schema instanceof z.ZodPipe) return knownKeysSchema(asType(schema.in));
  if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) {
      const shape = knownKeysSchema(asType(option));
      if (shape !== undefined) return shape;
    }
  }
  return undefined;
}

/** Returns a schema as `z.ZodType`, because zod declares inner schemas with the type of zod's core. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('a schema of another kind');
}

/** Returns the keys that the emulator rejects, and warnings about keys without effect. */
export function checkKeys(
  json: Readonly<Record<string, unknown>>,
  language: AgentLanguage,
): { refusals: ConfigProblem[]; warnings: ConfigProblem[] } {
  const refusals: ConfigProblem[] = [];
  const warnings: ConfigProblem[] = [];
  for (const [key, support] of Object.entries(KEY_SUPPORT)) {
    const own = support[language];
    if (own.kind === 'supported' || isEmptyValue(valueAt(json, key))) continue;
    const isEverywhere =
      own.isEverywhere === true || (own.kind === 'refused' && support.departure === undefined);
    const problem = { key, message: own.message, ...(!isEverywhere && ONLY) };
    (own.kind === 'refused' ? refusals : warnings).push(problem);
  }
  return { refusals, warnings: [...warnings, ...warnOfDistribution(json, language)] };
}

const ONLY = { isEmulatorOnly: true } as const;

function warnOfDistribution(
  json: Readonly<Record<string, unknown>>,
  language: AgentLanguage,
): ConfigProblem[] {
  const version = json['python_version'];
  const distribution = typeof version === 'string' ? version.split('-')[1] : undefined;
  if (language !== 'python' || distribution === undefined) return [];
  const message = `contains the distribution ${JSON.stringify(distribution)}, which is not supported there. Set the key "image_distro" instead`;
  return [{ key: 'python_version', message, ...ONLY }];
}

function valueAt(json: Readonly<Record<string, unknown>>, key: string): unknown {
  let value: unknown = json;
  for (const name of key.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Returns whether a value, such as false or an empty list, only requests the default behavior. */
function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
