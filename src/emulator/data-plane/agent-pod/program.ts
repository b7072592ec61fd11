import { join } from 'node:path';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import type { ProgramCommand } from '../../../graph-config/parse.ts';
import { realClock } from '../../../clients/clock.ts';
import { errorMessage } from '../../../os/errors.ts';
import { withTimeout } from '../../../os/timeout.ts';
import { describeProcessEnd, type ManagedProcess, type Processes } from '../../ports/processes.ts';
import { languageOf, type WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';
import { programOf, StepFailure } from '../build/step.ts';
import { basicEnvironment, type HostMachine } from '../environment.ts';
import { DEFAULT_TIMING, type Timing } from '../timing.ts';
import { type HealthWatch, watchHealth } from '../worker/health-watch.ts';
import { loadCommand, startWorker } from '../worker/launcher.ts';
import { configEnvironment, workerSettings } from '../workload/worker-settings.ts';
import { type ChannelTiming, MAX_HELLO_BYTES } from './channel.ts';
import { LINK_VERSION } from './handshake.ts';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';
import { startPodServer } from './pod-server.ts';
import type { PodSettings } from './variables.ts';

export interface AgentPodOptions extends ServingOptions {
  deploymentId: string;
  settings: PodSettings;
  /** Brings the built revision to this machine. */
  openArtifact: (signal: AbortSignal) => Promise<Artifact>;
  /** This machine: of its environment the agent gets what any program needs. */
  machine: HostMachine;
}

interface ServingOptions {
  settings: Pick<PodSettings, 'port' | 'token' | 'podUid' | 'stuckMs'>;
  /** The address to listen on; absent: all. */
  host?: string;
  processes: Pick<Processes, 'start'>;
  /** What the agent printed. */
  print: (line: string, stream: 'stdout' | 'stderr') => void;
  log: (line: string) => void;
  /** Aborted when the pod is to end: what is under way may be completed. */
  ending: AbortSignal;
  timing?: Partial<Pick<Timing, 'drainMs' | 'stopGraceMs' | 'healthIntervalMs' | 'pingTimeoutMs'>>;
  channelTiming?: ChannelTiming;
  maxLinks?: number;
  /** Called once links are taken, with the port. */
  onReady?: (port: number) => void;
}

/**
 * Runs the agent of one revision as a pod: brings its code here, starts it, and serves replicas of the control plane over links
 * until the pod is to end, or the agent's process does. Gives the exit status.
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
      throw new StepFailure('it was built into an image of its own, which an agent pod cannot run.');
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

/** The program of the revision answers on the pod's port itself. */
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
    // The probes of the cluster come from outside of the pod.
    env: { PYTHONUNBUFFERED: '1', HOST: '0.0.0.0', ...env, PORT: String(settings.port) },
    kind: 'worker',
    onLine: print,
  });
  return (await untilEnd(process, ending)) === 'asked'
    ? stopped(process, timing.drainMs + timing.stopGraceMs)
    : crashed(process, 'program', log);
}

/**
 * Starts a worker and serves it over links, until the pod is to end or the worker does. Gives the exit status.
 * @throws StepFailure when its graphs cannot be loaded.
 */
export async function serveWorker(options: ServingOptions, spec: WorkerSpec): Promise<number> {
  const { settings, log, ending } = options;
  const timing = { ...DEFAULT_TIMING, ...options.timing, stuckMs: settings.stuckMs };
  const { process, wire } = startWorker(options.processes, spec, options.print);
  const multiplexer = createMultiplexer((command) => wire.send(command));
  const loaded = Promise.withResolvers<object>();
  wire.listen({
    onMessage(message, problem) {
      if (!isJsonObject(message)) return;
      if (message['type'] === 'ready') {
        const greeting = helloOf(spec, process.pid ?? -1, message);
        const bytes = Buffer.byteLength(JSON.stringify(greeting));
        // Beyond its proof.
        if (bytes + PROOF_BYTES <= MAX_HELLO_BYTES) loaded.resolve(greeting);
        else loaded.reject(new StepFailure(tooLong(bytes)));
      } else if (message['type'] === 'load-failed')
        loaded.reject(new StepFailure(String(message['message'])));
      // No link exists before it is loaded.
      else if (message['type'] === 'loading') return;
      else multiplexer.report(problem === undefined ? message : { ...message, problem });
    },
    // It is printed by the wire.
    onBroken: () => void process.stop(0),
  });
  wire.send(loadCommand(spec));
  let hello: object | undefined;
  const watched = new AbortController();
  const server = await startPodServer({
    port: settings.port,
    ...(options.host !== undefined && { host: options.host }),
    token: settings.token,
    podUid: settings.podUid,
    revisionId: spec.revisionId,
    hello: () => hello,
    multiplexer,
    readUi: (component, file) => readUi(spec, component, file),
    log,
    ...(options.channelTiming && { timing: options.channelTiming }),
    ...(options.maxLinks !== undefined && { maxLinks: options.maxLinks }),
  });
  try {
    const startedAt = performance.now();
    const end = untilEnd(process, ending);
    // What it prints last is the reason.
    const first = await Promise.race([loaded.promise, end]);
    if (typeof first === 'object') {
      hello = first;
      const graphs = Object.keys(spec.graphs).join(', ');
      log(`The agent is ready, with ${graphs} (${Math.round(performance.now() - startedAt)} ms)`);
      options.onReady?.(server.port);
      void watchWorker(multiplexer, { timing, log, over: watched.signal }).then((outcome) =>
        outcome === 'stuck' ? process.stop(0) : undefined,
      );
    }
    if ((await end) === 'crashed') return await crashed(process, 'worker', log);
    log('The pod is asked to end: it takes no more work.');
    await withTimeout(server.drain(), timing.drainMs).catch(() =>
      log(`The pod ends although work is under way: it had ${Math.round(timing.drainMs / 1_000)} s.`),
    );
    return await stopped(process, timing.stopGraceMs);
  } finally {
    watched.abort();
    await server.close();
    await process.stop(timing.stopGraceMs);
  }
}

/** Checks the health of the worker until it is stuck: the pod then ends it and itself, and the cluster starts the container again. */
function watchWorker(
  multiplexer: Multiplexer,
  { timing, log, over }: { timing: HealthWatch['timing']; log: (line: string) => void; over: AbortSignal },
): Promise<'stuck' | 'over'> {
  let blocked = 0;
  return watchHealth(
    {
      async ping(timeoutMs) {
        const report = await multiplexer.ping(timeoutMs);
        const blockedMs = report?.['blockedMs'];
        blocked = typeof blockedMs === 'number' ? blockedMs : 0;
        return report !== undefined;
      },
      blockedMs: () => blocked,
      lastNodes: () => multiplexer.lastNodes(),
    },
    { clock: realClock, timing, log, isRestarted: true, over },
  );
}

async function untilEnd(process: ManagedProcess, ending: AbortSignal): Promise<'asked' | 'crashed'> {
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

async function stopped(process: ManagedProcess, graceMs: number): Promise<number> {
  await process.stop(graceMs);
  return 0;
}

async function crashed(process: ManagedProcess, what: string, log: (line: string) => void): Promise<number> {
  const end = await process.ended;
  log(`The ${what} process ${describeProcessEnd(end)}. The cluster starts it again.`);
  return end.kind === 'exit' && end.code !== 0 ? end.code : 1;
}

const PROOF_BYTES = 1024;
const tooLong = (bytes: number): string =>
  `what replicas of the control plane must know of it has ${bytes} bytes, more than ${MAX_HELLO_BYTES}: make its OpenAPI document or its graphs' descriptions shorter.`;

/** What the pod says of itself, but for its proof. The control plane parses it. */
function helloOf(spec: WorkerSpec, pid: number, ready: Record<string, unknown>): object {
  const names = isJsonObject(ready['names']) ? ready['names'] : {};
  const { deploymentId, revisionId, graphs, cors, settings, auth, http, ui } = spec;
  return {
    type: 'hello',
    version: LINK_VERSION,
    deploymentId,
    revisionId,
    language: languageOf(spec),
    pid,
    graphs: Object.fromEntries(
      Object.entries(graphs).map(([id, { description }]) => [id, { name: names[id], description }]),
    ),
    protocol: ready['protocol'] ?? true,
    appDocument: ready['appDocument'],
    cors,
    settings,
    auth: auth?.settings,
    http,
    ui: ui && Object.fromEntries(Object.entries(ui).map(([component, { files }]) => [component, { files }])),
  };
}

async function readUi({ ui }: WorkerSpec, component: string, file: string): Promise<string> {
  const found = new Map(Object.entries(ui ?? {})).get(component);
  if (found?.files.includes(file) !== true) throw new Error(`there is no ${file} of ${component}`);
  return readPlainText(join(found.folder, file), { maxBytes: GENERATED_MAX_BYTES, within: found.folder });
}
