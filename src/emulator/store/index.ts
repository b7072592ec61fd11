import { createLoopPacer, NO_PACER } from '../../clients/pacer.ts';
import { type Clock, wallClock } from '../../clients/clock.ts';
import { type Metrics, NO_METRICS } from '../ports/metrics.ts';
import type { Store } from '../ports/store.ts';
import { checkDataKeys, createMasterKeys, rotateDataKeys } from './data-keys.ts';
import { type Database, isDatabaseUrl } from './database.ts';
import { type Keyring, keyringSetting } from './keyring.ts';
import { StoreError } from '../ports/store-errors.ts';
import { isNewest, NEWEST_SCHEMA } from './migrations.ts';
import { openSqliteDatabase } from './sqlite/open.ts';
import { createStore } from './store.ts';

export { KEYRING_FILE, type Keyring, addKeyringVersion, loadKeyring } from './keyring.ts';
export {
  findLostSecrets,
  pruneDatabaseKeyring,
  pruneKeyring,
  readDatabaseKeyringStatus,
  readKeyringStatus,
} from './keyring-status.ts';
export { createDatabaseObjectStore, createDiskObjectStore } from './objects.ts';
export { acquireLock } from './sqlite/lock.ts';

/** Loads the code for PostgreSQL, only if a PostgreSQL database is configured. */
export const loadPostgres = () => import('./postgres/open.ts');

/** Returns the keyring, after this process has locked the data. `sealed` is true if the data has encrypted values. */
export type KeyringSource = (data: { sealed: boolean }) => Promise<Keyring>;

/**
 * Opens the emulator's store, and creates or migrates it if necessary. The `location` is the path of the data file,
 * `:memory:`, or the URL of a PostgreSQL database (`postgresql://user:password@host/name`), which several processes can
 * open. The `keyring` contains the keys that encrypt secrets, and must match the data. If `durable` is true (the
 * default), acknowledged writes survive a power failure. If `durable` is false, the data must be deleted with the
 * process: no other connection can read the data file, and a process that is killed during a write can destroy the
 * file. If `reproducible` is true (the default is false), the order of statements does not depend on the machine's
 * speed, but long work blocks the event loop. If `migrates` is false (the default is true), another process creates and
 * migrates the database.
 * @throws StoreError `locked`, `newer`, `unusable` or `keyring`, each with advice; `behind` if another process has not
 * migrated the database yet.
 */
export async function openStore(options: {
  location: string;
  keyring: Keyring | KeyringSource;
  clock?: Clock;
  durable?: boolean;
  reproducible?: boolean;
  /** Receives the durations of statements. Only a PostgreSQL database is measured. */
  metrics?: Metrics;
  migrates?: boolean;
}): Promise<Store> {
  const { location, durable = true, reproducible = false, migrates = true } = options;
  const database = isDatabaseUrl(location)
    ? (await loadPostgres()).openPostgres(location, options.metrics ?? NO_METRICS)
    : openSqliteDatabase(location, durable, reproducible ? NO_PACER : createLoopPacer());
  try {
    // The applied migrations and the keyring are checked first, so errors are detected before the data changes.
    const done = await database.appliedMigrations();
    if (!migrates && !isNewest(done)) throw schemaBehind(done);
    const clock = options.clock ?? wallClock;
    const keyring = await keyringFor(database, options.keyring, done);
    const masters = createMasterKeys(keyring);
    if (done.length > 0) await checkDataKeys(database.db, masters);
    await database.migrate(done);
    const mayRotate = await database.claimKeyring(keyring);
    if (mayRotate) await rotateDataKeys(database, masters, clock.now());
    return createStore(database, masters, clock, keyringSetting(keyring));
  } catch (error) {
    await database.close();
    throw error;
  }
}

function schemaBehind(done: readonly string[]): StoreError {
  const found = done.at(-1);
  return new StoreError(
    'behind',
    `The database has ${found === undefined ? 'no tables' : `the schema ${found}`}, and this version needs the schema ${NEWEST_SCHEMA}: run the command "migrate" of this version, as the Job of the chart does.`,
  );
}

async function keyringFor(
  database: Database,
  given: Keyring | KeyringSource,
  done: readonly string[],
): Promise<Keyring> {
  if (typeof given !== 'function') return given;
  return given({ sealed: done.length > 0 && (await database.isSealed()) });
}
