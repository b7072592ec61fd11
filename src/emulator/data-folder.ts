import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const DATA_FILE = 'emulator.sqlite';
/** Where the data plane keeps each revision's artifact. */
const BUILT = 'revisions';

/** Where an emulator keeps its data. */
export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** The file of the store. */
  readonly file: string;
  /** Removes the store's file, which must be closed, and what was built; what was fetched stays. */
  clear(): Promise<void>;
}

/** The given folder, made when absent; or a temporary one that goes when it is disposed of. */
export async function openDataFolder(given: string | undefined): Promise<DataFolder> {
  const folder = given === undefined ? await temporary() : path.resolve(given);
  if (given !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw new Error(`the data folder ${folder} cannot be used: choose another with --data-dir`, { cause });
    });
  }
  return {
    path: folder,
    file: path.join(folder, DATA_FILE),
    async clear() {
      const names = (await readdir(folder)).filter((name) => name.startsWith(DATA_FILE) || name === BUILT);
      await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
    },
    async [Symbol.asyncDispose]() {
      if (given === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function temporary(): Promise<string> {
  // The real path: modules loaded from it must have one name only.
  return realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-deploy-emulator-')));
}
