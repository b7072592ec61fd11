import { isoTime } from '../ports/clock.ts';
import * as z from 'zod';
import { nonEmptyText } from '../../contract/primitives.ts';
import {
  sandboxName,
  SandboxSnapshot,
  SandboxSnapshotList,
  SandboxSnapshotQuery,
  SnapshotBuild,
  SnapshotCapture,
  SnapshotTags,
} from '../../contract/sandbox.ts';
import { errorCode } from '../../os/errors.ts';
import type { SandboxSnapshotRow } from '../ports/store.ts';
import { invalidField } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { refusedAnswer } from './declared-refusals.ts';
import { notFound, refusal } from './refusal.ts';
import { SandboxPath } from './routes.ts';
import { findSandbox } from './sandboxes.ts';
import { DEFAULT_TAG, publishSnapshot, resolveSnapshot, tagsOf } from './snapshot-tags.ts';

const api = routesOf('sandboxes', 'workspace');

function toSandboxSnapshot(row: SandboxSnapshotRow): SandboxSnapshot {
  const capacity = row.settings['fs_capacity_bytes'];
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    status_message: row.statusMessage,
    source_sandbox_id: row.sourceSandboxId,
    tags: tagsOf(row),
    fs_capacity_bytes: typeof capacity === 'number' ? capacity : null,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  };
}

async function findSnapshot(
  { store }: Pick<SandboxDependencies, 'store'>,
  workspaceId: string,
  id: string,
): Promise<SandboxSnapshotRow> {
  const row = await resolveSnapshot(store, workspaceId, id);
  if (row === undefined) throw notFound('snapshot', id);
  return row;
}

/** Copies the files of a sandbox in the background. The snapshot's status shows the result. */
async function captureSnapshot(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
  body: {
    name: string;
    tag?: string | null | undefined;
    docker_image?: string | null | undefined;
    fs_capacity_bytes?: number | null | undefined;
  },
): Promise<SandboxSnapshotRow> {
  const { store, clock, manager, files, log } = dependencies;
  if (body.docker_image !== undefined && body.docker_image !== null) {
    throw invalidField(
      ['body', 'docker_image'],
      'images are not supported: omit the image to store the files of the sandbox',
    );
  }
  const sandbox = await findSandbox(dependencies, workspaceId, name);
  if (sandbox.status === 'provisioning') {
    throw refusal(
      409,
      'NotReady',
      `The sandbox ${JSON.stringify(sandbox.name)} is starting: wait until it is ready.`,
    );
  }
  const { fs_capacity_bytes: capacity } = body;
  const now = clock.now();
  const row: SandboxSnapshotRow = {
    id: dependencies.newId(),
    workspaceId,
    name: body.name,
    status: 'building',
    statusMessage: null,
    sourceSandboxId: sandbox.id,
    settings: {
      tag: body.tag ?? DEFAULT_TAG,
      ...(typeof capacity === 'number' && { fs_capacity_bytes: capacity }),
    },
    createdAt: now,
    updatedAt: now,
  };
  await store.sandboxSnapshots.insert(row);
  // `runExclusive` prevents the sandbox from being deleted or stopped during the copy.
  void manager
    .runExclusive(sandbox.id, async () => {
      try {
        await files.capture(row.id, manager.folderOf(sandbox.id));
        await store.transaction((tx) => publishSnapshot(tx, row, clock.now()));
      } catch (error) {
        await store.sandboxSnapshots.update(row.id, {
          status: 'failed',
          // The system's message is omitted, because the message contains paths of this machine.
          statusMessage: `Its files could not be copied: ${errorCode(error) ?? 'unknown error'}`,
          updatedAt: clock.now(),
        });
      }
      // The snapshot might have been deleted during the copy.
      if ((await store.sandboxSnapshots.get(workspaceId, row.id)) === undefined) await files.remove(row.id);
    })
    .catch((error: unknown) => log(`snapshot ${row.id} could not be created: ${String(error)}`));
  return row;
}

async function removeSnapshot(
  dependencies: SandboxDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  const row = await findSnapshot(dependencies, workspaceId, id);
  await dependencies.store.sandboxSnapshots.remove(workspaceId, row.id);
  await dependencies.files.remove(row.id);
}
const SnapshotPath = z.object({ snapshot_id: nonEmptyText });

/** Creates the routes of sandbox snapshots. Newer clients create sandboxes from snapshots. */
export function snapshotRoutes(prefix: string, dependencies: SandboxDependencies): Route[] {
  const path = `${prefix}/snapshots`;
  const noSuch = refusedAnswer('The snapshot does not exist');
  return [
    api.post(`${prefix}/boxes/{name}/snapshot`, {
      summary: "Take a snapshot of a sandbox's files, for creating other sandboxes",
      params: SandboxPath,
      body: SnapshotCapture,
      responses: {
        201: { description: 'The snapshot that is being created', schema: SandboxSnapshot },
        404: refusedAnswer('The sandbox does not exist'),
        409: refusedAnswer('The sandbox is starting'),
      },
      handler: async ({ caller, params, body }) => ({
        status: 201,
        body: toSandboxSnapshot(await captureSnapshot(dependencies, caller.workspaceId, params.name, body)),
      }),
    }),
    api.post(path, {
      summary: 'Build a snapshot from an image; not supported',
      body: SnapshotBuild,
      responses: {
        201: {
          description: 'The snapshot that is being built: only on the hosted service',
          schema: SandboxSnapshot,
        },
      },
      handler: () => {
        throw invalidField(
          ['body', 'docker_image'],
          'building snapshots from images is not supported: create a sandbox, add the files, and take a snapshot of it',
        );
      },
    }),
    api.get(path, {
      summary: 'List the snapshots of the workspace, newest first',
      query: SandboxSnapshotQuery,
      responses: { 200: { description: 'A page of snapshots', schema: SandboxSnapshotList } },
      handler: async ({ caller, query }) => {
        const { limit, offset, name_contains: part = '' } = query;
        const all = await dependencies.store.sandboxSnapshots.list(caller.workspaceId);
        const fits = all.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
        const page = fits.slice(offset, offset + limit);
        return {
          status: 200,
          body: { snapshots: page.map(toSandboxSnapshot), offset: offset + page.length },
        };
      },
    }),
    api.get(`${prefix}/snapshots-by-name/{name}`, {
      summary: 'List the tags of a snapshot name, and the snapshots that they refer to',
      params: z.object({ name: sandboxName }),
      responses: { 200: { description: 'The tags', schema: SnapshotTags }, 404: noSuch },
      handler: async ({ caller, params: { name } }) => {
        const all = await dependencies.store.sandboxSnapshots.list(caller.workspaceId);
        const named = all.filter((row) => row.name === name);
        if (named.length === 0) throw notFound('snapshot', name);
        const tags = named.flatMap((row) => tagsOf(row).map((tag) => ({ tag, snapshot_id: row.id })));
        return { status: 200, body: { name, tags } };
      },
    }),
    api.get(`${path}/{snapshot_id}`, {
      params: SnapshotPath,
      summary: 'Get a snapshot by ID, by `name:tag`, or by name',
      responses: { 200: { description: 'The snapshot', schema: SandboxSnapshot }, 404: noSuch },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: toSandboxSnapshot(await findSnapshot(dependencies, caller.workspaceId, params.snapshot_id)),
      }),
    }),
    api.delete(`${path}/{snapshot_id}`, {
      params: SnapshotPath,
      summary: 'Delete a snapshot; sandboxes created from it keep their files',
      responses: { 204: { description: 'It is gone' }, 404: noSuch },
      handler: async ({ caller, params }) => {
        await removeSnapshot(dependencies, caller.workspaceId, params.snapshot_id);
        return { status: 204 };
      },
    }),
  ];
}
