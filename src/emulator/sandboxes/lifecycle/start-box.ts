import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box, BoxOptions, IsolationLevel, IsolationReport } from '../../../box/box.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { sentinelVariables } from '../../../credential-proxy/sentinel.ts';
import { createCommands } from '../execution/commands.ts';
import {
  containsSecrets,
  loadStoredConfig,
  pushToBox,
  pushToProxy,
  type ResolvedProxyConfig,
  resolveStoredConfig,
} from './proxy-config.ts';
import type { ManagerContext, RunningBox } from './context.ts';

export type StartResult = { kind: 'ready' } | { kind: 'failed'; error: string; message: string };

type StopIdle = (id: string) => void;

/**
 * Pushes a sandbox's configuration to the proxy and then starts the sandbox's box. `startBox` must be called within
 * `runExclusive`.
 */
export async function startBox(
  context: ManagerContext,
  id: string,
  stopIdle: StopIdle,
): Promise<StartResult> {
  const { store, running, runtime, closing } = context;
  const row = await store.sandboxes.findById(id);
  if (row === undefined || row.status === 'deleting') {
    return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted.' };
  }
  if (running.get(id)?.isConfigured === true) {
    // The box is still running, although its stored status differs.
    await context.setStatus(id, 'ready', null);
    return { kind: 'ready' };
  }
  const failed = async (error: string, message: string): Promise<StartResult> => {
    await context.setStatus(id, 'failed', message);
    return { kind: 'failed', error, message };
  };
  // If the proxy does not have the configuration of a running box, the box is restarted.
  await context.stopBox(id);
  const place = chooseIsolation(
    await runtime.boxes.report(),
    runtime.isolation,
    containsSecrets(row.proxy?.config),
  );
  if (place.kind === 'refused') return failed('Unschedulable', place.message);
  const prepared = await resolveStoredConfig(store, row.workspaceId, await loadStoredConfig(context, row));
  if (prepared.kind === 'problems') {
    const each = prepared.problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    return failed('SandboxConfig', each.join('; '));
  }
  try {
    await launchBox(context, row, place.level, prepared.resolved, stopIdle);
    await context.setStatus(id, 'ready', null);
    return { kind: 'ready' };
  } catch (error) {
    await context.stopBox(id);
    await context.removeFromProxy(id);
    if ((await store.sandboxes.findById(id))?.status === 'deleting') {
      return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted.' };
    }
    if (closing.signal.aborted) {
      return { kind: 'failed', error: 'Unavailable', message: 'The emulator is shutting down.' };
    }
    context.log(`sandbox ${id} could not be started: ${errorMessage(error)}`);
    return failed('SandboxConfig', errorMessage(error));
  }
}

async function launchBox(
  context: ManagerContext,
  row: SandboxRow,
  level: Box['level'],
  resolved: ResolvedProxyConfig,
  stopIdle: StopIdle,
): Promise<void> {
  const { store, running, idleTimers, proxySupervisor } = context;
  const { id } = row;
  const token = randomBytes(32).toString('base64url');
  context.addSecrets([token, ...resolved.secrets]);
  const socketPath = level === 'namespaces' ? await context.sockets.pathOf(id) : null;
  if (socketPath !== null) await mkdir(path.dirname(socketPath), { recursive: true, mode: 0o755 });
  const own = { tokenHash: createHash('sha256').update(token).digest('hex'), socketPath };
  const answer = await pushToProxy(context, id, { ...own, revision: 0 }, resolved);
  if ((await store.sandboxes.findById(id))?.status === 'deleting') {
    throw new Error('The sandbox is being deleted.');
  }
  const folder = path.join(context.folder, id);
  await context.boxFiles.prepareFolder(row, folder);
  const box = await context.runtime.boxes.start(
    boxOptions(row, {
      folder,
      level,
      proxySocket: socketPath,
      proxyAddress: level === 'namespaces' ? null : answer.proxy.address,
      token,
      caPem: answer.caPem,
      noProxy: resolved.noProxy,
      env: {
        ...resolved.envVars,
        ...sentinelVariables(resolved.rules, own.tokenHash),
        ...(await store.sandboxes.env(id)),
      },
    }),
  );
  const touch = () => idleTimers.restart(id);
  const started: RunningBox = {
    ...own,
    box,
    revision: answer.revision,
    commands: createCommands(box, touch),
    isConfigured: proxySupervisor.isRunning(answer.proxy),
    isStopping: false,
    transfers: 0,
    touch,
  };
  running.set(id, started);
  idleTimers.start(id, row.settings.idleTtlSeconds, () => stopIdle(id));
  void box.ended.then(() => handleEnd(context, id, started));
  // Pushes the configuration again, because the proxy might have exited while the box was starting.
  if (!started.isConfigured) await pushToBox(context, id, started, resolved);
}

/** Marks the sandbox as failed if its box ended unexpectedly. */
function handleEnd(context: ManagerContext, id: string, box: RunningBox): void {
  if (box.isStopping || context.closing.signal.aborted) return;
  context.inBackground(id, async () => {
    if (context.running.get(id) !== box) return;
    await context.stopBox(id);
    await context.setStatus(
      id,
      'failed',
      'The box ended unexpectedly. Start the sandbox again; its files are kept.',
    );
  });
}

/** Maximum number of processes in a box, if the machine can limit the number. */
const MAX_PROCESSES = 1_024;

/** Returns the options of a box according to its sandbox's settings. */
function boxOptions(
  { id, settings }: Pick<SandboxRow, 'id' | 'settings'>,
  given: {
    folder: string;
    level: IsolationLevel;
    proxySocket: string | null;
    proxyAddress: BoxOptions['proxyAddress'];
    token: string;
    caPem: string;
    noProxy: string[];
    env: Record<string, string>;
  },
): BoxOptions {
  const { token, ...rest } = given;
  const cpuMillicores =
    settings.cpuMillicores ?? (settings.vcpus === null ? null : Math.round(settings.vcpus * 1_000));
  return {
    ...rest,
    id,
    binds: [],
    proxyUser: { name: `sbx-${id}`, token },
    limits: { memoryBytes: settings.memBytes, cpuMillicores, processes: MAX_PROCESSES },
  };
}

/** Isolation level for a box, or the reason to refuse the box. */
type IsolationChoice = { kind: 'level'; level: IsolationLevel } | { kind: 'refused'; message: string };

/**
 * Chooses the isolation of a box. `auto` selects the strongest available level. With `auto`, a configuration with
 * secrets is refused if the box could access other processes of its user at the selected level. A level other than
 * `auto` is used as specified, because the operator has accepted the limits of that level.
 */
export function chooseIsolation(
  report: IsolationReport,
  isolation: IsolationLevel | 'auto',
  holdsSecrets: boolean,
): IsolationChoice {
  if (isolation === 'namespaces' && report.level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine cannot isolate boxes with namespaces, which the configuration requires. ${advice(report)}`,
    };
  }
  const level = isolation === 'auto' ? report.level : isolation;
  if (isolation === 'auto' && holdsSecrets && level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine can isolate boxes only at the level ${JSON.stringify(level)}, at which other programs of the same user could read the secrets of a sandbox. ${advice(report)} To use secrets anyway, start the emulator with --sandbox-isolation ${level}.`,
    };
  }
  return { kind: 'level', level };
}

function advice({ findings, remedies }: IsolationReport): string {
  return [...findings, ...remedies].join(' ');
}
