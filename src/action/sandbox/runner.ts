import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { errorMessage } from '../../os/errors.ts';
import { runInBox } from './command.ts';
import { requireIsolation } from './command-box.ts';
import { sandboxPaths } from './machine.ts';
import { type ConfiguredProxy, configureProxy, detachProxy, startUnconfiguredProxy } from './proxy.ts';
import { createUsage } from './record.ts';
import type { SandboxContext } from './context.ts';

/**
 * Runs the credential proxy on this runner: with `run`, for the command in its sandbox, and without `run` or with
 * `export-env`, for later steps. The proxy ends with this process unless it is detached.
 */
export async function runOnRunner(context: SandboxContext, settings: RunnerSettings): Promise<Outcome> {
  const { host, machine, record } = context;
  const paths = sandboxPaths(await machine.makeFolder());
  context.state.folder = paths.folder;
  record.stage = 'starting';
  await context.checkpoint();
  // Starts the proxy while the isolation is checked. The proxy receives no secret before the check of the isolation
  // succeeds.
  const starting = startUnconfiguredProxy(machine, paths.auditFile);
  const isolating = { machine, record, log: (line: string) => host.log(line) };
  const boxHost =
    settings.command && (await unlessFailing(requireIsolation(isolating, settings.isolation), starting));
  const isBoxed = settings.command !== undefined && settings.isolation === 'namespaces';
  const serving = await configureProxy(context, settings, isBoxed ? paths.socketPath : null, await starting);
  record.warnings.push(...serving.warnings);
  for (const message of serving.warnings) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: proxy-config', message });
  }
  const usage = createUsage();
  serving.proxy.onAudit((entry) => usage.add(entry));
  let stays = false;
  try {
    const end =
      settings.command &&
      boxHost &&
      (await runInBox(context, { ...settings, command: settings.command }, paths, serving, boxHost));
    if (end === undefined || (settings.exportEnv && end.kind === 'provided')) {
      await detachProxy(context, settings, paths, serving);
      stays = true;
    }
    const message = `The credential proxy listens on ${record.proxy?.address ?? ''} until the job ends.`;
    if (stays && end !== undefined) context.host.log(message);
    return end ?? outcome('provided', 'proxy-started', message);
  } finally {
    if (!stays) await end(context, serving, usage);
  }
}

/** Waits for work while a proxy starts, and stops the proxy if the work fails. */
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

/**
 * Sends a last request, so that all earlier requests are in the audit log, and stops the proxy when the response has
 * arrived.
 */
async function end(
  { record, host, signal }: SandboxContext,
  { proxy, gone }: ConfiguredProxy,
  usage: ReturnType<typeof createUsage>,
): Promise<void> {
  try {
    // A cancelled step has no time for a last request, because the proxy might be suspended.
    if (!gone() && !signal.aborted) await proxy.metrics();
  } catch (error) {
    host.log(`The audit log of the proxy could not be read: ${errorMessage(error)}`);
  }
  record.usage = usage.usage();
  await proxy.stop();
}
