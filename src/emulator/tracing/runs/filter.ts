import { parseMoment } from '../../../contract/evaluation.ts';
import { parseExactJson } from '../../../contract/exact-json.ts';
import { isJsonObject, isNestedDeeper } from '../../../contract/json-safety.ts';
import type { FeedbackScoreRow, TracedRunDetails } from '../../ports/store.ts';
import { isSubset } from '../datasets/matching.ts';

/** Fields of a run that a filter reads. `scores` is empty unless the filter needs feedback. */
export interface FilteredRun {
  run: Omit<TracedRunDetails, 'ordinal' | 'workspaceId' | 'projectId' | 'attachments'>;
  scores: readonly Pick<FeedbackScoreRow, 'key' | 'score' | 'value'>[];
}

export interface RunFilter {
  readonly needsFeedback: boolean;
  matches(run: FilteredRun): boolean;
}

/** Invalid filter expression, or an expression that the emulator does not support. */
export class FilterError extends Error {}

const LENGTH_MAX = 10_000;
const DEPTH_MAX = 32;
const TOKEN =
  /\s*(?:([a-z_]\w*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([(),[\]]))/iy;

type Literal = string | number | boolean | null;
type Node =
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'name'; name: string }
  | { kind: 'literal'; value: Literal }
  | { kind: 'list'; values: Literal[] };
type Token = { kind: 'name' | 'mark'; text: string } | { kind: 'literal'; value: Literal };

function tokenize(text: string): Token[] {
  if (text.length > LENGTH_MAX) {
    throw new FilterError(`has more than ${LENGTH_MAX.toLocaleString('en')} characters`);
  }
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const from = pattern.lastIndex;
    const [, name, quoted, number, mark] = pattern.exec(text) ?? [];
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (quoted !== undefined) tokens.push({ kind: 'literal', value: unquote(quoted) });
    else if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else throw new FilterError(`has an unexpected character at position ${from + 1}`);
  }
  return tokens;
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

function unquote(text: string): string {
  return text
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code: string | undefined, letter: string) =>
      code === undefined ? (ESCAPES.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

const CONSTANTS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#node(0);
    if (this.#at < this.#tokens.length) throw new FilterError('continues after its end');
    return node;
  }

  #isMark(text: string): boolean {
    const token = this.#tokens[this.#at];
    const found = token?.kind === 'mark' && token.text === text;
    if (found) this.#at += 1;
    return found;
  }

  #node(depth: number): Node {
    if (depth > DEPTH_MAX) throw new FilterError(`is nested more than ${DEPTH_MAX} levels deep`);
    if (this.#isMark('[')) return { kind: 'list', values: this.#list(']', depth).map(literalOf) };
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw new FilterError('ends too early');
    if (token.kind === 'literal') return token;
    if (token.kind === 'mark') throw new FilterError(`has an unexpected "${token.text}"`);
    if (this.#isMark('(')) return { kind: 'call', name: token.text, args: this.#list(')', depth) };
    const constant = CONSTANTS.get(token.text.toLowerCase());
    return constant === undefined ? { kind: 'name', name: token.text } : { kind: 'literal', value: constant };
  }

  #list(end: string, depth: number): Node[] {
    const nodes: Node[] = [];
    if (this.#isMark(end)) return nodes;
    do nodes.push(this.#node(depth + 1));
    while (this.#isMark(','));
    if (!this.#isMark(end)) throw new FilterError(`lacks a "${end}"`);
    return nodes;
  }
}

function literalOf(node: Node | undefined): Literal {
  if (node?.kind === 'literal') return node.value;
  throw new FilterError('must compare a field with a string, a number, true, false or null');
}

type Test = (run: FilteredRun) => boolean;
type Field = (run: FilteredRun['run']) => Literal;

/** Keys of metadata that contain the ID of a thread, in the order of precedence. */
const THREAD_KEYS = ['session_id', 'thread_id', 'conversation_id'];

function metadataOf({ extra }: FilteredRun['run']): Record<string, unknown> {
  const metadata = extra?.['metadata'];
  return isJsonObject(metadata) ? metadata : {};
}

/** Returns the thread ID in a run's metadata, or null if the metadata contains no thread ID. */
export function threadIdOf(run: FilteredRun['run']): string | null {
  const metadata = metadataOf(run);
  const found = THREAD_KEYS.map((key) => metadata[key]).find((value) => typeof value === 'string');
  return found ?? null;
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>(
  Object.entries({
    id: (run) => run.id,
    name: (run) => run.name,
    run_type: (run) => run.runType,
    status: (run) => (run.error === null ? (run.endTime === null ? 'pending' : 'success') : 'error'),
    error: (run) => run.error,
    trace_id: (run) => run.traceId,
    parent_run_id: (run) => run.parentRunId,
    reference_example_id: (run) => run.referenceExampleId,
    thread_id: threadIdOf,
    is_root: (run) => run.parentRunId === null,
    start_time: (run) => run.startTime,
    end_time: (run) => run.endTime,
    latency: (run) => (run.endTime === null ? null : (run.endTime - run.startTime) / 1_000),
    total_tokens: (run) => run.totalTokens ?? 0,
    prompt_tokens: (run) => run.promptTokens ?? 0,
    completion_tokens: (run) => run.completionTokens ?? 0,
  } satisfies Record<string, Field>),
);
const TIMES = new Set(['start_time', 'end_time']);

type Comparison = (value: Literal, wanted: Literal) => boolean;
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>(
  Object.entries({
    eq: (value, wanted) => value === wanted,
    neq: (value, wanted) => value !== wanted,
    gt: (value, wanted) => value !== null && wanted !== null && value > wanted,
    gte: (value, wanted) => value !== null && wanted !== null && value >= wanted,
    lt: (value, wanted) => value !== null && wanted !== null && value < wanted,
    lte: (value, wanted) => value !== null && wanted !== null && value <= wanted,
  } satisfies Record<string, Comparison>),
);

/** Entry of a run's metadata or feedback. A single entry must meet all conditions of an `and`. */
type Entry = Readonly<Record<string, Literal>>;

const scoreOf = (score: unknown): Literal =>
  typeof score === 'number' ? score : typeof score === 'boolean' ? Number(score) : null;
const asLiteral = (value: unknown): Literal =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? value
    : value === null || value === undefined
      ? null
      : typeof value === 'bigint'
        ? Number(value)
        : JSON.stringify(value);

const ENTRIES: Readonly<Record<string, { fields: readonly string[]; of: (run: FilteredRun) => Entry[] }>> = {
  metadata: {
    fields: ['metadata_key', 'metadata_value'],
    of: ({ run }) =>
      Object.entries(metadataOf(run)).map(([key, value]) => ({
        metadata_key: key,
        metadata_value: asLiteral(value),
      })),
  },
  feedback: {
    fields: ['feedback_key', 'feedback_score', 'feedback_value'],
    of: ({ scores }) =>
      scores.map(({ key, score, value }) => ({
        feedback_key: key,
        feedback_score: scoreOf(score),
        feedback_value: asLiteral(value),
      })),
  },
};
const ENTRY_FIELDS = new Map(
  Object.entries(ENTRIES).flatMap(([kind, { fields }]) => fields.map((field) => [field, kind] as const)),
);

/** Condition on one entry of metadata or feedback. */
interface EntryTest {
  kind: string;
  test: (entry: Entry) => boolean;
}

const KNOWN = [...FIELDS.keys(), 'tags', 'metadata', ...ENTRY_FIELDS.keys()].join(', ');

function fieldName(node: Node | undefined): string {
  if (node?.kind === 'name') return node.name;
  throw new FilterError('must name a field first in each comparison');
}

/** Returns the value that a field is compared with. Times are epoch milliseconds, and latencies are seconds. */
function wantedOf(field: string, literal: Literal): Literal {
  if (typeof literal !== 'string') return literal;
  if (TIMES.has(field)) {
    const at = parseMoment(literal);
    if (at === undefined) throw new FilterError(`must compare ${field} with a time`);
    return at;
  }
  if (field !== 'latency') return literal;
  const seconds = /^\d+(?:\.\d+)?(?=s?$)/.exec(literal)?.[0];
  if (seconds === undefined) throw new FilterError('must compare latency with a number of seconds');
  return Number(seconds);
}

/** Converts a comparison, or a call of `in`, to a function that tests the value of `field`. */
function literalTest({ name, args }: Extract<Node, { kind: 'call' }>, field: string) {
  const [, second] = args;
  if (args.length !== 2) throw new FilterError(`needs two values in ${name}`);
  if (name === 'in') {
    if (second?.kind !== 'list') throw new FilterError('needs a list as the second value of in');
    const wanted = new Set(second.values.map((value) => wantedOf(field, value)));
    return (value: Literal) => wanted.has(value);
  }
  const compare = COMPARISONS.get(name);
  if (compare === undefined) throw new FilterError(`uses ${name}, which the emulator does not support`);
  const wanted = wantedOf(field, literalOf(second));
  return (value: Literal) => compare(value, wanted);
}

/** Returns the condition on entries that a node describes, or `undefined` if the node describes no such condition. */
function entryTest(node: Node): EntryTest | undefined {
  if (node.kind !== 'call' || (node.name !== 'in' && !COMPARISONS.has(node.name))) return undefined;
  const field = fieldName(node.args[0]);
  const kind = ENTRY_FIELDS.get(field);
  if (kind === undefined) return undefined;
  const test = literalTest(node, field);
  return { kind, test: (entry) => test(entry[field] ?? null) };
}

/** Returns a function that tests whether a run has an entry that meets all conditions. */
function someEntry(kind: string, tests: readonly EntryTest[]): Test {
  const entries = ENTRIES[kind]?.of;
  return (run) => entries?.(run).some((entry) => tests.every(({ test }) => test(entry))) ?? false;
}

function conjunction(args: readonly Node[]): Test {
  const byKind = new Map<string, EntryTest[]>();
  const tests: Test[] = [];
  for (const node of args) {
    const own = entryTest(node);
    if (own === undefined) tests.push(toTest(node));
    else byKind.set(own.kind, [...(byKind.get(own.kind) ?? []), own]);
  }
  const all = [...tests, ...[...byKind].map(([kind, own]) => someEntry(kind, own))];
  return (run) => all.every((test) => test(run));
}

function has(args: readonly Node[]): Test {
  const field = fieldName(args[0]);
  const wanted = literalOf(args[1]);
  if (field === 'tags' && typeof wanted === 'string') return ({ run }) => run.tags.includes(wanted);
  if (field === 'metadata' && typeof wanted === 'string') {
    const part = parseObject(wanted);
    return ({ run }) => isSubset(part, metadataOf(run));
  }
  throw new FilterError(
    'must use has with tags and a string, or with metadata and a JSON object as a string',
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = isNestedDeeper(text) ? undefined : parseExactJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // A syntax error is reported as a FilterError, like any other invalid value.
  }
  throw new FilterError('must use has on metadata with a JSON object as a string');
}

function exists(args: readonly Node[]): Test {
  const wanted = literalOf(args[1]);
  if (fieldName(args[0]) === 'metadata' && typeof wanted === 'string') {
    return ({ run }) => Object.hasOwn(metadataOf(run), wanted);
  }
  throw new FilterError('must use exists with metadata and a key as a string');
}

function toTest(node: Node): Test {
  if (node.kind !== 'call') throw new FilterError('must consist of conditions such as eq(name, "target")');
  const { name, args } = node;
  const own = entryTest(node);
  if (own !== undefined) return someEntry(own.kind, [own]);
  switch (name) {
    case 'and':
      return conjunction(args);
    case 'or': {
      const tests = args.map(toTest);
      return (run) => tests.some((test) => test(run));
    }
    case 'not': {
      const [only, ...others] = args.map(toTest);
      if (only === undefined || others.length > 0) throw new FilterError('needs one condition in not');
      return (run) => !only(run);
    }
    case 'has':
      return has(args);
    case 'exists':
      return exists(args);
    default: {
      const field = fieldName(args[0]);
      const test = literalTest(node, field);
      const read = FIELDS.get(field);
      if (read === undefined)
        throw new FilterError(`uses the field ${field}; the emulator filters by ${KNOWN}`);
      return ({ run }) => test(read(run));
    }
  }
}

/**
 * Parses a filter expression of the service, such as `and(eq(run_type, "chain"), has(tags, "beta"))`.
 * @throws FilterError with a message that continues a sentence after the name of the expression's field.
 */
export function parseRunFilter(text: string): RunFilter {
  const tokens = tokenize(text);
  const test = toTest(new Parser(tokens).whole());
  const needsFeedback = tokens.some(
    (token) => token.kind === 'name' && ENTRY_FIELDS.get(token.text) === 'feedback',
  );
  return { needsFeedback, matches: (run) => test(run) };
}
