import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { ClusterApi } from '../api.ts';
import type { LogServer } from '../log-server.ts';
import { Pod } from '../pod-status.ts';
import { Container, type ProgramContext, programOf } from './container.ts';
import { ConfigError, settingsOf } from './environment.ts';
import type { Image } from './images.ts';
import { httpGet, watchProbe } from './probes.ts';
import type { PodProcesses, Program, RunningProgram } from './processes.ts';

/**
 * Annotation with a new value and the name of a signal (`<value> <signal>`). The first process of each container that
 * runs as a process receives the signal.
 */
export const SIGNAL_ANNOTATION = 'node-double/signal';

const ProcessPodShape = Pod.extend({
  spec: z.looseObject({
    containers: z.array(Container),
    initContainers: z.array(Container).default([]),
    restartPolicy: z.string().default('Always'),
    nodeName: z.string().optional(),
    serviceAccountName: z.string().optional(),
    terminationGracePeriodSeconds: z.number().default(30),
  }),
});

interface Terminated {
  exitCode: number;
  reason: string;
  startedAt: string;
  finishedAt: string;
  containerID: string;
}
type State =
  | { waiting: { reason: string; message?: string } }
  | { running: { startedAt: string } }
  | { terminated: Terminated };

/** State of a container during the existence of its pod. */
interface Life {
  readonly container: Container;
  readonly isInit: boolean;
  state: State;
  lastState: { terminated?: Terminated };
  restarts: number;
  started: boolean;
  ready: boolean;
  running: RunningProgram | undefined;
}

/** A pod whose programs run as processes of this machine. */
export interface ProcessPod {
  /** Applies the current object of the pod in the cluster. */
  update(pod: Pod): void;
  /** Immediately ends the pod's processes, because the cluster has removed the pod. */
  kill(): Promise<void>;
}

export interface ProcessPodContext {
  api: ClusterApi;
  logs: LogServer;
  processes: PodProcesses;
  images: ReadonlyMap<string, Image>;
}

/**
 * Shortest and longest delay before a restart, in milliseconds. A kubelet waits between 10 seconds and 5 minutes;
 * tests use shorter delays.
 */
const BACKOFF_MS = { first: 200, most: 5_000 };
const RETRY_MS = 200;
/**
 * Minimum number of milliseconds between SIGTERM and SIGKILL, even if a hook used up the grace period, as with a
 * kubelet.
 */
const LEAST_GRACE_MS = 2_000;
const TICK_MS = 20;

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** Runs a pod and reports its status to the cluster until the cluster deletes the pod. */
export function runProcessPod(given: Pod, context: ProcessPodContext): ProcessPod {
  const { api, logs, processes, images } = context;
  const { metadata, spec } = ProcessPodShape.parse(given);
  const { name, namespace, uid } = metadata;
  const place = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const settings = settingsOf(api, namespace);
  const address = processes.takeAddress();
  const startTime = now();
  const stop = new AbortController();
  const gone = new AbortController();
  const lifeOf =
    (isInit: boolean) =>
    (container: Container): Life => ({
      container,
      isInit,
      state: { waiting: { reason: 'PodInitializing' } },
      lastState: {},
      restarts: 0,
      started: false,
      ready: false,
      running: undefined,
    });
  const inits = spec.initContainers.map(lifeOf(true));
  const mains = spec.containers.map(lifeOf(false));
  const lives = [...inits, ...mains];
  const isSidecar = ({ isInit, container }: Life) => isInit && container.restartPolicy === 'Always';

  const transitions = new Map<string, { holds: boolean; at: string }>();
  const condition = (type: string, holds: boolean) => {
    const before = transitions.get(type);
    const kept = before?.holds === holds ? before : { holds, at: now() };
    transitions.set(type, kept);
    return {
      type,
      status: holds ? 'True' : 'False',
      lastTransitionTime: kept.at,
      ...(!holds && type !== 'Initialized' && { reason: 'ContainersNotReady' }),
    };
  };
  const isInitialized = () =>
    inits.every((one) =>
      isSidecar(one) ? one.started : 'terminated' in one.state && one.state.terminated.exitCode === 0,
    );
  const phase = () => {
    const ended = mains.flatMap(({ state }) => ('terminated' in state ? [state.terminated] : []));
    if (ended.length === mains.length && (stop.signal.aborted || spec.restartPolicy !== 'Always')) {
      return ended.every(({ exitCode }) => exitCode === 0) ? 'Succeeded' : 'Failed';
    }
    const begun = mains.some(({ state, restarts }) => !('waiting' in state) || restarts > 0);
    return isInitialized() && begun ? 'Running' : 'Pending';
  };
  const status = () => {
    const containerStatus = ({ container, state, lastState, restarts, started, ready }: Life) => ({
      name: container.name,
      image: container.image,
      imageID: '',
      restartCount: restarts,
      ready,
      started,
      state,
      lastState,
      containerID: `process://${uid}/${container.name}/${restarts}`,
    });
    const initialized = isInitialized();
    const ready = initialized && [...mains, ...inits.filter(isSidecar)].every((one) => one.ready);
    return {
      phase: phase(),
      hostIP: '127.0.0.1',
      podIP: address,
      podIPs: [{ ip: address }],
      startTime,
      conditions: [
        condition('Initialized', initialized),
        condition('Ready', ready),
        condition('ContainersReady', ready),
      ],
      initContainerStatuses: inits.map(containerStatus),
      containerStatuses: mains.map(containerStatus),
    };
  };

  // Sends one report at a time, with the status at the time of sending.
  let reporting: Promise<void> = Promise.resolve();
  let isDue = false;
  const report = (): void => {
    if (isDue) return;
    isDue = true;
    reporting = reporting.then(async () => {
      isDue = false;
      await untilTold('PATCH', `${place}/status`, { metadata: { uid }, status: status() });
    });
  };
  /** Retries after any failure of the API server. 404 and 409 mean that the pod was removed or replaced. */
  const untilTold = async (method: 'PATCH' | 'DELETE', where: string, body: unknown) => {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : undefined;
    while (!gone.signal.aborted) {
      const answer = await api.request(method, where, body, type).catch(() => undefined);
      if (answer && (answer.status < 300 || answer.status === 404 || answer.status === 409)) return;
      await delay(RETRY_MS, undefined, { signal: gone.signal }).catch(() => undefined);
    }
  };
  const wait = (ms: number) => delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);

  const fields = (field: string): string | undefined => {
    const key = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(field);
    if (key) return (key[1] === 'labels' ? metadata.labels : metadata.annotations)?.[key[2] ?? ''] ?? '';
    return {
      'metadata.name': name,
      'metadata.namespace': namespace,
      'metadata.uid': uid,
      'spec.nodeName': spec.nodeName ?? '',
      'spec.serviceAccountName': spec.serviceAccountName ?? 'default',
      'status.hostIP': '127.0.0.1',
      'status.podIP': address,
      'status.podIPs': address,
    }[field];
  };

  /** Runs the probes of a container while its current program runs. */
  const probe = async (life: Life, signal: AbortSignal): Promise<void> => {
    const { container } = life;
    const target = { address, ports: container.ports };
    const set = (change: Partial<Pick<Life, 'started' | 'ready'>>) => {
      if (signal.aborted) return;
      const before = [life.started, life.ready];
      Object.assign(life, change);
      if (life.started !== before[0] || life.ready !== before[1]) report();
    };
    if (container.startupProbe) {
      const startup = new AbortController();
      await watchProbe(container.startupProbe, target, AbortSignal.any([signal, startup.signal]), (holds) => {
        startup.abort();
        if (!holds) void endContainer(life, Date.now() + spec.terminationGracePeriodSeconds * 1_000);
        else set({ started: true });
      });
      if (!life.started) return;
    }
    set({ started: true, ...(!container.readinessProbe && { ready: true }) });
    await Promise.all([
      container.readinessProbe &&
        watchProbe(container.readinessProbe, target, signal, (ready) => set({ ready })),
      container.livenessProbe &&
        watchProbe(container.livenessProbe, target, signal, (holds) => {
          if (!holds) void endContainer(life, Date.now() + spec.terminationGracePeriodSeconds * 1_000);
        }),
    ]);
  };

  /** Runs a container until its pod ends, or as long as its restart policy requires. */
  const keep = async (life: Life, folder: string): Promise<void> => {
    const { container, isInit } = life;
    const image = images.get(container.image);
    if (image === undefined) {
      // No program is registered for the image, so the container is only simulated.
      const startedAt = now();
      const isDone = isInit && !isSidecar(life);
      life.state = isDone
        ? {
            terminated: {
              exitCode: 0,
              reason: 'Completed',
              startedAt,
              finishedAt: startedAt,
              containerID: '',
            },
          }
        : { running: { startedAt } };
      life.started = true;
      life.ready = true;
      report();
      return;
    }
    const policy =
      container.restartPolicy ??
      (isInit && spec.restartPolicy === 'Always' ? 'OnFailure' : spec.restartPolicy);
    for (let attempt = 0; !stop.signal.aborted; attempt += 1) {
      const program = await configured(life, image, { folder, settings, fields, address, hostname: name });
      if (program === undefined) return;
      logs.begin(namespace, name, container.name);
      const startedAt = now();
      const running = processes.start(program, (line) => logs.append(namespace, name, container.name, line));
      const probing = new AbortController();
      life.running = running;
      life.state = { running: { startedAt } };
      if (attempt > 0) life.restarts += 1;
      report();
      if (isInit && !isSidecar(life)) life.started = true;
      else void probe(life, probing.signal);
      const exitCode = await running.ended;
      probing.abort();
      logs.finish(namespace, name, container.name);
      const reason = exitCode === 0 ? 'Completed' : 'Error';
      const containerID = `process://${uid}/${container.name}/${life.restarts}`;
      const terminated = { exitCode, reason, startedAt, finishedAt: now(), containerID };
      Object.assign(life, {
        running: undefined,
        started: false,
        ready: isInit && exitCode === 0,
        state: { terminated },
      });
      report();
      if (stop.signal.aborted || policy === 'Never' || (policy === 'OnFailure' && exitCode === 0)) return;
      life.lastState = { terminated };
      if (attempt === 0) continue;
      const backoff = Math.min(BACKOFF_MS.first * 2 ** (attempt - 1), BACKOFF_MS.most);
      const message = `back-off ${backoff}ms restarting failed container=${container.name} pod=${name}`;
      life.state = { waiting: { reason: 'CrashLoopBackOff', message } };
      report();
      await wait(backoff);
    }
  };
  const configured = async (
    life: Life,
    image: Image,
    found: ProgramContext,
  ): Promise<Program | undefined> => {
    while (!stop.signal.aborted) {
      try {
        return await programOf(life.container, image, found);
      } catch (error) {
        // Only a missing object is reported, because any other error is a failure of the API server; both are retried.
        const isKnown = error instanceof ConfigError;
        if (isKnown)
          life.state = { waiting: { reason: 'CreateContainerConfigError', message: error.message } };
        if (isKnown) report();
        await wait(RETRY_MS);
      }
    }
    return undefined;
  };

  /**
   * Ends a container as a kubelet does: runs its hook, sends SIGTERM, and sends SIGKILL at the end of the grace
   * period.
   */
  const endContainer = async (life: Life, until: number | (() => number)): Promise<void> => {
    const { running, container } = life;
    if (running === undefined) return;
    const deadline = typeof until === 'number' ? () => until : until;
    const ended = running.ended.then(() => true);
    const endsBefore = async (end: () => number) => {
      while (Date.now() < end()) {
        if (await Promise.race([ended, delay(TICK_MS, false)])) return true;
      }
      return false;
    };
    const hook = container.lifecycle?.preStop;
    if (hook?.sleep) {
      const end = Date.now() + hook.sleep.seconds * 1_000;
      if (await endsBefore(() => Math.min(end, deadline()))) return;
    }
    if (hook?.httpGet) {
      const left = Math.max(1, deadline() - Date.now());
      await httpGet(hook.httpGet, { address, ports: container.ports }, left).catch(() => undefined);
    }
    running.signal('SIGTERM');
    const least = Date.now() + LEAST_GRACE_MS;
    if (!(await endsBefore(() => Math.max(least, deadline())))) running.signal('SIGKILL');
    await ended;
  };

  const folder = mkdtemp(path.join(processes.folder, 'pod-'));
  const living = (async () => {
    const own = await folder;
    await mkdir(path.join(own, 'tmp'));
    const sidecars: Promise<void>[] = [];
    report();
    for (const life of inits) {
      const kept = keep(life, own);
      if (!isSidecar(life)) await kept;
      else sidecars.push(kept);
      while (isSidecar(life) && !life.started && !stop.signal.aborted) await wait(TICK_MS);
    }
    await Promise.all([...sidecars, ...mains.map((life) => keep(life, own))]);
  })();

  const cleanUp = async () => {
    await living;
    logs.end(namespace, name);
    processes.freeAddress(address);
    await rm(await folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let deadline = Number.POSITIVE_INFINITY;
  let cleaned: Promise<void> | undefined;
  const terminate = async () => {
    stop.abort();
    await Promise.all(mains.map((life) => endContainer(life, () => deadline)));
    for (const life of inits.toReversed()) await endContainer(life, () => deadline);
    await living;
    report();
    await reporting;
    await untilTold('DELETE', place, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      gracePeriodSeconds: 0,
      preconditions: { uid },
    });
    cleaned ??= cleanUp();
    await cleaned;
  };
  let ending: Promise<void> | undefined;
  let signalled = metadata.annotations?.[SIGNAL_ANNOTATION];
  return {
    update(pod) {
      const order = pod.metadata.annotations?.[SIGNAL_ANNOTATION];
      if (order !== undefined && order !== signalled) {
        signalled = order;
        const signal = z.custom<NodeJS.Signals>((value) => /^SIG[A-Z]+\d?$/.test(String(value)));
        for (const { running } of lives) running?.signal(signal.parse(order.split(' ').at(-1)));
      }
      if (pod.metadata.deletionTimestamp === undefined) return;
      const seconds = pod.metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds;
      deadline = Math.min(deadline, Date.now() + seconds * 1_000);
      ending ??= terminate();
    },
    async kill() {
      stop.abort();
      gone.abort();
      deadline = 0;
      for (const { running } of lives) running?.signal('SIGKILL');
      cleaned ??= cleanUp();
      await cleaned;
    },
  };
}
