import type { SandboxListQuery, SandboxPatch } from '../../contract/sandbox-api.ts';
import type { SandboxRow } from '../seams/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { checkedConfig, nameTaken, withoutVariables } from './create.ts';
import type { SandboxDeps } from './deps.ts';
import { PushRefused } from './life/desk.ts';
import { prepare } from './life/prepare.ts';
import { type Page, pageOf } from './listing.ts';
import { notFound, refusal } from './refusal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The sandbox of this name or ID. @throws HttpError 404 */
export async function findSandbox(
  { store }: Pick<SandboxDeps, 'store'>,
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
  { store }: Pick<SandboxDeps, 'store'>,
  workspaceId: string,
  query: SandboxListQuery,
): Promise<Page> {
  const page = pageOf(await store.sandboxes.list(workspaceId), query);
  if (page === undefined)
    throw invalidField(['query', 'cursor'], 'must be the `next_cursor` of an earlier answer');
  return page;
}

/**
 * Changes a sandbox; what is not said stays. A configuration of its proxy holds once this answers: it is pushed before
 * it is kept, so that what is kept was taken.
 */
export async function updateSandbox(
  deps: SandboxDeps,
  workspaceId: string,
  name: string,
  body: SandboxPatch,
): Promise<SandboxRow> {
  const { store, desk, clock } = deps;
  const first = await findSandbox(deps, workspaceId, name);
  const { id } = first;
  refuseUnready(deps, first, body);
  return desk.inTurn(id, async () => {
    const row = await findSandbox(deps, workspaceId, id);
    refuseUnready(deps, row, body);
    const wanted = body.name ?? undefined;
    if (wanted !== undefined && wanted !== row.name) {
      const other = await store.sandboxes.findByName(workspaceId, wanted);
      if (other !== undefined) throw nameTaken(wanted);
    }
    if (body.proxy_config !== undefined && body.proxy_config !== null) {
      await changeProxy(deps, row, body);
    }
    const { settings } = row;
    const change = {
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
      ...(wanted === undefined ? {} : { name: wanted }),
    };
    const env = body.run_config?.env_vars ?? undefined;
    if (env !== undefined) {
      deps.learnSecrets(Object.values(env));
      await store.sandboxes.putEnv(id, { ...(await store.sandboxes.env(id)), ...env });
    }
    await store.sandboxes.update(id, change);
    if (change.settings.idleTtlSeconds !== settings.idleTtlSeconds)
      desk.idleAfter(id, change.settings.idleTtlSeconds);
    return findSandbox(deps, workspaceId, id);
  });
}

/** The proxy of a sandbox can be configured while it is there. */
function refuseUnready({ desk }: SandboxDeps, row: SandboxRow, body: SandboxPatch): void {
  if (body.proxy_config === undefined || body.proxy_config === null) return;
  if (row.status === 'ready' && desk.ready(row.id) !== undefined) return;
  throw refusal(
    400,
    'InvalidRequest',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: its proxy can be configured while it is ready. Start it, or wait for it.`,
  );
}

async function changeProxy(deps: SandboxDeps, row: SandboxRow, body: SandboxPatch): Promise<void> {
  const { store, desk } = deps;
  const { id, workspaceId } = row;
  const before =
    row.proxy === null ? undefined : { kept: row.proxy, values: await store.sandboxes.opaqueValues(id) };
  const kept = await checkedConfig(deps, workspaceId, body.proxy_config, before);
  if (kept === undefined) return;
  await desk.refuseUnplaceable(kept.kept.config);
  deps.learnSecrets(kept.values.map(({ value }) => value));
  const prepared = await prepare(store, workspaceId, kept);
  if (prepared.kind === 'problems') throw new HttpError(422, prepared.problems);
  try {
    await desk.push(row, prepared.resolved);
  } catch (error) {
    if (error instanceof PushRefused) {
      throw invalidField(['body', 'proxy_config'], error.message);
    }
    throw refusal(
      503,
      'ServiceUnavailable',
      'The credential proxy could not be reached: nothing of this request was done. Send it again.',
      { cause: error, headers: { 'retry-after': '1' } },
    );
  }
  try {
    await store.sandboxes.putProxy(id, kept.kept, kept.values);
  } catch (error) {
    // What is kept is what holds: the proxy gets it back.
    const earlier = await prepare(store, workspaceId, before);
    if (earlier.kind === 'resolved') await desk.push(row, earlier.resolved);
    throw error;
  }
}

/** Starts one that was stopped or has failed; the answer does not wait for it. */
export async function startSandbox(
  deps: SandboxDeps,
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
  desk.begin(id).catch((error: unknown) => deps.log(`sandbox ${id} could not be started: ${String(error)}`));
  return row;
}

/** Ends what runs in it; its files stay. */
export async function stopSandbox(deps: SandboxDeps, workspaceId: string, name: string): Promise<void> {
  const { store, desk, clock } = deps;
  const { id } = await inState(deps, workspaceId, name, ['ready'], 'stopped');
  await desk.inTurn(id, async () => {
    await inState(deps, workspaceId, id, ['ready'], 'stopped');
    await desk.end(id);
    const now = clock.now();
    await store.sandboxes.update(id, {
      status: 'stopped',
      statusMessage: null,
      stoppedAt: now,
      updatedAt: now,
    });
  });
  desk.deleteLater(id);
}

/** The sandbox, which must be in one of these states. Asked before a turn is waited for, too: a start may take long. */
async function inState(
  deps: SandboxDeps,
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
export async function deleteSandbox(deps: SandboxDeps, workspaceId: string, name: string): Promise<void> {
  const { id } = await findSandbox(deps, workspaceId, name);
  await deps.desk.remove(id);
}
