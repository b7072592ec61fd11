import type { CredentialProxy, PushAnswer } from '../../../credential-proxy/port.ts';
import { type Core, keptOf, reasonOf } from './core.ts';
import type { LiveBox } from './live-boxes.ts';
import { prepare, type Resolved } from './prepare.ts';

/** The proxy did not take a configuration: it has the one it had. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

/** Tells the proxy what a box may do from now on; what it was refused for stands in PushRefused. */
export async function pushTo(
  { proxies, parts }: Pick<Core, 'proxies' | 'parts'>,
  id: string,
  box: Pick<LiveBox, 'revision' | 'tokenHash' | 'socketPath'>,
  { rules, noProxy, access }: Resolved,
): Promise<Extract<PushAnswer, { kind: 'acked' }> & { proxy: CredentialProxy }> {
  const proxy = await proxies.ready();
  const answer = await proxy.push({
    sandboxId: id,
    revision: box.revision + 1,
    tokenHash: box.tokenHash,
    rules,
    noProxy,
    access,
    privateNetworks: [...parts.privateNetworks],
    extraRoots: await parts.extraRoots(),
    upstreamProxy: parts.upstreamProxy,
    socketPath: box.socketPath,
  });
  if (answer.kind === 'refused') throw new PushRefused(answer.problems.map(({ msg }) => msg).join('; '));
  return { ...answer, proxy };
}

/** The same for a box that runs, which trusts the sandbox's CA of now from then on. */
export async function pushToBox(core: Core, id: string, box: LiveBox, resolved: Resolved): Promise<void> {
  const answer = await pushTo(core, id, box, resolved);
  box.revision = answer.revision;
  await box.box.trust(answer.caPem);
  box.pushed = core.proxies.runs(answer.proxy);
}

/** Gives a running box the configuration that is kept, with the secrets of now. To be called in turn. */
async function pushKept(core: Core, id: string, box: LiveBox): Promise<void> {
  const row = await core.store.sandboxes.findById(id);
  if (row === undefined) return;
  const prepared = await prepare(core.store, row.workspaceId, await keptOf(core, row));
  if (prepared.kind === 'problems') throw new Error(prepared.problems.map(({ msg }) => msg).join('; '));
  core.learnSecrets(prepared.resolved.secrets);
  await pushToBox(core, id, box, prepared.resolved);
}

/**
 * After a change that failed: the proxy gets what is kept, or the box ends. It never goes on with a configuration that
 * its owner was told is not there. Whether the box still runs. To be called in turn; never rejects.
 */
export async function restoreKept(core: Core, id: string): Promise<boolean> {
  const box = core.live.get(id);
  if (box === undefined || box.ending || core.closing.signal.aborted) return false;
  try {
    await pushKept(core, id, box);
    return true;
  } catch (error) {
    await fail(core, id, 'A change of its proxy failed, and what it had could not be restored', error);
    return false;
  }
}

/** After the proxy was lost: a box is ready again once the next one has its configuration, and not before. */
export function pushAgain(core: Core, id: string): void {
  const { live, closing } = core;
  core.behind(id, async () => {
    const box = live.get(id);
    if (box === undefined || box.pushed || box.ending || closing.signal.aborted) return;
    await core.mark(
      id,
      'provisioning',
      'The credential proxy ended; the configuration is being pushed again.',
    );
    try {
      await pushKept(core, id, box);
      await core.mark(id, 'ready', null);
    } catch (error) {
      await fail(core, id, 'The credential proxy ended, and did not take it again', error);
    }
  });
}

async function fail(core: Core, id: string, what: string, error: unknown): Promise<void> {
  if (core.closing.signal.aborted) return;
  const message = `${what}: ${reasonOf(error)}`;
  core.log(`sandbox ${id} was ended. ${message}`);
  await core.end(id);
  await core.mark(id, 'failed', message);
}
