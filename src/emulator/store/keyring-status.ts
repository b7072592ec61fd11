import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { allDataKeys, createMasterKeys, unwrap, type WrappedKey } from './data-keys.ts';
import { isDatabaseUrl } from './database.ts';
import { errorMessage } from '../../os/errors.ts';
import { NO_METRICS } from '../ports/metrics.ts';
import { StoreError } from '../ports/store-errors.ts';
import { dropKeyringVersions, type Keyring, parseKeyring, readKeyringFile } from './keyring.ts';
import { isNewest } from './migrations.ts';
import { describeValues, valuesByKey } from './reseal.ts';
import type { Tables } from './schema.ts';
import { appliedInFile } from './sqlite/applied.ts';
import { kyselySqlite } from './sqlite/dialect.ts';
import { acquireLock } from './sqlite/lock.ts';

type Keys = Pick<Keyring, 'keys' | 'primary'>;

/** Report on which keys of a keyring are in use. The report contains no key and no encrypted value. */
interface KeyringStatus {
  primary: number;
  /** Versions of the keyring's master keys, each with the number of data keys that the version encrypts. */
  versions: { version: number; data_keys: number }[];
  /** Versions of master keys that encrypt data keys but are missing in the keyring, so no emulator could start. */
  missing: number[];
  /** Versions that encrypt no data key and are not the primary key, so they can be removed. */
  unused: number[];
  /** Data keys, grouped by workspace, oldest first. */
  data_keys: {
    workspace_id: string;
    version: number;
    wrapped_by: number;
    /** True if new values are encrypted with this data key. */
    newest: boolean;
    /** Number of values that are encrypted with this data key. */
    values: number;
  }[];
  /**
   * Number of values that do not use their workspace's newest data key, and that a running emulator will re-encrypt.
   */
  behind: number;
  /**
   * Number of values that use no existing data key, because the values were truncated or copied from another database.
   */
  strange: number;
}

/** Reports how many data keys each key of the keyring encrypts and which keys are missing. The data stays unchanged. */
async function keyringStatus(db: Kysely<Tables>, { keys, primary }: Keys): Promise<KeyringStatus> {
  const rows = await allDataKeys(db);
  const counts = await valuesByKey(db);
  const dataKeys = rows.map((row, index) => ({
    workspace_id: row.workspace_id,
    version: row.version,
    wrapped_by: row.key_version,
    newest: rows[index + 1]?.workspace_id !== row.workspace_id,
    values: sum(
      counts.filter(({ workspace, version }) => workspace === row.workspace_id && version === row.version),
    ),
  }));
  const wrappedBy = (version: number) => rows.filter((row) => row.key_version === version).length;
  const known = sum(dataKeys);
  const versions = [...keys.keys()].map((version) => ({ version, data_keys: wrappedBy(version) }));
  return {
    primary,
    versions,
    unused: versions.flatMap((one) => (one.data_keys === 0 && one.version !== primary ? one.version : [])),
    missing: [...new Set(rows.map((row) => row.key_version))].filter((version) => !keys.has(version)),
    data_keys: dataKeys,
    behind: sum(dataKeys.filter(({ newest }) => !newest)),
    strange: sum(counts) - known,
  };
}

function sum(counts: readonly { values: number }[]): number {
  return counts.reduce((total, { values }) => total + values, 0);
}

/**
 * Reports which keys of the keyring file `keyring` encrypt data in the data file `location`. An emulator can use the
 * data at the same time. If the data file does not exist, no keys are needed.
 * @throws StoreError `keyring`, `unusable` or `newer`.
 */
export async function readKeyringStatus(keyring: string, location: string): Promise<KeyringStatus> {
  return statusOf(parseKeyring(await readKeyringFile(keyring)), location);
}

/**
 * Removes unneeded keys from the keyring file. No emulator may use the data at the same time, because an emulator
 * continues to encrypt with the keys that it has read. Returns the removed versions, and the versions that are still
 * needed.
 * @throws StoreError `locked` while an emulator runs; `keyring`; `newer`; `unusable`, also if no data exists.
 */
export async function pruneKeyring(keyring: string, location: string): Promise<Pruned> {
  if (!existsSync(location)) {
    throw new StoreError(
      'unusable',
      `No data exists at ${location}, so the required keys are unknown. Nothing was changed.`,
    );
  }
  const lock = acquireLock(location, process.pid);
  try {
    return await removeUnneeded(keyring, await readKeyringStatus(keyring, location), 'data directory');
  } finally {
    lock.release();
  }
}

/** Result of a removal: the removed versions, and the versions that are still needed. */
interface Pruned {
  primary: number;
  removed: number[];
  needed: KeyringStatus['versions'];
}

async function removeUnneeded(
  keyring: string,
  { versions, primary, missing }: KeyringStatus,
  data: 'data directory' | 'database',
): Promise<Pruned> {
  if (missing.length > 0) {
    throw new StoreError(
      'keyring',
      `The data is sealed with key ${missing.map((one) => `v${one}`).join(', ')}, which the keyring lacks: this is not the keyring of this ${data}. Nothing was changed.`,
    );
  }
  const needed = versions.filter((one) => one.data_keys > 0 && one.version !== primary);
  const { removed } = await dropKeyringVersions(keyring, new Set(needed.map(({ version }) => version)));
  return { primary, removed, needed };
}

async function statusOf(keyring: Keys, location: string): Promise<KeyringStatus> {
  if (!existsSync(location)) {
    return emptyStatus(keyring);
  }
  return inDataFile(location, (db) => keyringStatus(db, keyring));
}

function emptyStatus({ keys, primary }: Keys): KeyringStatus {
  const versions = [...keys.keys()].map((version) => ({ version, data_keys: 0 }));
  // Without data, nothing shows that a key is unused.
  return { primary, versions, missing: [], unused: [], data_keys: [], behind: 0, strange: 0 };
}

/** Calls `work` with a read-only connection to a data file of this version. @throws StoreError `unusable`, `newer`. */
async function inDataFile<T>(location: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: kyselySqlite(openReadOnly(location)) });
  try {
    refuseEarlier(await appliedInFile(db), `The data at ${location}`);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Calls `work` with a transaction in a PostgreSQL database of this version.
 * @throws StoreError `unusable`, `newer`.
 */
async function inDatabase<T>(
  url: string,
  isolation: 'snapshot' | 'serializable',
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { openPostgres, parseDatabaseUrl } = await import('./postgres/open.ts');
  const database = openPostgres(url, NO_METRICS);
  try {
    const { display } = parseDatabaseUrl(url);
    refuseEarlier(await database.appliedMigrations(), `The database ${display}`);
    return await database.transaction(isolation, work);
  } finally {
    await database.close();
  }
}

function refuseEarlier(applied: readonly string[], data: string): void {
  if (isNewest(applied)) return;
  throw new StoreError(
    'unusable',
    `${data} has an earlier format or no data: start this version of the emulator with it once, and then run the command again.`,
  );
}

/**
 * Reports which keys of the keyring file encrypt data in a PostgreSQL database, which emulators can use at the same
 * time.
 * @throws StoreError `keyring`, `unusable` or `newer`.
 */
export async function readDatabaseKeyringStatus(keyring: string, url: string): Promise<KeyringStatus> {
  const keys = parseKeyring(await readKeyringFile(keyring));
  return inDatabase(url, 'snapshot', (db) => keyringStatus(db, keys));
}

/**
 * Removes keys from the keyring file that neither the data in a PostgreSQL database nor a running emulator needs.
 * Emulators can use the database at the same time. No emulator can register its keyring during the removal.
 * @throws StoreError `keyring`, also if a running emulator still encrypts with a key that would be removed; `unusable`;
 * `newer`.
 */
export async function pruneDatabaseKeyring(keyring: string, url: string): Promise<Pruned> {
  const keys = parseKeyring(await readKeyringFile(keyring));
  const { keyringUsers } = await import('./postgres/keyring-readers.ts');
  const { lockKeyringClaims } = await import('./postgres/migrate.ts');
  return inDatabase(url, 'snapshot', async (db) => {
    await lockKeyringClaims(db);
    const found = await keyringStatus(db, keys);
    const user = (await keyringUsers(db)).find((one) => found.unused.includes(one.keyring.primary));
    if (user !== undefined) {
      throw new StoreError(
        'keyring',
        `The emulator on ${user.machine} still encrypts with key v${user.keyring.primary}: start it again with this keyring, and then run the command again. Nothing was changed.`,
      );
    }
    return removeUnneeded(keyring, found, 'database');
  });
}

/** Secrets that no key of a keyring can decrypt. */
interface LostSecrets {
  /** Versions of master keys that are missing, or that differ from the key that encrypted the data. */
  versions: number[];
  /** Number of values, and descriptions of the first values. The descriptions contain no value. */
  secrets: number;
  examples: string[];
}

/** Maximum number of lost secrets that a report lists. */
const MAX_EXAMPLES = 20;

/**
 * Finds the secrets that an emulator with this keyring file could not read, before an emulator starts with it. The data
 * is in the data file or the PostgreSQL database at `location`, and stays unchanged.
 * @throws StoreError `keyring` if the keyring file is unusable; `unusable`; `newer`.
 */
export async function findLostSecrets(keyring: string, location: string): Promise<LostSecrets> {
  const keys = parseKeyring(await readKeyringFile(keyring));
  const find = (db: Kysely<Tables>) => lostSecrets(db, keys);
  if (isDatabaseUrl(location)) return inDatabase(location, 'snapshot', find);
  if (!existsSync(location)) return { versions: [], secrets: 0, examples: [] };
  return inDataFile(location, find);
}

async function lostSecrets(db: Kysely<Tables>, keys: Keys): Promise<LostSecrets> {
  const masters = createMasterKeys({ ...keys, origin: 'memory', generated: false });
  const versions = new Set<number>();
  const lost: Pick<WrappedKey, 'workspace_id' | 'version'>[] = [];
  for (const row of await allDataKeys(db)) {
    const isLost = await unwrap(masters, row).then(
      () => false,
      () => true,
    );
    if (!isLost) continue;
    versions.add(row.key_version);
    lost.push(row);
  }
  if (lost.length === 0) return { versions: [], secrets: 0, examples: [] };
  const isOf = ({ workspace, version }: { workspace: string; version: number | undefined }) =>
    lost.some((key) => key.workspace_id === workspace && key.version === version);
  return {
    versions: [...versions].toSorted((a, b) => a - b),
    secrets: sum((await valuesByKey(db)).filter(isOf)),
    examples: await describeValues(db, isOf, MAX_EXAMPLES),
  };
}

function openReadOnly(location: string): DatabaseSync {
  try {
    const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000 });
    // All reads use the same snapshot, because a running emulator might write between two reads.
    database.exec('pragma trusted_schema = off; begin');
    return database;
  } catch (cause) {
    throw new StoreError('unusable', `The data at ${location} cannot be read: ${errorMessage(cause)}.`, {
      cause,
    });
  }
}
