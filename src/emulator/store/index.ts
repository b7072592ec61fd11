import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import type { Clock } from '../../clients/clock.ts';
import { realClock } from '../../clients/clock.ts';
import type { Store } from '../seams/store.ts';
import type { Context } from './context.ts';
import { StoreError } from './errors.ts';
import type { Keyring } from './keyring.ts';
import type { DataLock } from './lock.ts';
import { doneMigrations, migrate } from './migrate.ts';
import { newestMoment } from './newest.ts';
import { createReadMemory, type ReadMemory } from './read-memory.ts';
import { createRepositories } from './repositories.ts';
import type { Tables } from './schema.ts';
import { allSecretValues } from './secrets.ts';
import { openSqlite } from './sqlite.ts';
import { sqliteDialect, sqliteFlavour } from './sqlite-dialect.ts';
import { snapshots } from './snapshot.ts';
import { createMasterKeys, type MasterKeys } from './master-keys.ts';
import { checkDataKeys, hasSealed, rotateDataKeys } from './rotate-data-keys.ts';
import { createVault, type OpenKeys } from './vault.ts';

export { StoreError, type StoreErrorCode } from './errors.ts';
export { SnapshotError } from './snapshot.ts';
export { createDiskObjects } from './objects/disk.ts';
export { createSharedObjects } from './objects/shared.ts';
export { isDiskFull, untilRoom } from './until-room.ts';
export { KEYRING_FILE, type Keyring, loadKeyring } from './keyring.ts';

/** Gives the keyring once the data is ours alone. `sealed`: whether anything in it is sealed already. */
export type KeyringSource = (data: { sealed: boolean }) => Promise<Keyring>;

/**
 * Opens what the emulator remembers (DESIGN §6), made or brought to this version as needed.
 * `location`: the path of the data file, or `:memory:`. `keyring`: what secrets are sealed with; it must be the one the
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
  const { database, lock } = openSqlite(options.location, options.durable ?? true);
  let writes = 0;
  const dialect = sqliteDialect(database, () => {
    writes += 1;
  });
  const db = new Kysely<Tables>({ dialect });
  try {
    // Everything that may refuse the data comes before the first change to it.
    const done = await doneMigrations(db, sqliteFlavour);
    const clock = options.clock ?? realClock;
    const masters = await mastersFor(db, options.keyring, done);
    await migrate(db, sqliteFlavour, done);
    await rotateDataKeys(db, masters, clock.now());
    // The lock is ours: nobody else writes.
    const memory = createReadMemory(() => writes);
    return createStore(db, masters, clock, lock, memory);
  } catch (error) {
    database.close();
    lock.release();
    throw error;
  }
}

async function mastersFor(
  db: Kysely<Tables>,
  given: Keyring | KeyringSource,
  done: readonly string[],
): Promise<MasterKeys> {
  const sealed = done.length > 0 && (await hasSealed(db));
  const masters = createMasterKeys(typeof given === 'function' ? await given({ sealed }) : given);
  if (sealed) await checkDataKeys(db, masters, done);
  return masters;
}

function createStore(
  db: Kysely<Tables>,
  masters: MasterKeys,
  clock: Clock,
  lock: DataLock,
  memory: ReadMemory,
): Store {
  const opened: OpenKeys = new Map();
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  let closing: Promise<void> | undefined;

  /** The database for use outside of transactions. Inside one it would wait for that one's end, for ever. */
  const outer = (): Kysely<Tables> => {
    if (closing) throw new StoreError('misuse', 'The store is closed.');
    if (inside.getStore()?.open) throw insideTransaction('used directly');
    return db;
  };

  const atomically = async <T>(work: (context: Context) => Promise<T>): Promise<T> => {
    const state = { open: true };
    // Keys made in a transaction count only once it is kept.
    const openedInside: OpenKeys = new Map(opened);
    const result = await outer()
      .transaction()
      .execute((trx) =>
        inside.run(state, async () => {
          const context: Context = {
            db: trx,
            vault: createVault(
              () => trx,
              masters,
              openedInside,
              () => clock.now(),
            ),
            flavour: sqliteFlavour,
            recall: (_, read) => read(),
            atomically: (inner) => inner(context),
          };
          try {
            return await work(context);
          } finally {
            state.open = false;
          }
        }),
      );
    for (const [name, key] of openedInside) opened.set(name, key);
    return result;
  };

  const context: Context = {
    get db() {
      return outer();
    },
    vault: createVault(outer, masters, opened, () => clock.now()),
    flavour: sqliteFlavour,
    recall(question, read) {
      outer();
      return memory.recall(question, read);
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
    secretValues: () => allSecretValues(context),
    newest: () => newestMoment(outer()),
    async close() {
      if (inside.getStore()?.open) throw insideTransaction('closed');
      closing ??= db.destroy().finally(() => lock.release());
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
