import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { allDataKeys } from './data-keys.ts';
import { errorMessage } from '../../os/errors.ts';
import { StoreError } from '../ports/store-errors.ts';
import { dropKeyringVersions, type Keyring, parseKeyring, readKeyringFile } from './keyring.ts';
import { isNewest } from './migrations.ts';
import { valuesByKey } from './reseal.ts';
import type { Tables } from './schema.ts';
import { appliedInFile } from './sqlite/applied.ts';
import { kyselySqlite } from './sqlite/dialect.ts';
import { acquireLock } from './sqlite/lock.ts';

/** Report on which keys of a keyring are in use. The report contains no key and no encrypted value. */
interface KeyringStatus {
  primary: number;
  /** Versions of the keyring's master keys, each with the number of data keys that the version encrypts. */
  versions: { version: number; data_keys: number }[];
  /** Versions of master keys that encrypt data keys but are missing in the keyring, so no emulator could start. */
  missing: number[];
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
async function keyringStatus(
  db: Kysely<Tables>,
  { keys, primary }: Pick<Keyring, 'keys' | 'primary'>,
): Promise<KeyringStatus> {
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
  return {
    primary,
    versions: [...keys.keys()].map((version) => ({ version, data_keys: wrappedBy(version) })),
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
export async function pruneKeyring(
  keyring: string,
  location: string,
): Promise<{ primary: number; removed: number[]; needed: KeyringStatus['versions'] }> {
  if (!existsSync(location)) {
    throw new StoreError(
      'unusable',
      `No data exists at ${location}, so the required keys are unknown. Nothing was changed.`,
    );
  }
  const lock = acquireLock(location, process.pid);
  try {
    const { versions, primary, missing } = await readKeyringStatus(keyring, location);
    if (missing.length > 0) {
      throw new StoreError(
        'keyring',
        `The data is sealed with key ${missing.map((one) => `v${one}`).join(', ')}, which the keyring lacks: this is not the keyring of this data. Nothing was changed.`,
      );
    }
    const needed = versions.filter((one) => one.data_keys > 0 && one.version !== primary);
    const { removed } = await dropKeyringVersions(keyring, new Set(needed.map(({ version }) => version)));
    return { primary, removed, needed };
  } finally {
    lock.release();
  }
}

async function statusOf(
  keyring: Pick<Keyring, 'keys' | 'primary'>,
  location: string,
): Promise<KeyringStatus> {
  if (!existsSync(location)) {
    const versions = [...keyring.keys.keys()].map((version) => ({ version, data_keys: 0 }));
    return { primary: keyring.primary, versions, missing: [], data_keys: [], behind: 0, strange: 0 };
  }
  const db = new Kysely<Tables>({ dialect: kyselySqlite(openReadOnly(location)) });
  try {
    const applied = await appliedInFile(db);
    if (!isNewest(applied)) {
      throw new StoreError(
        'unusable',
        `The data at ${location} has an earlier format: start this version of the emulator with it once, and then run the command again.`,
      );
    }
    return await keyringStatus(db, keyring);
  } finally {
    await db.destroy();
  }
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
