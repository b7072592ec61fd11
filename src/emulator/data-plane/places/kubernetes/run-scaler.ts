import { errorMessage } from '../../../../os/errors.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { Store } from '../../../ports/store.ts';
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
  store: Pick<Store, 'runs'>;
  clock: Pick<ServiceClock, 'now'>;
  replica: Pick<Replica, 'claimJob'>;
  background: Pick<Background, 'signal' | 'run'>;
  /** Returns all namespaces where agents may run. */
  namespaces: () => Promise<Iterable<string>>;
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
  const { store, clock, replica, log } = options;
  const { cluster, background } = options;
  const { signal } = background;
  /** Demand by revision. A replica that takes over learns the demand again within the cool-down. */
  const demands = new Map<string, Demand>();
  const listAgents = createAgentList(options);
  let loggedProblem: string | undefined;

  /** Changes a Deployment, unless the Deployment has changed since it was read. */
  const change = async ({ workload, revisionId }: ScaledAgent, pods: number) => {
    const { name, namespace = '' } = workload.metadata;
    // A replica that was evicted in the meantime has lost the job, so it changes nothing more.
    if (!(await replica.claimJob(JOB))) return;
    const patch = podsPatch(workload, pods);
    const changed = await cluster.client.mergePatch(DEPLOYMENTS, { namespace, name }, patch, signal);
    if (changed.ok || changed.problem.kind === 'conflict' || changed.problem.kind === 'not-found') return;
    const problem = explain(changed.problem);
    if (problem === loggedProblem) return;
    loggedProblem = problem;
    log(`the number of pods of revision ${revisionId} could not be set to ${pods}: ${problem}`);
  };
  const plan = ({ revisionId, limits, workload }: ScaledAgent, runs: number): number => {
    const at = clock.now();
    // After a take-over, the current number of pods counts as needed, so pods are not removed early.
    const before =
      demands.get(revisionId) ??
      planPods([], { at, runs: 0, isIdle: false, limits: fixedAt(workload) }).demand;
    const { pods, demand } = planPods(before, { at, runs, isIdle: false, limits });
    demands.set(revisionId, demand);
    return pods;
  };

  const scaleAll = async () => {
    const agents = await listAgents();
    const known = new Set(agents.map(({ revisionId }) => revisionId));
    for (const id of demands.keys()) if (!known.has(id)) demands.delete(id);
    if (agents.length === 0) return;
    const counts = new Map<string, number>();
    for (const [id, count] of await store.runs.countUnfinished(clock.now()))
      counts.set(id.toLowerCase(), count);
    const changes = agents.flatMap((agent) => {
      const pods = plan(agent, counts.get(agent.deploymentId) ?? 0);
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
    if (!(await replica.claimJob(JOB)) || signal.aborted) return false;
    await scaleAll();
    return true;
  };
}

const podsOf = ({ spec }: Deployment): number => spec.replicas ?? 1;

/** Returns limits that keep the current number of pods. */
const fixedAt = (workload: Deployment): RunScale => ({ min: podsOf(workload), max: podsOf(workload) });

/** Returns a function that lists the agents of all namespaces from the watched objects, without a request. */
function createAgentList({
  cluster: { plane },
  informers,
  background: { signal },
  namespaces,
}: Omit<RunScalerOptions, 'store' | 'clock' | 'replica' | 'log'>): () => Promise<ScaledAgent[]> {
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
