import { rm } from 'node:fs/promises';
import path from 'node:path';
import { memoizeAsync } from '../clients/memoize.ts';
import { temporaryFolder } from './data-folder.ts';
import type { SandboxSockets } from './sandboxes/index.ts';

/** Enough of a sandbox's id to tell it from others: the system allows the path of a socket about a hundred characters. */
const SHORT = 13;

/**
 * Where the sockets of sandboxes are: below a folder entered by us alone, made when it is first needed, that goes with
 * `stack`, or with the next emulator's start after a kill. Not in the data folder, whose path may be too long.
 */
export function sandboxSockets(stack: AsyncDisposableStack): SandboxSockets {
  const made = memoizeAsync(temporaryFolder);
  const folderOf = (below: string, id: string) => path.join(below, id.slice(0, SHORT));
  stack.defer(async () => {
    const below = await made.current()?.catch(() => undefined);
    if (below !== undefined) await rm(below, { recursive: true, force: true });
  });
  return {
    async pathOf(id) {
      return path.join(folderOf(await made(), id), 's');
    },
    async drop(id) {
      const below = await made.current()?.catch(() => undefined);
      if (below !== undefined) await rm(folderOf(below, id), { recursive: true, force: true });
    },
  };
}
