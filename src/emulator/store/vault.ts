import type { KeyPurpose } from '../tables/columns.ts';
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { dataKeyOf, type MasterKeys, newestDataKey, unwrap, type WrappedKey } from './data-keys.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { Tables } from './schema.ts';
import { createSealer, purposeKey, sealedVersion, type Sealer, type WorkspaceLocation } from './seal.ts';

interface Sealed {
  place: WorkspaceLocation;
  sealed: string;
}

export interface Vault {
  /**
   * Returns a sealer with the workspace's newest data key, and creates the data key on first use. Callers must call
   * `sealer` in the transaction that stores the encrypted values, because unused keys are removed.
   */
  sealer(workspaceId: string, purpose: KeyPurpose): Promise<Pick<Sealer, 'seal' | 'sealAlike'>>;
  /**
   * Decrypts values that are encrypted with any data key of the workspace.
   * @throws StoreError `sealed` if a value was altered, truncated, or moved from another location.
   */
  open(workspaceId: string, purpose: KeyPurpose, values: readonly Sealed[]): Promise<string[]>;
  /** @throws StoreError `keyring` if the keyring cannot decrypt this data key of the workspace. */
  checkKey(workspaceId: string, version: number): Promise<void>;
}

/** Decrypted data key with its encrypted text, and with sealers for derived keys, keyed by purpose. */
interface OpenKey {
  wrapped: string;
  dataKey: KeyObject;
  sealers: Map<KeyPurpose, Sealer>;
}
/** Decrypted data keys, keyed by workspace and version. */
export type OpenKeys = Map<string, OpenKey>;

/** Creates the vault of one context. `db` stores the keys, and `opened` caches the decrypted keys. */
export function createVault(
  db: () => Kysely<Tables>,
  masters: MasterKeys,
  opened: OpenKeys,
  now: () => number,
): Vault {
  const nameOf = (workspaceId: string, version: number) => `${version} ${workspaceId}`;

  const keyOf = async (row: WrappedKey): Promise<OpenKey> => {
    const name = nameOf(row.workspace_id, row.version);
    const known = opened.get(name);
    if (known?.wrapped === row.wrapped) return known;
    const key = { wrapped: row.wrapped, dataKey: await unwrap(masters, row), sealers: new Map() };
    opened.set(name, key);
    return key;
  };
  const sealerOf = (key: OpenKey, version: number, workspaceId: string, purpose: KeyPurpose): Sealer => {
    const known =
      key.sealers.get(purpose) ?? createSealer(purposeKey(key.dataKey, purpose), version, workspaceId);
    key.sealers.set(purpose, known);
    return known;
  };

  const openOne = async (workspaceId: string, purpose: KeyPurpose, { place, sealed }: Sealed) => {
    const version = versionOf(place, sealed);
    const known = opened.get(nameOf(workspaceId, version));
    if (known !== undefined) {
      try {
        return sealerOf(known, version, workspaceId, purpose).open(place, sealed);
      } catch (error) {
        // The key is read from the store, because another process might have replaced the keys.
        const stored = await dataKeyOf(db(), workspaceId, version);
        if (stored === undefined || stored.wrapped === known.wrapped) throw error;
        return sealerOf(await keyOf(stored), version, workspaceId, purpose).open(place, sealed);
      }
    }
    const stored = await dataKeyOf(db(), workspaceId, version);
    if (stored === undefined) throw strange(place);
    return sealerOf(await keyOf(stored), version, workspaceId, purpose).open(place, sealed);
  };

  return {
    async sealer(workspaceId, purpose) {
      const row = await newestDataKey(db(), masters, workspaceId, now());
      return sealerOf(await keyOf(row), row.version, workspaceId, purpose);
    },
    async open(workspaceId, purpose, values) {
      const clear: string[] = [];
      for (const value of values) clear.push(await openOne(workspaceId, purpose, value));
      return clear;
    },
    async checkKey(workspaceId, version) {
      const stored = await dataKeyOf(db(), workspaceId, version);
      if (stored !== undefined) await keyOf(stored);
    },
  };
}

function versionOf(place: WorkspaceLocation, sealed: string): number {
  try {
    return sealedVersion(sealed);
  } catch (cause) {
    throw strange(place, cause);
  }
}

/** Creates the error for a value whose format or key is unknown. */
function strange({ resource, id, field }: WorkspaceLocation, cause?: unknown): StoreError {
  return new StoreError(
    'sealed',
    `The stored value of ${resource} ${id}, ${field}, cannot be decrypted: it was truncated, altered or copied from other data. Set the value again, or restore the data directory together with its keyring.`,
    { cause },
  );
}
