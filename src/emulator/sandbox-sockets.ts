import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * A folder for the sockets of sandboxes, entered by us alone, that goes with `stack`. Not in the data folder: the system
 * allows the path of a socket about a hundred characters, and that of a data folder may be longer.
 */
export async function sandboxSockets(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ad-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
