import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './cli/parent.ts';
import { isDeadOwner, ownerToken } from '../os/processes.ts';

/** The store's file in a data folder. */
export const DATA_FILE = 'emulator.sqlite';
/** Where the data plane keeps each revision's artifact. */
const BUILT = 'revisions';
/** Where uploaded tarballs are kept. */
const UPLOADS = 'uploads';
/** Where sandboxes and snapshots of them keep their files. */
const SANDBOXES = ['sandboxes', 'sandbox-snapshots'];
const TEMPORARY = 'agent-deploy-emulator-';
/** Names the emulator that a temporary folder belongs to. */
const OWNER_FILE = 'owner';

/** Where an emulator keeps its data. */
export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** The file of the store. */
  readonly file: string;
  /** The folder of uploaded tarballs; made when it is first needed. */
  readonly uploads: string;
  /** Removes the store's file, which must be closed, what was built and what was uploaded; what was fetched stays. */
  clear(): Promise<void>;
}

/** The given folder, made when absent; or a temporary one that goes when it is disposed of. */
export async function openDataFolder(given: string | undefined): Promise<DataFolder> {
  const folder = given === undefined ? await temporaryFolder() : path.resolve(given);
  if (given !== undefined) {
    await makeFolder(folder).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `the data folder ${folder} cannot be used (${reason}): choose one that can be written with --data-dir`,
        { cause },
      );
    });
  }
  return {
    path: folder,
    file: path.join(folder, DATA_FILE),
    uploads: path.join(folder, UPLOADS),
    async clear() {
      // The file first and at once: whatever ends us meanwhile, the data is there as a whole or not at all. Not the
      // lock beside it: whoever waits for that one must not get another.
      for (const name of [DATA_FILE, `${DATA_FILE}-wal`, `${DATA_FILE}-shm`, BUILT, UPLOADS, ...SANDBOXES]) {
        await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
    async [Symbol.asyncDispose]() {
      if (given === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Of a disk that is read-only, the recursive one says that there is no such folder: this one says why.
    await mkdir(folder, { mode: 0o700 });
  }
}

/** A new temporary folder of this emulator, for its user alone; those of emulators that were killed go first. */
export async function temporaryFolder(): Promise<string> {
  await sweepTemporary();
  // The real path: modules loaded from it must have one name only.
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), `${TEMPORARY}${process.pid}-`)));
  await writeFile(path.join(folder, OWNER_FILE), await ownerToken());
  return folder;
}

/** Removes the temporary folders of emulators that were killed. Those of living ones, and what is unclear, stay. */
async function sweepTemporary(): Promise<void> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(TEMPORARY));
  for (const folder of names.map((name) => path.join(os.tmpdir(), name))) {
    if (!(await isLeft(folder))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether a temporary folder is of an emulator that is no more. One that was killed at once left only its number. */
async function isLeft(folder: string): Promise<boolean> {
  const owner = await readFile(path.join(folder, OWNER_FILE), 'utf8').catch(() => '');
  if (owner !== '') return isDeadOwner(owner);
  const pid = /^(\d+)-/.exec(path.basename(folder).slice(TEMPORARY.length))?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}
