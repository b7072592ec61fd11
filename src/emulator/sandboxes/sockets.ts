import { rm } from 'node:fs/promises';
import path from 'node:path';
import { memoizeAsync } from '../../clients/memoize.ts';

export interface SandboxSockets {
  /** Returns the path of a sandbox's socket. The folder of the socket might not exist yet. */
  pathOf(id: string): Promise<string>;
  drop(id: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Number of the ID's characters in a socket's file name. `ID_CHARACTERS` characters distinguish sandboxes, and keep the
 * path short, because a socket's path is limited to about 100 characters.
 */
const ID_CHARACTERS = 13;

/**
 * Creates sockets in a folder that only the current user may enter. The folder of the sockets is created on first use,
 * and deleted by `close` or, after a kill, by the next emulator. The folder is outside the data folder, because the
 * path of the data folder might be too long for a socket.
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
