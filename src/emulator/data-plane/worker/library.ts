import { WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { fileURLToPath } from 'node:url';
import type * as LangGraph from '@langchain/langgraph';

/** Oldest version of the graph library whose graphs can store checkpoints in the emulator. */
const OLDEST = '0.2.0';

/** The store interface before version 0.2.10: named values below a prefix, for shared values. */
export interface SharedValueStore {
  list(prefixes: string[]): Promise<Record<string, Record<string, unknown>>>;
  put(writes: [prefix: string, key: string, value: unknown][]): Promise<void>;
  start(): void;
  stop(): void;
}

/** The graph library installed in a checkout. Only its types are imported here; the code is the checkout's own. */
export interface GraphLibrary extends Pick<typeof LangGraph, 'BaseCheckpointSaver'> {
  /** `undefined` before version 0.2.23, the first version with commands. */
  Command: (typeof LangGraph)['Command'] | undefined;
  /** `undefined` before version 0.2.10, the first version with items. */
  BaseStore: (typeof LangGraph)['BaseStore'] | undefined;
  /** Whether the library expects a `SharedValueStore` instead of a `BaseStore`. */
  hasSharedValues: boolean;
  /** Whether graphs can emit the events of the streaming protocol. */
  hasProtocol: boolean;
}

/**
 * Imports the graph library that the module at `parentUrl` imports itself. Resolving it as an ES import from the same
 * place returns the copy that is already loaded. Resolving it with `require` would load a second copy with separate
 * classes, which is slower and breaks `instanceof` between the copies.
 *
 * Needs `--experimental-import-meta-resolve`, which allows passing another parent to the resolver.
 *
 * @throws Error if the checkout does not have the library, or has a version before 0.2.0.
 */
export async function loadLibrary(parentUrl: string): Promise<GraphLibrary> {
  const url = import.meta.resolve('@langchain/langgraph', parentUrl);
  // The module is untyped, so the parts in use are checked here once.
  const library = (await import(url)) as Partial<typeof LangGraph>;
  const { BaseCheckpointSaver, Command, BaseStore, STREAM_EVENTS_V3_MODES } = library;
  const version = await libraryVersion(parentUrl);
  if (typeof BaseCheckpointSaver !== 'function' || isOlder(version, OLDEST)) {
    throw new Error(
      `@langchain/langgraph ${version ?? 'of an unknown version'} is installed, but ${OLDEST} or newer is required, because older versions cannot store threads in the emulator. Raise the version in the agent's package.json`,
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

/**
 * Returns the version of the graph library that the module at `parentUrl` imports; null if it is missing or has no
 * version.
 */
export async function libraryVersion(parentUrl: string): Promise<string | null> {
  try {
    let place = new URL('.', import.meta.resolve('@langchain/langgraph', parentUrl));
    // Some versions do not export their package.json.
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

/** Compares two versions by their numbers. An unknown version does not count as older. */
function isOlder(version: string | null, other: string): boolean {
  return version !== null && version.localeCompare(other, 'en', { numeric: true }) < 0;
}

function parentOf(place: URL): URL {
  const parent = new URL('..', place);
  if (parent.href === place.href) throw new Error('the folder of the graph library was not found');
  return parent;
}
