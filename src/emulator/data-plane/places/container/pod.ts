import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, doublingMs } from '../../../../clients/retry.ts';
import {
  describeProcessEnd,
  type ManagedProcess,
  type OnLine,
  type ProcessEnd,
} from '../../../ports/processes.ts';
import { StepFailure, type WriteLog } from '../../build/step.ts';
import type { Running } from '../place.ts';
import { findServerProblem } from '../process/ports.ts';
import { type Engine, removeCommand } from './engine.ts';
import type { ContainerPlan, PodPlan } from './pod-plan.ts';
import {
  type Network,
  NO_NETWORK,
  type PodIdentity,
  podLabels,
  podResourceName,
  runArguments,
  splitVariables,
} from './run-arguments.ts';

/** Address where this machine reaches the agent. */
interface AgentEndpoint {
  port: number;
  isHostNetwork: boolean;
}

/**
 * Supervises the containers of a pod whose agent has been started, and starts the sidecars in the agent's network. The
 * pod is healthy once the agent responds to `/ok` and every sidecar is running. The pod has ended once all its
 * containers have ended.
 */
export function runPod(
  context: PodContext,
  plan: PodPlan,
  agent: ContainerRun,
  reach: AgentEndpoint,
): Running {
  const { engine, files, log } = context;
  const over = new AbortController();
  const address = `http://127.0.0.1:${reach.port}`;
  const network: Network = reach.isHostNetwork ? { kind: 'host' } : { kind: 'shared', container: agent.name };
  const sidecars = plan.sidecars.map((container) =>
    superviseSidecar({
      container,
      start: (count) => startContainer(context, container, network, { count }),
      log,
      signal: over.signal,
    }),
  );

  const cleanUp = async (): Promise<void> => {
    over.abort();
    const names = [agent.name, ...sidecars.flatMap((sidecar) => sidecar.names())];
    await engine.run(removeCommand(engine, names));
    await Promise.all([agent.process.stop(0), ...sidecars.map((sidecar) => sidecar.stopped())]);
    await files.remove();
  };
  const findProblem = async (): Promise<string | undefined> => {
    const failure = sidecars.map((sidecar) => sidecar.failure()).find((one) => one !== undefined);
    if (failure !== undefined) throw failure;
    const problem = (await findServerProblem(address, plan.port)) ?? (await findStopped(sidecars, context));
    if (problem === undefined) for (const sidecar of sidecars) sidecar.allowRestarts();
    return problem;
  };
  const ended = agent.process.ended.then(async (end) => {
    await cleanUp().catch((error: unknown) =>
      log(`The containers and files of the agent could not be removed: ${String(error)}`, 'WARNING'),
    );
    return end;
  });

  return {
    pid: agent.process.pid,
    endpoints: async () => [{ kind: 'server', address, port: plan.port, findProblem }],
    ended,
    async stop(graceMs) {
      over.abort();
      const running = [agent.name, ...sidecars.flatMap((sidecar) => sidecar.running())];
      const seconds = String(Math.ceil(graceMs / 1000));
      const { ok } = await engine.run(['stop', '--time', seconds, ...running], {
        timeoutMs: graceMs + 15_000,
      });
      // If the container does not exist yet, or the engine failed, the engine's program is stopped, which also removes
      // the container.
      if (!ok) await agent.process.stop(graceMs);
      await ended;
    },
  };
}

/**
 * Returns the name of a sidecar that is not running, or `undefined` if all sidecars are running. Ignores a sidecar that
 * is allowed to exit and has succeeded.
 */
async function findStopped(
  sidecars: readonly Sidecar[],
  { engine }: PodContext,
): Promise<string | undefined> {
  const inspect = ['inspect', '--type', 'container', '--format', '{{.State.Running}}'];
  for (const sidecar of sidecars) {
    if (sidecar.isDone()) continue;
    const [name] = sidecar.running();
    const state = name === undefined ? undefined : await engine.run([...inspect, name]);
    if (state?.ok !== true || state.stdout.trim() !== 'true')
      return `the sidecar ${sidecar.name} is not running yet`;
  }
  return undefined;
}

/** Container that an engine's program runs in the foreground. */
export interface ContainerRun {
  readonly name: string;
  readonly process: ManagedProcess;
  /** Returns the last output lines of the container, and of the engine about the container. */
  tail(): string;
}

export interface PodContext {
  engine: Engine;
  identity: PodIdentity;
  files: PodFiles;
  log: WriteLog;
}

const TAIL_LINES = 3;

interface ContainerOptions {
  /** Number of containers that were started earlier with this plan. */
  count?: number;
  /** True if output lines are logged without the container's name. */
  quiet?: boolean;
  /** True if the container's standard input and output are a worker link, so the container prints to standard error. */
  isLinked?: boolean;
}

/**
 * Starts one container of a pod, and logs its output.
 * @throws StepFailure if a variable cannot be passed to the container.
 */
export async function startContainer(
  { engine, identity, files, log }: PodContext,
  container: ContainerPlan,
  network: Network,
  { count, quiet = false, isLinked = false }: ContainerOptions = {},
): Promise<ContainerRun> {
  const { inherited, file, problems } = splitVariables(container.env);
  if (problems.length > 0) throw new StepFailure(`Container ${container.name}: ${problems.join('; ')}.`);
  const name = podResourceName(identity, count ? `${container.name}-${count}` : container.name);
  const args = runArguments(container, {
    name,
    labels: podLabels(identity),
    network,
    volumes: files.volumes,
    capabilities: engine.info,
    inherited: Object.keys(inherited),
    envFile: file === undefined ? undefined : await files.envFile(container.name, file),
    // podman would otherwise pass the emulator's own proxy variables to the container, including credentials.
    extra: [
      ...(engine.info.isPodman ? ['--http-proxy=false'] : []),
      ...(isLinked ? ['--interactive'] : []),
      '--pull',
      'never',
    ],
  });
  const last: string[] = [];
  const prefix = quiet || isLinked ? '' : `[${container.name}] `;
  const onLine: OnLine = (line, stream) => {
    if (line.trim() !== '') last.push(line.trim());
    if (last.length > TAIL_LINES) last.shift();
    const level = stream === 'stderr' && !isLinked ? 'WARNING' : 'INFO';
    log(`${prefix}${line}`, level, 'agent');
  };
  const process = engine.start(args, inherited, onLine, { standardChannel: isLinked });
  return { name, process, tail: () => last.join(' | ').slice(0, 600) };
}

/** Returns a sentence with the last output of a container. */
export function describeTail(tail: string): string {
  return tail === '' ? 'It printed nothing.' : `Last output: ${tail}`;
}

/** Returns whether a container was never started, because the engine failed to connect it to a network. */
export function isNetworkFailure(end: ProcessEnd, tail: string): boolean {
  if (end.kind !== 'exit' || end.code < 125 || end.code > 127) return false;
  return NO_NETWORK.test(tail) || /network|port bindings|external connectivity/i.test(tail);
}

/** Container that runs together with the agent. */
interface Sidecar {
  readonly name: string;
  /** Returns why the sidecar failed before the pod was healthy, or `undefined` if it has not failed. */
  failure(): Error | undefined;
  /** Makes the sidecar restart whenever it exits. Called once the pod is healthy. */
  allowRestarts(): void;
  /** Returns whether the sidecar has succeeded and will not be restarted. */
  isDone(): boolean;
  /** Returns a list with the engine's name for the running container, or an empty list if no container is running. */
  running(): string[];
  /** Returns the engine's names for all containers of this sidecar. */
  names(): string[];
  /** Resolves once the sidecar's signal has aborted and its container is removed. */
  stopped(): Promise<void>;
}

interface SidecarOptions {
  container: Pick<ContainerPlan, 'name' | 'restart'>;
  /** Starts a container of the sidecar; `count` is the number of earlier containers. */
  start: (count: number) => Promise<ContainerRun>;
  log: WriteLog;
  signal: AbortSignal;
}

/**
 * Starts a sidecar, and restarts it when it exits or, if its policy is `on-failure`, when it fails. If a sidecar exits
 * before the pod is healthy, the revision fails.
 */
function superviseSidecar({ container, start, log, signal }: SidecarOptions): Sidecar {
  let failure: Error | undefined;
  const names: string[] = [];
  let current: ContainerRun | undefined;
  let settled = false;
  let done = false;

  const keep = async (): Promise<void> => {
    for (let count = 0; !signal.aborted; count += 1) {
      const run = await start(count);
      current = run;
      names.push(run.name);
      const end = await run.process.ended;
      current = undefined;
      if (signal.aborted) return;
      const how = `The sidecar ${container.name} ${describeProcessEnd(end)}.`;
      if (container.restart === 'on-failure' && end.kind === 'exit' && end.code === 0) {
        log(how);
        done = true;
        return;
      }
      if (!settled) throw new Error(`${how} ${describeTail(run.tail())}`);
      const pause = doublingMs(count + 1, BACKOFF.restart);
      log(`${how} It restarts in ${pause} ms.`, 'ERROR');
      await delay(pause, undefined, { signal });
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
  });
  return {
    name: container.name,
    failure: () => failure,
    allowRestarts: () => {
      settled = true;
    },
    isDone: () => done,
    running: () => (current === undefined ? [] : [current.name]),
    names: () => names,
    async stopped() {
      await current?.process.stop(0);
      await kept;
    },
  };
}

/** Volumes and files that are created for one launch of a pod. */
interface PodFiles {
  /** Maps each volume to its name in the engine, or to a folder of this machine. */
  volumes: ReadonlyMap<string, string>;
  /** Writes a container's variables to a file that only this user can read. Resolves to the file's path. */
  envFile(container: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Creates the volumes of a pod. An `emptyDir` becomes a volume of the engine, and a `secret` becomes files in a folder
 * that only this user can access.
 * @throws StepFailure if the engine cannot create a volume.
 */
export async function makePodFiles(
  engine: Engine,
  plan: Pick<PodPlan, 'volumes'>,
  identity: PodIdentity,
  parent: string,
): Promise<PodFiles> {
  const folder = join(parent, podResourceName(identity, 'files'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const volumes = new Map<string, string>();
  const made: string[] = [];
  const files: PodFiles = {
    volumes,
    async envFile(container, text) {
      const file = join(folder, `${container}.env`);
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    async remove() {
      if (made.length > 0) await engine.run(['volume', 'rm', '-f', ...made]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const volume of plan.volumes) {
      if (volume.kind === 'files') {
        volumes.set(volume.name, await writeFiles(join(folder, volume.name), volume));
        continue;
      }
      const name = podResourceName(identity, volume.name);
      const labels = Object.entries(podLabels(identity)).flatMap(([key, value]) => [
        '--label',
        `${key}=${value}`,
      ]);
      made.push(name);
      const { ok, errorTail: tail } = await engine.run(['volume', 'create', ...labels, name]);
      if (!ok) throw new StepFailure(`${engine.program} could not create the volume ${volume.name}: ${tail}`);
      volumes.set(volume.name, name);
    }
  } catch (error) {
    await files.remove();
    throw error;
  }
  return files;
}

async function writeFiles(
  folder: string,
  { files, mode }: { files: ReadonlyMap<string, string>; mode: number },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The container's user, who may be another user, must be able to read this folder, whose parent folder excludes other
  // users.
  await chmod(folder, 0o755);
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chmod(file, mode);
  }
  return folder;
}

/** Milliseconds within which an engine must create a container. */
export const CREATE_MS = 60_000;
const PUBLISH_POLL_MS = 100;

type PublishedPort =
  | { kind: 'port'; port: number }
  | { kind: 'ended'; end: ProcessEnd }
  | { kind: 'late' }
  | { kind: 'aborted' };

/** Waits until a container exists, and returns the port of this machine that is published for the container's port. */
export async function waitForPublishedPort(
  { engine }: PodContext,
  run: ContainerRun,
  port: number,
  signal: AbortSignal,
): Promise<PublishedPort> {
  let ended: ProcessEnd | undefined;
  void run.process.ended.then((end) => {
    ended = end;
  });
  const until = performance.now() + CREATE_MS;
  for (;;) {
    const { ok, stdout } = await engine.run(['port', run.name, `${port}/tcp`], { signal });
    const given = Number(/:(\d+)\s*$/m.exec(stdout)?.[1]);
    if (signal.aborted) return { kind: 'aborted' };
    if (ended !== undefined) return { kind: 'ended', end: ended };
    if (ok && given > 0) return { kind: 'port', port: given };
    if (performance.now() > until) return { kind: 'late' };
    await Promise.race([delay(PUBLISH_POLL_MS), run.process.ended]);
  }
}
