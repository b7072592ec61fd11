import { stringifyExactJson } from '../../../contract/exact-json.ts';
import type { AuthQuery } from '../../ports/agent-auth.ts';
import type {
  DraftedUpdate,
  GraphSchemas,
  StateUpdate,
  WorkerAnswers,
  WorkerQuery,
} from '../../ports/worker.ts';
import { Draft, withDraft } from './checkpoint-saver.ts';
import {
  type LibraryGraph,
  type LoadedGraph,
  type LibraryRunnable,
  type RunnableGraph,
  toCommand,
} from './graphs.ts';
import { libraryVersion } from './library.ts';
import { MESSAGES_SCHEMA } from './type-converter.ts';
import { interruptsOf, toPlain, toPlainRecord, toStateBody } from './plain-json.ts';

type Query<K extends WorkerQuery['kind']> = Extract<WorkerQuery, { kind: K }>;

/**
 * Maximum length of a response with a thread's history, in JSON characters. A longer history is sent in several
 * responses.
 */
const ANSWER_CHARACTERS = 4 * 1024 * 1024;

/** Thrown if a query needs state but the graph has no state. */
class NoStateError extends Error {
  override readonly name = 'NoStateError';
}

type GraphQuery = Exclude<WorkerQuery, AuthQuery | { kind: 'embed' | 'priority' }>;

/** Executes a query about a graph or its threads. The emulator checks the response (`link/parse.ts`). */
export function answerQuery(
  graphId: string,
  loaded: LoadedGraph,
  query: Query<'update'>,
): Promise<WorkerAnswers['update']>;
export function answerQuery(
  graphId: string,
  loaded: LoadedGraph,
  query: GraphQuery,
): Promise<WorkerAnswers[keyof WorkerAnswers]>;
export async function answerQuery(
  graphId: string,
  loaded: LoadedGraph,
  query: GraphQuery,
): Promise<WorkerAnswers[keyof WorkerAnswers]> {
  if (query.kind === 'library') return { version: await libraryVersion(loaded.url) };
  const opened = await loaded.open(
    'threadId' in query ? { configurable: { thread_id: query.threadId } } : query.config,
  );
  switch (query.kind) {
    case 'state':
      return readState(opened, query);
    case 'history':
      return readHistory(opened, query);
    case 'update':
      return updateState(keeping(graphId, opened), query);
    case 'drawing':
      return draw(graphId, opened, query);
    case 'schemas':
      return opened.kind === 'plain'
        ? UNKNOWN_SCHEMAS
        : describeSchemas(opened.graph, opened.url, loaded.describeTypes);
    case 'subgraphs':
      return readSubgraphs(opened, query);
  }
}

function keeping(graphId: string, opened: RunnableGraph): LibraryRunnable {
  if (opened.kind === 'library') return opened;
  throw new NoStateError(
    `graph '${graphId}' does not use the graph library, so it keeps no state between runs`,
  );
}

/** Returns the library's configuration for a checkpoint of a thread. */
function configOf({ threadId, at }: Pick<Query<'state'>, 'threadId' | 'at'>) {
  return {
    configurable: {
      thread_id: threadId,
      ...(at && { checkpoint_ns: at.ns }),
      ...(at?.id !== undefined && { checkpoint_id: at.id }),
    },
  };
}

/** Reads the state of a thread as this graph sees it, or returns an empty object if the graph has no state. */
async function readState(opened: RunnableGraph, query: Query<'state'>): Promise<WorkerAnswers['state']> {
  if (opened.kind === 'plain') return {};
  const options = { subgraphs: query.subgraphs === true };
  return toStateBody(await opened.graph.getState(configOf(query), options));
}

/** Reads as many states as fit into one message. */
async function readHistory(
  opened: RunnableGraph,
  query: Query<'history'>,
): Promise<WorkerAnswers['history']> {
  if (opened.kind === 'plain') return { states: [] };
  const { limit, before, metadata } = query;
  const options = {
    limit,
    ...(before !== undefined && { before: { configurable: { checkpoint_id: before } } }),
    ...(metadata && { filter: metadata }),
  };
  const states: WorkerAnswers['history']['states'] = [];
  let characters = 0;
  for await (const snapshot of opened.graph.getStateHistory(configOf(query), options)) {
    const state = toStateBody(snapshot);
    states.push(state);
    characters += stringifyExactJson(state).length;
    const id = toPlainRecord(state.checkpoint).checkpoint_id;
    if (characters >= ANSWER_CHARACTERS && states.length < limit && typeof id === 'string') {
      return { states, next: id };
    }
  }
  return { states };
}

async function draw(
  graphId: string,
  opened: RunnableGraph,
  { xray }: Query<'drawing'>,
): Promise<WorkerAnswers['drawing']> {
  if (opened.kind === 'plain') return drawPlainGraph(graphId);
  const { graph } = opened;
  const drawn = (await graph.getGraphAsync?.({ xray })) ?? graph.getGraph({ xray });
  const drawing = toPlainRecord(drawn.toJSON());
  const records = (list: unknown) => (Array.isArray(list) ? list.map((one) => toPlainRecord(one)) : []);
  return { nodes: records(drawing.nodes), edges: records(drawing.edges) };
}

async function readSubgraphs(
  opened: RunnableGraph,
  { namespace, recurse }: Query<'subgraphs'>,
): Promise<WorkerAnswers['subgraphs']> {
  if (opened.kind === 'plain') return {};
  const found: WorkerAnswers['subgraphs'] = {};
  const { graph: outer } = opened;
  const subgraphs =
    outer.getSubgraphsAsync?.(namespace, recurse) ?? outer.getSubgraphs?.(namespace, recurse) ?? [];
  for await (const [name, graph] of subgraphs) {
    found[name] = await describeSchemas(graph, opened.url);
  }
  return found;
}

/**
 * Drafts a change of a thread's state with the graph library's own `updateState`.
 * @throws the library's error if the change does not fit the graph.
 */
async function updateState(
  { graph, library }: LibraryRunnable,
  query: Query<'update'>,
): Promise<DraftedUpdate> {
  const { threadId, at, steps } = query;
  const toUpdate = ({ values, command, asNode }: StateUpdate) => ({
    values: command ? toCommand(library, command) : values,
    ...(asNode !== undefined && { asNode }),
  });
  const config = {
    configurable: {
      thread_id: threadId,
      checkpoint_ns: at.ns,
      ...(at.id !== undefined && { checkpoint_id: at.id }),
    },
  };
  const supersteps = steps.map((updates) => ({ updates: updates.map(toUpdate) }));
  return drafted(graph, threadId, async () => (await apply(graph, config, supersteps)).configurable);
}

function apply(
  graph: LibraryGraph,
  config: Record<string, unknown>,
  supersteps: { updates: { values?: unknown; asNode?: string }[] }[],
): ReturnType<LibraryGraph['updateState']> {
  const [only, ...more] = supersteps;
  const [update, ...others] = only?.updates ?? [];
  if (update && more.length === 0 && others.length === 0) {
    return graph.updateState(config, update.values, update.asNode);
  }
  if (graph.bulkUpdateState) return graph.bulkUpdateState(config, supersteps);
  throw new Error(
    'this version of the graph library accepts only one update at a time. Raise its version to send several updates',
  );
}

async function drafted(
  graph: LibraryGraph,
  threadId: string,
  work: () => Promise<Record<string, unknown> | undefined>,
): Promise<DraftedUpdate> {
  const draft = new Draft();
  return withDraft(draft, async () => {
    const { thread_id, checkpoint_ns, checkpoint_id, checkpoint_map } = toPlainRecord(await work());
    const snapshot = await graph.getState({ configurable: { thread_id: threadId } });
    return {
      checkpoint: {
        thread_id,
        checkpoint_ns: checkpoint_ns ?? '',
        checkpoint_id,
        checkpoint_map: checkpoint_map ?? null,
      },
      checkpoints: draft.checkpoints,
      writes: draft.writes,
      values: toPlain(snapshot.values) ?? {},
      next: [...snapshot.next],
      interrupts: interruptsOf(snapshot),
    };
  });
}

/** Draws a graph without the library as a single step, in the library's format. */
function drawPlainGraph(graphId: string): WorkerAnswers['drawing'] {
  const end = (id: string) => ({ id, type: 'schema', data: id });
  return {
    nodes: [
      end('__start__'),
      { id: graphId, type: 'runnable', data: { id: [graphId], name: graphId } },
      end('__end__'),
    ],
    edges: [
      { source: '__start__', target: graphId },
      { source: graphId, target: '__end__' },
    ],
  };
}

const UNKNOWN_SCHEMAS: GraphSchemas = {
  state_schema: null,
  input_schema: null,
  output_schema: null,
  config_schema: null,
  context_schema: null,
};

type Describe = (graph: unknown) => unknown;
/** Functions of the graph library that describe a graph's types, or nothing in older versions. */
type Describer = Partial<
  Record<
    'getStateTypeSchema' | 'getInputTypeSchema' | 'getOutputTypeSchema' | 'getConfigTypeSchema',
    Describe
  >
>;

const describers = new Map<string, Promise<Describer>>();

/** Returns the describing functions of the checkout's own library, which is loaded at the first query. */
function describerAt(parentUrl: string): Promise<Describer> {
  const load = async (): Promise<Describer> => {
    try {
      return (await import(import.meta.resolve('@langchain/langgraph/zod/schema', parentUrl))) as Describer;
    } catch {
      return {};
    }
  };
  const found = describers.get(parentUrl) ?? load();
  describers.set(parentUrl, found);
  return found;
}

/**
 * Returns JSON schemas of a graph's types, with null for an unknown schema. The library describes types that are
 * defined as schemas. The types of annotations are known only with `describeTypes`, because they exist only in the
 * agent's TypeScript.
 */
async function describeSchemas(
  graph: LibraryGraph,
  parentUrl: string,
  describeTypes?: LoadedGraph['describeTypes'],
): Promise<GraphSchemas> {
  const library = await describerAt(parentUrl);
  const builder: unknown = Reflect.get(graph, 'builder');
  const part = (name: string): unknown =>
    typeof builder === 'object' && builder !== null ? Reflect.get(builder, name) : undefined;

  const definition = part('_schemaRuntimeDefinition');
  const own = (one: unknown) => (isSelfDescribing(one) ? one : undefined);
  const state = described(() => own(definition)?.getJsonSchema() ?? library.getStateTypeSchema?.(graph));
  const input = described(() => {
    const one = part('_inputRuntimeDefinition');
    const self = own(one) ?? (isSchema(one) ? undefined : own(definition));
    return self?.getInputJsonSchema() ?? library.getInputTypeSchema?.(graph);
  });
  const output = described(
    () => own(part('_outputRuntimeDefinition'))?.getJsonSchema() ?? library.getOutputTypeSchema?.(graph),
  );
  const context = described(() => library.getConfigTypeSchema?.(graph));

  const isWhole = state && input && output && (context || part('_configSchema') === undefined);
  const types = isWhole ? undefined : await describeTypes?.();
  const contextSchema = context ?? typed(types?.context, named(part('_configSchema')));
  return {
    state_schema: state ?? typed(types?.state, named(part('_schemaDefinition'))),
    input_schema: input ?? typed(types?.input, named(part('_inputDefinition'))),
    output_schema: output ?? typed(types?.output, named(part('_outputDefinition'))),
    config_schema: contextSchema,
    context_schema: contextSchema,
  };
}

/** Returns the schema of the types in the agent's source. Fields of unknown type get the schema of their channel. */
function typed(
  types: Record<string, unknown> | undefined,
  channels: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (types === undefined) return channels;
  const known = toPlainRecord(channels?.['properties']);
  const properties = Object.entries(toPlainRecord(types['properties'])).map(([name, schema]) => {
    const isUnknown = Object.keys(toPlainRecord(schema)).length === 0;
    return [name, isUnknown && Object.hasOwn(known, name) ? known[name] : schema] as const;
  });
  return { ...types, properties: Object.fromEntries(properties) };
}

/** A schema in the library's own format, with methods that return JSON schemas. */
interface SelfDescribing {
  getJsonSchema(): unknown;
  getInputJsonSchema(): unknown;
}
const isSelfDescribing = (value: unknown): value is SelfDescribing =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'getJsonSchema') === 'function' &&
  typeof Reflect.get(value, 'getInputJsonSchema') === 'function';
/** For an input that is part of the state, the library has a symbol instead of a schema. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * Returns the schema that `describe` creates. Returns null if `describe` throws, for example for a type that JSON
 * schema cannot express.
 */
function described(describe: () => unknown): Record<string, unknown> | null {
  try {
    const schema = describe();
    return typeof schema === 'object' && schema !== null ? toPlainRecord(schema) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the schema of annotations. A channel with the reducer of messages contains messages, and a channel with a
 * default value has the type of this value. Any other channel has an unknown type.
 */
function named(definition: unknown): Record<string, unknown> | null {
  if (typeof definition !== 'object' || definition === null) return null;
  const entries = Object.entries(definition);
  if (entries.length === 0) return null;
  const properties = entries.map(([name, channel]) => [name, schemaOfChannel(channel)] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function schemaOfChannel(definition: unknown): Record<string, unknown> {
  try {
    // A definition is either a channel or a function that creates a channel.
    const channel: unknown =
      typeof definition === 'function' ? Reflect.apply(definition, undefined, []) : definition;
    if (typeof channel !== 'object' || channel === null) return {};
    const operator: unknown = Reflect.get(channel, 'operator');
    // The function is compared by name, because an agent may contain several copies of the library.
    if (typeof operator === 'function' && operator.name === 'messagesStateReducer') return MESSAGES_SCHEMA;
    const initial: unknown = Reflect.get(channel, 'initialValueFactory');
    return typeof initial === 'function' ? schemaOfDefault(Reflect.apply(initial, undefined, [])) : {};
  } catch {
    // The default value's function may fail in this process, because it may need something that only the agent has.
    return {};
  }
}

/** Returns the schema of a default value's type. The types of list items, of object fields and of null are unknown. */
function schemaOfDefault(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { type: 'array' };
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: typeof value };
    case 'object':
      return value !== null && Object.getPrototypeOf(value) === Object.prototype ? { type: 'object' } : {};
    default:
      return {};
  }
}
