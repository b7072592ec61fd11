import { describeProcessEnd, exitStatus } from '../../ports/process-end.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerWorker } from '../../ports/worker.ts';
import { type ContainerRun, describeTail, type PodContext, startContainer } from './container-run.ts';
import { isHealthy } from '../process/http-health.ts';
import type { ContainerPlan, PodPlan } from './plan.ts';
import { superviseSidecar, type Sidecar } from './sidecar.ts';
import { removeCommand } from './sweep-containers.ts';
import type { Network } from './run-arguments.ts';

/** Between two looks at a container that is not healthy yet, in milliseconds. */
const LOOK_AGAIN_MS = 200;
const HEALTH_MS = 2_000;

/** Where the agent is reached, from this machine. */
export interface AgentEndpoint {
  port: number;
  /** It is on the machine's own network. */
  isHostNetwork: boolean;
}

/**
 * A pod at work: the agent's container, already started, and its sidecars, which begin as soon as it has a network to
 * share. It is ready once the agent answers `/ok` and every sidecar runs, and gone once all of it is.
 */
export function runPod(
  context: PodContext,
  plan: PodPlan,
  agent: ContainerRun,
  reach: AgentEndpoint,
): ServerWorker {
  const { engine, identity, files, log } = context;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const over = new AbortController();
  const sidecars: Sidecar[] = [];
  const address = `http://127.0.0.1:${reach.port}`;

  const startSidecar = (container: ContainerPlan): Sidecar => {
    const network: Network = reach.isHostNetwork
      ? { kind: 'host' }
      : { kind: 'shared', container: agent.name };
    return superviseSidecar({
      container,
      start: (count) => startContainer(context, container, network, { count }),
      log,
      signal: over.signal,
    });
  };

  const becomeReady = async (): Promise<void> => {
    sidecars.push(...plan.sidecars.map(startSidecar));
    for (const sidecar of sidecars) sidecar.failed.catch((error: unknown) => ready.reject(error));
    for (;;) {
      over.signal.throwIfAborted();
      if ((await isHealthy(address, HEALTH_MS)) && (await allRun(sidecars, context))) break;
      await delay(LOOK_AGAIN_MS, undefined, { signal: over.signal });
    }
    for (const sidecar of sidecars) sidecar.allowRestarts();
    ready.resolve();
  };

  const cleanUp = async (): Promise<void> => {
    over.abort();
    const names = [agent.name, ...sidecars.flatMap((sidecar) => sidecar.names())];
    await engine.run(removeCommand(engine, names));
    await Promise.all([agent.process.stop(0), ...sidecars.map((sidecar) => sidecar.stopped())]);
    await files.remove();
  };

  const exited = agent.process.ended.then(async (end) => {
    ready.reject(new Error(`its container ${describeProcessEnd(end)}. ${describeTail(agent.tail())}`));
    await cleanUp().catch((error: unknown) =>
      log(`What it left could not be removed: ${String(error)}`, 'WARNING'),
    );
    return exitStatus(end);
  });
  becomeReady().catch((error: unknown) => ready.reject(error));

  return {
    deploymentId: identity.deploymentId,
    revisionId: identity.revisionId,
    pid: agent.process.pid ?? -1,
    address,
    ready: ready.promise,
    exited,
    ping: (timeoutMs) => isHealthy(address, timeoutMs),
    async stop(graceMs) {
      over.abort();
      const running = [agent.name, ...sidecars.flatMap((sidecar) => sidecar.running())];
      const seconds = String(Math.ceil(graceMs / 1000));
      const { ok } = await engine.run(['stop', '--time', seconds, ...running], {
        timeoutMs: graceMs + 15_000,
      });
      // It was not there yet, or the engine does not obey: then its program goes, and what it made with it.
      if (!ok) await agent.process.stop(graceMs);
      await exited;
    },
  };
}

/** Whether every sidecar runs, or is done with success where it may be. */
async function allRun(sidecars: readonly Sidecar[], { engine }: PodContext): Promise<boolean> {
  for (const sidecar of sidecars) {
    if (sidecar.isDone()) continue;
    const [name] = sidecar.running();
    if (name === undefined) return false;
    const { ok, stdout } = await engine.run([
      'inspect',
      '--type',
      'container',
      '--format',
      '{{.State.Running}}',
      name,
    ]);
    if (!ok || stdout.trim() !== 'true') return false;
  }
  return true;
}
