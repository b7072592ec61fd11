import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clients/clock.ts';
import { wallClock } from '../../clients/clock.ts';
import type { Store } from '../ports/store.ts';
import type { Context } from './context.ts';
import type { Database, Isolation } from './database.ts';
import { isDatabaseUrl } from './database-url.ts';
import { StoreError } from './errors.ts';
import type { Keyring } from './keyring.ts';
import { latestTimestamp } from './latest-timestamp.ts';
import { createRepositories } from './repositories.ts';
import { reseal } from './reseal.ts';
import type { Tables } from './schema.ts';
import { allSandboxSecrets } from './sandbox-secrets.ts';
import { allSecretValues } from './secrets.ts';
import { snapshots } from './snapshot.ts';
import { createMasterKeys, type MasterKeys } from './master-keys.ts';
import { checkDataKeys, rotateDataKeys } from './rotate-data-keys.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createVault, type OpenKeys } from './vault.ts';

export { StoreError, type StoreErrorCode } from './errors.ts';
export { SnapshotError } from './snapshot.ts';
export { createDiskObjectStore } from './objects/disk.ts';
export { createDatabaseObjectStore } from './objects/database.ts';
export { isDiskFull, isUncertain, retryTransient, isTransient } from './retry-transient.ts';
export { type WriteTracker, trackWrites } from './write-tracker.ts';
export { type DataLock, takeLock } from './lock.ts';
export { KEYRING_FILE, type Keyring, loadKeyring } from './keyring.ts';
export { addKeyringVersion } from './keyring-file.ts';
export { pruneKeyring, readKeyringStatus } from './keyring-data.ts';

/** What only a shared database needs: loaded when one is named, for most starts name none. */
export const loadPostgres = () => import('./postgres/open.ts');

/** Gives the keyring once the data is ours alone. `sealed`: whether anything in it is sealed already. */
export type KeyringSource = (data: { sealed: boolean }) => Promise<Keyring>;

/**
 * Opens what the emulator remembers (DESIGN §6), made or brought to this version as needed.
 * `location`: the path of the data file, or `:memory:`, or the address of a PostgreSQL database
 * (`postgresql://user:password@host/name`), which several processes may have open at once. `keyring`: what secrets are sealed with; it must be the one the
 * data was written with.
 * `durable` (default true): an acknowledged write is on disk. False for data that goes with the process anyway: it then
 * outlives a killed process, but not a power cut.
 * @throws StoreError `locked`, `newer`, `unusable` or `keyring`, each saying what to do.
 */
export async function openStore(options: {
  location: string;
  keyring: Keyring | KeyringSource;
  clock?: Clock;
  durable?: boolean;
}): Promise<Store> {
  const { location, durable = true } = options;
  const database = isDatabaseUrl(location)
    ? (await loadPostgres()).openPostgres(location)
    : openSqliteDatabase(location, durable);
  try {
    // Everything that may refuse the data comes before the first change to it.
    const done = await database.appliedMigrations();
    const clock = options.clock ?? wallClock;
    const keyring = await keyringFor(database, options.keyring, done);
    const masters = createMasterKeys(keyring);
    if (done.length > 0) await checkDataKeys(database.db, masters, done);
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

function createStore(database: Database, masters: MasterKeys, clock: Clock): Store {
  const { db, dialect: flavour } = database;
  const opened: OpenKeys = new Map();
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let closing: Promise<void> | undefined;

  /** The database for use outside of transactions. Inside one it would wait for that one's end, for ever. */
  const outer = (): Kysely<Tables> => {
    if (closing) throw new StoreError('misuse', 'The store is closed.');
    if (inside.getStore()?.open) throw insideTransaction('used directly');
    return db;
  };

  const atomically = async <T>(
    work: (context: Context) => Promise<T>,
    isolation: Isolation = 'serializable',
  ): Promise<T> => {
    outer();
    let openedInside: OpenKeys = new Map();
    const result = await database.transaction(isolation, (trx) => {
      const state = { open: true };
      // Keys made in a transaction count only once it is kept.
      openedInside = new Map(opened);
      const vault = createVault(
        () => trx,
        masters,
        openedInside,
        () => clock.now(),
      );
      const context: Context = {
        db: trx,
        vault,
        dialect: flavour,
        now: () => clock.now(),
        cached: (_, read) => read(),
        atomically: (inner) => inner(context),
      };
      return inside.run(state, async () => {
        try {
          return await work(context);
        } finally {
          state.open = false;
        }
      });
    });
    for (const [name, key] of openedInside) opened.set(name, key);
    return result;
  };

  const context: Context = {
    get db() {
      return outer();
    },
    vault: createVault(outer, masters, opened, () => clock.now()),
    dialect: flavour,
    now: () => clock.now(),
    cached(question, read) {
      outer();
      return database.cached(question, read);
    },
    atomically,
  };
  const all = snapshots(context, (tx) =>
    createVault(
      () => tx.db,
      masters,
      new Map(),
      () => clock.now(),
    ),
  );
  return {
    ...createRepositories(context),
    snapshots: {
      ...all,
      async load(...given) {
        const leftOut = await all.load(...given);
        // The workspaces have other keys now.
        opened.clear();
        return leftOut;
      },
    },
    transaction: (work) => atomically((inner) => work(createRepositories(inner))),
    async *secretValues() {
      yield* allSecretValues(context);
      yield* allSandboxSecrets(context);
    },
    reseal: (batch) => reseal(context, batch),
    latestTime: () => latestTimestamp(outer()),
    notifier: database.notifier,
    async close() {
      if (inside.getStore()?.open) throw insideTransaction('closed');
      closing ??= database.close();
      await closing;
    },
  };
}

function insideTransaction(what: string): StoreError {
  return new StoreError(
    'misuse',
    `The store was ${what} inside a transaction, which would wait for itself: use the repositories the transaction was given.`,
  );
}
