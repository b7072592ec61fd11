import { createLoopPacer, NO_PACER } from '../../clients/pacer.ts';
import { type Clock, wallClock } from '../../clients/clock.ts';
import type { Store } from '../ports/store.ts';
import { checkDataKeys, createMasterKeys, rotateDataKeys } from './data-keys.ts';
import { type Database, isDatabaseUrl } from './database.ts';
import type { Keyring } from './keyring.ts';
import { openSqliteDatabase } from './sqlite/open.ts';
import { createStore } from './store.ts';

export { KEYRING_FILE, type Keyring, addKeyringVersion, loadKeyring } from './keyring.ts';
export { pruneKeyring, readKeyringStatus } from './keyring-status.ts';
export { createDatabaseObjectStore, createDiskObjectStore } from './objects.ts';
export { takeLock } from './sqlite/lock.ts';

/** The modules of a shared database: loaded only when one is configured. */
export const loadPostgres = () => import('./postgres/open.ts');

/** Returns the keyring once the data is ours alone. `sealed`: whether anything in it is already sealed. */
export type KeyringSource = (data: { sealed: boolean }) => Promise<Keyring>;

/**
 * Opens the emulator's store, created or migrated to this version as needed.
 * `location`: the path of the data file, or `:memory:`, or the URL of a PostgreSQL database
 * (`postgresql://user:password@host/name`), which several processes may open at once. `keyring`: the keys of secrets;
 * it must be the one the data was written with.
 * `durable` (default true): an acknowledged write is on disk. False for temporary data: it survives a killed process,
 * but not a power cut.
 * `reproducible` (default false): the order of statements does not depend on the speed of the machine, and long work holds the
 * event loop.
 * @throws StoreError `locked`, `newer`, `unusable` or `keyring`, each with a hint.
 */
export async function openStore(options: {
  location: string;
  keyring: Keyring | KeyringSource;
  clock?: Clock;
  durable?: boolean;
  reproducible?: boolean;
}): Promise<Store> {
  const { location, durable = true, reproducible = false } = options;
  const database = isDatabaseUrl(location)
    ? (await loadPostgres()).openPostgres(location)
    : openSqliteDatabase(location, durable, reproducible ? NO_PACER : createLoopPacer());
  try {
    // All refusals come before the first change to the data.
    const done = await database.appliedMigrations();
    const clock = options.clock ?? wallClock;
    const keyring = await keyringFor(database, options.keyring, done);
    const masters = createMasterKeys(keyring);
    if (done.length > 0) await checkDataKeys(database.db, masters);
    await database.migrate(done);
    await database.claimKeyring(keyring);
    await rotateDataKeys(database, masters, clock.now());
    return createStore(database, masters, clock);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function keyringFor(
  database: Database,
  given: Keyring | KeyringSource,
  done: readonly string[],
): Promise<Keyring> {
  if (typeof given !== 'function') return given;
  return given({ sealed: done.length > 0 && (await database.isSealed()) });
}
