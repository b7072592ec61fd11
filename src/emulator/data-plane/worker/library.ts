import { WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { fileURLToPath } from 'node:url';
import type * as LangGraph from '@langchain/langgraph';

/** The oldest version of the graph library whose graphs can store checkpoints in the emulator. */
const OLDEST = '0.2.0';

/** A store before version 0.2.10: named values below a prefix, for the library's shared values. */
export interface SharedValueStore {
  list(prefixes: string[]): Promise<Record<string, Record<string, unknown>>>;
  put(writes: [prefix: string, key: string, value: unknown][]): Promise<void>;
  start(): void;
  stop(): void;
}

/** The graph library as a checkout installed it. Only its types come from here: the code is the checkout's own. */
export interface GraphLibrary extends Pick<typeof LangGraph, 'BaseCheckpointSaver'> {
  /** Undefined before version 0.2.23, the first one with commands. */
  Command: (typeof LangGraph)['Command'] | undefined;
  /** Undefined before version 0.2.10, the first one with items. */
  BaseStore: (typeof LangGraph)['BaseStore'] | undefined;
  /** Whether the library takes a `SharedValueStore` instead of a `BaseStore`. */
  hasSharedValues: boolean;
  /** Whether graphs can emit the events of the streaming protocol. */
  hasProtocol: boolean;
}

/**
 * Imports the graph library that the module at `parentUrl` itself imports. Resolving as an ES import from that very
 * place gives the copy that is already loaded; resolving it by `require` would load a second one, with classes of its
 * own (slower, and `instanceof` fails across the two).
 *
 * Needs `--experimental-import-meta-resolve`, which is what lets the resolver be given another parent.
 *
 * @throws Error when the checkout does not have the library, or has a version before 0.2.0.
 */
export async function loadLibrary(parentUrl: string): Promise<GraphLibrary> {
  const url = import.meta.resolve('@langchain/langgraph', parentUrl);
  // A foreign module: what is used of it is checked here, once.
  const library = (await import(url)) as Partial<typeof LangGraph>;
  const { BaseCheckpointSaver, Command, BaseStore, STREAM_EVENTS_V3_MODES } = library;
  const version = await libraryVersion(parentUrl);
  if (typeof BaseCheckpointSaver !== 'function' || isOlder(version, OLDEST)) {
    throw new Error(
      `@langchain/langgraph ${version ?? 'of an unknown version'} is installed, and ${OLDEST} or newer is needed: an older one cannot store threads here. Raise the version in the agent's package.json`,
    );
  }
  const takesItems = typeof BaseStore === 'function' && typeof BaseStore.prototype.get === 'function';
  return {
    BaseCheckpointSaver,
    Command: typeof Command === 'function' ? Command : undefined,
    BaseStore: takesItems ? BaseStore : undefined,
    hasSharedValues: typeof BaseStore === 'function' && !takesItems,
    hasProtocol: STREAM_EVENTS_V3_MODES !== undefined,
  };
}

/** The version of the graph library that the module at `parentUrl` imports; null when there is none, or it has no version. */
export async function libraryVersion(parentUrl: string): Promise<string | null> {
  try {
    let place = new URL('.', import.meta.resolve('@langchain/langgraph', parentUrl));
    // Not every version exports its package.json.
    while (!place.pathname.endsWith('/@langchain/langgraph/')) place = parentOf(place);
    const manifest: unknown = JSON.parse(
      await readPlainText(fileURLToPath(new URL('package.json', place)), { maxBytes: WRITTEN_MAX_BYTES }),
    );
    const version: unknown =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : null;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/** Compares two versions by their numbers. An unknown version is not older. */
function isOlder(version: string | null, other: string): boolean {
  return version !== null && version.localeCompare(other, 'en', { numeric: true }) < 0;
}

function parentOf(place: URL): URL {
  const parent = new URL('..', place);
  if (parent.href === place.href) throw new Error('there is no folder of the graph library');
  return parent;
}
