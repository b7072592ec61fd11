import * as z from 'zod';
import {
  SandboxSnapshot,
  SandboxSnapshotList,
  SandboxSnapshotQuery,
  SnapshotBuild,
  SnapshotCapture,
} from '../../../contract/sandbox-api.ts';
import { nonEmptyText } from '../../../contract/primitives.ts';
import { invalidField } from '../../server/http-error.ts';
import { type Route, route } from '../../server/route.ts';
import type { SandboxDependencies } from '../deps.ts';
import { refusedAnswer } from '../refusal.ts';
import { captureSnapshot, findSnapshot, removeSnapshot, toSandboxSnapshot } from '../snapshots.ts';
import { SandboxPath } from './boxes.ts';

const base = { surface: 'sandboxes', auth: 'workspace' } as const;
const SnapshotPath = z.object({ snapshot_id: nonEmptyText });

/** Snapshots of sandboxes, which others are made from (newer clients). */
export function snapshotRoutes(prefix: string, deps: SandboxDependencies): Route[] {
  const path = `${prefix}/snapshots`;
  const one = { ...base, path: `${path}/{snapshot_id}`, params: SnapshotPath };
  const noSuch = refusedAnswer('There is no such snapshot');
  return [
    route({
      ...base,
      method: 'POST',
      path: `${prefix}/boxes/{name}/snapshot`,
      summary: 'Take a snapshot of the files of a sandbox, to make others from',
      params: SandboxPath,
      body: SnapshotCapture,
      responses: {
        201: { description: 'The snapshot, being taken', schema: SandboxSnapshot },
        404: refusedAnswer('There is no such sandbox'),
        409: refusedAnswer('The sandbox is being started'),
      },
      handler: async ({ caller, params, body }) => ({
        status: 201,
        body: toSandboxSnapshot(await captureSnapshot(deps, caller.workspaceId, params.name, body)),
      }),
    }),
    route({
      ...base,
      method: 'POST',
      path,
      summary: 'Build a snapshot from an image; not done here',
      body: SnapshotBuild,
      responses: {
        201: {
          description: 'The snapshot, being built: on the hosted service only',
          schema: SandboxSnapshot,
        },
      },
      handler: () => {
        throw invalidField(
          ['body', 'docker_image'],
          'snapshots are not built from images here: make a sandbox, put into it what is needed, and take a snapshot of it',
        );
      },
    }),
    route({
      ...base,
      method: 'GET',
      path,
      summary: 'The snapshots of the workspace, newest first',
      query: SandboxSnapshotQuery,
      responses: { 200: { description: 'A page of them', schema: SandboxSnapshotList } },
      handler: async ({ caller, query }) => {
        const { limit, offset, name_contains: part = '' } = query;
        const all = await deps.store.sandboxSnapshots.list(caller.workspaceId);
        const fits = all.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
        const page = fits.slice(offset, offset + limit);
        return {
          status: 200,
          body: { snapshots: page.map(toSandboxSnapshot), offset: offset + page.length },
        };
      },
    }),
    route({
      ...one,
      method: 'GET',
      summary: 'One snapshot, by ID or name',
      responses: { 200: { description: 'The snapshot', schema: SandboxSnapshot }, 404: noSuch },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: toSandboxSnapshot(await findSnapshot(deps, caller.workspaceId, params.snapshot_id)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: 'Delete a snapshot; sandboxes made from it keep their files',
      responses: { 204: { description: 'It is gone' }, 404: noSuch },
      handler: async ({ caller, params }) => {
        await removeSnapshot(deps, caller.workspaceId, params.snapshot_id);
        return { status: 204 };
      },
    }),
  ];
}
