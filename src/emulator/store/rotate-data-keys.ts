import type { Kysely } from 'kysely';
import { addDataKey, allDataKeys, rewrap, unwrap, type WrappedKey } from './data-keys.ts';
import type { Database } from './database.ts';
import type { MasterKeys } from './master-keys.ts';
import type { Tables } from './schema.ts';

/** Whether anything is sealed in this data, which must have its tables. */
export async function hasSealed(db: Kysely<Tables>): Promise<boolean> {
  return (
    (await db.selectFrom('workspace_keys').select('workspace_id').limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Checks, and changes nothing, that the keyring opens every workspace's data keys. `done`: the migrations the data has
 * been through.
 * @throws StoreError `keyring` when a version is missing or is another key.
 */
export async function checkDataKeys(
  db: Kysely<Tables>,
  masters: MasterKeys,
  done: readonly string[],
): Promise<void> {
  for (const row of await allDataKeys(db, done)) await unwrap(masters, row);
}

/**
 * What a start does about a keyring whose primary is another one: every workspace gets a new data key for what is
 * sealed from now on, and its older ones are wrapped with the primary, all of it at once or nothing.
 * @throws StoreError `keyring` when a version is missing or is another key.
 */
export async function rotateDataKeys(
  { db, transaction }: Pick<Database, 'db' | 'transaction'>,
  masters: MasterKeys,
  now: number,
): Promise<void> {
  const rows = await allDataKeys(db);
  const stale = rows.filter((row) => row.key_version !== masters.primary);
  for (const workspaceId of new Set(stale.map((row) => row.workspace_id))) {
    const own = rows.filter((row) => row.workspace_id === workspaceId);
    await transaction('serializable', (trx) => rotateOne(trx, masters, own, now));
  }
}

async function rotateOne(
  db: Kysely<Tables>,
  masters: MasterKeys,
  rows: readonly WrappedKey[],
  now: number,
): Promise<void> {
  const newest = rows.at(-1);
  // An older one alone that is behind came from elsewhere: values have their new key already.
  if (newest !== undefined && newest.key_version !== masters.primary) {
    await addDataKey(db, masters, newest.workspace_id, newest.version + 1, now);
  }
  for (const row of rows) if (row.key_version !== masters.primary) await rewrap(db, masters, row);
}
