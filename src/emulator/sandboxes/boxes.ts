import type { SandboxListQuery, SandboxPatch } from '../../contract/sandbox-api.ts';
import type { SandboxRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { StoreError } from '../store/errors.ts';
import { checkedConfig, nameTaken, withoutVariables } from './create.ts';
import type { SandboxDependencies } from './deps.ts';
import { PushRefusedError } from './lifecycle/desk.ts';
import { resolveStoredConfig } from './lifecycle/prepare.ts';
import { type Page, paginate } from './listing.ts';
import type { StoredConfig } from './proxy-config/keep.ts';
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
  const { store, desk } = deps;
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
      if (kept !== undefined) await sandboxes.putProxy(id, kept.kept, kept.values);
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
function refuseUnready({ desk }: SandboxDependencies, row: SandboxRow, body: SandboxPatch): void {
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
  const { store, desk } = deps;
  const { id, workspaceId } = row;
  const before =
    row.proxy === null ? undefined : { kept: row.proxy, values: await store.sandboxes.opaqueValues(id) };
  const kept = await checkedConfig(deps, workspaceId, body.proxy_config, before);
  if (kept === undefined) return undefined;
  await desk.refuseUnplaceable(kept.kept.config);
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
  const { store, desk, clock } = deps;
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
  const { store, desk, clock } = deps;
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
  await deps.desk.remove(id);
}
