import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import { requireIsolation, runInBox } from './command.ts';
import { sandboxPaths } from './machine.ts';
import { type ConfiguredProxy, configureProxy, leaveProxyRunning, startUnconfiguredProxy } from './proxy.ts';
import { createUsage } from './record.ts';
import type { SandboxContext } from './context.ts';

/**
 * The credential proxy on this runner: for the command in its box, which is all there is with `run`; else, or with
 * `export-env`, for the steps that follow. It ends with this process unless it is handed over.
 */
export async function runOnRunner(context: SandboxContext, settings: RunnerSettings): Promise<Outcome> {
  const { machine, record } = context;
  const paths = sandboxPaths(await machine.makeFolder());
  context.state.folder = paths.folder;
  record.stage = 'starting';
  await context.checkpoint();
  // It starts while the machine is looked at, and is told no secret before that is known to be enough.
  const starting = startUnconfiguredProxy(context, paths);
  const boxHost = settings.command && (await unlessFailing(requireIsolation(context, settings), starting));
  const serving = await configureProxy(context, settings, paths, await starting);
  const usage = createUsage();
  serving.proxy.onAudit((entry) => usage.add(entry));
  let stays = false;
  try {
    const end =
      settings.command &&
      boxHost &&
      (await runInBox(context, { ...settings, command: settings.command }, paths, serving, boxHost));
    if (end === undefined || (settings.exportEnv && end.kind === 'provided')) {
      await leaveProxyRunning(context, settings, paths, serving);
      stays = true;
    }
    const message = `The credential proxy listens on ${record.proxy?.address ?? ''} until the job ends.`;
    if (stays && end !== undefined) context.host.log(message);
    return end ?? outcome('provided', 'proxy-started', message);
  } finally {
    if (!stays) await end(context, serving, usage);
  }
}

/** Work beside which a proxy starts: it ends when the work fails. */
async function unlessFailing<T>(work: Promise<T>, starting: Promise<CredentialProxy>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await starting.then(
      (proxy) => proxy.stop(),
      () => {},
    );
    throw error;
  }
}

/** What was asked of the proxy is known when it has answered a question that came later. */
async function end(
  { record, host, signal }: SandboxContext,
  { proxy, gone }: ConfiguredProxy,
  usage: ReturnType<typeof createUsage>,
): Promise<void> {
  try {
    // A cancelled step has no time to wait for one that may have been stopped: it is killed.
    if (!gone() && !signal.aborted) await proxy.metrics();
  } catch (error) {
    host.log(`The proxy could not be asked what it did: ${errorMessage(error)}`);
  }
  record.usage = usage.usage();
  await proxy.stop();
}
