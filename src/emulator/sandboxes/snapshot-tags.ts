import type { Repositories, SandboxSnapshotRow } from '../ports/store.ts';

/** Tag of a snapshot whose creator specifies no tag. */
export const DEFAULT_TAG = 'latest';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the tag that a snapshot has, or will receive when it is ready. Returns `undefined` if the snapshot was
 * created without a tag or if its tag has moved to another snapshot.
 */
function tagOf({ settings }: Pick<SandboxSnapshotRow, 'settings'>): string | undefined {
  const tag = settings['tag'];
  return typeof tag === 'string' ? tag : undefined;
}

/** Returns the tags that refer to a snapshot. Only ready snapshots have tags. */
export function tagsOf(row: Pick<SandboxSnapshotRow, 'settings' | 'status'>): string[] {
  const tag = tagOf(row);
  return row.status === 'ready' && tag !== undefined ? [tag] : [];
}

/**
 * Finds a snapshot by its ID, by `name:tag`, or by a name. A name selects the snapshot with the tag `latest`, or else
 * the newest snapshot with that name. Returns `undefined` if no snapshot matches.
 */
export async function resolveSnapshot(
  { sandboxSnapshots }: Pick<Repositories, 'sandboxSnapshots'>,
  workspaceId: string,
  reference: string,
): Promise<SandboxSnapshotRow | undefined> {
  const byId = UUID.test(reference)
    ? await sandboxSnapshots.get(workspaceId, reference.toLowerCase())
    : undefined;
  if (byId !== undefined) return byId;
  const [name = '', ...rest] = reference.split(':');
  const tag = rest.length === 0 ? DEFAULT_TAG : rest.join(':');
  const holder = (await sandboxSnapshots.list(workspaceId)).find(
    (row) => row.name === name && tagsOf(row).includes(tag),
  );
  if (holder !== undefined || rest.length > 0) return holder;
  return sandboxSnapshots.findByName(workspaceId, name);
}

/**
 * Marks a snapshot as ready in the caller's transaction, and removes its tag from older snapshots with the same name.
 * If a newer snapshot already has the tag, this snapshot gets no tag.
 */
export async function publishSnapshot(
  { sandboxSnapshots }: Pick<Repositories, 'sandboxSnapshots'>,
  { id, workspaceId }: Pick<SandboxSnapshotRow, 'id' | 'workspaceId'>,
  updatedAt: number,
): Promise<void> {
  // The list is sorted newest first.
  const all = await sandboxSnapshots.list(workspaceId);
  const at = all.findIndex((row) => row.id === id);
  const own = all[at];
  if (own === undefined) return;
  const tag = tagOf(own);
  const holds = (row: SandboxSnapshotRow) =>
    row.name === own.name && tag !== undefined && tagsOf(row).includes(tag);
  const isOutdated = all.slice(0, at).some(holds);
  for (const row of all.slice(at + 1).filter(holds)) {
    await sandboxSnapshots.update(row.id, { settings: withoutTag(row), updatedAt });
  }
  await sandboxSnapshots.update(id, {
    status: 'ready',
    statusMessage: null,
    updatedAt,
    ...(isOutdated && { settings: withoutTag(own) }),
  });
}

function withoutTag({ settings }: SandboxSnapshotRow): SandboxSnapshotRow['settings'] {
  const { tag: _, ...rest } = settings;
  return rest;
}
