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

/** After the proxy was lost: a box is ready again once the next one has its configuration, and not before. */
export function pushAgain(core: Core, id: string): void {
  const { store, live, closing, log } = core;
  core.behind(id, async () => {
    const box = live.get(id);
    if (box === undefined || box.pushed || box.ending || closing.signal.aborted) return;
    await core.mark(
      id,
      'provisioning',
      'The credential proxy ended; the configuration is being pushed again.',
    );
    try {
      const row = await store.sandboxes.getAny(id);
      if (row === undefined) return;
      const prepared = await prepare(store, row.workspaceId, await keptOf(core, row));
      if (prepared.kind === 'problems') throw new Error(prepared.problems.map(({ msg }) => msg).join('; '));
      await pushToBox(core, id, box, prepared.resolved);
      await core.mark(id, 'ready', null);
    } catch (error) {
      if (closing.signal.aborted) return;
      log(`sandbox ${id} could not be given to the new credential proxy: ${reasonOf(error)}`);
      await core.end(id);
      await core.mark(
        id,
        'failed',
        `The credential proxy ended, and did not take it again: ${reasonOf(error)}`,
      );
    }
  });
}
