import { realClock } from '../../clients/clock.ts';
import {
  type RunConfig,
  SANDBOX_DELETE_AFTER_STOP_DEFAULT_S,
  SANDBOX_IDLE_TTL_DEFAULT_S,
  SANDBOX_WAIT_DEFAULT_S,
  type SandboxCreateBody,
  type SandboxListQuery,
  type SandboxPatch,
} from '../../contract/sandbox.ts';
import { UUID } from '../../contract/patterns.ts';
import type { SandboxRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { SandboxDependencies } from './dependencies.ts';
import {
  PushRefusedError,
  resolveStoredConfig,
  type StoredConfig,
  toStoredConfig,
} from './lifecycle/proxy-config.ts';
import type { StartResult } from './lifecycle/start-box.ts';
import { type Page, paginate } from './listing.ts';
import { notFound, refusal } from './refusal.ts';
import { resolveSnapshot } from './snapshot-tags.ts';

/** Finds a sandbox by its name or ID. @throws HttpError 404 if the sandbox does not exist. */
export async function findSandbox(
  { store }: Pick<SandboxDependencies, 'store'>,
  workspaceId: string,
  name: string,
): Promise<SandboxRow> {
  const row = UUID.test(name)
    ? await store.sandboxes.get(workspaceId, name.toLowerCase())
    : await store.sandboxes.findByName(workspaceId, name);
  if (row === undefined) throw notFound('sandbox', name);
  return row;
}

export async function listSandboxes(
  { store }: Pick<SandboxDependencies, 'store'>,
  workspaceId: string,
  query: SandboxListQuery,
): Promise<Page> {
  const page = paginate(await store.sandboxes.list(workspaceId), query);
  if (page === undefined)
    throw invalidField(['query', 'cursor'], 'must be the `next_cursor` of an earlier response');
  return page;
}

/**
 * Changes the fields of a sandbox that are in the body. A proxy configuration is pushed before it is stored, so that
 * only accepted configurations are stored and the configuration is in effect when the response is sent. One transaction
 * stores all changes of a sandbox. If the transaction fails, no field is changed, and the previous configuration is
 * pushed again.
 */
export async function updateSandbox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
  body: SandboxPatch,
): Promise<SandboxRow> {
  const { store, manager } = dependencies;
  const first = await findSandbox(dependencies, workspaceId, name);
  const { id } = first;
  // If a push to the proxy is pending, the change waits for the push instead of being refused.
  if (!manager.awaitsPush(id)) refuseUnready(dependencies, first, body);
  return manager.runExclusive(id, async () => {
    const row = await findSandbox(dependencies, workspaceId, id);
    refuseUnready(dependencies, row, body);
    await refuseTakenName(store, row, body);
    const stored = await pushChangedConfig(dependencies, row, body);
    const env = body.run_config?.env_vars ?? undefined;
    if (env !== undefined) dependencies.addSecrets(Object.values(env));
    try {
      await storeChange(dependencies, row, { body, stored, env });
    } catch (error) {
      if (stored !== undefined) await manager.restoreConfig(id);
      throw error;
    }
    const changed = await findSandbox(dependencies, workspaceId, id);
    const { idleTtlSeconds } = changed.settings;
    if (idleTtlSeconds !== row.settings.idleTtlSeconds) manager.setIdleTimeout(id, idleTtlSeconds);
    return changed;
  });
}

/** Stores either all changes or no change. @throws HttpError 409 if another sandbox has the name. */
async function storeChange(
  { store, clock }: SandboxDependencies,
  row: SandboxRow,
  {
    body,
    stored,
    env,
  }: { body: SandboxPatch; stored: StoredConfig | undefined; env: Record<string, string> | undefined },
): Promise<void> {
  const { id, settings } = row;
  const name = body.name ?? undefined;
  try {
    await store.transaction(async ({ sandboxes }) => {
      await refuseTakenName({ sandboxes }, row, body);
      if (stored !== undefined) await sandboxes.putProxy(id, stored.stored, stored.values);
      if (env !== undefined) await sandboxes.putEnv(id, { ...(await sandboxes.env(id)), ...env });
      await sandboxes.update(id, {
        settings: {
          ...settings,
          idleTtlSeconds: body.idle_ttl_seconds ?? settings.idleTtlSeconds,
          deleteAfterStopSeconds: body.delete_after_stop_seconds ?? settings.deleteAfterStopSeconds,
          vcpus: body.vcpus ?? settings.vcpus,
          cpuMillicores: body.cpu_millicores ?? settings.cpuMillicores,
          memBytes: body.mem_bytes ?? settings.memBytes,
          fsCapacityBytes: body.fs_capacity_bytes ?? settings.fsCapacityBytes,
          runConfig: withoutVariables(body.run_config) ?? settings.runConfig,
        },
        updatedAt: clock.now(),
        ...(name === undefined ? {} : { name }),
      });
    });
  } catch (error) {
    if (name !== undefined && error instanceof StoreError && error.code === 'conflict') {
      throw nameTaken(name, error);
    }
    throw error;
  }
}

async function refuseTakenName(
  { sandboxes }: Pick<SandboxDependencies['store'], 'sandboxes'>,
  row: SandboxRow,
  { name }: SandboxPatch,
): Promise<void> {
  if (name === undefined || name === null || name === row.name) return;
  if ((await sandboxes.findByName(row.workspaceId, name)) !== undefined) throw nameTaken(name);
}

/** Refuses a proxy configuration while the sandbox's box is not running. */
function refuseUnready({ manager }: SandboxDependencies, row: SandboxRow, body: SandboxPatch): void {
  if (body.proxy_config === undefined || body.proxy_config === null) return;
  if (row.status === 'ready' && manager.runningBox(row.id) !== undefined) return;
  throw refusal(
    400,
    'InvalidRequest',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}, but its proxy can only be configured while it is ready. Start it, or wait until it is ready.`,
  );
}

/**
 * Pushes the body's configuration and returns its stored form, or returns `undefined` if the body contains no
 * configuration.
 */
async function pushChangedConfig(
  dependencies: SandboxDependencies,
  row: SandboxRow,
  body: SandboxPatch,
): Promise<StoredConfig | undefined> {
  const { store, manager } = dependencies;
  const { id, workspaceId } = row;
  const before =
    row.proxy === null ? undefined : { stored: row.proxy, values: await store.sandboxes.opaqueValues(id) };
  const stored = await checkedConfig(dependencies, workspaceId, body.proxy_config, before);
  if (stored === undefined) return undefined;
  await manager.refuseUnplaceable(stored.stored.config);
  dependencies.addSecrets(stored.values.map(({ value }) => value));
  const prepared = await resolveStoredConfig(store, workspaceId, stored);
  if (prepared.kind === 'problems') throw new HttpError(422, prepared.problems);
  try {
    await manager.pushConfig(row, prepared.resolved);
    return stored;
  } catch (error) {
    if (error instanceof PushRefusedError) {
      throw invalidField(['body', 'proxy_config'], error.message);
    }
    // The proxy might have accepted the configuration even if installing the CA in the box failed.
    const runs = await manager.restoreConfig(id);
    throw refusal(
      503,
      'ServiceUnavailable',
      runs
        ? 'The credential proxy could not be reached, and nothing was changed. Send the request again.'
        : 'The credential proxy could not be reached. The configuration is unchanged but could not be pushed again, so the sandbox was stopped. Start it, then send the request again.',
      { cause: error, headers: { 'retry-after': '1' } },
    );
  }
}

/** Starts a stopped or failed sandbox without waiting until it is ready. */
export async function startSandbox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<SandboxRow> {
  const { store, manager, clock } = dependencies;
  const { id } = await inState(dependencies, workspaceId, name, ['stopped', 'failed'], 'started');
  const row = await manager.runExclusive(id, async () => {
    await inState(dependencies, workspaceId, id, ['stopped', 'failed'], 'started');
    await store.sandboxes.update(id, {
      status: 'provisioning',
      statusMessage: null,
      stoppedAt: null,
      updatedAt: clock.now(),
    });
    return findSandbox(dependencies, workspaceId, id);
  });
  manager
    .start(id)
    .catch((error: unknown) => dependencies.log(`sandbox ${id} could not be started: ${String(error)}`));
  return row;
}

/** Stops the programs of a sandbox, but does not delete its files. */
export async function stopSandbox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<void> {
  const { store, manager, clock } = dependencies;
  const { id } = await inState(dependencies, workspaceId, name, ['ready'], 'stopped');
  await manager.runExclusive(id, async () => {
    await inState(dependencies, workspaceId, id, ['ready'], 'stopped');
    await manager.stop(id);
    const now = clock.now();
    await store.sandboxes.update(id, {
      status: 'stopped',
      statusMessage: null,
      stoppedAt: now,
      updatedAt: now,
    });
  });
  manager.scheduleDeletion(id);
}

/**
 * Finds a sandbox that is in one of the given states. @throws HttpError 404 for an unknown sandbox; 409 in any other
 * state.
 */
async function inState(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
  states: readonly SandboxRow['status'][],
  done: string,
): Promise<SandboxRow> {
  const row = await findSandbox(dependencies, workspaceId, name);
  if (states.includes(row.status)) return row;
  throw refusal(
    409,
    'InvalidState',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: only a sandbox that is ${states.join(' or ')} can be ${done}.`,
  );
}

/** Stops a sandbox, and deletes its files, configuration and row. */
export async function deleteSandbox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<void> {
  const { id } = await findSandbox(dependencies, workspaceId, name);
  await dependencies.manager.remove(id);
}

/** HTTP status for a sandbox that could not be started, keyed by the kind of error. */
const FAILED_STATUS: Record<string, number> = { Unschedulable: 503, NotFound: 404, Unavailable: 503 };

/**
 * Creates a sandbox. With `wait_for_ready`, resolves once the sandbox's box is ready, and throws if the start fails.
 */
export async function createSandbox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  body: SandboxCreateBody,
  signal: AbortSignal,
): Promise<SandboxRow> {
  const { store, clock, manager } = dependencies;
  const { sandboxes } = store;
  if ((body.mount_config?.mounts?.length ?? 0) > 0) {
    throw invalidField(
      ['body', 'mount_config'],
      'mounts are not supported: omit them, and upload the files that the sandbox needs',
    );
  }
  const snapshotId = await findNamedSnapshot(dependencies, workspaceId, body);
  const templateName = body.template_name ?? null;
  if (templateName !== null && (await store.sandboxTemplates.get(workspaceId, templateName)) === undefined) {
    throw refusal(
      404,
      'NotFound',
      `The sandbox template ${JSON.stringify(templateName)} does not exist in this workspace: create it with POST …/templates, add it to the seed file, or omit \`template_name\`.`,
    );
  }
  const stored = await checkedConfig(dependencies, workspaceId, body.proxy_config ?? undefined, undefined);

  const id = dependencies.newId();
  const now = clock.now();
  const row: SandboxRow = {
    id,
    workspaceId,
    name: body.name ?? `sandbox-${id.slice(0, 8)}`,
    status: 'provisioning',
    statusMessage: null,
    settings: {
      templateName,
      snapshotId,
      idleTtlSeconds: body.idle_ttl_seconds ?? SANDBOX_IDLE_TTL_DEFAULT_S,
      deleteAfterStopSeconds: body.delete_after_stop_seconds ?? SANDBOX_DELETE_AFTER_STOP_DEFAULT_S,
      vcpus: body.vcpus ?? null,
      cpuMillicores: body.cpu_millicores ?? null,
      memBytes: body.mem_bytes ?? null,
      fsCapacityBytes: body.fs_capacity_bytes ?? null,
      labels: body.labels ?? {},
      preserveMemoryOnStop: body.preserve_memory_on_stop ?? null,
      runConfig: withoutVariables(body.run_config),
    },
    proxy: stored?.stored ?? null,
    createdAt: now,
    updatedAt: now,
    stoppedAt: null,
  };
  const env = { ...body.env_vars, ...body.run_config?.env_vars };
  dependencies.addSecrets([...(stored?.values.map(({ value }) => value) ?? []), ...Object.values(env)]);
  await store.transaction(async (tx) => {
    const limit = dependencies.settings.sandboxLimit(workspaceId);
    if ((await tx.sandboxes.count(workspaceId)) >= limit) {
      throw refusal(
        429,
        'QuotaExceeded',
        `Sandbox count limit reached: this workspace may have ${limit}. Delete a sandbox first.`,
      );
    }
    if ((await tx.sandboxes.findByName(workspaceId, row.name)) !== undefined) throw nameTaken(row.name);
    await tx.sandboxes.insert(row, stored?.values ?? [], env);
  });

  const started = manager.start(id);
  if (body.wait_for_ready !== true) {
    started.catch((error: unknown) =>
      dependencies.log(`sandbox ${id} could not be started: ${String(error)}`),
    );
    return row;
  }
  await waitForStart(started, body.timeout ?? SANDBOX_WAIT_DEFAULT_S, row.name, signal);
  const ready = await sandboxes.findById(id);
  if (ready === undefined) throw notFound('sandbox', row.name);
  return ready;
}

/** Removes the variables, which are stored separately and encrypted, because they might contain keys. */
function withoutVariables(given: RunConfig | null | undefined): Record<string, unknown> | null {
  if (given === undefined || given === null) return null;
  const { env_vars: _, ...rest } = given;
  return rest;
}

function nameTaken(name: string, cause?: unknown): HttpError {
  return refusal(
    409,
    'NameConflict',
    `A sandbox named ${JSON.stringify(name)} already exists: choose another name.`,
    { cause },
  );
}

/**
 * Checks a configuration with the current secrets and returns its stored form, or returns `undefined` without a
 * configuration.
 * @throws HttpError 422 with the path of each problem, including unknown workspace secrets.
 */
async function checkedConfig(
  dependencies: Pick<SandboxDependencies, 'store' | 'newId'>,
  workspaceId: string,
  config: SandboxCreateBody['proxy_config'],
  before: StoredConfig | undefined,
): Promise<StoredConfig | undefined> {
  if (config === undefined || config === null) return undefined;
  const stored = toStoredConfig(config, before, dependencies.newId);
  const prepared = await resolveStoredConfig(dependencies.store, workspaceId, stored);
  if (prepared.kind === 'problems') throw new HttpError(422, prepared.problems);
  return stored;
}

/** Waits until the box is ready. The start continues if the client disconnects or the wait times out. */
async function waitForStart(
  started: Promise<StartResult>,
  seconds: number,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const late = realClock.sleep(seconds * 1_000, AbortSignal.any([signal, done.signal])).then(() => undefined);
  try {
    const outcome = await Promise.race([started, late]);
    if (outcome === undefined) {
      throw refusal(
        408,
        'Timeout',
        `The sandbox ${JSON.stringify(name)} was not ready within ${seconds} seconds (its last status: provisioning). It is still starting: poll its status, or delete it.`,
      );
    }
    if (outcome.kind === 'failed') {
      throw refusal(FAILED_STATUS[outcome.error] ?? 422, outcome.error, outcome.message);
    }
  } finally {
    done.abort();
    late.catch(() => undefined);
    started.catch(() => undefined);
  }
}

/** Finds the snapshot that the body identifies by one of three fields. */
async function findNamedSnapshot(
  { store }: Pick<SandboxDependencies, 'store'>,
  workspaceId: string,
  { snapshot, snapshot_name: name, snapshot_id: id, template_name: template }: SandboxCreateBody,
): Promise<string | null> {
  const given = Object.entries({ snapshot, snapshot_name: name, snapshot_id: id, template_name: template })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key]) => key);
  if (given.length > 1) {
    throw invalidField(
      ['body', given[1] ?? ''],
      `must not be given together with ${given[0]}: a sandbox is created from only one of them`,
    );
  }
  const { sandboxSnapshots } = store;
  const byName = snapshot ?? name;
  const row =
    id !== undefined && id !== null
      ? await sandboxSnapshots.get(workspaceId, id)
      : byName !== undefined && byName !== null
        ? await resolveSnapshot(store, workspaceId, byName)
        : undefined;
  if (row === undefined) {
    const missing = id ?? byName;
    if (missing !== undefined && missing !== null) throw notFound('snapshot', missing);
    return null;
  }
  if (row.status !== 'ready') {
    throw refusal(
      409,
      'NotReady',
      `The snapshot ${JSON.stringify(row.name)} is ${row.status}: wait until it is ready, or use another snapshot.`,
    );
  }
  return row.id;
}
