import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Delay in milliseconds before the search for pipes. Most programs end before the search. */
const SLOW_MS = 1_000;

interface ReadTree {
  root: string;
  /** Returns whether the program opens files with the given name. */
  opens: (name: string) => boolean;
}

/**
 * Watches a program that opens files and would wait forever for a pipe or a device. Searches the tree for a pipe or a
 * device after one second.
 * @param onFound Called at most once with the path of the first pipe or device, relative to the root.
 * @returns A function that stops watching.
 */
export function watchForPipe(tree: ReadTree, onFound: (file: string) => void): () => void {
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    const file = await findPipe(tree, ended.signal);
    if (file !== undefined && !ended.signal.aborted) onFound(file);
  };
  const timer = setTimeout(() => void look(), SLOW_MS);
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

/**
 * Finds a pipe, a device, or a link to a pipe or device in the tree. Does not follow links to folders. Never rejects.
 */
async function findPipe({ root, opens }: ReadTree, signal: AbortSignal): Promise<string | undefined> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && !signal.aborted; folder = folders.pop()) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') folders.push(at);
      else if (opens(entry.name) && (await isEndless(path.join(root, at)))) return at;
    }
  }
  return undefined;
}

async function isEndless(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO() === true) return true;
  // A link to `/dev/null` is accepted, because such links are commonly used to disable an ignore file.
  return found?.isCharacterDevice() === true && (await realpath(file).catch(() => '')) !== '/dev/null';
}
