import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { RunnerSettings } from '../inputs/sandbox-settings.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { wordsOf } from '../words-of.ts';
import { isolatingHost, runInBox } from './command.ts';
import { handOver } from './hand-over.ts';
import { placesIn } from './places.ts';
import { type ServingProxy, startEmpty, startServing } from './serving.ts';
import { createUsage } from './usage.ts';
import type { SandboxRun } from './world.ts';

/**
 * The credential proxy on this runner: for the command in its box, which is all there is with `run`; else, or with
 * `export-env`, for the steps that follow. It ends with this process unless it is handed over.
 */
export async function runOnRunner(run: SandboxRun, settings: RunnerSettings): Promise<Outcome> {
  const { machine, record } = run;
  const places = placesIn(await machine.makeFolder());
  run.state.folder = places.folder;
  record.stage = 'starting';
  await run.checkpoint();
  // It starts while the machine is looked at, and is told no secret before that is known to be enough.
  const starting = startEmpty(run, places);
  const boxHost = settings.command && (await unlessFailing(isolatingHost(run, settings), starting));
  const serving = await startServing(run, settings, places, await starting);
  const usage = createUsage();
  serving.proxy.onAudit((entry) => usage.add(entry));
  let stays = false;
  try {
    const end =
      settings.command &&
      boxHost &&
      (await runInBox(run, { ...settings, command: settings.command }, places, serving, boxHost));
    if (end === undefined || (settings.exportEnv && end.kind === 'provided')) {
      await handOver(run, settings, places, serving);
      stays = true;
    }
    const message = `The credential proxy listens on ${record.proxy?.address ?? ''} until the job ends.`;
    if (stays && end !== undefined) run.host.log(message);
    return end ?? outcome('provided', 'proxy-started', message);
  } finally {
    if (!stays) await end(run, serving, usage);
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
  { record, host, signal }: SandboxRun,
  { proxy, gone }: ServingProxy,
  usage: ReturnType<typeof createUsage>,
): Promise<void> {
  try {
    // A cancelled step has no time to wait for one that may have been stopped: it is ended, whatever it says.
    if (!gone() && !signal.aborted) await proxy.metrics();
  } catch (error) {
    host.log(`The proxy could not be asked what it did: ${wordsOf(error)}`);
  }
  record.usage = usage.usage();
  await proxy.stop();
}
