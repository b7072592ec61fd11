import { errorMessage } from '../../../../os/errors.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { Log } from '../../../ports/context.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, everyRevision, runsImage } from '../../../ports/store-control-plane.ts';
import type { Timing } from '../../timing.ts';
import { type AgentServices, foreignProblem, selectedBy } from './agent-service.ts';
import type { ClusterProblem, Outcome } from './api/problems.ts';
import {
  type Deployment,
  DEPLOYMENTS,
  type ObjectRead,
  POD_AUTOSCALERS,
  type Resource,
  SCALED_OBJECTS,
  SECRETS,
  type Service,
  SERVICES,
  TRIGGER_AUTHENTICATIONS,
} from './api/resources.ts';
import { LINK_VERSION } from '../../link/offer.ts';
import { explain, namespacesOfListeners, type PodCluster } from './cluster.ts';
import {
  isOf,
  labelSelector,
  linkVersionOf,
  readLabels,
  revisionName,
  revisionObjects,
  serviceName,
} from './plan/objects.ts';
import { retryTemporary } from './retry-temporary.ts';

export interface RemovalOptions {
  cluster: PodCluster;
  services: AgentServices;
  store: Store;
  clock: ServiceClock;
  replica: Pick<Replica, 'claimJob'>;
  timing: Pick<Timing, 'drainMs'>;
  /** Rolls out an active revision that is missing in the cluster, or whose pods use an older link version. */
  relaunch: (deployment: DeploymentRow, revision: RevisionRow) => Promise<void>;
  /** Removes leftovers of builds in a namespace. */
  sweepBuilds: (namespace: string) => Promise<void>;
  log: Log;
}

/**
 * Removes objects that no longer serve, and repairs those that should serve. Any replica may repeat any of these
 * operations.
 */
export interface Removal {
  /** Removes a revision after its remaining requests had time to end. */
  retire(deployment: DeploymentRow, revision: RevisionRow): void;
  /** Removes the objects of a revision that must not serve. */
  withdraw(deployment: DeploymentRow, revision: RevisionRow): Promise<void>;
  /** Removes all objects of a deployment. Resolves once they are deleted. */
  remove(deploymentId: string): Promise<void>;
  /** Returns all namespaces in which agents may run. */
  namespaces(): Promise<ReadonlySet<string>>;
  /** Runs work whose failure only causes a log line. */
  inBackground(work: () => Promise<void>): void;
  start(): void;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;
/**
 * Interval in milliseconds at which a replica checks whether the job of sweeping is free, because a killed replica
 * may have left work.
 */
const LOOK_MS = 5_000;
/**
 * Interval at which a deletion is checked, and interval at which the log reports that it is not complete.
 * Milliseconds.
 */
const GONE_MS = 500;
const TELL_MS = 60_000;
/** Number of revisions rolled out again at the same time, and delay before a failed one is tried again. */
const RELAUNCHES = 8;
const RELAUNCH_MS = 5 * 60_000;
/** Number of revisions removed at the same time. After several replicas were killed, there may be very many. */
const WITHDRAWALS = 8;

const RESOURCES: Readonly<Record<string, Resource>> = {
  Secret: SECRETS,
  ScaledObject: SCALED_OBJECTS,
  TriggerAuthentication: TRIGGER_AUTHENTICATIONS,
  HorizontalPodAutoscaler: POD_AUTOSCALERS,
  Deployment: DEPLOYMENTS,
};

/** Objects of a control plane in a namespace. */
interface Ours {
  services: readonly Service[];
  workloads: readonly Deployment[];
}

export function createRemoval(options: RemovalOptions): Removal {
  const { cluster, services, store, clock, replica, timing, log } = options;
  const { client, plane, hasKeda } = cluster;
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const relaunching = new Set<string>();
  const relaunchAt = new Map<string, number>();
  /** Whether pods of an earlier build are being replaced, one revision after another. */
  let isReplacing = false;
  /** Namespaces that are being swept. A sweep that is stuck is not started again. */
  const sweeping = new Set<string>();
  /** Services of deleted deployments that are being removed. */
  const leftovers = new Set<string>();
  /** Last message logged about each namespace. */
  const told = new Map<string, string>();
  let looking = false;
  let nextSweepAt = 0;

  const inBackground = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => {
        if (!signal.aborted) log(`the cluster was not cleaned up, which is done later: ${String(error)}`);
      })
      .finally(() => running.delete(done));
    running.add(done);
  };

  /** Repeats requests that may succeed later, until `close`. @throws Error in the words of the cluster. */
  const persist = async <T>(work: () => Promise<Outcome<T>>): Promise<T> => {
    let tellAt = 0;
    const onProblem = (problem: ClusterProblem) => {
      if (performance.now() < tellAt) return;
      log(explain(problem));
      tellAt = performance.now() + TELL_MS;
    };
    const outcome = await retryTemporary(work, { clock, signal, onProblem });
    if (outcome.ok) return outcome.value;
    throw new Error(explain(outcome.problem));
  };

  const withdraw = async (deployment: DeploymentRow, revision: RevisionRow) => {
    const identity = services.identityOf(deployment, revision);
    const { namespace } = identity;
    if (!cluster.allows(namespace)) return;
    // Sends requests elsewhere before its pods are removed.
    const isThere = await persist(() => services.settle(deployment, namespace, signal));
    if (!isThere) return;
    // The first object in the list cannot be read, so the last one is checked instead.
    if ((await ownObject(DEPLOYMENTS, { ...identity, name: revisionName(identity) })) === 'foreign') return;
    for (const { kind, name } of revisionObjects(identity, { hasKeda })) {
      const resource = RESOURCES[kind];
      if (resource === undefined) continue;
      const own = resource === SECRETS ? {} : await ownObject(resource, { ...identity, name });
      if (typeof own === 'string') continue;
      const gone = await persist(() => deleteOne(resource, { namespace, name }, own));
      if (gone === 'replaced') log(`${kind} ${name} in the namespace ${namespace} was replaced by others`);
    }
    // A deployment that moved to another namespace leaves its Service behind.
    const now = await store.deployments.findById(deployment.id);
    if (now !== undefined && !(await namespacesOf(now)).has(namespace))
      await removeService(now.id, namespace);
  };

  /** Reads an object with one of our names, and tells whether it is missing or belongs to another owner. */
  const ownObject = async (
    resource: Resource,
    identity: Parameters<typeof foreignProblem>[2] & { deploymentId: string; name: string },
  ): Promise<{ uid: string; isEnding: boolean } | 'gone' | 'foreign'> => {
    const { namespace, name } = identity;
    const found = await persist(async (): Promise<Outcome<ObjectRead | undefined>> => {
      const outcome = await client.get(resource, { namespace, name }, signal);
      return isMissing(outcome) ? { ok: true, value: undefined } : outcome;
    });
    if (found === undefined) return 'gone';
    const { uid, deletionTimestamp } = found.metadata;
    if (isOf(found.metadata, identity)) return { uid, isEnding: Boolean(deletionTimestamp) };
    log(`left as it is: ${explain(foreignProblem(resource.kind, found, identity))}`);
    return 'foreign';
  };

  /** Deletes only the object that was examined, never a newer one with the same name. */
  const deleteOne = async (
    resource: Resource,
    at: { namespace: string; name: string },
    options: { uid?: string; propagation?: 'Foreground' },
  ): Promise<Outcome<'deleted' | 'gone' | 'replaced'>> => {
    const outcome = await client.delete(resource, at, signal, options);
    if (!outcome.ok && outcome.problem.kind === 'conflict') return { ok: true, value: 'replaced' };
    return outcome;
  };

  /** Returns the namespaces in which a revision of the deployment serves or is about to serve. */
  const namespacesOf = async (deployment: DeploymentRow): Promise<Set<string>> => {
    const rows = await store.revisions.unfinishedOf(deployment.id);
    const active = await activeRevisionOf(store, deployment);
    const all = active === undefined ? rows : [...rows, active];
    return new Set(all.map((row) => services.identityOf(deployment, row).namespace));
  };

  const removeService = async (deploymentId: string, namespace: string) => {
    const at = { plane, namespace, deploymentId, name: serviceName(deploymentId) };
    const since = performance.now();
    let tellAt = since + TELL_MS;
    for (;;) {
      const own = await ownObject(SERVICES, at);
      if (typeof own === 'string') return;
      // Foreground: it is deleted after all objects that it owns.
      if (!own.isEnding) {
        await persist(() => deleteOne(SERVICES, at, { uid: own.uid, propagation: 'Foreground' }));
      }
      if (performance.now() >= tellAt) {
        const seconds = Math.round((performance.now() - since) / 1000);
        log(`the cluster still deletes ${at.name} in the namespace ${namespace}, after ${seconds} s`);
        tellAt += TELL_MS;
      }
      await clock.sleep(GONE_MS, signal);
    }
  };

  /** This may take long or never end, so nothing waits for it. */
  const removeLeftover = (deploymentId: string, namespace: string) => {
    const key = `${namespace}/${deploymentId}`;
    if (leftovers.has(key)) return;
    leftovers.add(key);
    const name = serviceName(deploymentId);
    log(`removing what is left in the namespace ${namespace} of a deployment that is gone: ${name}`);
    inBackground(() => removeService(deploymentId, namespace).finally(() => leftovers.delete(key)));
  };

  const everyNamespace = async (): Promise<Set<string>> => {
    const names = await namespacesOfListeners(store);
    names.add(cluster.namespace);
    for (const { sourceConfig } of await store.deployments.listAll()) {
      const name = sourceConfig.listener_config?.k8s_namespace;
      if (name) names.add(name);
    }
    return new Set([...names].filter(cluster.allows));
  };

  /** Returns the objects of this control plane in a namespace; `undefined` if the cluster cannot tell. */
  const listOurs = async (namespace: string): Promise<Ours | undefined> => {
    const which = { namespace, labels: labelSelector({ plane }) };
    const found = await client.list(SERVICES, which, signal);
    const workloads = found.ok ? await client.list(DEPLOYMENTS, which, signal) : found;
    if (found.ok && workloads.ok) {
      told.delete(namespace);
      return { services: found.value.items, workloads: workloads.value.items };
    }
    if (isMissing(workloads)) return { services: [], workloads: [] };
    if (!workloads.ok) tellOnce(namespace, explain(workloads.problem));
    return undefined;
  };

  const tellOnce = (namespace: string, problem: string) => {
    if (told.get(namespace) === problem || signal.aborted) return;
    told.set(namespace, problem);
    log(`the namespace ${namespace} is not swept, which is tried again: ${problem}`);
  };

  /** Removes objects of a namespace that the store does not know or no longer needs. */
  const sweepNamespace = async (namespace: string, { services: found, workloads }: Ours) => {
    const known = new Map<string, DeploymentRow>();
    for (const service of found) {
      const { metadata } = service;
      const deploymentId = readLabels(metadata.labels ?? undefined, plane)?.deploymentId;
      if (deploymentId === undefined || metadata.name !== serviceName(deploymentId)) continue;
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) {
        removeLeftover(deploymentId, namespace);
      } else if (deployment.status !== 'AWAITING_DELETE') {
        known.set(deploymentId, deployment);
        if (selectedBy(service) === deployment.activeRevisionId?.toLowerCase()) continue;
        await persist(() => services.settle(deployment, namespace, signal));
      }
    }
    const left = workloads.values();
    const withdrawRest = async () => {
      for (const { metadata } of left) {
        const { deploymentId = '', revisionId } = readLabels(metadata.labels ?? undefined, plane) ?? {};
        const deployment = known.get(deploymentId);
        if (revisionId === undefined || deployment === undefined) continue;
        if (deployment.activeRevisionId?.toLowerCase() === revisionId) continue;
        const revision = await store.revisions.get(deploymentId, revisionId);
        const isOver = revision !== undefined && isFinal(revision.status);
        if (isOver && (await hasDrained(deployment, revision))) await withdraw(deployment, revision);
      }
    };
    await allEnded(Array.from({ length: WITHDRAWALS }, withdrawRest));
  };

  /** Returns whether the remaining requests of a replaced revision had time to end. */
  const hasDrained = async ({ id }: DeploymentRow, { status }: RevisionRow): Promise<boolean> => {
    if (status !== 'DEPLOYED') return true;
    const now = await store.deployments.findById(id);
    if (!now?.activeRevisionId) return true;
    const active = await activeRevisionOf(store, now);
    const since = active?.history.findLast((entry) => entry.status === 'DEPLOYED')?.at ?? 0;
    return clock.now() - since >= timing.drainMs;
  };

  /**
   * Rolls out revisions that the cluster lacks, because it was replaced or emptied or the data comes from another
   * runtime; and revisions with pods of an earlier build to which no replica can link. `present` contains the
   * Deployments of agents, by revision.
   */
  const relaunch = async (present: ReadonlyMap<string, Deployment>, unknown: ReadonlySet<string>) => {
    for (const { id, activeRevisionId: active, status, source } of await store.deployments.listAll()) {
      if (active === null || status !== 'READY') continue;
      const workload = present.get(active.toLowerCase());
      if (workload !== undefined && (isReplacing || runsImage({ source }))) continue;
      if (workload !== undefined && linkVersionOf(workload) >= LINK_VERSION) continue;
      if (relaunching.size >= RELAUNCHES || (relaunchAt.get(active) ?? 0) > performance.now()) continue;
      // Its state when the objects were listed may be outdated.
      const deployment = await store.deployments.findById(id);
      if (deployment?.activeRevisionId !== active || deployment.status !== 'READY') continue;
      if (relaunching.has(active) || (await store.revisions.unfinishedOf(id)).length > 0) continue;
      const revision = await store.revisions.get(id, active);
      if (revision === undefined || (workload && !speaksOlderLink(revision, workload))) continue;
      const { namespace } = services.identityOf(deployment, revision);
      // If a namespace could not be listed, its objects are unknown.
      if (unknown.has(namespace) || !cluster.allows(namespace)) continue;
      relaunching.add(active);
      relaunchAt.set(active, performance.now() + RELAUNCH_MS);
      if (workload !== undefined) isReplacing = true;
      const end = () => {
        relaunching.delete(active);
        if (workload === undefined) return;
        isReplacing = false;
        // The next sweep need not wait.
        nextSweepAt = 0;
        if (!signal.aborted) sweepOnce();
      };
      inBackground(() => options.relaunch(deployment, revision).finally(end));
    }
  };

  const sweep = async () => {
    if (performance.now() < nextSweepAt || !(await replica.claimJob('pods'))) return;
    nextSweepAt = performance.now() + SWEEP_MS;
    const present = new Map<string, Deployment>();
    const unknown = new Set<string>();
    for (const namespace of await everyNamespace()) {
      // The store is read after the list, so that it contains everything deployed in the meantime.
      const ours = await listOurs(namespace);
      if (ours === undefined) {
        unknown.add(namespace);
        continue;
      }
      for (const workload of ours.workloads) {
        const { revisionId } = readLabels(workload.metadata.labels ?? undefined, plane) ?? {};
        if (revisionId !== undefined) present.set(revisionId, workload);
      }
      if (sweeping.has(namespace)) continue;
      sweeping.add(namespace);
      inBackground(() =>
        sweepNamespace(namespace, ours)
          .then(() => options.sweepBuilds(namespace))
          .catch((error: unknown) => tellOnce(namespace, errorMessage(error)))
          .finally(() => sweeping.delete(namespace)),
      );
    }
    await relaunch(present, unknown);
  };
  const sweepOnce = () => {
    if (looking) return;
    looking = true;
    inBackground(() =>
      sweep().finally(() => {
        looking = false;
      }),
    );
  };

  return {
    inBackground,
    withdraw,
    namespaces: everyNamespace,
    retire: (deployment, revision) =>
      inBackground(async () => {
        await clock.sleep(timing.drainMs, signal);
        await withdraw(deployment, revision);
      }),
    async remove(deploymentId) {
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) return;
      const names = new Set([cluster.namespace]);
      for (const row of await everyRevision(store, deploymentId))
        names.add(services.identityOf(deployment, row).namespace);
      // A namespace that is stuck does not block the others.
      await allEnded([...names].filter(cluster.allows).map((name) => removeService(deploymentId, name)));
    },
    start() {
      timer = setInterval(sweepOnce, LOOK_MS);
      timer.unref();
      sweepOnce();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.all(running);
    },
  };
}

/**
 * Returns whether pods that should accept links were started by an earlier build, so that they refuse the links of
 * this one.
 */
export function speaksOlderLink(
  revision: Pick<RevisionRow, 'source' | 'bringsServer'>,
  found: Deployment,
): boolean {
  return !runsImage(revision) && !revision.bringsServer && linkVersionOf(found) < LINK_VERSION;
}

/** Returns whether the object, or its namespace, does not exist. */
function isMissing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.kind === 'not-found' && outcome.problem.missing !== 'resource';
}

/** Waits until all have ended. @throws the first error. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
}
