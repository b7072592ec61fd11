import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { KEY_VERSIONS } from './data-keys.ts';
import { errorMessage, StoreError } from './errors.ts';
import { dropKeyringVersions } from './keyring-file.ts';
import { type Keyring, parseKeyring, readKeyringFile } from './keyring.ts';
import { type KeyringStatus, keyringStatus } from './keyring-status.ts';
import { takeLock } from './lock.ts';
import { appliedMigrations } from './migrate.ts';
import type { Tables } from './schema.ts';
import { kyselySqlite, sqliteDialect } from './sqlite-dialect.ts';

/**
 * Which keys of the keyring file `keyring` the data file `location` needs; an emulator may be running on it. A file that
 * is not there needs none.
 * @throws StoreError `keyring`, `unusable` or `newer`.
 */
export async function readKeyringStatus(keyring: string, location: string): Promise<KeyringStatus> {
  return statusOf(parseKeyring(await readKeyringFile(keyring)), location);
}

/**
 * Removes from the keyring file what the data does not need. No emulator may run on the data: it would go on sealing with
 * the keys it has read. Gives what was removed, and what is as it was because it is needed.
 * @throws StoreError `locked` while one runs, `keyring`, `newer`, or `unusable`, also when there is no data to ask.
 */
export async function pruneKeyring(
  keyring: string,
  location: string,
): Promise<{ primary: number; removed: number[]; needed: KeyringStatus['versions'] }> {
  if (!existsSync(location)) {
    throw new StoreError(
      'unusable',
      `There is no data at ${location} that could tell which keys are needed. Nothing was changed.`,
    );
  }
  const lock = takeLock(location, process.pid);
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
    const done = await appliedMigrations(db, sqliteDialect);
    if (!done.includes(KEY_VERSIONS)) {
      throw new StoreError(
        'unusable',
        `The data at ${location} is of an earlier version: start this version of the emulator on it once, then ask again.`,
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
    // As of one moment, whatever a running emulator does meanwhile.
    database.exec('pragma trusted_schema = off; begin');
    return database;
  } catch (cause) {
    throw new StoreError('unusable', `The data at ${location} cannot be read: ${errorMessage(cause)}.`, {
      cause,
    });
  }
}
