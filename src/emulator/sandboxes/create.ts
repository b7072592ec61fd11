import {
  SANDBOX_DELETE_AFTER_STOP_DEFAULT_S,
  SANDBOX_IDLE_TTL_DEFAULT_S,
  SANDBOX_WAIT_DEFAULT_S,
  type RunConfig,
  type SandboxCreateBody,
} from '../../contract/sandbox-api.ts';
import { realClock } from '../../clients/clock.ts';
import type { SandboxRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { Caller, SandboxDependencies } from './deps.ts';
import type { StartResult } from './lifecycle/desk.ts';
import { resolveStoredConfig } from './lifecycle/prepare.ts';
import { toStoredConfig, type StoredConfig } from './proxy-config/keep.ts';
import { notFound, refusal } from './refusal.ts';

/** How a sandbox that could not be started is answered (facts: service §3.5). */
const FAILED_STATUS: Record<string, number> = { Unschedulable: 503, NotFound: 404, Unavailable: 503 };

/** Makes a sandbox (spec §4.8). With `wait_for_ready` it answers once the proxy and the box are there, or are not. */
export async function createSandbox(
  deps: SandboxDependencies,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  body: SandboxCreateBody,
  signal: AbortSignal,
): Promise<SandboxRow> {
  const { store, clock, desk } = deps;
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
    proxy: kept?.kept ?? null,
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
export function withoutVariables(given: RunConfig | null | undefined): Record<string, unknown> | null {
  if (given === undefined || given === null) return null;
  const { env_vars: _, ...rest } = given;
  return rest;
}

export function nameTaken(name: string, cause?: unknown): HttpError {
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
export async function checkedConfig(
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
