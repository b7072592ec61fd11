import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { Keyring } from './keyring.ts';
import type { Tables } from './schema.ts';
import { open, purposeKey, seal, type SealLocation } from './seal.ts';

const DATA_KEY_BYTES = 32;

/** Stored data key of a workspace, encrypted with the master key of version `key_version`. */
export interface WrappedKey {
  workspace_id: string;
  version: number;
  key_version: number;
  wrapped: string;
}

/** Returns the workspace's data key for new values, and creates the key on first use. */
export async function newestDataKey(
  db: Kysely<Tables>,
  masters: MasterKeys,
  workspaceId: string,
  now: number,
): Promise<WrappedKey> {
  const stored = await newest(db, workspaceId);
  if (stored !== undefined) return stored;
  await addDataKey(db, masters, workspaceId, 1, now);
  // The stored key is read again, because another process might have stored a key first.
  const kept = await newest(db, workspaceId);
  if (kept === undefined)
    throw new StoreError('sealed', `The data key of workspace ${workspaceId} does not exist.`);
  return kept;
}

async function addDataKey(
  db: Kysely<Tables>,
  masters: MasterKeys,
  workspaceId: string,
  version: number,
  now: number,
): Promise<void> {
  const fresh = randomBytes(DATA_KEY_BYTES);
  const row = await wrap(masters, { workspace_id: workspaceId, version }, fresh);
  fresh.fill(0);
  await db
    .insertInto('workspace_keys')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'version']).doNothing())
    .execute();
}

function newest(db: Kysely<Tables>, workspaceId: string): Promise<WrappedKey | undefined> {
  return db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'version', 'key_version', 'wrapped'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns one version of a workspace's data key, or `undefined` if the version does not exist. */
export function dataKeyOf(
  db: Kysely<Tables>,
  workspaceId: string,
  version: number,
): Promise<WrappedKey | undefined> {
  return db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'version', 'key_version', 'wrapped'])
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Returns all data keys, grouped by workspace, oldest first. */
export async function allDataKeys(db: Kysely<Tables>): Promise<WrappedKey[]> {
  return db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'version', 'key_version', 'wrapped'])
    .orderBy('workspace_id')
    .orderBy('version')
    .execute();
}

/** Encrypts a data key with the primary master key, unless another process has already encrypted the data key again. */
async function rewrap(db: Kysely<Tables>, masters: MasterKeys, row: WrappedKey): Promise<void> {
  const dataKey = await unwrap(masters, row);
  const { key_version, wrapped } = await wrap(masters, row, dataKey.export());
  await db
    .updateTable('workspace_keys')
    .set({ key_version, wrapped })
    .where('workspace_id', '=', row.workspace_id)
    .where('version', '=', row.version)
    .where('wrapped', '=', row.wrapped)
    .execute();
}

async function wrap(
  masters: MasterKeys,
  of: Pick<WrappedKey, 'workspace_id' | 'version'>,
  dataKey: Uint8Array,
): Promise<WrappedKey> {
  const key = await masters.wrappingKey(masters.primary);
  const wrapped = seal(key, masters.primary, wrapLocation(of), dataKey, randomBytes);
  return { workspace_id: of.workspace_id, version: of.version, key_version: masters.primary, wrapped };
}

/** Decrypts a data key. @throws StoreError `keyring` if the data key's master key is missing or different. */
export async function unwrap(masters: MasterKeys, row: WrappedKey): Promise<KeyObject> {
  const key = await masters.wrappingKey(row.key_version);
  try {
    const bytes = open(key, wrapLocation(row), row.wrapped);
    const dataKey = createSecretKey(bytes);
    bytes.fill(0);
    return dataKey;
  } catch (cause) {
    throw new StoreError(
      'keyring',
      `The data was not sealed with the keyring's key v${row.key_version}. Use the keyring that belongs to this data directory (EMULATOR_KEYRING_FILE, or the file "keyring" inside it), or start with an empty data directory.`,
      { cause },
    );
  }
}

function wrapLocation({
  workspace_id: id,
  version,
}: Pick<WrappedKey, 'workspace_id' | 'version'>): SealLocation {
  return { tenant: id, resource: 'dek', id, field: String(version) };
}

/** Returns whether the store contains any encrypted value. The tables of the store must exist. */
export async function hasSealed(db: Kysely<Tables>): Promise<boolean> {
  return (
    (await db.selectFrom('workspace_keys').select('workspace_id').limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Checks that the keyring can decrypt every workspace's data keys, without changing anything.
 * @throws StoreError `keyring` if a version is missing or has a different key.
 */
export async function checkDataKeys(db: Kysely<Tables>, masters: MasterKeys): Promise<void> {
  for (const row of await allDataKeys(db)) await unwrap(masters, row);
}

/**
 * Applies a new primary version of the keyring when the emulator starts, in one transaction. Every workspace gets a new
 * data key for new values, and the primary master key encrypts the workspace's older data keys.
 * @throws StoreError `keyring` if a version is missing or has a different key.
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
  // A new data key is only necessary if the newest data key uses another master key. An older data key that uses
  // another master key came from another database.
  if (newest !== undefined && newest.key_version !== masters.primary) {
    await addDataKey(db, masters, newest.workspace_id, newest.version + 1, now);
  }
  for (const row of rows) if (row.key_version !== masters.primary) await rewrap(db, masters, row);
}

/** Loaded master keys. The keyring file is read again if another process uses a newer version. */
export interface MasterKeys {
  /** Version of the master key that encrypts new data keys. */
  readonly primary: number;
  /**
   * Returns the key that encrypts data keys, derived from this version of the master key.
   * @throws StoreError `keyring` if the keyring lacks the version.
   */
  wrappingKey(version: number): Promise<KeyObject>;
}

export function createMasterKeys(keyring: Keyring): MasterKeys {
  let { keys } = keyring;
  return {
    primary: keyring.primary,
    async wrappingKey(version) {
      if (!keys.has(version) && keyring.reread !== undefined) {
        const reread = await keyring.reread();
        // Adds only missing versions to the loaded keys. The primary version stays the same until the next start.
        keys = new Map([...reread.keys, ...keys]);
      }
      const key = keys.get(version);
      if (key === undefined) throw lacking(version, [...keys.keys()]);
      return purposeKey(key, 'workspace-key');
    },
  };
}

function lacking(version: number, known: readonly number[]): StoreError {
  return new StoreError(
    'keyring',
    `Secrets are sealed with key v${version}, which the keyring lacks (it has ${known.map((one) => `v${one}`).join(', ')}). Add that version back, and remove it only after "keyring prune" reports that it is unused.`,
  );
}
