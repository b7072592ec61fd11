import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { StoreError } from './errors.ts';
import type { Keyring } from './keyring.ts';
import type { Tables } from './schema.ts';
import { open, type Place, type Purpose, purposeKey, seal } from './seal.ts';
import { createSealer, type Sealer } from './sealer.ts';

const DATA_KEY_BYTES = 32;
/** A workspace's data key has one version so far; rotating the master key rewraps it and leaves the rows alone. */
const DATA_KEY_VERSION = 1;

export interface Vault {
  /** The workspace's data key is made when it has none. */
  sealer(workspaceId: string, purpose: Purpose): Promise<Sealer>;
}

/** Keys already unwrapped, by workspace: the data key, and the sealers with what was derived from it, by purpose. */
export type OpenKeys = Map<string, { dataKey: KeyObject; sealers: Map<Purpose, Sealer> }>;

/** The vault of one context: `db` is where keys are read and made, `opened` what the context knows already. */
export function createVault(
  db: () => Kysely<Tables>,
  keyring: Keyring,
  opened: OpenKeys,
  now: () => number,
): Vault {
  return {
    async sealer(workspaceId, purpose) {
      const known = opened.get(workspaceId) ?? {
        dataKey: await dataKeyOf(db(), keyring, workspaceId, now()),
        sealers: new Map<Purpose, Sealer>(),
      };
      opened.set(workspaceId, known);
      const sealer =
        known.sealers.get(purpose) ??
        createSealer(purposeKey(known.dataKey, purpose), DATA_KEY_VERSION, workspaceId);
      known.sealers.set(purpose, sealer);
      return sealer;
    },
  };
}

async function dataKeyOf(
  db: Kysely<Tables>,
  keyring: Keyring,
  workspaceId: string,
  now: number,
): Promise<KeyObject> {
  const stored = await wrappedKey(db, workspaceId);
  if (stored !== undefined) return unwrap(keyring, stored);
  const fresh = randomBytes(DATA_KEY_BYTES);
  await db
    .insertInto('workspace_keys')
    .values({ ...wrap(keyring, workspaceId, fresh), workspace_id: workspaceId, created_at: now })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  // Somebody else may have been first: the stored one counts.
  const kept = await wrappedKey(db, workspaceId);
  fresh.fill(0);
  if (kept === undefined) throw new StoreError('sealed', `The data key of workspace ${workspaceId} is gone.`);
  return unwrap(keyring, kept);
}

function wrappedKey(db: Kysely<Tables>, workspaceId: string) {
  return db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'key_version', 'wrapped'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

function wrapPlace(workspaceId: string): Place {
  return { tenant: workspaceId, resource: 'dek', id: workspaceId, field: String(DATA_KEY_VERSION) };
}

function wrap(keyring: Keyring, workspaceId: string, dataKey: Uint8Array) {
  const key = purposeKey(masterKey(keyring, keyring.primary), 'workspace-key');
  return {
    key_version: keyring.primary,
    wrapped: seal(key, keyring.primary, wrapPlace(workspaceId), dataKey, randomBytes),
  };
}

interface WrappedKey {
  workspace_id: string;
  key_version: number;
  wrapped: string;
}

function unwrap(keyring: Keyring, row: WrappedKey): KeyObject {
  const key = purposeKey(masterKey(keyring, row.key_version), 'workspace-key');
  try {
    const bytes = open(key, wrapPlace(row.workspace_id), row.wrapped);
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

function masterKey(keyring: Keyring, version: number): KeyObject {
  const key = keyring.keys.get(version);
  if (key === undefined) {
    throw new StoreError(
      'keyring',
      `Secrets are sealed with key v${version}, which the keyring lacks (it has ${[...keyring.keys.keys()].map((known) => `v${known}`).join(', ')}). Add that version back; it may go once it has been replaced by a start with both.`,
    );
  }
  return key;
}

/** Whether anything is sealed in this data, which must have its tables. */
export async function hasSealed(db: Kysely<Tables>): Promise<boolean> {
  return (
    (await db.selectFrom('workspace_keys').select('workspace_id').limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Checks, and changes nothing, that the keyring opens every workspace's data key.
 * @throws StoreError `keyring` when a version is missing or is another key.
 */
export async function checkDataKeys(db: Kysely<Tables>, keyring: Keyring): Promise<void> {
  for (const row of await dataKeys(db)) unwrap(keyring, row);
}

/**
 * Checks at start that the keyring opens every workspace's data key, and wraps with the primary those that are
 * wrapped with an older one.
 * @throws StoreError `keyring` when a version is missing or is another key.
 */
export async function rewrapDataKeys(db: Kysely<Tables>, keyring: Keyring): Promise<void> {
  for (const row of await dataKeys(db)) {
    const dataKey = unwrap(keyring, row);
    if (row.key_version === keyring.primary) continue;
    await db
      .updateTable('workspace_keys')
      .set(wrap(keyring, row.workspace_id, dataKey.export()))
      .where('workspace_id', '=', row.workspace_id)
      .where('key_version', '=', row.key_version)
      .execute();
  }
}

function dataKeys(db: Kysely<Tables>): Promise<WrappedKey[]> {
  return db.selectFrom('workspace_keys').select(['workspace_id', 'key_version', 'wrapped']).execute();
}
