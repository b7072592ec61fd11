import * as z from 'zod';
import type { AgentLanguage } from '../contract/agent-language.ts';
import { isJsonObject } from '../contract/json-safety.ts';
import type { ConfigProblem } from './fields.ts';
import { nearMatch } from './near-match.ts';
import { GraphConfigFile } from './schema.ts';
import { KEY_SUPPORT, type Support } from './support.ts';

/** Warns of each key at any place of a configuration that is not known, with a known one that is nearly the same. */
export function warnOfUnknownKeys(json: Readonly<Record<string, unknown>>): ConfigProblem[] {
  return [...unknownBelow(json, GraphConfigFile, [])];
}

/** So many keys are no slips of the hand, and comparing them would take long. */
const MAX_COMPARED = 100;

function* unknownBelow(value: unknown, schema: z.ZodType, path: readonly string[]): Generator<ConfigProblem> {
  if (!isJsonObject(value)) return;
  const shape = shapeOf(schema);
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
    yield { key: [...path, key].join('.'), message: `is not known, so it is ignored. ${hint}` };
  }
  for (const [key, inner] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) yield* unknownBelow(value[key], inner, [...path, key]);
  }
}

/** What a schema says of the keys of an object: those that are known, or one schema for all of them. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | z.ZodRecord | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodRecord) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapeOf(asType(schema.unwrap()));
  }
  if (schema instanceof z.ZodPipe) return shapeOf(asType(schema.in));
  if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) {
      const shape = shapeOf(asType(option));
      if (shape !== undefined) return shape;
    }
  }
  return undefined;
}

/** The library's inner schemas are of its core's type; all of ours are of this one. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('a schema of another kind');
}

/** What is done with the keys that a configuration gives: the first that is refused, and warnings of those without effect. */
export function judgeKeys(
  json: Readonly<Record<string, unknown>>,
  language: AgentLanguage,
): { problem: ConfigProblem | undefined; warnings: ConfigProblem[] } {
  const judged = Object.entries(KEY_SUPPORT).flatMap(([key, support]) =>
    saysNothing(valueAt(json, key)) ? [] : [{ key, support: support[language] }],
  );
  const told = (kind: Support['kind']): ConfigProblem[] =>
    judged.flatMap(({ key, support }) =>
      support.kind === kind && support.kind !== 'carried out' ? [{ key, message: support.message }] : [],
    );
  return {
    problem: told('refused')[0],
    warnings: [...told('warned of'), ...warnOfDistribution(json, language)],
  };
}

function warnOfDistribution(
  json: Readonly<Record<string, unknown>>,
  language: AgentLanguage,
): ConfigProblem[] {
  const version = json['python_version'];
  const distribution = typeof version === 'string' ? version.split('-')[1] : undefined;
  if (language !== 'python' || distribution === undefined) return [];
  const message = `names the distribution ${JSON.stringify(distribution)}, which is not carried out: no image is built, agents run on this machine`;
  return [{ key: 'python_version', message }];
}

function valueAt(json: Readonly<Record<string, unknown>>, key: string): unknown {
  let value: unknown = json;
  for (const name of key.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Such a value asks for nothing that would not happen anyway. */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
