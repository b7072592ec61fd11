import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import type { EmulatorConfig } from './ports/context.ts';
import type { Store } from './ports/store.ts';
import type { ServiceClock } from './ports/clock.ts';
import { type KeyringSource, loadKeyring, loadPostgres, openStore, takeLock } from './store/index.ts';

/** What must not be shown of a database's address: the whole of it, and the password. */
export function databaseSecrets(url: string | undefined): string[] {
  if (url === undefined) return [];
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? [url] : [url, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No address either, which is said later.
    return text;
  }
}

/**
 * Gives what opens the store and empties it: a file of the data folder, or a PostgreSQL database where one is named.
 * @throws StoreError `locked`, `keyring` or `unusable`; Error when a database has no keyring that is kept.
 */
export function storeOpener(
  config: EmulatorConfig,
  data: DataFolder,
  clock: ServiceClock,
  log: (line: string) => void,
  stack: AsyncDisposableStack,
): Promise<StoreOpener> {
  const { databaseUrl } = config;
  return databaseUrl === undefined
    ? fileOpener(config, data, clock, log)
    : databaseOpener({ ...config, databaseUrl }, data, clock, log, stack);
}

export interface StoreOpener {
  readonly open: () => Promise<Store>;
  /** One in memory, under the same keyring. */
  readonly openTrial: () => Promise<Store>;
  /** Removes what is kept and what was built. No store may be open. */
  readonly clear: () => Promise<void>;
}

async function fileOpener(
  config: EmulatorConfig,
  data: DataFolder,
  clock: ServiceClock,
  log: (line: string) => void,
): Promise<StoreOpener> {
  // Temporary data goes with the process: no write of it need wait for the disk.
  const durable = config.dataDir !== undefined;
  const file = config.keyringFile;
  // One that was given is read first of all: nothing is made when it cannot be used.
  let keyring = file === undefined ? undefined : await loadKeyring({ file });
  const load: KeyringSource = async (held) => {
    // What is temporary is sealed with a key that is in no file at all.
    keyring ??= await loadKeyring({ dataDir: durable ? data.path : undefined, held });
    return keyring;
  };
  let said = false;
  const open = async () => {
    const store = await openStore({ location: data.file, keyring: load, clock, durable });
    if (keyring?.generated && durable && !said) {
      said = true;
      log(
        'secrets are sealed with a key made in the data folder: this protects copies of the database, not this machine',
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
 * Opens stores in a PostgreSQL database. The data folder, which holds what this process builds, stays its own:
 * `stack` lets go of it. A keyring must be given or lie in the folder: what is sealed outlives the process, and others
 * must be able to open it.
 * @throws StoreError `locked` when another process has the folder, `keyring`, `unusable`.
 */
async function databaseOpener(
  config: EmulatorConfig & { databaseUrl: string },
  data: DataFolder,
  clock: ServiceClock,
  log: (line: string) => void,
  stack: AsyncDisposableStack,
): Promise<StoreOpener> {
  const { databaseUrl: location, keyringFile: file, dataDir } = config;
  const { clearDatabase, parseDatabaseUrl: readDatabaseUrl } = await loadPostgres();
  const { display: shown } = readDatabaseUrl(location);
  if (file === undefined && dataDir === undefined) {
    throw new Error(
      'a database keeps secrets beyond this process, so the keyring they are sealed with must be kept too: name its file by EMULATOR_KEYRING_FILE, or give --data-dir, where one is made',
    );
  }
  const lock = takeLock(path.join(data.path, path.basename(data.file)), process.pid);
  stack.defer(() => lock.release());
  let keyring = file === undefined ? undefined : await loadKeyring({ file });
  const load: KeyringSource = async (held) => {
    keyring ??= await loadKeyring({ dataDir: data.path, held });
    return keyring;
  };
  let said = false;
  return {
    async open(): Promise<Store> {
      const store = await openStore({ location, keyring: load, clock });
      if (!said) log(`data is kept in the PostgreSQL database ${shown}`);
      if (!said && keyring?.generated) {
        log(
          'secrets are sealed with the key in the data folder: give it to every emulator on this database by EMULATOR_KEYRING_FILE',
        );
      }
      said = true;
      return store;
    },
    openTrial: () => openStore({ location: ':memory:', keyring: load, clock }),
    async clear() {
      await clearDatabase(location);
      await data.clear();
    },
  };
}
