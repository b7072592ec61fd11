import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { BaseCheckpointSaver, BaseStore, StateSnapshot } from '@langchain/langgraph';
import type { WorkerSpec } from '../../ports/worker.ts';
import { type GraphLibrary, loadLibrary, type SharedValueStore } from './library.ts';
import { createItemStore, type DeploymentItems } from './item-store.ts';
import type { GraphTypes } from './type-parser.ts';
import { createCheckpointSaver } from './checkpoint-saver.ts';

type CheckpointListOptions = Parameters<BaseCheckpointSaver['list']>[1];

/** Members of the library's compiled graphs that the worker uses. */
export interface LibraryGraph {
  checkpointer?: BaseCheckpointSaver | boolean;
  store?: BaseStore | SharedValueStore;
  stream(input: unknown, config: Record<string, unknown>): Promise<AsyncIterable<unknown>>;
  /** Streams the events of the streaming protocol; present if the library supports the protocol. */
  streamEvents(
    input: unknown,
    config: Record<string, unknown> & { version: 'v3' },
  ): Promise<AsyncIterable<unknown>>;
  streamEvents(
    input: unknown,
    config: Record<string, unknown> & { version: 'v2' },
  ): AsyncIterable<LibraryEvent>;
  getState(config: Record<string, unknown>, options?: { subgraphs?: boolean }): Promise<StateSnapshot>;
  getStateHistory(
    config: Record<string, unknown>,
    options?: CheckpointListOptions,
  ): AsyncIterable<StateSnapshot>;
  updateState(config: Record<string, unknown>, values: unknown, asNode?: string): Promise<RunnableConfig>;
  /** The method `bulkUpdateState` does not exist in older versions of the library. */
  bulkUpdateState?(
    config: Record<string, unknown>,
    supersteps: { updates: { values?: unknown; asNode?: string }[] }[],
  ): Promise<RunnableConfig>;
  /** The method exists since version 0.2.19 of the library. */
  getGraphAsync?(config: Record<string, unknown>): Promise<{ toJSON(): unknown }>;
  getGraph(config: Record<string, unknown>): { toJSON(): unknown };
  /** The method exists since version 0.2.19 of the library. */
  getSubgraphsAsync?(namespace?: string, recurse?: boolean): AsyncIterable<[string, LibraryGraph]>;
  /** The method exists since version 0.2.9 of the library. */
  getSubgraphs?(namespace?: string, recurse?: boolean): Iterable<[string, LibraryGraph]>;
}
/** Event of the library about a runnable in a graph. */
interface LibraryEvent {
  event: string;
  run_id: string;
  tags?: string[];
  data?: { chunk?: unknown };
}
/** Graph that does not use the library: any object with an `invoke` method. A plain graph has no state between runs. */
interface PlainGraph {
  invoke(input: unknown, config: Record<string, unknown>): unknown;
}
export type RunnableGraph =
  /** `url` is the URL of the module that exports the graph. */
  | { kind: 'library'; graph: LibraryGraph; library: GraphLibrary; url: string }
  | { kind: 'plain'; graph: PlainGraph };

export type LibraryRunnable = Extract<RunnableGraph, { kind: 'library' }>;

/**
 * Converts a client's command to a command object of the graph library.
 * @throws Error if the library has no commands.
 */
export function toCommand(
  { Command }: GraphLibrary,
  command: ConstructorParameters<NonNullable<GraphLibrary['Command']>>[0],
): object {
  if (Command) return new Command(command);
  throw new Error(
    "the agent's version of @langchain/langgraph does not support commands. Raise it to 0.2.23 or newer, or send an input instead; null continues an interrupted thread",
  );
}

/** A loaded graph, or a loaded factory that creates a graph for a configuration. */
export interface LoadedGraph {
  url: string;
  /**
   * True if the graph's library is known to support the streaming protocol. The support of a factory's graphs may be
   * unknown until the factory is called.
   */
  hasProtocol: boolean;
  open(config: Record<string, unknown>): Promise<RunnableGraph>;
  /** Describes the types in the graph's source; absent if the source is not TypeScript. */
  describeTypes?: () => Promise<GraphTypes | undefined>;
}

type Factory = (config: Record<string, unknown>) => unknown;

const hasMethod = <K extends string>(
  value: object,
  name: K,
): value is Record<K, (...args: never[]) => unknown> =>
  name in value && typeof Reflect.get(value, name) === 'function';

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Namespace of the library's graph classes, which identifies graphs of versions before 0.2.19, because they have no
 * flag.
 */
const GRAPH_NAMESPACE = ['langgraph', 'pregel'];

const isLibraryGraph = (value: object): value is LibraryGraph =>
  Reflect.get(value, 'lg_is_pregel') === true ||
  isDeepStrictEqual(Reflect.get(value, 'lc_namespace'), GRAPH_NAMESPACE);
/**
 * Returns whether a value is a runnable with a bound configuration, which `withConfig` returns before version 0.2.9.
 */
const isBinding = (
  value: object,
): value is Pick<LibraryGraph, 'stream' | 'streamEvents'> & { bound: object } =>
  isObject(Reflect.get(value, 'bound')) && hasMethod(value, 'stream') && hasMethod(value, 'streamEvents');
const isPlainGraph = (value: object): value is PlainGraph => hasMethod(value, 'invoke');

/**
 * Imports a bundled graph and determines the kind of its export: a compiled graph, an uncompiled graph, a function
 * that returns either, or any object with an `invoke` method. Graphs of the library get the emulator's checkpointer.
 *
 * @throws Error with the graph, the export and the expected kinds.
 */
export async function loadGraph(
  graphId: string,
  where: WorkerSpec['graphs'][string],
  store: DeploymentItems,
): Promise<LoadedGraph> {
  const url = pathToFileURL(where.module).href;
  const module = (await import(url)) as Record<string, unknown>;
  const exported: unknown = await module[where.exportName];
  const what = `graph '${graphId}': export '${where.exportName}'`;
  if (exported === undefined) {
    const names = Object.keys(module).join(', ') || 'nothing';
    throw new Error(
      `${what} does not exist. The module exports ${names}. Use one of these exports in the graph configuration`,
    );
  }
  const prepare = (value: unknown) => prepareGraph(what, value, url, store);
  // A function without `invoke` is a factory, which is called for each run, because its result may depend on the run's
  // configuration.
  if (typeof exported === 'function' && !('invoke' in exported)) {
    const factory = exported as Factory;
    return { url, hasProtocol: true, open: async (config) => prepare(await factory(config)) };
  }
  const graph = await prepare(exported);
  const hasProtocol = graph.kind === 'plain' || graph.library.hasProtocol;
  return { url, hasProtocol, open: () => Promise.resolve(graph) };
}

async function prepareGraph(
  what: string,
  value: unknown,
  url: string,
  store: DeploymentItems,
): Promise<RunnableGraph> {
  if (!isObject(value)) {
    throw new Error(
      `${what} is ${value === null ? 'null' : typeof value}; expected a graph, or a function that returns a graph`,
    );
  }
  const graph: unknown = !isLibraryGraph(value) && hasMethod(value, 'compile') ? value.compile() : value;
  const found = isObject(graph) ? findLibraryGraph(graph) : undefined;
  if (found) {
    const library = await loadLibrary(url);
    // The agent's own checkpointer and store are replaced, because threads and items belong to the deployment.
    found.own.checkpointer = createCheckpointSaver(library, store.calls);
    const items = createItemStore(library, store);
    if (items) found.own.store = items;
    return { kind: 'library', graph: found.bound, library, url };
  }
  if (isObject(graph) && isPlainGraph(graph)) return { kind: 'plain', graph };
  throw new Error(
    `${what} has neither 'invoke' nor 'compile'; expected a graph, or a function that returns a graph`,
  );
}

/**
 * Finds a graph of the library in a value, or inside runnables with a bound configuration. `own` is the graph itself,
 * and `bound` applies all bound configurations to the graph's runs.
 */
function findLibraryGraph(value: object): { own: LibraryGraph; bound: LibraryGraph } | undefined {
  if (isLibraryGraph(value)) return { own: value, bound: value };
  if (!isBinding(value)) return undefined;
  const inner = findLibraryGraph(value.bound);
  if (!inner) return undefined;
  const bound: unknown = Object.create(inner.own, {
    stream: { value: value.stream.bind(value) },
    streamEvents: { value: value.streamEvents.bind(value) },
  });
  return isObject(bound) && isLibraryGraph(bound) ? { own: inner.own, bound } : undefined;
}
