import { rm } from 'node:fs/promises';
import path from 'node:path';
import { memoizeAsync } from '../../clients/memoize.ts';

export interface SandboxSockets {
  /** The path of a sandbox's socket; its folder may not exist yet. */
  pathOf(id: string): Promise<string>;
  drop(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Enough of an ID to tell sandboxes apart: the path of a socket may have about a hundred characters. */
const ID_CHARACTERS = 13;

/**
 * Sockets in a folder that only this user may enter, made when it is first needed and removed by `close`, or by the next
 * emulator's start after a kill. It is not in the data folder, whose path may be too long.
 */
export function sandboxSockets(temporaryFolder: () => Promise<string>): SandboxSockets {
  const made = memoizeAsync(temporaryFolder);
  const folderOf = (root: string, id: string) => path.join(root, id.slice(0, ID_CHARACTERS));
  const remove = async (pathIn: (root: string) => string) => {
    const root = await made.current()?.catch(() => undefined);
    if (root !== undefined) await rm(pathIn(root), { recursive: true, force: true });
  };
  return {
    pathOf: async (id) => path.join(folderOf(await made(), id), 's'),
    drop: (id) => remove((root) => folderOf(root, id)),
    close: () => remove((root) => root),
  };
}
