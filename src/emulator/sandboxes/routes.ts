import { isoTime } from '../ports/clock.ts';
import * as z from 'zod';
import { nonEmptyText } from '../../contract/primitives.ts';
import {
  SandboxBatchDelete,
  SandboxBatchDeleteResponse,
  SandboxCreateBody,
  SandboxListQuery,
  SandboxPage,
  SandboxPatch,
  SandboxRecord,
  SandboxStatusResponse,
} from '../../contract/sandbox.ts';
import type { SandboxRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { toWireConfig } from './lifecycle/proxy-config.ts';
import { sharedErrorResponse, invalidAnswer, refusedAnswer } from './declared-refusals.ts';
import {
  createSandbox,
  deleteSandbox,
  findSandbox,
  listSandboxes,
  startSandbox,
  stopSandbox,
  updateSandbox,
} from './sandboxes.ts';

const api = routesOf('sandboxes', 'workspace');
export const SandboxPath = z.object({ name: nonEmptyText });
const noSuch = refusedAnswer('The sandbox does not exist');

/** Creates the routes of sandboxes below a path prefix. */
export function sandboxRoutes(prefix: string, dependencies: SandboxDependencies): Route[] {
  const path = `${prefix}/boxes`;
  return [
    ...listRoutes(path, dependencies),
    ...oneRoutes(`${path}/{name}`, dependencies),
    ...stateRoutes(`${path}/{name}`, dependencies),
  ];
}

function listRoutes(path: string, dependencies: SandboxDependencies): Route[] {
  return [
    api.post(path, {
      summary: 'Create a sandbox; with `wait_for_ready`, respond once it is ready',
      body: SandboxCreateBody,
      responses: {
        201: { description: 'The sandbox', schema: SandboxRecord },
        404: refusedAnswer('The template or snapshot does not exist'),
        408: refusedAnswer('The sandbox was not ready in time'),
        409: refusedAnswer('The name is taken, or the snapshot is not ready'),
        422: invalidAnswer('The request is not valid, or the sandbox could not be started with it'),
        429: refusedAnswer('The workspace has the maximum number of sandboxes'),
        503: refusedAnswer('This machine cannot run the sandbox'),
      },
      handler: async ({ caller, origin, body, signal }) => ({
        status: 201,
        body: toSandboxRecord(await createSandbox(dependencies, caller.workspaceId, body, signal), origin),
      }),
    }),
    api.get(path, {
      summary: 'List sandboxes, newest first',
      query: SandboxListQuery,
      responses: { 200: { description: 'A page of sandboxes', schema: SandboxPage } },
      handler: async ({ caller, origin, query }) => {
        const page = await listSandboxes(dependencies, caller.workspaceId, query);
        const items = page.rows.map((row) => toSandboxRecord(row, origin));
        return {
          status: 200,
          body: { items, next_cursor: page.nextCursor, sandboxes: items, offset: page.nextOffset },
        };
      },
    }),
    api.post(`${path}/batch-delete`, {
      summary: 'Delete several sandboxes and return a result for each',
      body: SandboxBatchDelete,
      responses: { 200: { description: 'Result for each sandbox', schema: SandboxBatchDeleteResponse } },
      handler: async ({ caller, body }) => {
        const deleted: string[] = [];
        const failed: z.infer<typeof SandboxBatchDeleteResponse>['failed'] = [];
        for (const name of new Set([...(body.names ?? []), ...(body.ids ?? [])])) {
          try {
            await deleteSandbox(dependencies, caller.workspaceId, name);
            deleted.push(name);
          } catch (error) {
            const detail = error instanceof HttpError ? error.detail : undefined;
            if (typeof detail !== 'object' || Array.isArray(detail)) throw error;
            failed.push({ name, ...detail });
          }
        }
        return { status: 200, body: { deleted, failed } };
      },
    }),
  ];
}

function oneRoutes(path: string, dependencies: SandboxDependencies): Route[] {
  return [
    api.get(path, {
      params: SandboxPath,
      summary: 'Get a sandbox by name or ID',
      responses: { 200: { description: 'The sandbox', schema: SandboxRecord }, 404: noSuch },
      handler: async ({ caller, origin, params }) => ({
        status: 200,
        body: toSandboxRecord(await findSandbox(dependencies, caller.workspaceId, params.name), origin),
      }),
    }),
    api.patch(path, {
      params: SandboxPath,
      summary: 'Change a sandbox; its proxy configuration takes effect at once',
      body: SandboxPatch,
      responses: {
        200: { description: 'The changed sandbox', schema: SandboxRecord },
        400: sharedErrorResponse(
          'The sandbox is not ready, so its proxy cannot be configured, or the body is not JSON',
        ),
        404: noSuch,
        409: refusedAnswer('The name is taken'),
        503: refusedAnswer('The proxy cannot be reached, or this machine cannot run the sandbox'),
      },
      handler: async ({ caller, origin, params, body }) => ({
        status: 200,
        body: toSandboxRecord(
          await updateSandbox(dependencies, caller.workspaceId, params.name, body),
          origin,
        ),
      }),
    }),
    api.delete(path, {
      params: SandboxPath,
      summary: 'Delete a sandbox and its files',
      responses: { 204: { description: 'It is gone' }, 404: noSuch },
      handler: async ({ caller, params }) => {
        await deleteSandbox(dependencies, caller.workspaceId, params.name);
        return { status: 204 };
      },
    }),
  ];
}

function stateRoutes(path: string, dependencies: SandboxDependencies): Route[] {
  const wrongState = refusedAnswer('The state of the sandbox does not allow the request');
  return [
    api.get(`${path}/status`, {
      params: SandboxPath,
      summary: 'Get the status of a sandbox',
      responses: { 200: { description: 'Its status', schema: SandboxStatusResponse }, 404: noSuch },
      handler: async ({ caller, params }) => {
        const { status, statusMessage } = await findSandbox(dependencies, caller.workspaceId, params.name);
        return { status: 200, body: { status, status_message: statusMessage } };
      },
    }),
    api.post(`${path}/start`, {
      params: SandboxPath,
      summary: 'Start a stopped or failed sandbox, with its files unchanged',
      responses: {
        200: { description: 'The starting sandbox', schema: SandboxRecord },
        404: noSuch,
        409: wrongState,
      },
      handler: async ({ caller, origin, params }) => ({
        status: 200,
        body: toSandboxRecord(await startSandbox(dependencies, caller.workspaceId, params.name), origin),
      }),
    }),
    api.post(`${path}/stop`, {
      params: SandboxPath,
      summary: 'Stop a sandbox: its programs end, and its files are kept',
      responses: { 204: { description: 'It is stopped' }, 404: noSuch, 409: wrongState },
      handler: async ({ caller, params }) => {
        await stopSandbox(dependencies, caller.workspaceId, params.name);
        return { status: 204 };
      },
    }),
  ];
}

/** Path prefix of boxes' own URLs on the main port, followed by the box's ID. */
export const BOX_PREFIX = '/s';

/** Converts a sandbox to the format of responses, without secrets. `origin` is the emulator's URL. */
function toSandboxRecord(row: SandboxRow, origin: string): SandboxRecord {
  const { settings } = row;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    status_message: row.statusMessage,
    dataplane_url: `${origin}${BOX_PREFIX}/${row.id}`,
    template_name: settings.templateName,
    snapshot_id: settings.snapshotId,
    created_at: isoTime(row.createdAt),
    created_by: null,
    updated_at: isoTime(row.updatedAt),
    updated_by: null,
    stopped_at: row.stoppedAt === null ? null : isoTime(row.stoppedAt),
    idle_ttl_seconds: settings.idleTtlSeconds,
    delete_after_stop_seconds: settings.deleteAfterStopSeconds,
    vcpus: settings.vcpus,
    cpu_millicores: settings.cpuMillicores,
    mem_bytes: settings.memBytes,
    fs_capacity_bytes: settings.fsCapacityBytes,
    size_class: null,
    labels: settings.labels,
    mount_config: null,
    preserve_memory_on_stop: settings.preserveMemoryOnStop,
    run_config: settings.runConfig,
    // Every stored opaque header has a value, because headers without a value are refused.
    proxy_config: row.proxy === null ? null : toWireConfig(row.proxy, () => true),
  };
}
