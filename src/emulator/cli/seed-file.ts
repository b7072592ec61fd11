import { readFile } from 'node:fs/promises';
import { YAMLError, parse } from 'yaml';
import type * as z from 'zod';
import { PROTO_KEY_MESSAGE, findProtoKey } from '../../contract/json-safety.ts';
import { Seed } from '../admin/seed.ts';
import { UsageError } from '../ports/usage-error.ts';
import { nearest } from './command.ts';

/** Reads and checks a seed file. Throws with the file, the path, the problem and its hint; never a value. */
export async function readSeedFile(file: string): Promise<Seed> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--seed ${file}: cannot be read; name a YAML file`, { cause });
  }
  return parseSeed(text, file);
}

/** The same for its text; `file` is its name in messages. */
export function parseSeed(text: string, file: string): Seed {
  const given = parseYaml(text, file);
  const result = Seed.safeParse(given);
  const lost = result.success ? findProtoKey(given, result.data) : undefined;
  if (lost) throw new UsageError(`--seed ${file}: ${lost.join('.')}: ${PROTO_KEY_MESSAGE}`);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(describe);
  throw new UsageError(`--seed ${file}: ${problems.join('; ')}`);
}

function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const at = error instanceof YAMLError ? error.linePos?.[0] : undefined;
    const where = at === undefined ? '' : ` in line ${at.line}, column ${at.col}`;
    // oxlint-disable-next-line preserve-caught-error -- the parser's message quotes lines that may hold a secret
    throw new UsageError(`--seed ${file}: is not valid YAML${where}`);
  }
}

function describe(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String).join('.') || 'the file';
  if (issue.code !== 'unrecognized_keys') return [`${at}: ${issue.message}`];
  const known = keysAt(issue.path);
  return issue.keys.map((key) => {
    const near = known.length === 0 ? undefined : nearest(key, known);
    return `${at}: unknown key ${key}${near === undefined ? '' : `; did you mean ${near}?`}`;
  });
}

/** The keys the schema knows at a path of the file. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = Seed;
  for (const key of path) {
    schema = unwrapped(schema);
    if (typeof key === 'number') schema = property(property(schema, '_zod', 'def'), 'element');
    else schema = property(property(schema, 'shape'), String(key));
  }
  const shape = property(unwrapped(schema), 'shape');
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

/** Without defaults and optionals around it. */
function unwrapped(schema: unknown): unknown {
  const inner = property(schema, '_zod', 'def', 'innerType');
  return inner === undefined ? schema : unwrapped(inner);
}

function property(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  );
}
