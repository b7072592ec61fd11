import type { SnapshotRow } from '../../ports/store-snapshot.ts';
import { StoreError } from '../errors.ts';
import type { Vault } from '../vault.ts';

/** User and password in the address of a repository: what stands before the last `@` of its authority. */
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i;
const SEALED = /^([a-z][a-z0-9+.-]*:\/\/)sealed:([A-Za-z0-9_-]+)@/i;
const PURPOSE = 'repository-credentials';

function place(row: SnapshotRow) {
  return { resource: 'deployment', id: String(row['id']), field: 'source_config.repo_url' };
}

function addressOf(row: SnapshotRow): string {
  const config: unknown = row['source_config'];
  const url: unknown =
    typeof config === 'object' && config !== null && 'repo_url' in config ? config.repo_url : '';
  return typeof url === 'string' ? url : '';
}

function withAddress(row: SnapshotRow, url: string): SnapshotRow {
  return { ...row, source_config: { ...Object(row['source_config']), repo_url: url } };
}

/** Deployments whose repository's address shows no credentials: they are sealed where they stood. */
export async function sealCredentials(
  vault: Vault,
  deployments: readonly SnapshotRow[],
): Promise<{ rows: SnapshotRow[]; sealed: boolean }> {
  const rows: SnapshotRow[] = [];
  let sealed = false;
  for (const row of deployments) {
    const url = addressOf(row);
    const [, scheme, userInfo] = CREDENTIALS.exec(url) ?? [];
    if (scheme === undefined || userInfo === undefined) {
      rows.push(row);
      continue;
    }
    const sealer = await vault.sealer(String(row['workspace_id']), PURPOSE);
    const text = sealer.sealAlike(place(row), userInfo);
    rows.push(
      withAddress(
        row,
        url.replace(CREDENTIALS, () => `${scheme}sealed:${text}@`),
      ),
    );
    sealed = true;
  }
  return { rows, sealed };
}

/** Whether a value was not opened because it is not ours to open. */
export function isUnsealable(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'sealed' || error.code === 'keyring');
}

/** The deployment as it was. `undefined`: its credentials cannot be opened here. */
export async function unsealCredentials(vault: Vault, row: SnapshotRow): Promise<SnapshotRow | undefined> {
  const url = addressOf(row);
  const [, scheme, text] = SEALED.exec(url) ?? [];
  if (scheme === undefined || text === undefined) return row;
  try {
    const sealed = { place: place(row), sealed: text };
    const [userInfo] = await vault.open(String(row['workspace_id']), PURPOSE, [sealed]);
    return withAddress(
      row,
      url.replace(SEALED, () => `${scheme}${userInfo}@`),
    );
  } catch (error) {
    if (isUnsealable(error)) return undefined;
    throw error;
  }
}

/** The deployment without what could not be opened. */
export function withoutCredentials(row: SnapshotRow): SnapshotRow {
  return withAddress(row, addressOf(row).replace(SEALED, '$1'));
}
