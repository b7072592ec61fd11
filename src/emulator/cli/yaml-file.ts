import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { ClusterSettings } from '../../contract/cluster-settings.ts';
import { findProtoKey, PROTO_KEY_MESSAGE } from '../../contract/json-safety.ts';
import { GENERATED_MAX_BYTES, PlainFileError, readPlainText } from '../../os/plain-file.ts';
import { FaultPlan } from '../admin/fault-plan.ts';
import { UsageError } from '../ports/usage-error.ts';
import { nearestName } from './command.ts';

/**
 * Reads the file that a flag specifies. Error messages begin with `what`, which contains the flag and
 * the path of the file.
 * @throws UsageError if the file cannot be read.
 */
export async function readFlagFile(file: string, what: string): Promise<string> {
  try {
    return await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES });
  } catch (cause) {
    const reason = cause instanceof PlainFileError ? cause.message : 'cannot be read';
    throw new UsageError(`${what}: ${reason}; specify a YAML file`, { cause });
  }
}

/**
 * Parses YAML and validates it against a strict schema.
 * @throws UsageError in one line with the position, path and hint of each problem, never with a value.
 */
export function parseYaml<T>(text: string, what: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const lineOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  const placeOf = (offset: number | undefined) => (offset === undefined ? '' : ` (${lineOf(offset)})`);
  const [error] = document.errors;
  // The YAML parser's message is not used, because the message quotes lines that might contain a secret.
  if (error !== undefined) throw new UsageError(`${what}: is not valid YAML in ${lineOf(error.pos[0])}`);
  const given = valueOf(document, what);
  const result = schema.safeParse(given);
  const at = (path: readonly PropertyKey[]) =>
    (path.map(String).join('.') || 'the file') + placeOf(offsetOf(document, path));
  if (result.success) {
    const lost = findProtoKey(given, result.data);
    if (lost) throw new UsageError(`${what}: ${at(lost)}: ${PROTO_KEY_MESSAGE}`);
    return result.data;
  }
  const problems = result.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [`${at(issue.path)}: ${issue.message}`];
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearestName(key, known);
      const place = placeOf(offsetOfKey(document, issue.path, key));
      const path = issue.path.map(String).join('.') || 'the file';
      return `${path}${place}: unknown key ${key}${near === undefined ? '' : `; did you mean ${near}?`}`;
    });
  });
  throw new UsageError(`${what}: ${problems.join('; ')}`);
}

function valueOf(document: Document, what: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new UsageError(`${what}: is not valid YAML: an alias is undefined, or expands to too much content`);
  }
}

/** Returns the offset of the node at a path, or of its nearest existing ancestor. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0];
}

function offsetOfKey(document: Document, path: readonly PropertyKey[], key: string): number | undefined {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const keys = isMap(map) ? map.items.map((pair) => pair.key) : [];
  const found = keys.find((one) => isScalar(one) && String(one.value) === key);
  return isScalar(found) && found.range ? found.range[0] : offsetOf(document, path);
}

/** Returns the keys that the schema accepts at a path of the file. */
function keysAt(root: z.ZodType, path: readonly PropertyKey[]): string[] {
  let schema: unknown = root;
  for (const key of path) {
    schema = unwrapped(schema);
    if (typeof key === 'number') schema = property(property(schema, '_zod', 'def'), 'element');
    else schema = property(property(schema, 'shape'), String(key));
  }
  const shape = property(unwrapped(schema), 'shape');
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

/** Returns the schema that default and optional schemas wrap. */
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

/**
 * Reads and validates a file of fault rules.
 * @throws UsageError with the file, the position and the problem.
 */
export async function readFaultsFile(file: string): Promise<FaultPlan> {
  return parseFaults(await readFlagFile(file, `--faults ${file}`), file);
}

/**
 * Parses and validates the text of a file of fault rules. Error messages contain the path `file`.
 * @throws UsageError with the file, the position and the problem.
 */
export function parseFaults(text: string, file: string): FaultPlan {
  return parseYaml(text, `--faults ${file}`, FaultPlan);
}

/**
 * Reads and validates the file of `--cluster-settings`.
 * @throws UsageError with the file, the position and the problem.
 */
export async function readClusterSettings(file: string): Promise<ClusterSettings> {
  return parseYaml(
    await readFlagFile(file, `--cluster-settings ${file}`),
    `--cluster-settings ${file}`,
    ClusterSettings,
  );
}
