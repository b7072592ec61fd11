import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { memoizeAsync } from '../../../../clients/memoize.ts';
import { describeProcessEnd } from '../../../ports/processes.ts';
import { UsageError } from '../../../ports/usage-error.ts';
import type { Cluster } from '../../../ports/workspace-settings.ts';
import { programOf, StepAborted, StepFailure, type WriteLog } from '../../build/step.ts';
import { openProcessStream } from '../../link/stream.ts';
import type { RevisionJob } from '../../workload/workload.ts';
import type { CommandProgram, LocalPlace, Program, Running } from '../place.ts';
import { findFreePort } from '../process/ports.ts';
import {
  createEngineFinder,
  type Engine,
  type EngineOptions,
  ensureImages,
  removeCommand,
  sweepContainers,
} from './engine.ts';
import { requirePodPlan } from './image-plan.ts';
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
import type { ContainerPlan, PodPlan } from './pod-plan.ts';
import { type Network, NO_NETWORK } from './run-arguments.ts';

/** Image with its own server. The pod depends on the settings of the revision. */
interface ServerImage extends Program, Pick<RevisionJob, 'deployment' | 'revision' | 'secrets'> {
  image: string;
  speaks: 'http';
}

/** Worker of an agent whose code was built into an image. */
interface ImageWorker extends CommandProgram {
  image: string;
  speaks: 'link';
  /** Files and folders on this machine that the worker can read at the same paths. */
  files: readonly string[];
}

export interface ContainerPlace extends LocalPlace<ServerImage | ImageWorker> {
  /**
   * Checks that a container engine can be used. @throws UsageError if the engine that the user chose does not work.
   */
  checkEngine(): Promise<void>;
}

export interface ContainerPlaceOptions extends EngineOptions {
  owner: string;
  cluster: Cluster;
}

/** Time limit of an init container in milliseconds, which is the hosted service's time limit for a rollout. */
const INIT_MS = 600_000;

/** State of the engine's networks: an engine that fails to use a network once fails every time. */
interface NetworkState {
  /** True if the engine can connect a container to a network, or `undefined` before the first attempt. */
  works: boolean | undefined;
}

/** Creates the runtime that runs programs in containers, and searches for an engine when the first program starts. */
export function createContainerPlace(options: ContainerPlaceOptions): ContainerPlace {
  const findEngine = createEngineFinder(options);
  /** Removes leftover containers once per process. */
  const swept = memoizeAsync(async () => {
    const found = await findEngine();
    if (found.kind === 'none') throw new Error(found.reason);
    return sweepContainers(found.engine, options.owner);
  });
  const networks: NetworkState = { works: undefined };

  /** Creates the files of a pod, calls `work`, and removes the files if the pod cannot be started. */
  const withFiles = async (
    { deploymentId, revisionId, image }: ServerImage | ImageWorker,
    plan: Pick<PodPlan, 'volumes'>,
    log: WriteLog,
    start: (context: PodContext) => Promise<Running>,
  ): Promise<Running> => {
    const found = await findEngine();
    if (found.kind === 'none') throw new StepFailure(noEngine(image, found.reason));
    await swept();
    const { engine } = found;
    const launch = randomBytes(4).toString('hex');
    const identity = { deploymentId, revisionId, owner: options.owner, launch };
    const files = await makePodFiles(engine, plan, identity, options.folder);
    try {
      return await start({ engine, identity, files, log });
    } catch (error) {
      await files.remove();
      throw error;
    }
  };

  return {
    async start(program, log, signal) {
      const write: WriteLog = (message, level, source) => log.write('deploy', message, level, source);
      if (program.speaks === 'link') {
        return withFiles(program, { volumes: [] }, write, (context) =>
          startWorker(context, program, networks, signal),
        );
      }
      const plan = requirePodPlan(options.cluster, program, log);
      return withFiles(program, plan, write, (context) => startPod(context, plan, networks, signal));
    },
    async checkEngine() {
      const { chosen } = options;
      const found = chosen === 'auto' || chosen === 'none' ? undefined : await findEngine();
      if (found?.kind !== 'none') return;
      throw new UsageError(
        `--image-engine ${chosen}: the engine does not work on this machine (${found.reason}). Install or start it for the user that runs the emulator, or omit the flag`,
      );
    },
    async sweep() {
      // If this folder does not exist, no container was ever started for this data directory.
      if (!existsSync(options.folder)) return 0;
      const found = await findEngine();
      if (found.kind === 'none') return 0;
      return swept();
    },
  };
}

function noEngine(image: string, reason: string): string {
  return `The image ${image} cannot run, because no container engine works on this machine (${reason}). Install podman or start docker for the user that runs the emulator, and deploy again. To run no code, start the emulator with --runtime stub.`;
}

/** Connects containers to this machine's network, because the engine cannot connect them to another network. */
function useHostNetwork(networks: NetworkState, { engine, log }: PodContext): void {
  networks.works = false;
  log(
    `${engine.program} cannot connect containers to a network on this machine. Containers use the network of this machine instead.`,
    'WARNING',
  );
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
  if (signal.aborted) throw new StepAborted('cancelled while an init container ran');
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
 * Starts a pod: pulls the images, runs the init containers until they exit, and starts the agent. The agent's port is
 * published or, if the engine cannot publish ports, the agent uses this machine's network.
 */
async function startPod(
  context: PodContext,
  plan: PodPlan,
  networks: NetworkState,
  signal: AbortSignal,
): Promise<Running> {
  const { engine, log } = context;
  for (const note of plan.notes) log(`${note}.`, 'WARNING');
  log(`Running the image with ${engine.program} ${engine.info.version}`);
  await ensureImages(engine, [...plan.init, plan.agent, ...plan.sidecars], log, signal);
  for (const container of plan.init) {
    const run = (network: Network) => runInit(context, container, network, signal);
    const first = await run({ kind: networks.works === false ? 'host' : 'own' });
    if (first === 'no-network' && canUseHost()) {
      useHostNetwork(networks, context);
      await run({ kind: 'host' });
    }
  }
  if (signal.aborted) throw new StepAborted('cancelled before the agent started');
  if (networks.works === false) return onHost(context, plan);
  const network: Network = { kind: 'published', port: plan.port };
  const agent = await startContainer(context, plan.agent, network, { quiet: true });
  const reached = await waitForPublishedPort(context, agent, plan.port, signal);
  if (reached.kind === 'port')
    return runPod(context, plan, agent, { port: reached.port, isHostNetwork: false });
  await giveUp(context, agent);
  if (reached.kind === 'aborted') throw new StepAborted('cancelled while the agent started');
  if (reached.kind === 'late') {
    throw new StepFailure(
      `The container of the agent did not start within ${CREATE_MS / 1000} s. ${describeTail(agent.tail())}`,
    );
  }
  if (!isNetworkFailure(reached.end, agent.tail()) || !canUseHost()) {
    throw new StepFailure(
      `The agent could not start: its container ${describeProcessEnd(reached.end)}. ${describeTail(agent.tail())}`,
    );
  }
  useHostNetwork(networks, context);
  return onHost(context, plan);
}

async function onHost(context: PodContext, plan: PodPlan): Promise<Running> {
  const port = await findFreePort();
  const container = { ...plan.agent, env: new Map([...plan.agent.env, ['PORT', String(port)]]) };
  const agent = await startContainer(context, container, { kind: 'host' }, { quiet: true });
  return runPod(context, plan, agent, { port, isHostNetwork: true });
}

/** Starts a worker in a container. */
async function startWorker(
  context: PodContext,
  program: ImageWorker,
  networks: NetworkState,
  signal: AbortSignal,
): Promise<Running> {
  const { engine, files, log } = context;
  const works = networks.works ?? (await canConnect(engine, program.image, signal));
  if (signal.aborted) throw new StepAborted('cancelled before the agent started');
  networks.works = works;
  if (!works) useHostNetwork(networks, context);
  const network: Network = { kind: works ? 'own' : 'host' };
  const { name, process } = await startContainer(context, workerContainer(program), network, {
    isLinked: true,
  });
  log(`Starting the agent (process ${process.pid ?? -1})`);
  const removeContainer = async () => {
    await engine.run(removeCommand(engine, [name]));
    await files.remove();
  };
  const ended = process.ended.then(async (end) => {
    await removeContainer();
    return end;
  });
  const stream = openProcessStream(process, (line) => log(line, 'WARNING', 'agent'), { ends: 'standard' });
  return {
    pid: process.pid,
    endpoints: async () => [{ kind: 'link', stream }],
    ended,
    async stop(graceMs) {
      // Closing the link ends the worker. A signal does not end the worker, because the container's first process
      // ignores signals.
      process.child.stdin?.destroy();
      const waited = new AbortController();
      await Promise.race([
        process.ended,
        delay(graceMs, undefined, { signal: waited.signal }).catch(() => undefined),
      ]);
      waited.abort();
      if (process.child.exitCode === null && process.child.signalCode === null) {
        await removeContainer();
        await process.stop(1_000);
      }
      await ended;
    },
  };
}

/**
 * Shell command that connects a worker's link to the standard input and output of its container, which every engine
 * supports. The link becomes file descriptors 3 and 4, and the agent's output is written to standard error.
 */
const REDIRECT = 'exec "$@" 3<&0 4>&1 0</dev/null 1>&2';

/** Returns the plan of a worker's container, which has no limits and no volumes. */
function workerContainer({ image, cwd, env, files, ...program }: ImageWorker): ContainerPlan {
  const { command, args } = programOf(program.command);
  return {
    name: 'agent',
    image,
    pull: 'never',
    entrypoint: '/bin/sh',
    args: ['-c', REDIRECT, 'sh', command, ...args],
    workingDir: cwd,
    env: new Map(Object.entries(env)),
    mounts: [],
    limits: {},
    security: [
      // Without this option, the engine could change the security labels of this machine's files.
      '--security-opt',
      'label=disable',
      ...files.flatMap((path) => ['--mount', `type=bind,source=${path},target=${path},readonly`]),
    ],
    restart: 'on-failure',
  };
}

/** Returns whether the engine can connect a container to a network, after trying it. */
async function canConnect(engine: Engine, image: string, signal: AbortSignal): Promise<boolean> {
  const program = ['--entrypoint', '/bin/sh', '--pull', 'never', image, '-c', 'exit 0'];
  const { ok, errorTail } = await engine.run(['run', '--rm', ...program], { signal });
  return ok || !NO_NETWORK.test(errorTail);
}
