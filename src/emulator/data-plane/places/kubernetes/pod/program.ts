import type { SecureContext } from 'node:tls';
import { isJsonObject } from '../../../../../contract/json-safety.ts';
import type { ProgramCommand } from '../../../../../graph-config/parse.ts';
import { realClock } from '../../../../../clients/clock.ts';
import { errorMessage } from '../../../../../os/errors.ts';
import { withTimeout } from '../../../../../os/timeout.ts';
import { describeProcessEnd, type OnLine, type Processes } from '../../../../ports/processes.ts';
import type { RunningNode, WorkerSpec } from '../../../../ports/worker.ts';
import type { Artifact } from '../../../build/artifact.ts';
import type { Running } from '../../place.ts';
import { startLinked } from '../../process/process-place.ts';
import { programOf, StepFailure } from '../../../build/step.ts';
import { basicEnvironment, type HostMachine } from '../../../environment.ts';
import { DEFAULT_TIMING, type Timing } from '../../../timing.ts';
import { decodeFrame } from '../../../link/frames.ts';
import { type CheckedWorker, watchHealth } from '../../../worker/health-watch.ts';
import { initialFacts, loadCommand, readUiFile, workerProgram } from '../../../worker/launcher.ts';
import { configEnvironment, workerSettings } from '../../../workload/worker-settings.ts';
import type { ChannelTiming } from '../../../link/web-socket.ts';
import { MAX_FACTS_BYTES } from '../../../link/offer.ts';
import { createForwarder } from './forwarder.ts';
import { startPodServer } from './pod-server.ts';
import type { PodSettings } from './variables.ts';

export interface AgentPodOptions extends ServingOptions {
  deploymentId: string;
  settings: PodSettings;
  /** Fetches the built revision and unpacks it on this machine. */
  openArtifact: (signal: AbortSignal) => Promise<Artifact>;
  /** The pod's machine, of whose environment the agent receives only the variables that every program needs. */
  machine: HostMachine;
}

interface ServingOptions {
  settings: Pick<PodSettings, 'port' | 'token' | 'podUid' | 'stuckMs'>;
  /** Address where the server listens; absent to listen on all addresses. */
  host?: string;
  processes: Pick<Processes, 'start'>;
  print: OnLine;
  log: (line: string) => void;
  /** Aborts when the pod must exit. A serving pod first completes its work, within a time limit. */
  ending: AbortSignal;
  timing?: Partial<Pick<Timing, 'drainMs' | 'stopGraceMs' | 'healthIntervalMs' | 'pingTimeoutMs'>>;
  channelTiming?: Partial<ChannelTiming>;
  maxLinks?: number;
  /**
   * Gets certificates for the pod's server and renews them until the signal aborts. Resolves once links can be accepted.
   * Absent if the pod's server has no certificate.
   */
  startCertificates?: (use: (context: SecureContext) => void, signal: AbortSignal) => Promise<void>;
  /** Called with the port once links are accepted. */
  onReady?: (port: number) => void;
}

/**
 * Runs the agent of one revision as a pod: fetches and starts the agent's code, and accepts links from replicas of the
 * control plane until the pod must exit or the agent exits. Resolves to the exit status.
 */
export async function runAgentPod(options: AgentPodOptions): Promise<number> {
  const { settings, ending, log } = options;
  try {
    const artifact = await options.openArtifact(ending);
    const config = await configEnvironment(artifact, { addSecrets: () => undefined, warn: log });
    const env = { ...basicEnvironment(options.machine), ...config, ...settings.agent };
    if (artifact.command !== undefined) {
      return await runProgram(options, artifact.folder, artifact.command, env);
    }
    if (artifact.image !== undefined) {
      throw new StepFailure(
        'the revision was built into its own image, which an agent pod cannot run. Deploy the revision again.',
      );
    }
    return await serveWorker(options, {
      deploymentId: options.deploymentId,
      revisionId: settings.revisionId,
      env,
      cwd: artifact.folder,
      python: artifact.python?.runtime,
      ...workerSettings(artifact, env),
    });
  } catch (error) {
    if (ending.aborted) return 0;
    const isExpected = error instanceof StepFailure;
    log(
      `The agent could not start: ${isExpected || !(error instanceof Error) ? errorMessage(error) : (error.stack ?? error.message)}`,
    );
    return 1;
  }
}

/** Runs the revision's own program, which listens on the pod's port. */
async function runProgram(
  { settings, processes, print, log, ending, ...options }: ServingOptions,
  cwd: string,
  command: ProgramCommand,
  env: Record<string, string>,
): Promise<number> {
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const process = processes.start({
    ...programOf(command),
    cwd,
    // The program must listen on all addresses, because Kubernetes probes the pod from outside.
    env: { PYTHONUNBUFFERED: '1', HOST: '0.0.0.0', ...env, PORT: String(settings.port) },
    kind: 'worker',
    onLine: print,
  });
  return (await untilEnd(process, ending)) === 'asked'
    ? stopped(process, timing.drainMs + timing.stopGraceMs)
    : crashed(process, 'program', log);
}

/**
 * Starts a worker and accepts links to it until the pod must exit or the worker exits. Resolves to the exit status.
 * @throws StepFailure if the graphs cannot be loaded.
 */
export async function serveWorker(options: ServingOptions, spec: WorkerSpec): Promise<number> {
  const { settings, log, ending } = options;
  const timing = { ...DEFAULT_TIMING, ...options.timing, stuckMs: settings.stuckMs };
  const process = startLinked(options.processes, workerProgram(spec), options.print, { pauses: false });
  const { stream } = process;
  const forwarder = createForwarder(
    (frame, link) => stream.forward(frame, link),
    (message) => stream.send(message),
  );
  const checked = createCheckedWorker((message) => stream.send(message));
  const loaded = Promise.withResolvers<object>();
  stream.listen({
    onFrame(frame) {
      if (frame.link !== 0) return forwarder.fromWorker(frame);
      const { message } = decodeFrame(frame);
      if (message['type'] === 'ready') {
        const known = podFacts(spec, process.pid ?? -1, message);
        const bytes = Buffer.byteLength(JSON.stringify(known));
        if (bytes <= MAX_FACTS_BYTES) loaded.resolve(known);
        else loaded.reject(new StepFailure(tooLong(bytes)));
      } else if (message['type'] === 'load-failed') {
        loaded.reject(new StepFailure(String(message['message'])));
      } else if (message['type'] === 'detached') forwarder.detached(Number(message['link']));
      else checked.take(message);
    },
    // The stream has already printed the reason.
    onBroken: () => void process.stop(0),
  });
  stream.send(loadCommand(spec));
  let introduction: object | undefined;
  const watched = new AbortController();
  const server = await startPodServer({
    port: settings.port,
    ...(options.host !== undefined && { host: options.host }),
    token: settings.token,
    podUid: settings.podUid,
    revisionId: spec.revisionId,
    introduction: () => introduction,
    forwarder,
    readUi: (component, file) => readUiFile(spec, component, file),
    log,
    ...(options.channelTiming && { timing: options.channelTiming }),
    ...(options.maxLinks !== undefined && { maxLinks: options.maxLinks }),
  });
  try {
    const startedAt = performance.now();
    const end = untilEnd(process, ending);
    const certified = options.startCertificates?.(
      (context) => server.useCertificate(context),
      watched.signal,
    );
    const ready = Promise.all([loaded.promise, certified]).then(([facts]) => facts);
    // The output of the process contains the reason of a failure.
    const first = await Promise.race([ready, end]);
    if (typeof first === 'object') {
      introduction = first;
      const graphs = Object.keys(spec.graphs).join(', ');
      log(`The agent is ready, with the graphs ${graphs} (${Math.round(performance.now() - startedAt)} ms)`);
      options.onReady?.(server.port);
      // The pod stops a stuck worker and exits, and Kubernetes then restarts the container.
      const watch = { clock: realClock, timing, log, isRestarted: true, over: watched.signal };
      void watchHealth(checked, watch).then((outcome) => (outcome === 'stuck' ? process.stop(0) : undefined));
    }
    if ((await end) === 'crashed') return await crashed(process, 'worker', log);
    log('The pod is stopping and accepts no new work.');
    await withTimeout(server.drain(), timing.drainMs).catch(() =>
      log(
        `The pod stops before all work has finished, because its time limit of ${Math.round(timing.drainMs / 1_000)} s is over.`,
      ),
    );
    return await stopped(process, timing.stopGraceMs);
  } finally {
    watched.abort();
    await server.close();
    await process.stop(timing.stopGraceMs);
  }
}

/** Creates the object with which the pod checks its worker on link 0. `take` receives the messages on link 0. */
function createCheckedWorker(
  send: (message: object) => void,
): CheckedWorker & { take(message: Record<string, unknown>): void } {
  const pings = new Map<number, () => void>();
  const nodes = new Map<string, RunningNode>();
  let lastId = 0;
  let blockedMs = 0;
  return {
    take({ type, id, runId, graphId, node, blockedMs: blocked }) {
      if (type === 'pong') {
        blockedMs = typeof blocked === 'number' ? blocked : 0;
        pings.get(Number(id))?.();
      } else if (type === 'node' && typeof runId === 'string') {
        // The run is deleted first, because `set` adds a new run at the end of the map, where the newest run must be.
        nodes.delete(runId);
        if (typeof node === 'string') nodes.set(runId, { runId, graphId: String(graphId), node });
      }
    },
    async ping(timeoutMs) {
      lastId += 1;
      const id = lastId;
      const response = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => response.resolve(false), timeoutMs);
      pings.set(id, () => response.resolve(true));
      send({ type: 'ping', id });
      const answers = await response.promise;
      clearTimeout(timer);
      pings.delete(id);
      return answers;
    },
    blockedMs: () => blockedMs,
    lastNodes: () => [...nodes.values()].toReversed(),
  };
}

async function untilEnd(
  process: Pick<Running, 'ended' | 'stop'>,
  ending: AbortSignal,
): Promise<'asked' | 'crashed'> {
  const asked = Promise.withResolvers<'asked'>();
  const ask = () => asked.resolve('asked');
  ending.addEventListener('abort', ask, { once: true });
  if (ending.aborted) ask();
  try {
    return await Promise.race([asked.promise, process.ended.then(() => 'crashed' as const)]);
  } finally {
    ending.removeEventListener('abort', ask);
  }
}

async function stopped(process: Pick<Running, 'ended' | 'stop'>, graceMs: number): Promise<number> {
  await process.stop(graceMs);
  return 0;
}

async function crashed(
  process: Pick<Running, 'ended' | 'stop'>,
  what: string,
  log: (line: string) => void,
): Promise<number> {
  const end = await process.ended;
  log(`The ${what} process ${describeProcessEnd(end)}. The cluster restarts it.`);
  return end.kind === 'exit' && end.code !== 0 ? end.code : 1;
}

const tooLong = (bytes: number): string =>
  `the description of the agent for the control plane has ${bytes} bytes, more than ${MAX_FACTS_BYTES}. Shorten its OpenAPI document or the descriptions of its graphs.`;

/** Returns the first message to each replica, according to the schema `PodFacts`. */
function podFacts(spec: WorkerSpec, pid: number, ready: Record<string, unknown>): object {
  const names = isJsonObject(ready['names']) ? ready['names'] : {};
  const { graphs, ...facts } = initialFacts(spec);
  return {
    type: 'facts',
    pid,
    ...facts,
    graphs: Object.fromEntries(
      Object.entries(graphs).map(([id, label]) => [id, { ...label, name: names[id] }]),
    ),
    protocol: ready['protocol'] ?? true,
    appDocument: ready['appDocument'],
  };
}
