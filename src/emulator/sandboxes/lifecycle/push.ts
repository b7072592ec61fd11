import type { CredentialProxy, PushAnswer } from '../../../credential-proxy/port.ts';
import { type ManagerContext, loadStoredConfig, errorMessage } from './core.ts';
import type { RunningBox } from './live-boxes.ts';
import { resolveStoredConfig, type ResolvedProxyConfig } from './prepare.ts';

/** The proxy did not take a configuration: it has the one it had. */
export class PushRefusedError extends Error {
  override readonly name = 'PushRefused';
}

/** Tells the proxy what a box may do from now on; what it was refused for stands in PushRefused. */
export async function pushToProxy(
  { proxies, parts }: Pick<ManagerContext, 'proxies' | 'parts'>,
  id: string,
  box: Pick<RunningBox, 'revision' | 'tokenHash' | 'socketPath'>,
  { rules, noProxy, access }: ResolvedProxyConfig,
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
  if (answer.kind === 'refused') throw new PushRefusedError(answer.problems.map(({ msg }) => msg).join('; '));
  return { ...answer, proxy };
}

/** The same for a box that runs, which trusts the sandbox's CA of now from then on. */
export async function pushToBox(
  core: ManagerContext,
  id: string,
  box: RunningBox,
  resolved: ResolvedProxyConfig,
): Promise<void> {
  const answer = await pushToProxy(core, id, box, resolved);
  box.revision = answer.revision;
  await box.box.trust(answer.caPem);
  box.isConfigured = core.proxies.isRunning(answer.proxy);
}

/** Gives a running box the configuration that is kept, with the secrets of now. To be called in turn. */
async function pushStoredConfig(core: ManagerContext, id: string, box: RunningBox): Promise<void> {
  const row = await core.store.sandboxes.findById(id);
  if (row === undefined) return;
  const prepared = await resolveStoredConfig(core.store, row.workspaceId, await loadStoredConfig(core, row));
  if (prepared.kind === 'problems') throw new Error(prepared.problems.map(({ msg }) => msg).join('; '));
  core.addSecrets(prepared.resolved.secrets);
  await pushToBox(core, id, box, prepared.resolved);
}

/**
 * After a change that failed: the proxy gets what is kept, or the box ends. It never goes on with a configuration that
 * its owner was told is not there. Whether the box still runs. To be called in turn; never rejects.
 */
export async function restoreConfig(core: ManagerContext, id: string): Promise<boolean> {
  const box = core.running.get(id);
  if (box === undefined || box.isStopping || core.closing.signal.aborted) return false;
  try {
    await pushStoredConfig(core, id, box);
    return true;
  } catch (error) {
    await failSandbox(core, id, 'A change of its proxy failed, and what it had could not be restored', error);
    return false;
  }
}

/** After the proxy was lost: a box is ready again once the next one has its configuration, and not before. */
export function repushConfig(core: ManagerContext, id: string): void {
  const { running: live, closing } = core;
  core.inBackground(id, async () => {
    const box = live.get(id);
    if (box === undefined || box.isConfigured || box.isStopping || closing.signal.aborted) return;
    await core.setStatus(
      id,
      'provisioning',
      'The credential proxy ended; the configuration is being pushed again.',
    );
    try {
      await pushStoredConfig(core, id, box);
      await core.setStatus(id, 'ready', null);
    } catch (error) {
      await failSandbox(core, id, 'The credential proxy ended, and did not take it again', error);
    }
  });
}

async function failSandbox(core: ManagerContext, id: string, what: string, error: unknown): Promise<void> {
  if (core.closing.signal.aborted) return;
  const message = `${what}: ${errorMessage(error)}`;
  core.log(`sandbox ${id} was ended. ${message}`);
  await core.stopBox(id);
  await core.setStatus(id, 'failed', message);
}
