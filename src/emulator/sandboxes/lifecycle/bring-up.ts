import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box } from '../../../box/box.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { createCommands } from '../execution/commands.ts';
import { holdsSecrets } from '../proxy-config/keep.ts';
import { boxOptions } from './box-options.ts';
import { type ManagerContext, loadStoredConfig, errorMessage } from './core.ts';
import { placeBox } from './isolation.ts';
import type { RunningBox } from './live-boxes.ts';
import { resolveStoredConfig } from './prepare.ts';
import { pushToProxy, pushToBox } from './push.ts';

/** How a box that was begun came out. */
export type StartResult = { kind: 'ready' } | { kind: 'failed'; error: string; message: string };

/** Says that a box has to be stopped because it idled. */
export type StopIdle = (id: string) => void;

/** Gives the proxy a sandbox's configuration, then starts its box. To be called in turn. */
export async function startBox(core: ManagerContext, id: string, stopIdle: StopIdle): Promise<StartResult> {
  const { store, running: live, parts, closing } = core;
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
  const { store, running: live, idle, proxies } = core;
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
  await core.sources.prepareFolder(row, folder);
  const box = await core.parts.boxes.start(
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
