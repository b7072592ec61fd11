import { rm } from 'node:fs/promises';
import path from 'node:path';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { SandboxSockets } from './lifecycle/core.ts';

/** Enough of a sandbox's id to tell it from others: the system allows the path of a socket about a hundred characters. */
const SHORT = 13;

/**
 * Where the sockets of sandboxes are: in a folder that only we may enter, made when it is first needed, removed by
 * `close`, or by the next emulator's start after a kill. Not in the data folder, whose path may be too long.
 */
export function sandboxSockets(
  temporaryFolder: () => Promise<string>,
): SandboxSockets & { close(): Promise<void> } {
  const made = memoizeAsync(temporaryFolder);
  const folderOf = (below: string, id: string) => path.join(below, id.slice(0, SHORT));
  const remove = async (pathIn: (below: string) => string) => {
    const below = await made.current()?.catch(() => undefined);
    if (below !== undefined) await rm(pathIn(below), { recursive: true, force: true });
  };
  return {
    pathOf: async (id) => path.join(folderOf(await made(), id), 's'),
    drop: (id) => remove((below) => folderOf(below, id)),
    close: () => remove((below) => below),
  };
}
