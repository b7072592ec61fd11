import * as z from 'zod';
import { toValidationErrors } from '../../contract/errors.ts';
import { DetailError, HTTPValidationError } from '../../contract/error-bodies.ts';
import { protoKeyError } from '../../contract/json-safety.ts';
import {
  WorkspaceSecretKey,
  workspaceSecretName,
  WorkspaceSecretPut,
  WorkspaceSecretsUpsert,
} from '../../contract/sandbox.ts';
import { secretReferencesIn, templatesOf } from '../../contract/secret-template.ts';
import { errorMessage } from '../../os/errors.ts';
import type { SandboxRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { parseJsonBody } from '../server/request.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { resolveStoredConfig } from './lifecycle/proxy-config.ts';

const api = routesOf('tracing', 'workspace');

/** Path of a workspace's secrets, which belongs to the tracing API in the hosted service. */
const path = '/api/v1/workspaces/current/secrets';
const SecretPath = z.object({ key: workspaceSecretName });
const MAX_BYTES = 1024 * 1024;
const detailAnswer = (description: string) => ({ description, schema: DetailError });
/** The handlers read the body themselves, so that the journal never contains a secret, even from an invalid body. */
const unjournaledBody = {
  rawBody: true,
  responses: {
    400: detailAnswer('The body is not JSON'),
    413: detailAnswer('The body is too large'),
    422: { description: 'The request is not valid', schema: HTTPValidationError },
  },
} as const;

/**
 * Creates the routes for a workspace's secrets, which the proxy rules of sandboxes use. Values of secrets can be
 * written but not read.
 */
export function secretRoutes(dependencies: SandboxDependencies): Route[] {
  const { store, clock } = dependencies;
  const { workspaceSecrets } = store;
  return [
    api.get(path, {
      summary: "List the names of the workspace's secrets",
      responses: { 200: { description: 'Their names', schema: z.array(WorkspaceSecretKey) } },
      handler: async ({ caller }) => {
        const rows = await workspaceSecrets.list(caller.workspaceId);
        return { status: 200, body: rows.map(({ name }) => ({ key: name })) };
      },
    }),
    api.post(path, {
      summary: 'Set secrets of the workspace; a value of null deletes the secret',
      body: WorkspaceSecretsUpsert,
      ...unjournaledBody,
      responses: { ...unjournaledBody.responses, 200: { description: 'Done', schema: z.null() } },
      handler: async ({ caller, readBytes, recordBody: sawBody }) => {
        const given = await parsed(WorkspaceSecretsUpsert, readBytes);
        sawBody(given.map(({ key }) => ({ key })));
        const { workspaceId } = caller;
        dependencies.addSecrets(given.flatMap(({ value }) => value ?? []));
        const now = clock.now();
        await store.transaction(async ({ workspaceSecrets: secrets }) => {
          for (const { key, value } of given) {
            if (value === null) await secrets.remove(workspaceId, key);
            else await secrets.put(workspaceId, key, value, now);
          }
        });
        const names = given.map(({ key }) => key);
        await pushChangedSecrets(dependencies, workspaceId, names);
        return { status: 200, body: null };
      },
    }),
    api.put(`${path}/{key}`, {
      summary: 'Set one secret of the workspace',
      params: SecretPath,
      body: WorkspaceSecretPut,
      ...unjournaledBody,
      responses: {
        ...unjournaledBody.responses,
        200: { description: 'It is set', schema: WorkspaceSecretKey },
      },
      handler: async ({ caller, params, readBytes, recordBody: sawBody }) => {
        const { value } = await parsed(WorkspaceSecretPut, readBytes);
        sawBody({});
        const { workspaceId } = caller;
        if (value !== undefined && value !== null) {
          dependencies.addSecrets([value]);
          await workspaceSecrets.put(workspaceId, params.key, value, clock.now());
          await pushChangedSecrets(dependencies, workspaceId, [params.key]);
        } else if (!(await workspaceSecrets.list(workspaceId)).some(({ name }) => name === params.key)) {
          throw invalidField(['body', 'value'], 'is required for a new secret');
        }
        return { status: 200, body: { key: params.key } };
      },
    }),
    api.delete(`${path}/{key}`, {
      summary: 'Delete a secret of the workspace; sandboxes keep it until their next push',
      params: SecretPath,
      responses: { 204: { description: 'It is gone' }, 404: detailAnswer('The secret does not exist') },
      handler: async ({ caller, params }) => {
        if (!(await workspaceSecrets.remove(caller.workspaceId, params.key))) {
          throw new HttpError(404, `The workspace secret ${params.key} does not exist.`);
        }
        return { status: 204 };
      },
    }),
  ];
}

async function parsed<T extends z.ZodType>(
  schema: T,
  readBytes: (limit: number) => Promise<Buffer>,
): Promise<z.infer<T>> {
  const body = parseJsonBody(await readBytes(MAX_BYTES));
  const result = schema.safeParse(body);
  if (!result.success) throw new HttpError(422, toValidationErrors(result.error, 'body', body));
  const lost = protoKeyError(body, result.data, 'body');
  if (lost) throw new HttpError(422, [lost]);
  return result.data;
}

/**
 * Applies changed secrets of a workspace. Sandboxes receive the changed secrets with their next push, or immediately if
 * `pushChangedSecrets` is set. If a push fails, the sandbox keeps its previous secrets, and the failure is logged.
 */
async function pushChangedSecrets(
  dependencies: SandboxDependencies,
  workspaceId: string,
  names: readonly string[],
): Promise<void> {
  if (!dependencies.config.pushChangedSecrets) return;
  const { store, manager, log } = dependencies;
  const rows = (await store.sandboxes.list(workspaceId)).filter((row) => refersTo(row, names));
  for (const { id } of rows) {
    await manager.runExclusive(id, async () => {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'ready' || row.proxy === null) return;
      const kept = { stored: row.proxy, values: await store.sandboxes.opaqueValues(id) };
      const prepared = await resolveStoredConfig(store, workspaceId, kept);
      if (prepared.kind === 'problems') {
        log(`sandbox ${id} keeps its secrets: ${prepared.problems.map(({ msg }) => msg).join('; ')}`);
        return;
      }
      await manager.pushConfig(row, prepared.resolved).catch((error: unknown) => {
        log(`sandbox ${id} keeps its secrets: ${errorMessage(error)}`);
      });
    });
  }
}

function refersTo({ proxy }: SandboxRow, names: readonly string[]): boolean {
  const used = (proxy?.config.rules ?? []).flatMap(templatesOf).flatMap(secretReferencesIn);
  return used.some((name) => names.includes(name));
}
