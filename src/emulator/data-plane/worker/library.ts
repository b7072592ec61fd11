import { WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { fileURLToPath } from 'node:url';
import type * as LangGraph from '@langchain/langgraph';

/** Oldest version of the graph library whose graphs can use the emulator's checkpointer. */
const OLDEST = '0.2.0';

/** Store of the library before version 0.2.10, which contains the named values of a shared value below a prefix. */
export interface SharedValueStore {
  list(prefixes: string[]): Promise<Record<string, Record<string, unknown>>>;
  put(writes: [prefix: string, key: string, value: unknown][]): Promise<void>;
  start(): void;
  stop(): void;
}

/**
 * The graph library of a checkout. The worker program imports only the library's types, and loads the code from the
 * checkout.
 */
export interface GraphLibrary extends Pick<typeof LangGraph, 'BaseCheckpointSaver'> {
  /** Class of commands, or `undefined` before version 0.2.23. */
  Command: (typeof LangGraph)['Command'] | undefined;
  /** Class of item stores, or `undefined` before version 0.2.10. */
  BaseStore: (typeof LangGraph)['BaseStore'] | undefined;
  /** True if the library expects a `SharedValueStore` instead of a `BaseStore`. */
  hasSharedValues: boolean;
  /** True if graphs can emit the events of the streaming protocol. */
  hasProtocol: boolean;
}

/**
 * Imports the graph library that the module at `parentUrl` imports. Resolves an ES import from the module at
 * `parentUrl`, because `require` would load a second copy of the library, whose separate classes break `instanceof`.
 * Needs Node's flag `--experimental-import-meta-resolve`, because the import has another parent than this file.
 * @throws Error if the checkout does not have the library, or has a version before 0.2.0.
 */
export async function loadLibrary(parentUrl: string): Promise<GraphLibrary> {
  const url = import.meta.resolve('@langchain/langgraph', parentUrl);
  // The imported module is untyped, so the members that the worker needs are checked below.
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
 * Returns the version of the graph library that the module at `parentUrl` imports, or null if the library is missing
 * or has no version.
 */
export async function libraryVersion(parentUrl: string): Promise<string | null> {
  try {
    let place = new URL('.', import.meta.resolve('@langchain/langgraph', parentUrl));
    // Some versions do not export `package.json`, so the library's folder is taken from the URL.
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

/**
 * Returns whether a version is older than another version by its numbers. An unknown version is not older than any
 * version.
 */
function isOlder(version: string | null, other: string): boolean {
  return version !== null && version.localeCompare(other, 'en', { numeric: true }) < 0;
}

function parentOf(place: URL): URL {
  const parent = new URL('..', place);
  if (parent.href === place.href) throw new Error('the folder of the graph library was not found');
  return parent;
}
