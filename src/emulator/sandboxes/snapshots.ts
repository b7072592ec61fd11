import type { SandboxSnapshot } from '../../contract/sandbox-api.ts';
import type { SandboxSnapshotRow } from '../ports/store.ts';
import { invalidField } from '../server/http-error.ts';
import { findSandbox } from './boxes.ts';
import type { SandboxDependencies } from './deps.ts';
import { notFound, refusal } from './refusal.ts';

export function toSandboxSnapshot(row: SandboxSnapshotRow): SandboxSnapshot {
  const capacity = row.settings['fs_capacity_bytes'];
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    status_message: row.statusMessage,
    source_sandbox_id: row.sourceSandboxId,
    fs_capacity_bytes: typeof capacity === 'number' ? capacity : null,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  };
}

export async function findSnapshot(
  { store }: Pick<SandboxDependencies, 'store'>,
  workspaceId: string,
  id: string,
): Promise<SandboxSnapshotRow> {
  const row =
    (await store.sandboxSnapshots.get(workspaceId, id.toLowerCase())) ??
    (await store.sandboxSnapshots.findByName(workspaceId, id));
  if (row === undefined) throw notFound('snapshot', id);
  return row;
}

/** Copies the files of a sandbox. The answer does not wait for the copy: its status tells when it is there. */
export async function captureSnapshot(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
  body: {
    name: string;
    docker_image?: string | null | undefined;
    fs_capacity_bytes?: number | null | undefined;
  },
): Promise<SandboxSnapshotRow> {
  const { store, clock, desk, files, log } = deps;
  if (body.docker_image !== undefined && body.docker_image !== null) {
    throw invalidField(
      ['body', 'docker_image'],
      'there are no images in a sandbox here: leave it out to take the files of the sandbox',
    );
  }
  const sandbox = await findSandbox(deps, workspaceId, name);
  if (sandbox.status === 'provisioning') {
    throw refusal(
      409,
      'NotReady',
      `The sandbox ${JSON.stringify(sandbox.name)} is being started: wait until it is ready.`,
    );
  }
  const { fs_capacity_bytes: capacity } = body;
  const now = clock.now();
  const row: SandboxSnapshotRow = {
    id: deps.newId(),
    workspaceId,
    name: body.name,
    status: 'building',
    statusMessage: null,
    sourceSandboxId: sandbox.id,
    settings: typeof capacity === 'number' ? { fs_capacity_bytes: capacity } : {},
    createdAt: now,
    updatedAt: now,
  };
  await store.sandboxSnapshots.insert(row);
  // In turn: the sandbox is not removed or stopped under it.
  void desk
    .inTurn(sandbox.id, async () => {
      const done = await files.capture(row.id, desk.folderOf(sandbox.id)).then(
        () => ({ status: 'ready' as const, statusMessage: null }),
        (error: unknown) => ({
          status: 'failed' as const,
          statusMessage: `Its files could not be copied: ${codeOf(error)}`,
        }),
      );
      await store.sandboxSnapshots.update(row.id, { ...done, updatedAt: clock.now() });
      // It may have been deleted meanwhile.
      if ((await store.sandboxSnapshots.get(workspaceId, row.id)) === undefined) await files.remove(row.id);
    })
    .catch((error: unknown) => log(`snapshot ${row.id} could not be taken: ${String(error)}`));
  return row;
}

export async function removeSnapshot(
  deps: SandboxDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  const row = await findSnapshot(deps, workspaceId, id);
  await deps.store.sandboxSnapshots.remove(workspaceId, row.id);
  await deps.files.remove(row.id);
}

/** What an emulator that ended was taking will never be there: whoever waits for it is told, and no half of it is left. */
export async function recoverSnapshots({
  store,
  clock,
  files,
}: Pick<SandboxDependencies, 'store' | 'clock' | 'files'>): Promise<void> {
  for (const { id, status } of await store.sandboxSnapshots.listAll()) {
    if (status !== 'building') continue;
    await store.sandboxSnapshots.update(id, {
      status: 'failed',
      statusMessage: 'The emulator ended while it was being taken: take another.',
      updatedAt: clock.now(),
    });
    await files.remove(id);
  }
}

/** Its message would tell paths of this machine. */
function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : 'an unknown failure';
}
