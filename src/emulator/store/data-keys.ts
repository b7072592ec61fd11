import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { StoreError } from './errors.ts';
import type { MasterKeys } from './master-keys.ts';
import type { Tables } from './schema.ts';
import { open, type SealLocation, seal } from './seal.ts';

const DATA_KEY_BYTES = 32;
/** The migration that brought versions of data keys: before it there was one per workspace. */
export const KEY_VERSIONS = '0006_keyring';

/** A workspace's data key as it is kept: wrapped by the master key of `key_version`. */
export interface WrappedKey {
  workspace_id: string;
  version: number;
  key_version: number;
  wrapped: string;
}

/** The data key that new values of the workspace are sealed with; the first one is made when there is none. */
export async function newestDataKey(
  db: Kysely<Tables>,
  masters: MasterKeys,
  workspaceId: string,
  now: number,
): Promise<WrappedKey> {
  const stored = await newest(db, workspaceId);
  if (stored !== undefined) return stored;
  await addDataKey(db, masters, workspaceId, 1, now);
  // Somebody else may have been first: the stored one counts.
  const kept = await newest(db, workspaceId);
  if (kept === undefined) throw new StoreError('sealed', `The data key of workspace ${workspaceId} is gone.`);
  return kept;
}

/** Makes a data key of this version, unless there is one. */
export async function addDataKey(
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

/** One version of a workspace's data key; `undefined`: there is none such. */
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

/** Every data key, those of a workspace together, oldest first. `done`: the migrations the data has been through. */
export async function allDataKeys(db: Kysely<Tables>, done?: readonly string[]): Promise<WrappedKey[]> {
  if (done?.includes(KEY_VERSIONS) === false) {
    const { rows } = await sql<WrappedKey>`
      select workspace_id, 1 as version, key_version, wrapped from workspace_keys`.execute(db);
    return rows;
  }
  return db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'version', 'key_version', 'wrapped'])
    .orderBy('workspace_id')
    .orderBy('version')
    .execute();
}

/** Wraps a data key anew, unless somebody else has done so meanwhile. */
export async function rewrap(db: Kysely<Tables>, masters: MasterKeys, row: WrappedKey): Promise<void> {
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
  const wrapped = seal(key, masters.primary, wrapPlace(of), dataKey, randomBytes);
  return { workspace_id: of.workspace_id, version: of.version, key_version: masters.primary, wrapped };
}

/** @throws StoreError `keyring` when the keyring lacks the master key, or has another one of this version. */
export async function unwrap(masters: MasterKeys, row: WrappedKey): Promise<KeyObject> {
  const key = await masters.wrappingKey(row.key_version);
  try {
    const bytes = open(key, wrapPlace(row), row.wrapped);
    const dataKey = createSecretKey(bytes);
    bytes.fill(0);
    return dataKey;
  } catch (cause) {
    throw new StoreError(
      'keyring',
      `The keyring's key v${row.key_version} is not the one this data was sealed with. Give the keyring that belongs to this data directory (EMULATOR_KEYRING_FILE, or the file "keyring" inside it), or start with an empty data directory.`,
      { cause },
    );
  }
}

function wrapPlace({
  workspace_id: id,
  version,
}: Pick<WrappedKey, 'workspace_id' | 'version'>): SealLocation {
  return { tenant: id, resource: 'dek', id, field: String(version) };
}
