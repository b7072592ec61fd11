import { readPlainText, WRITTEN_MAX_BYTES } from '../os/plain-file.ts';
import { UsageError } from './ports/usage-error.ts';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorMessage } from '../os/errors.ts';
import { trustedOwners } from '../git/repository.ts';
import { isAlive, isDeadOwner, ownerToken } from '../os/processes.ts';
import { describeUntrustedFile, findUntrustedAbove } from '../os/shared-folders.ts';
import type { ServiceClock } from './ports/clock.ts';
import type { EmulatorConfig, Log } from './ports/context.ts';
import type { Metrics } from './ports/metrics.ts';
import type { Store } from './ports/store.ts';
import { type KeyringSource, loadKeyring, loadPostgres, openStore, acquireLock } from './store/index.ts';

/** Returns the secrets of a database URL: the whole URL, and its password. */
export function databaseSecrets(url: string | undefined): string[] {
  if (url === undefined) return [];
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [url] : [url, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A text that is not a URL is reported by another check.
    return text;
  }
}

/**
 * Returns functions that open and clear the store: a file of the data folder, or the configured PostgreSQL database.
 * @throws StoreError `locked`, `keyring` or `unusable`; Error if a database has no keyring that outlives the process.
 */
export function storeOpener(
  config: EmulatorConfig,
  data: DataFolder,
  clock: ServiceClock,
  log: Log,
  metrics: Metrics,
  stack: AsyncDisposableStack,
): Promise<StoreOpener> {
  const { databaseUrl } = config;
  return databaseUrl === undefined
    ? fileOpener(config, data, clock, log)
    : databaseOpener({ ...config, databaseUrl }, data, { clock, log, metrics }, stack);
}

interface StoreOpener {
  readonly open: () => Promise<Store>;
  /** Opens a store in memory with the keyring of the opened store. */
  readonly openTrial: () => Promise<Store>;
  /** Removes all data and builds. All stores must already be closed. */
  readonly clear: () => Promise<void>;
}

async function fileOpener(
  config: EmulatorConfig,
  data: DataFolder,
  clock: ServiceClock,
  log: Log,
): Promise<StoreOpener> {
  // Writes of temporary data need not survive the process, because the data is deleted when the process ends.
  const durable = config.dataDir !== undefined;
  // With `randomSeed`, the store's behavior must be reproducible.
  const reproducible = config.randomSeed !== undefined;
  const file = config.keyringFile;
  // A configured keyring is read first, so that nothing is created if the keyring is invalid.
  let keyring = file === undefined ? undefined : await loadKeyring({ file });
  const load: KeyringSource = async (held) => {
    // Temporary data is encrypted with a key that is not stored in any file.
    keyring ??= await loadKeyring({ dataDir: durable ? data.path : undefined, held });
    return keyring;
  };
  let isLogged = false;
  const open = async () => {
    const store = await openStore({ location: data.file, keyring: load, clock, durable, reproducible });
    if (keyring?.generated && durable && !isLogged) {
      isLogged = true;
      log(
        'secrets are encrypted with a new key in the data folder, which protects copies of the database, but no data on this machine',
        { level: 'info' },
      );
    }
    return store;
  };
  return {
    open,
    openTrial: () => openStore({ location: ':memory:', keyring: load, clock }),
    clear: () => data.clear(),
  };
}

/**
 * Opens stores in a PostgreSQL database. The data folder contains only this process's builds, and disposing `stack`
 * releases the folder's lock. A keyring must be configured or be in the folder, because encrypted values outlive the
 * process and other emulators must be able to read the values.
 * @throws StoreError `locked` if another process has locked the folder, `keyring` if no usable keyring exists,
 * `unusable` if the folder or the database cannot be used.
 */
async function databaseOpener(
  config: EmulatorConfig & { databaseUrl: string },
  data: DataFolder,
  { clock, log, metrics }: { clock: ServiceClock; log: Log; metrics: Metrics },
  stack: AsyncDisposableStack,
): Promise<StoreOpener> {
  const { databaseUrl: location, keyringFile: file, dataDir } = config;
  const migrates = config.kubernetes?.waitForMigrations !== true;
  const { clearDatabase, parseDatabaseUrl: readDatabaseUrl } = await loadPostgres();
  const { display: shown } = readDatabaseUrl(location);
  if (file === undefined && dataDir === undefined) {
    throw new UsageError(
      'the secrets in a database outlive this process, so their keyring must too. Set EMULATOR_KEYRING_FILE to its file, or set --data-dir, where a keyring is created',
    );
  }
  const lock = acquireLock(path.join(data.path, path.basename(data.file)), process.pid);
  stack.defer(() => lock.release());
  let keyring = file === undefined ? undefined : await loadKeyring({ file });
  const load: KeyringSource = async (held) => {
    keyring ??= await loadKeyring({ dataDir: data.path, held });
    return keyring;
  };
  let isLogged = false;
  return {
    async open(): Promise<Store> {
      const store = await openStore({ location, keyring: load, clock, metrics, migrates });
      if (!isLogged) log(`data is kept in the PostgreSQL database ${shown}`, { level: 'info' });
      if (!isLogged && keyring?.generated) {
        log(
          'secrets are encrypted with the key in the data folder. Set EMULATOR_KEYRING_FILE to this key for every emulator on this database',
          { level: 'info' },
        );
      }
      isLogged = true;
      return store;
    },
    openTrial: () => openStore({ location: ':memory:', keyring: load, clock }),
    async clear() {
      await clearDatabase(location);
      await data.clear();
    },
  };
}

/** Name of the store's file in a data folder. */
export const DATA_FILE = 'emulator.sqlite';
/** Name of the folder where the data plane stores each revision's build. */
const BUILT = 'revisions';
/** Name of the folder of uploaded tarballs. */
const UPLOADS = 'uploads';
/** Names of the folders of sandboxes' files and snapshots. */
const SANDBOXES = ['sandboxes', 'sandbox-snapshots'];
const TEMPORARY = 'agent-deploy-emulator-';
/** Name of the file that identifies the emulator of a temporary folder. */
const OWNER_FILE = 'owner';

/** Folder where an emulator stores its data. */
interface DataFolder extends AsyncDisposable {
  readonly path: string;
  readonly file: string;
  /** Path of the folder of uploaded tarballs, which is created when it is first used. */
  readonly uploads: string;
  /**
   * Removes the store's file, the builds and the uploads, but not clones and caches. The store must already be closed.
   */
  clear(): Promise<void>;
}

/** Opens the given folder, or creates a temporary folder that is removed on disposal. */
export async function openDataFolder(given: string | undefined): Promise<DataFolder> {
  const folder = given === undefined ? await temporaryFolder() : path.resolve(given);
  if (given !== undefined) {
    await makeFolder(folder).catch((cause: unknown) => {
      const reason = errorMessage(cause);
      throw new UsageError(
        `the data folder ${folder} cannot be used (${reason}): set --data-dir to a writable folder`,
        { cause },
      );
    });
  }
  const untrusted = await findUntrustedAbove(folder, trustedOwners(process.env));
  if (untrusted !== undefined) {
    if (given === undefined) await rm(folder, { recursive: true, force: true });
    throw new UsageError(describeUntrustedFile(untrusted));
  }
  return {
    path: folder,
    file: path.join(folder, DATA_FILE),
    uploads: path.join(folder, UPLOADS),
    async clear() {
      // The store's file is removed first, so that after a crash during the removal, the data is either complete or
      // removed. The lock file is not removed, because two processes could otherwise lock different files.
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
    // `recursive` is not used, because `mkdir` would then report a missing folder instead of the cause, such as a
    // read-only disk.
    await mkdir(folder, { mode: 0o700 });
  }
}

/** Creates a temporary folder that only the emulator's user can read, and first removes folders of killed emulators. */
export async function temporaryFolder(): Promise<string> {
  await sweepTemporary();
  // The path must have no symbolic links, because each module must be loaded under a single path.
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), `${TEMPORARY}${process.pid}-`)));
  await writeFile(path.join(folder, OWNER_FILE), await ownerToken());
  return folder;
}

/** Removes temporary folders of killed emulators, but not folders with an unknown owner. */
async function sweepTemporary(): Promise<void> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(TEMPORARY));
  for (const folder of names.map((name) => path.join(os.tmpdir(), name))) {
    if (!(await isLeft(folder))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Returns whether a temporary folder belongs to a dead emulator. If the emulator was killed right after its start,
 * the folder contains only its process ID.
 */
async function isLeft(folder: string): Promise<boolean> {
  const owner = await readPlainText(path.join(folder, OWNER_FILE), { maxBytes: WRITTEN_MAX_BYTES }).catch(
    () => '',
  );
  if (owner !== '') return isDeadOwner(owner);
  const pid = /^(\d+)-/.exec(path.basename(folder).slice(TEMPORARY.length))?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}
