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
import type { SandboxRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { StoreError } from '../store/errors.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { PushRefusedError, type StartResult } from './lifecycle/manager.ts';
import { resolveStoredConfig, type StoredConfig, toStoredConfig } from './lifecycle/proxy-config.ts';
import { type Page, paginate } from './listing.ts';
import { notFound, refusal } from './refusal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The sandbox of this name or ID. @throws HttpError 404 */
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
    throw invalidField(['query', 'cursor'], 'must be the `next_cursor` of an earlier answer');
  return page;
}

/**
 * Changes a sandbox; what is not said stays. A configuration of its proxy holds once this answers: it is pushed before
 * it is kept, so that what is kept was taken. Everything is kept in one transaction: when that is refused, nothing was
 * changed, and the proxy gets back what it had.
 */
export async function updateSandbox(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
  body: SandboxPatch,
): Promise<SandboxRow> {
  const { store, manager: desk } = deps;
  const first = await findSandbox(deps, workspaceId, name);
  const { id } = first;
  // One whose configuration is on its way to the next proxy is waited for.
  if (!desk.awaitsPush(id)) refuseUnready(deps, first, body);
  return desk.inTurn(id, async () => {
    const row = await findSandbox(deps, workspaceId, id);
    refuseUnready(deps, row, body);
    await refuseTakenName(store, row, body);
    const kept = await pushedProxy(deps, row, body);
    const env = body.run_config?.env_vars ?? undefined;
    if (env !== undefined) deps.addSecrets(Object.values(env));
    try {
      await keepChange(deps, row, { body, kept, env });
    } catch (error) {
      if (kept !== undefined) await desk.restoreConfig(id);
      throw error;
    }
    const changed = await findSandbox(deps, workspaceId, id);
    const { idleTtlSeconds } = changed.settings;
    if (idleTtlSeconds !== row.settings.idleTtlSeconds) desk.setIdleTimeout(id, idleTtlSeconds);
    return changed;
  });
}

/** Keeps all of a change or nothing. @throws HttpError 409 when another sandbox has taken the name meanwhile. */
async function keepChange(
  { store, clock }: SandboxDependencies,
  row: SandboxRow,
  {
    body,
    kept,
    env,
  }: { body: SandboxPatch; kept: StoredConfig | undefined; env: Record<string, string> | undefined },
): Promise<void> {
  const { id, settings } = row;
  const name = body.name ?? undefined;
  try {
    await store.transaction(async ({ sandboxes }) => {
      await refuseTakenName({ sandboxes }, row, body);
      if (kept !== undefined) await sandboxes.putProxy(id, kept.stored, kept.values);
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

/** The proxy of a sandbox can be configured while it is there. */
function refuseUnready({ manager: desk }: SandboxDependencies, row: SandboxRow, body: SandboxPatch): void {
  if (body.proxy_config === undefined || body.proxy_config === null) return;
  if (row.status === 'ready' && desk.runningBox(row.id) !== undefined) return;
  throw refusal(
    400,
    'InvalidRequest',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: its proxy can be configured while it is ready. Start it, or wait for it.`,
  );
}

/** The configuration that the proxy has taken, to be kept; undefined when none is asked for. */
async function pushedProxy(
  deps: SandboxDependencies,
  row: SandboxRow,
  body: SandboxPatch,
): Promise<StoredConfig | undefined> {
  const { store, manager: desk } = deps;
  const { id, workspaceId } = row;
  const before =
    row.proxy === null ? undefined : { stored: row.proxy, values: await store.sandboxes.opaqueValues(id) };
  const kept = await checkedConfig(deps, workspaceId, body.proxy_config, before);
  if (kept === undefined) return undefined;
  await desk.refuseUnplaceable(kept.stored.config);
  deps.addSecrets(kept.values.map(({ value }) => value));
  const prepared = await resolveStoredConfig(store, workspaceId, kept);
  if (prepared.kind === 'problems') throw new HttpError(422, prepared.problems);
  try {
    await desk.pushConfig(row, prepared.resolved);
    return kept;
  } catch (error) {
    if (error instanceof PushRefusedError) {
      throw invalidField(['body', 'proxy_config'], error.message);
    }
    // The proxy may have taken it, and the box not its CA.
    const runs = await desk.restoreConfig(id);
    throw refusal(
      503,
      'ServiceUnavailable',
      runs
        ? 'The credential proxy could not be reached: nothing of this request was done. Send it again.'
        : 'The credential proxy could not be reached: the configuration is what it was, but could not be pushed again, so the sandbox has ended. Start it, then send this again.',
      { cause: error, headers: { 'retry-after': '1' } },
    );
  }
}

/** Starts one that was stopped or has failed; the answer does not wait for it. */
export async function startSandbox(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<SandboxRow> {
  const { store, manager: desk, clock } = deps;
  const { id } = await inState(deps, workspaceId, name, ['stopped', 'failed'], 'started');
  const row = await desk.inTurn(id, async () => {
    await inState(deps, workspaceId, id, ['stopped', 'failed'], 'started');
    await store.sandboxes.update(id, {
      status: 'provisioning',
      statusMessage: null,
      stoppedAt: null,
      updatedAt: clock.now(),
    });
    return findSandbox(deps, workspaceId, id);
  });
  desk.start(id).catch((error: unknown) => deps.log(`sandbox ${id} could not be started: ${String(error)}`));
  return row;
}

/** Ends what runs in it; its files stay. */
export async function stopSandbox(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<void> {
  const { store, manager: desk, clock } = deps;
  const { id } = await inState(deps, workspaceId, name, ['ready'], 'stopped');
  await desk.inTurn(id, async () => {
    await inState(deps, workspaceId, id, ['ready'], 'stopped');
    await desk.stop(id);
    const now = clock.now();
    await store.sandboxes.update(id, {
      status: 'stopped',
      statusMessage: null,
      stoppedAt: now,
      updatedAt: now,
    });
  });
  desk.scheduleDeletion(id);
}

/** The sandbox, which must be in one of these states. Asked before a turn is waited for, too: a start may take long. */
async function inState(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
  states: readonly SandboxRow['status'][],
  done: string,
): Promise<SandboxRow> {
  const row = await findSandbox(deps, workspaceId, name);
  if (states.includes(row.status)) return row;
  throw refusal(
    409,
    'InvalidState',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: only one that is ${states.join(' or ')} can be ${done}.`,
  );
}

/** Ends it, and removes its files, its configuration and its record. */
export async function deleteSandbox(
  deps: SandboxDependencies,
  workspaceId: string,
  name: string,
): Promise<void> {
  const { id } = await findSandbox(deps, workspaceId, name);
  await deps.manager.remove(id);
}

/** How a sandbox that could not be started is answered (facts: service §3.5). */
const FAILED_STATUS: Record<string, number> = { Unschedulable: 503, NotFound: 404, Unavailable: 503 };

/** Makes a sandbox (spec §4.8). With `wait_for_ready` it answers once the proxy and the box are there, or are not. */
export async function createSandbox(
  deps: SandboxDependencies,
  workspaceId: string,
  body: SandboxCreateBody,
  signal: AbortSignal,
): Promise<SandboxRow> {
  const { store, clock, manager: desk } = deps;
  const { sandboxes } = store;
  if ((body.mount_config?.mounts?.length ?? 0) > 0) {
    throw invalidField(
      ['body', 'mount_config'],
      'mounts are not emulated: leave them out, and upload what the sandbox is to have',
    );
  }
  const snapshotId = await snapshotOf(deps, workspaceId, body);
  const templateName = body.template_name ?? null;
  if (templateName !== null && (await store.sandboxTemplates.get(workspaceId, templateName)) === undefined) {
    throw refusal(
      404,
      'NotFound',
      `There is no sandbox template ${JSON.stringify(templateName)} in this workspace: make it with POST …/templates, name it in the seed file, or leave \`template_name\` out.`,
    );
  }
  const kept = await checkedConfig(deps, workspaceId, body.proxy_config ?? undefined, undefined);

  const id = deps.newId();
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
    proxy: kept?.stored ?? null,
    createdAt: now,
    updatedAt: now,
    stoppedAt: null,
  };
  const env = { ...body.env_vars, ...body.run_config?.env_vars };
  deps.addSecrets([...(kept?.values.map(({ value }) => value) ?? []), ...Object.values(env)]);
  await store.transaction(async (tx) => {
    const limit = deps.settings.sandboxLimit(workspaceId);
    if ((await tx.sandboxes.count(workspaceId)) >= limit) {
      throw refusal(
        429,
        'QuotaExceeded',
        `Sandbox count limit reached: this workspace may have ${limit}. Delete one first.`,
      );
    }
    if ((await tx.sandboxes.findByName(workspaceId, row.name)) !== undefined) throw nameTaken(row.name);
    await tx.sandboxes.insert(row, kept?.values ?? [], env);
  });

  const begun = desk.start(id);
  if (body.wait_for_ready !== true) {
    begun.catch((error: unknown) => deps.log(`sandbox ${id} could not be started: ${String(error)}`));
    return row;
  }
  await settled(begun, body.timeout ?? SANDBOX_WAIT_DEFAULT_S, row.name, signal);
  const ready = await sandboxes.findById(id);
  if (ready === undefined) throw notFound('sandbox', row.name);
  return ready;
}

/** Variables are sealed by themselves: whoever names them may put keys into them. */
function withoutVariables(given: RunConfig | null | undefined): Record<string, unknown> | null {
  if (given === undefined || given === null) return null;
  const { env_vars: _, ...rest } = given;
  return rest;
}

function nameTaken(name: string, cause?: unknown): HttpError {
  return refusal(
    409,
    'NameConflict',
    `There is a sandbox ${JSON.stringify(name)} already: choose another name.`,
    { cause },
  );
}

/**
 * A configuration as it is to be kept, once it was found good with the secrets of now; undefined for none.
 * @throws HttpError 422 naming each place (spec §2.8), unknown workspace secrets among them.
 */
async function checkedConfig(
  deps: Pick<SandboxDependencies, 'store' | 'newId'>,
  workspaceId: string,
  config: SandboxCreateBody['proxy_config'],
  before: StoredConfig | undefined,
): Promise<StoredConfig | undefined> {
  if (config === undefined || config === null) return undefined;
  const kept = toStoredConfig(config, before, deps.newId);
  const prepared = await resolveStoredConfig(deps.store, workspaceId, kept);
  if (prepared.kind === 'problems') throw new HttpError(422, prepared.problems);
  return kept;
}

/** Waits until the box is ready. A client that leaves, or waited too long, does not keep it from becoming so. */
async function settled(
  begun: Promise<StartResult>,
  seconds: number,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const late = realClock.sleep(seconds * 1_000, AbortSignal.any([signal, done.signal])).then(() => undefined);
  try {
    const outcome = await Promise.race([begun, late]);
    if (outcome === undefined) {
      throw refusal(
        408,
        'Timeout',
        `The sandbox ${JSON.stringify(name)} was not ready within ${seconds} seconds (its last status: provisioning). It is still being started: ask for its status, or delete it.`,
      );
    }
    if (outcome.kind === 'failed') {
      throw refusal(FAILED_STATUS[outcome.error] ?? 422, outcome.error, outcome.message);
    }
  } finally {
    done.abort();
    // It may lose the race, or be cut short.
    late.catch(() => undefined);
    begun.catch(() => undefined);
  }
}

/** The snapshot that is named, in any of the three ways (facts: service §3.3). */
async function snapshotOf(
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
      `must not be given together with ${given[0]}: a sandbox is made from one thing`,
    );
  }
  const { sandboxSnapshots } = store;
  const byName = snapshot?.replace(/:.*$/s, '') ?? name;
  const row =
    id !== undefined && id !== null
      ? await sandboxSnapshots.get(workspaceId, id)
      : byName !== undefined && byName !== null
        ? await sandboxSnapshots.findByName(workspaceId, byName)
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
      `The snapshot ${JSON.stringify(row.name)} is ${row.status}: wait for it, or take another.`,
    );
  }
  return row.id;
}
