import { readFile } from 'node:fs/promises';
import type * as LangGraph from '@langchain/langgraph';

/** The graph library as a checkout installed it. Only its types come from here: the code is the checkout's own. */
export type GraphLibrary = Pick<typeof LangGraph, 'BaseCheckpointSaver' | 'Command'> &
  Partial<Pick<typeof LangGraph, 'BaseStore'>> & {
    /** Whether graphs can emit the events of the streaming protocol. */
    hasProtocol: boolean;
  };

/**
 * Imports the graph library that the module at `parentUrl` itself imports. Resolving as an ES import from that very
 * place gives the copy that is already loaded; resolving it by `require` would load a second one, with classes of its
 * own (slower, and `instanceof` fails across the two).
 *
 * Needs `--experimental-import-meta-resolve`, which is what lets the resolver be given another parent.
 *
 * @throws Error when the checkout does not have the library.
 */
export async function loadLibrary(parentUrl: string): Promise<GraphLibrary> {
  const url = import.meta.resolve('@langchain/langgraph', parentUrl);
  // A foreign module: what is used of it is checked here, once.
  const library = (await import(url)) as Partial<typeof LangGraph>;
  const { BaseCheckpointSaver, Command, BaseStore, STREAM_EVENTS_V3_MODES } = library;
  if (typeof BaseCheckpointSaver !== 'function' || typeof Command !== 'function') {
    throw new Error(
      `@langchain/langgraph at ${url} exports no BaseCheckpointSaver or no Command; version 0.2 or newer is expected`,
    );
  }
  return {
    BaseCheckpointSaver,
    Command,
    ...(typeof BaseStore === 'function' && { BaseStore }),
    hasProtocol: STREAM_EVENTS_V3_MODES !== undefined,
  };
}

/** The version of the graph library that the module at `parentUrl` imports; null when there is none, or it has no version. */
export async function libraryVersion(parentUrl: string): Promise<string | null> {
  try {
    let place = new URL('.', import.meta.resolve('@langchain/langgraph', parentUrl));
    // Not every version exports its package.json.
    while (!place.pathname.endsWith('/@langchain/langgraph/')) place = parentOf(place);
    const manifest: unknown = JSON.parse(await readFile(new URL('package.json', place), 'utf8'));
    const version: unknown =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : null;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

function parentOf(place: URL): URL {
  const parent = new URL('..', place);
  if (parent.href === place.href) throw new Error('there is no folder of the graph library');
  return parent;
}
