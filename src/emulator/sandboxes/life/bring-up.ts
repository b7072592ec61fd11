import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box } from '../../../box/port.ts';
import type { SandboxRow } from '../../seams/store.ts';
import { createCommands } from '../execution/commands.ts';
import { holdsSecrets } from '../proxy-config/keep.ts';
import { boxOptions } from './box-options.ts';
import { type Core, keptOf, reasonOf } from './core.ts';
import { placeBox } from './isolation.ts';
import type { LiveBox } from './live-boxes.ts';
import { prepare } from './prepare.ts';
import { pushTo, pushToBox } from './push.ts';

/** How a box that was begun came out. */
export type Begun = { kind: 'ready' } | { kind: 'failed'; error: string; message: string };

/** Says that a box has to be stopped because it idled. */
export type StopIdle = (id: string) => void;

/** Gives the proxy a sandbox's configuration, then starts its box. To be called in turn. */
export async function bringUp(core: Core, id: string, stopIdle: StopIdle): Promise<Begun> {
  const { store, live, parts, closing } = core;
  const row = await store.sandboxes.findById(id);
  if (row === undefined || row.status === 'deleting') {
    return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted meanwhile.' };
  }
  if (live.get(id)?.pushed === true) {
    // It runs all the while, whatever was written down of it.
    await core.mark(id, 'ready', null);
    return { kind: 'ready' };
  }
  const failed = async (error: string, message: string): Promise<Begun> => {
    await core.mark(id, 'failed', message);
    return { kind: 'failed', error, message };
  };
  // What was left of it without a configuration is begun anew.
  await core.end(id);
  const place = placeBox(await parts.boxes.report(), parts.isolation, holdsSecrets(row.proxy?.config));
  if (place.kind === 'refused') return failed('Unschedulable', place.message);
  const prepared = await prepare(store, row.workspaceId, await keptOf(core, row));
  if (prepared.kind === 'problems') {
    const each = prepared.problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
    return failed('SandboxConfig', each.join('; '));
  }
  try {
    await startBox(core, row, place.level, prepared.resolved, stopIdle);
    await core.mark(id, 'ready', null);
    return { kind: 'ready' };
  } catch (error) {
    await core.end(id);
    await core.forget(id);
    if ((await store.sandboxes.findById(id))?.status === 'deleting') {
      return { kind: 'failed', error: 'NotFound', message: 'The sandbox was deleted meanwhile.' };
    }
    if (closing.signal.aborted) {
      return { kind: 'failed', error: 'Unavailable', message: 'The emulator is closing.' };
    }
    core.log(`sandbox ${id} could not be started: ${reasonOf(error)}`);
    return failed('SandboxConfig', reasonOf(error));
  }
}

type Prepared = Extract<Awaited<ReturnType<typeof prepare>>, { kind: 'resolved' }>['resolved'];

async function startBox(
  core: Core,
  row: SandboxRow,
  level: Box['level'],
  resolved: Prepared,
  stopIdle: StopIdle,
): Promise<void> {
  const { store, live, idle, proxies } = core;
  const { id } = row;
  const token = randomBytes(32).toString('base64url');
  core.learnSecrets([token, ...resolved.secrets]);
  const socketPath = level === 'namespaces' ? await core.sockets.of(id) : null;
  if (socketPath !== null) await mkdir(path.dirname(socketPath), { recursive: true, mode: 0o755 });
  const own = { tokenHash: createHash('sha256').update(token).digest('hex'), socketPath };
  const answer = await pushTo(core, id, { ...own, revision: 0 }, resolved);
  if ((await store.sandboxes.findById(id))?.status === 'deleting') {
    throw new Error('The sandbox is being deleted.');
  }
  const folder = path.join(core.folder, id);
  await core.sources.fill(row, folder);
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
  const touch = () => idle.touch(id);
  const one: LiveBox = {
    ...own,
    box,
    revision: answer.revision,
    commands: createCommands(box, touch),
    pushed: proxies.runs(answer.proxy),
    ending: false,
    transfers: 0,
    touch,
  };
  live.set(id, one);
  idle.watch(id, row.settings.idleTtlSeconds, () => stopIdle(id));
  void box.ended.then(() => gone(core, id, one));
  // The proxy may have ended while the box began.
  if (!one.pushed) await pushToBox(core, id, one, resolved);
}

/** The box ended, and not by us. */
function gone(core: Core, id: string, box: LiveBox): void {
  if (box.ending || core.closing.signal.aborted) return;
  core.behind(id, async () => {
    if (core.live.get(id) !== box) return;
    await core.end(id);
    await core.mark(id, 'failed', 'The box ended by itself. Start the sandbox again; its files are kept.');
  });
}
