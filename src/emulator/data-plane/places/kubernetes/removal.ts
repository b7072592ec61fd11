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
  /** Rolls out an active revision of which the cluster has nothing, or pods that speak an older version of the link. */
  relaunch: (deployment: DeploymentRow, revision: RevisionRow) => Promise<void>;
  /** Removes what is left of builds in a namespace. */
  sweepBuilds: (namespace: string) => Promise<void>;
  log: Log;
}

/** Removes what no longer serves, and mends what should. Everything in it may be repeated, by any replica. */
export interface Removal {
  /** Removes a revision once requests that it still has may have ended. */
  retire(deployment: DeploymentRow, revision: RevisionRow): void;
  /** Removes what runs of a revision that must not serve. */
  withdraw(deployment: DeploymentRow, revision: RevisionRow): Promise<void>;
  /** Removes all of a deployment, and resolves when it is gone. */
  remove(deploymentId: string): Promise<void>;
  /** All in which agents may run. */
  namespaces(): Promise<ReadonlySet<string>>;
  /** Work that may fail without another consequence than a line in the log. */
  inBackground(work: () => Promise<void>): void;
  start(): void;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;
/** How often it is looked whether the job is free: after a replica that was killed, there may be something to mend. */
const LOOK_MS = 5_000;
/** How often it is asked whether what is being deleted is gone, and how often the log tells that it is not. */
const GONE_MS = 500;
const TELL_MS = 60_000;
/** How many revisions are rolled out again at once, and how soon one that failed is tried again. */
const RELAUNCHES = 8;
const RELAUNCH_MS = 5 * 60_000;
/** How many are removed at once: after replicas that were killed one after another, there may be very many. */
const WITHDRAWALS = 8;

const RESOURCES: Readonly<Record<string, Resource>> = {
  Secret: SECRETS,
  ScaledObject: SCALED_OBJECTS,
  TriggerAuthentication: TRIGGER_AUTHENTICATIONS,
  HorizontalPodAutoscaler: POD_AUTOSCALERS,
  Deployment: DEPLOYMENTS,
};

/** What a control plane has in a namespace. */
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
  /** Pods of an earlier build are replaced, of one revision after another. */
  let isReplacing = false;
  /** Namespaces that are being swept: one that is stuck is left to itself, and not begun again. */
  const sweeping = new Set<string>();
  /** Services that are being removed, of deployments that are gone. */
  const leftovers = new Set<string>();
  /** What was last logged of each namespace. */
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

  /** Repeats what may work later, until the close. @throws Error in the cluster's words. */
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
    // Before its pods are gone, requests go elsewhere.
    const isThere = await persist(() => services.settle(deployment, namespace, signal));
    if (!isThere) return;
    // What is first in the list cannot be read, so the last one speaks for it.
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

  /** An object with a name of ours, unless there is none or others made it. */
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

  /** Never an object that has got the name since it was looked at. */
  const deleteOne = async (
    resource: Resource,
    at: { namespace: string; name: string },
    options: { uid?: string; propagation?: 'Foreground' },
  ): Promise<Outcome<'deleted' | 'gone' | 'replaced'>> => {
    const outcome = await client.delete(resource, at, signal, options);
    if (!outcome.ok && outcome.problem.kind === 'conflict') return { ok: true, value: 'replaced' };
    return outcome;
  };

  /** Where something of a deployment may serve, or is about to. */
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
      // Foreground: it is gone when all that it owns is.
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

  /** It may take long, or never end: nothing waits for it. */
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

  /** What is of this control plane in a namespace; undefined where the cluster does not say. */
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

  /** Removes of a namespace what the store does not know, or no longer needs. */
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

  /** Whether requests that a replaced revision still had when it was replaced may have ended. */
  const hasDrained = async ({ id }: DeploymentRow, { status }: RevisionRow): Promise<boolean> => {
    if (status !== 'DEPLOYED') return true;
    const now = await store.deployments.findById(id);
    if (!now?.activeRevisionId) return true;
    const active = await activeRevisionOf(store, now);
    const since = active?.history.findLast((entry) => entry.status === 'DEPLOYED')?.at ?? 0;
    return clock.now() - since >= timing.drainMs;
  };

  /**
   * Rolls out what the cluster lacks, since it was replaced or emptied, or the data comes from another runtime; and what has
   * pods of an earlier build that no replica can link to. `present`: the Deployments of agents, by revision.
   */
  const relaunch = async (present: ReadonlyMap<string, Deployment>, unknown: ReadonlySet<string>) => {
    for (const { id, activeRevisionId: active, status, source } of await store.deployments.listAll()) {
      if (active === null || status !== 'READY') continue;
      const workload = present.get(active.toLowerCase());
      if (workload !== undefined && (isReplacing || runsImage({ source }))) continue;
      if (workload !== undefined && linkVersionOf(workload) >= LINK_VERSION) continue;
      if (relaunching.size >= RELAUNCHES || (relaunchAt.get(active) ?? 0) > performance.now()) continue;
      // What it was when the objects were listed says nothing.
      const deployment = await store.deployments.findById(id);
      if (deployment?.activeRevisionId !== active || deployment.status !== 'READY') continue;
      if (relaunching.has(active) || (await store.revisions.unfinishedOf(id)).length > 0) continue;
      const revision = await store.revisions.get(id, active);
      if (revision === undefined || (workload && !speaksOlderLink(revision, workload))) continue;
      const { namespace } = services.identityOf(deployment, revision);
      // Of a namespace that could not be listed it is not known what is there.
      if (unknown.has(namespace) || !cluster.allows(namespace)) continue;
      relaunching.add(active);
      relaunchAt.set(active, performance.now() + RELAUNCH_MS);
      if (workload !== undefined) isReplacing = true;
      const end = () => {
        relaunching.delete(active);
        if (workload === undefined) return;
        isReplacing = false;
        // The next one need not wait.
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
      // The store is read after the list: what was deployed meanwhile is in it.
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
      // One that is stuck does not keep the others.
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

/** Whether pods that are to take links were started by an earlier build, so that they refuse those of this one. */
export function speaksOlderLink(
  revision: Pick<RevisionRow, 'source' | 'bringsServer'>,
  found: Deployment,
): boolean {
  return !runsImage(revision) && !revision.bringsServer && linkVersionOf(found) < LINK_VERSION;
}

/** Whether the object, or its namespace, is not there. */
function isMissing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.kind === 'not-found' && outcome.problem.missing !== 'resource';
}

/** Waits for the end of all. @throws what the first of them threw. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
}
