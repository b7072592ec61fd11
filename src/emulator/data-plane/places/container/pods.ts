import { memoizeAsync } from '../../../../clients/memoize.ts';
import { describeProcessEnd } from '../../../ports/processes.ts';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { UsageError } from '../../../ports/usage-error.ts';
import { StepAborted, StepFailure, type WriteLog } from '../../build/step.ts';
import {
  type ContainerRun,
  CREATE_MS,
  describeTail,
  isNetworkFailure,
  makePodFiles,
  type PodContext,
  runPod,
  startContainer,
  waitForPublishedPort,
} from './pod.ts';
import {
  createEngineFinder,
  type Engine,
  type EngineOptions,
  ensureImages,
  removeCommand,
  sweepContainers,
} from './engine.ts';
import type { Network, PodIdentity } from './run-arguments.ts';
import type { ContainerPlan, PodPlan } from './pod-plan.ts';
import { findFreePort } from '../process/ports.ts';
import type { RunningServer } from '../place.ts';

interface PodJob {
  plan: PodPlan;
  identity: Omit<PodIdentity, 'owner' | 'launch'>;
  log: WriteLog;
  signal: AbortSignal;
}

/** Runs pods on the container engine of this machine. */
export interface Pods {
  /**
   * Pulls the images, runs the init containers until they exit, and starts the agent.
   * @throws StepFailure naming the cause, StepAborted.
   */
  launch(job: PodJob): Promise<RunningServer>;
  /** Removes containers of emulators that no longer run. Returns the number of containers. */
  sweep(): Promise<number>;
  /** @throws UsageError if an engine was chosen by name and does not work. */
  checkEngine(): Promise<void>;
}

export interface PodsOptions extends EngineOptions {
  /** Identifies this emulator process (see `ownerToken`). */
  owner: string;
}

/** Time limit of an init container, in milliseconds: as long as the hosted service waits for a rollout. */
const INIT_MS = 600_000;

/** Creates pods on the engine that is found when the first pod is launched. */
export function createPods(options: PodsOptions): Pods {
  const findEngine = createEngineFinder(options);
  /** Runs once per process: only the engine that is used first contains our containers. */
  const swept = memoizeAsync(async () => {
    const found = await findEngine();
    if (found.kind === 'none') throw new Error(found.reason);
    return sweepContainers(found.engine, options.owner);
  });
  /** An engine that failed to connect a container to a network fails every time. */
  let cannotPublish = false;

  const engineOrFail = async (image: string): Promise<Engine> => {
    const found = await findEngine();
    if (found.kind === 'none') throw new StepFailure(noEngine(image, found.reason));
    await swept();
    return found.engine;
  };

  return {
    async launch({ plan, identity, log, signal }) {
      const engine = await engineOrFail(plan.agent.image);
      for (const note of plan.notes) log(`${note}.`, 'WARNING');
      log(`Running it with ${engine.program} ${engine.info.version}`);
      await ensureImages(engine, [...plan.init, plan.agent, ...plan.sidecars], log, signal);
      const own: PodIdentity = { ...identity, owner: options.owner, launch: randomBytes(4).toString('hex') };
      const files = await makePodFiles(engine, plan, own, options.folder);
      const context: PodContext = { engine, identity: own, files, log };
      const useHostNetwork = () => {
        cannotPublish = true;
        log(
          `${engine.program} cannot connect containers on this machine: they use the machine's own network instead.`,
          'WARNING',
        );
      };
      try {
        for (const container of plan.init) {
          const run = (network: Network) => runInit(context, container, network, signal);
          const first = await run(cannotPublish ? { kind: 'host' } : { kind: 'own' });
          if (first === 'no-network' && canUseHost()) {
            useHostNetwork();
            await run({ kind: 'host' });
          }
        }
        return await launchAgent(context, plan, { signal, isHost: () => cannotPublish, useHostNetwork });
      } catch (error) {
        await files.remove();
        throw error;
      }
    },
    async checkEngine() {
      const { chosen } = options;
      const found = chosen === 'auto' || chosen === 'none' ? undefined : await findEngine();
      if (found?.kind !== 'none') return;
      throw new UsageError(
        `--image-engine ${chosen}: it does not work here (${found.reason}). Install or start it for the user the emulator runs as, or leave the flag out`,
      );
    },
    async sweep() {
      // No container was ever run from this data directory.
      if (!existsSync(options.folder)) return 0;
      const found = await findEngine();
      if (found.kind === 'none') return 0;
      return swept();
    },
  };
}

function noEngine(image: string, reason: string): string {
  return `The image ${image} cannot be run: no container engine works here (${reason}). Install podman, or start docker, for the user the emulator runs as, and deploy again; or start the emulator with --runtime stub, which runs no code.`;
}

const canUseHost = (): boolean => process.platform === 'linux';

async function runInit(
  context: PodContext,
  container: ContainerPlan,
  network: Network,
  signal: AbortSignal,
): Promise<'done' | 'no-network'> {
  context.log(`Running the init container ${container.name}`);
  const run = await startContainer(context, container, network);
  const { ended } = run.process;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(INIT_MS)]);
  const onAbort = () => void giveUp(context, run);
  limit.addEventListener('abort', onAbort, { once: true });
  if (limit.aborted) onAbort();
  const end = await ended;
  limit.removeEventListener('abort', onAbort);
  if (limit.aborted) await giveUp(context, run);
  if (signal.aborted) throw new StepAborted('cancelled during an init container');
  if (end.kind === 'exit' && end.code === 0) return 'done';
  if (network.kind !== 'host' && isNetworkFailure(end, run.tail())) return 'no-network';
  const how = limit.aborted ? `took longer than ${INIT_MS / 1000} s` : describeProcessEnd(end);
  throw new StepFailure(`The init container ${container.name} ${how}. ${describeTail(run.tail())}`);
}

async function giveUp({ engine }: PodContext, run: ContainerRun): Promise<void> {
  await engine.run(removeCommand(engine, [run.name]));
  await run.process.stop(1_000);
}

/**
 * Starts the agent's container with a published port, or on the network of this machine if the engine cannot publish
 * ports.
 */
async function launchAgent(
  context: PodContext,
  plan: PodPlan,
  options: { signal: AbortSignal; isHost: () => boolean; useHostNetwork: () => void },
): Promise<RunningServer> {
  if (options.signal.aborted) throw new StepAborted('cancelled before the agent started');
  if (options.isHost()) return onHost(context, plan);
  const network: Network = { kind: 'published', port: plan.port };
  const agent = await startContainer(context, plan.agent, network, { quiet: true });
  const reached = await waitForPublishedPort(context, agent, plan.port, options.signal);
  if (reached.kind === 'port')
    return runPod(context, plan, agent, { port: reached.port, isHostNetwork: false });
  await giveUp(context, agent);
  if (reached.kind === 'aborted') throw new StepAborted('cancelled while the agent started');
  if (reached.kind === 'late') {
    throw new StepFailure(
      `The container of the agent did not begin within ${CREATE_MS / 1000} s. ${describeTail(agent.tail())}`,
    );
  }
  if (!isNetworkFailure(reached.end, agent.tail()) || !canUseHost()) {
    throw new StepFailure(
      `The agent could not start: its container ${describeProcessEnd(reached.end)}. ${describeTail(agent.tail())}`,
    );
  }
  options.useHostNetwork();
  return onHost(context, plan);
}

async function onHost(context: PodContext, plan: PodPlan): Promise<RunningServer> {
  const port = await findFreePort();
  const container = { ...plan.agent, env: new Map([...plan.agent.env, ['PORT', String(port)]]) };
  const agent = await startContainer(context, container, { kind: 'host' }, { quiet: true });
  return runPod(context, plan, agent, { port, isHostNetwork: true });
}
