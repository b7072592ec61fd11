import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box, BoxOptions, IsolationLevel, IsolationReport } from '../../../box/box.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { createCommands } from '../execution/commands.ts';
import {
  holdsSecrets,
  loadStoredConfig,
  pushToBox,
  pushToProxy,
  resolveStoredConfig,
} from './proxy-config.ts';
import { errorMessage, type ManagerContext, type RunningBox } from './context.ts';

/** How a box that was begun came out. */
export type StartResult = { kind: 'ready' } | { kind: 'failed'; error: string; message: string };

/** Says that a box has to be stopped because it idled. */
type StopIdle = (id: string) => void;

/** Gives the proxy a sandbox's configuration, then starts its box. To be called in turn. */
export async function startBox(core: ManagerContext, id: string, stopIdle: StopIdle): Promise<StartResult> {
  const { store, running: live, runtime: parts, closing } = core;
  const row = await store.sandboxes.findById(id);
  if (row === undefined || row.status === 'deleting') {
    return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted meanwhile.' };
  }
  if (live.get(id)?.isConfigured === true) {
    // It runs all the while, whatever was written down of it.
    await core.setStatus(id, 'ready', null);
    return { kind: 'ready' };
  }
  const failed = async (error: string, message: string): Promise<StartResult> => {
    await core.setStatus(id, 'failed', message);
    return { kind: 'failed', error, message };
  };
  // What was left of it without a configuration is begun anew.
  await core.stopBox(id);
  const place = placeBox(await parts.boxes.report(), parts.isolation, holdsSecrets(row.proxy?.config));
  if (place.kind === 'refused') return failed('Unschedulable', place.message);
  const prepared = await resolveStoredConfig(store, row.workspaceId, await loadStoredConfig(core, row));
  if (prepared.kind === 'problems') {
    const each = prepared.problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    return failed('SandboxConfig', each.join('; '));
  }
  try {
    await launchBox(core, row, place.level, prepared.resolved, stopIdle);
    await core.setStatus(id, 'ready', null);
    return { kind: 'ready' };
  } catch (error) {
    await core.stopBox(id);
    await core.removeFromProxy(id);
    if ((await store.sandboxes.findById(id))?.status === 'deleting') {
      return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted meanwhile.' };
    }
    if (closing.signal.aborted) {
      return { kind: 'failed', error: 'Unavailable', message: 'The emulator is closing.' };
    }
    core.log(`sandbox ${id} could not be started: ${errorMessage(error)}`);
    return failed('SandboxConfig', errorMessage(error));
  }
}

type Prepared = Extract<Awaited<ReturnType<typeof resolveStoredConfig>>, { kind: 'resolved' }>['resolved'];

async function launchBox(
  core: ManagerContext,
  row: SandboxRow,
  level: Box['level'],
  resolved: Prepared,
  stopIdle: StopIdle,
): Promise<void> {
  const { store, running: live, idleTimers: idle, proxySupervisor: proxies } = core;
  const { id } = row;
  const token = randomBytes(32).toString('base64url');
  core.addSecrets([token, ...resolved.secrets]);
  const socketPath = level === 'namespaces' ? await core.sockets.pathOf(id) : null;
  if (socketPath !== null) await mkdir(path.dirname(socketPath), { recursive: true, mode: 0o755 });
  const own = { tokenHash: createHash('sha256').update(token).digest('hex'), socketPath };
  const answer = await pushToProxy(core, id, { ...own, revision: 0 }, resolved);
  if ((await store.sandboxes.findById(id))?.status === 'deleting') {
    throw new Error('The sandbox is being deleted.');
  }
  const folder = path.join(core.folder, id);
  await core.boxFiles.prepareFolder(row, folder);
  const box = await core.runtime.boxes.start(
    boxOptions(row, {
      folder,
      level,
      proxySocket: socketPath,
      proxyAddress: level === 'namespaces' ? null : answer.proxy.address,
      token,
      caPem: answer.caPem,
      noProxy: resolved.noProxy,
      env: { ...resolved.envVars, ...(await store.sandboxes.env(id)) },
    }),
  );
  const touch = () => idle.restart(id);
  const one: RunningBox = {
    ...own,
    box,
    revision: answer.revision,
    commands: createCommands(box, touch),
    isConfigured: proxies.isRunning(answer.proxy),
    isStopping: false,
    transfers: 0,
    touch,
  };
  live.set(id, one);
  idle.start(id, row.settings.idleTtlSeconds, () => stopIdle(id));
  void box.ended.then(() => gone(core, id, one));
  // The proxy may have ended while the box began.
  if (!one.isConfigured) await pushToBox(core, id, one, resolved);
}

/** The box ended, and not by us. */
function gone(core: ManagerContext, id: string, box: RunningBox): void {
  if (box.isStopping || core.closing.signal.aborted) return;
  core.inBackground(id, async () => {
    if (core.running.get(id) !== box) return;
    await core.stopBox(id);
    await core.setStatus(
      id,
      'failed',
      'The box ended by itself. Start the sandbox again; its files are kept.',
    );
  });
}

/** Programs of a box at most, unless the machine cannot count them. */
const PROCESSES = 1_024;

/** What a box is started with, from what its sandbox was asked for with. */
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
    limits: { memoryBytes: settings.memBytes, cpuMillicores, processes: PROCESSES },
  };
}

/** Where a box may run, or why it may not. */
type Placement = { kind: 'level'; level: IsolationLevel } | { kind: 'refused'; message: string };

/**
 * The isolation that a box gets (facts: local-clouds §6.3). `asked`: `auto` takes the best there is, and then no secret
 * goes to a box that shares its user's processes; a level by name is taken as it is, for whoever names it was told.
 */
export function placeBox(
  report: IsolationReport,
  asked: IsolationLevel | 'auto',
  holdsSecrets: boolean,
): Placement {
  if (asked === 'namespaces' && report.level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine has no isolation by namespaces, which was asked for. ${advice(report)}`,
    };
  }
  const level = asked === 'auto' ? report.level : asked;
  if (asked === 'auto' && holdsSecrets && level !== 'namespaces') {
    return {
      kind: 'refused',
      message: `This machine isolates boxes by ${JSON.stringify(level)} only, where other programs of the same user could reach the secrets of a sandbox. ${advice(report)} To hold secrets all the same, start the emulator with --sandbox-isolation ${level}.`,
    };
  }
  return { kind: 'level', level };
}

function advice({ findings, remedies }: IsolationReport): string {
  return [...findings, ...remedies].join(' ');
}
