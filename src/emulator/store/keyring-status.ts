import type { Kysely } from 'kysely';
import { allDataKeys } from './data-keys.ts';
import type { Keyring } from './keyring.ts';
import { valuesByKey } from './reseal.ts';
import type { Tables } from './schema.ts';

/** Which keys are in use. No part of it tells anything about a key or a value. */
export interface KeyringStatus {
  primary: number;
  /** The keyring's versions, and how many data keys each of them wraps. */
  versions: { version: number; data_keys: number }[];
  /** Versions that data keys are wrapped with and the keyring lacks: no start would succeed. */
  missing: number[];
  /** The data keys, those of a workspace together, oldest first. */
  data_keys: {
    workspace_id: string;
    version: number;
    wrapped_by: number;
    /** New values are sealed with it. */
    newest: boolean;
    /** How many values are sealed with it. */
    values: number;
  }[];
  /** Values sealed with another data key than their workspace's newest: a running emulator seals them anew. */
  behind: number;
  /** Values whose start names no data key that there is: cut, or copied from elsewhere. */
  strange: number;
}

/** Reads which keys of a keyring the data needs. Changes nothing. */
export async function keyringStatus(
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
