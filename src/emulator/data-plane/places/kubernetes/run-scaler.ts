import { errorMessage } from '../../../../os/errors.ts';
import { isoTime, type ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { Store } from '../../../ports/store.ts';
import { useIntervalMs } from './agent-use.ts';
import { selectedBy } from './agent-service.ts';
import { type Deployment, DEPLOYMENTS } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers, NamespaceObjects } from './informers.ts';
import { readLabels, runScaleIn, serviceName } from './plan/objects.ts';
import { type Demand, planPods, type RunScale } from './plan/run-scale.ts';
import { podsPatch } from './plan/scale.ts';
import type { Background } from './removal.ts';

export interface RunScalerOptions {
  cluster: Pick<PodCluster, 'plane'> & { client: Pick<PodCluster['client'], 'mergePatch'> };
  informers: Pick<Informers, 'in'>;
  store: Pick<Store, 'runs' | 'agentUse'>;
  clock: Pick<ServiceClock, 'now'>;
  replica: Pick<Replica, 'claimJob'>;
  background: Pick<Background, 'signal' | 'run'>;
  /** Returns all namespaces where agents may run. */
  namespaces: () => Promise<Iterable<string>>;
  /** Time without use after which an agent loses its last pod, in milliseconds, or `undefined` if it never does. */
  idleMs: number | undefined;
  metrics: Metrics;
  log: Log;
}

/** Sets the number of pods of agents from code by the number of their runs. One replica at a time does this. */
export interface RunScaler {
  /** Scales immediately, and repeats this at intervals. */
  start(): void;
  /** Scales soon, because the number of runs has changed. */
  wake(): void;
  close(): void;
}

/** Facts about an agent that the scaling replica remembers. */
interface AgentHistory {
  demand: Demand;
  /** Time since when all requested pods have been ready without a run, or `undefined` if this is not the case. */
  quietSince: number | undefined;
}

/** Active revision whose number of pods depends on its runs. */
interface ScaledAgent {
  readonly deploymentId: string;
  readonly revisionId: string;
  readonly limits: RunScale;
  readonly workload: Deployment;
}

const JOB = 'scale';
const SCALE_MS = 15_000;
/** Minimum interval between two rounds, in milliseconds, however many runs are created. */
const MIN_SCALE_MS = 2_000;
/** Interval in milliseconds between two reads of the list of namespaces. */
const NAMESPACES_MS = 60_000;
/** Maximum time in milliseconds that a round waits for the first list of a namespace. */
const LIST_MS = 10_000;
/** Maximum number of Deployments that are changed at the same time. */
const CHANGES = 16;

export function createRunScaler(options: RunScalerOptions): RunScaler {
  const { background } = options;
  const { signal } = background;
  const scaleRound = createScalingRound(options);
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isScaling = false;
  /** True if this replica scaled in the last round. Other replicas scale only in the rounds of their timer. */
  let isOurs = false;
  let scaledAt = Number.NEGATIVE_INFINITY;

  const round = async () => {
    scaledAt = performance.now();
    isOurs = await scaleRound();
  };
  const scaleOnce = () => {
    if (isScaling) return;
    isScaling = true;
    background.run(() =>
      round().finally(() => {
        isScaling = false;
      }),
    );
  };
  return {
    start() {
      timer = setInterval(scaleOnce, SCALE_MS);
      timer.unref();
      scaleOnce();
    },
    wake() {
      if (!isOurs || soon !== undefined || signal.aborted) return;
      const wait = Math.max(0, scaledAt + MIN_SCALE_MS - performance.now());
      soon = setTimeout(() => {
        soon = undefined;
        scaleOnce();
      }, wait);
      soon.unref();
    },
    close() {
      clearInterval(timer);
      clearTimeout(soon);
    },
  };
}

/**
 * Creates one round of scaling, which counts the runs of all deployments with one query, and changes the Deployments whose
 * number of pods differs. Sends no request if no number differs. Resolves to false if another replica has the job.
 */
export function createScalingRound(options: RunScalerOptions): () => Promise<boolean> {
  const { store, clock, replica, idleMs, metrics, log } = options;
  const { cluster, background } = options;
  const { signal } = background;
  /** Histories by revision. A replica that takes over learns them again within the cool-down and the idle time. */
  const histories = new Map<string, AgentHistory>();
  const listAgents = createAgentList(options);
  let loggedProblem: string | undefined;

  /** Changes a Deployment, unless the Deployment has changed since it was read. */
  const change = async ({ workload, revisionId }: ScaledAgent, pods: number) => {
    const { name, namespace = '' } = workload.metadata;
    // A replica that was evicted in the meantime has lost the job, so it changes nothing more.
    if (!(await replica.claimJob(JOB))) return;
    const patch = podsPatch(workload, pods, isoTime(clock.now()));
    const changed = await cluster.client.mergePatch(DEPLOYMENTS, { namespace, name }, patch, signal);
    if (changed.ok || changed.problem.kind === 'conflict' || changed.problem.kind === 'not-found') return;
    const problem = explain(changed.problem);
    if (problem === loggedProblem) return;
    loggedProblem = problem;
    log(`the number of pods of revision ${revisionId} could not be set to ${pods}: ${problem}`);
  };
  const plan = ({ revisionId, limits, workload }: ScaledAgent, runs: number, isUsed: boolean): number => {
    const at = clock.now();
    const before = histories.get(revisionId);
    const isQuiet = runs === 0 && isSettled(workload);
    const quietSince = isQuiet ? (before?.quietSince ?? at) : undefined;
    const isIdle =
      idleMs !== undefined &&
      runs === 0 &&
      // An agent without pods stays idle until a request or a run needs a pod.
      (podsOf(workload) === 0 || (!isUsed && quietSince !== undefined && at - quietSince >= idleMs));
    // After a take-over, the current number of pods counts as needed, so pods are not removed early.
    const current = { at, runs: 0, isIdle: false, limits: fixedAt(workload) };
    const demandBefore = before?.demand ?? planPods([], current).demand;
    const { pods, demand } = planPods(demandBefore, { at, runs, isIdle, limits });
    histories.set(revisionId, { demand, quietSince });
    return pods;
  };

  const scaleAll = async () => {
    const agents = await listAgents();
    const known = new Set(agents.map(({ revisionId }) => revisionId));
    for (const id of histories.keys()) if (!known.has(id)) histories.delete(id);
    metrics.set('idle_agents', {}, agents.filter(({ workload }) => podsOf(workload) === 0).length);
    if (agents.length === 0) return;
    const now = clock.now();
    const counts = new Map<string, number>();
    for (const [id, count] of await store.runs.countUnfinished(now)) counts.set(id.toLowerCase(), count);
    const used =
      idleMs === undefined ? [] : await store.agentUse.usedSince(now - idleMs - useIntervalMs(idleMs));
    const isUsed = new Set(used.map((id) => id.toLowerCase()));
    const changes = agents.flatMap((agent) => {
      const pods = plan(agent, counts.get(agent.deploymentId) ?? 0, isUsed.has(agent.deploymentId));
      return pods === podsOf(agent.workload) ? [] : [{ agent, pods }];
    });
    const left = changes.values();
    const work = async () => {
      for (const { agent, pods } of left) {
        if (signal.aborted) return;
        await change(agent, pods).catch((error: unknown) => {
          if (!signal.aborted) log(`agents could not be scaled: ${errorMessage(error)}`);
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(CHANGES, changes.length) }, work));
  };

  return async () => {
    if (!(await replica.claimJob(JOB)) || signal.aborted) {
      // The replica with the job reports the idle agents.
      metrics.set('idle_agents', {}, 0);
      return false;
    }
    await scaleAll();
    return true;
  };
}

const podsOf = ({ spec }: Pick<Deployment, 'spec'>): number => spec.replicas ?? 1;

/** Returns whether all requested pods of a Deployment are ready, so no rollout and no start is in progress. */
function isSettled({ metadata, spec, status }: Deployment): boolean {
  const pods = podsOf({ spec });
  const { observedGeneration, updatedReplicas, readyReplicas } = status ?? {};
  const isObserved = (observedGeneration ?? 0) >= (metadata.generation ?? 0);
  return isObserved && pods > 0 && (updatedReplicas ?? 0) >= pods && (readyReplicas ?? 0) >= pods;
}

/** Returns limits that keep the current number of pods. */
const fixedAt = (workload: Deployment): RunScale => ({ min: podsOf(workload), max: podsOf(workload) });

/** Returns a function that lists the agents of all namespaces from the watched objects, without a request. */
function createAgentList({
  cluster: { plane },
  informers,
  background: { signal },
  namespaces,
}: Pick<RunScalerOptions, 'cluster' | 'informers' | 'background' | 'namespaces'>): () => Promise<
  ScaledAgent[]
> {
  let names: readonly string[] = [];
  let namesReadAt = Number.NEGATIVE_INFINITY;

  const agentsIn = async (namespace: string): Promise<ScaledAgent[]> => {
    const objects = informers.in(namespace);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
    const listed = await objects.ready(deadline).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    // The sweeper logs why the objects of a namespace are unknown.
    if (listed?.ok !== true || objects.problem() !== undefined) return [];
    return objects.deployments.all().flatMap((workload) => toScaledAgent(objects, workload, plane) ?? []);
  };
  return async () => {
    if (performance.now() - namesReadAt >= NAMESPACES_MS) {
      names = [...(await namespaces())];
      namesReadAt = performance.now();
    }
    return (await Promise.all(names.map(agentsIn))).flat();
  };
}

/** Returns the agent of a Deployment, or `undefined` if the revision is not active or is not scaled by its runs. */
function toScaledAgent(
  { services }: Pick<NamespaceObjects, 'services'>,
  workload: Deployment,
  plane: string,
): ScaledAgent | undefined {
  const limits = runScaleIn(workload);
  if (limits === undefined || workload.metadata.deletionTimestamp) return undefined;
  const { deploymentId = '', revisionId } = readLabels(workload.metadata.labels ?? undefined, plane) ?? {};
  const service = services.get(serviceName(deploymentId));
  if (revisionId === undefined || service === undefined || selectedBy(service) !== revisionId)
    return undefined;
  return { deploymentId, revisionId, limits, workload };
}
