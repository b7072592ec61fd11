import { isFinal } from '../../../../contract/statuses.ts';
import { errorMessage } from '../../../../os/errors.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, runsImage } from '../../../ports/store-control-plane.ts';
import { LINK_VERSION } from '../../link/offer.ts';
import type { Timing } from '../../timing.ts';
import { type AgentServices, selectedBy } from './agent-service.ts';
import { type Deployment, DEPLOYMENTS, type Service, SERVICES } from './api/resources.ts';
import { explain, namespacesOfListeners, type PodCluster } from './cluster.ts';
import { labelSelector, linkVersionOf, readLabels, serviceName } from './plan/objects.ts';
import { allEnded, type Background, isMissing, type Removal } from './removal.ts';

export interface SweeperOptions {
  cluster: PodCluster;
  services: Pick<AgentServices, 'identityOf' | 'settle'>;
  store: Pick<Store, 'deployments' | 'revisions' | 'workspaces' | 'listeners'>;
  clock: Pick<ServiceClock, 'now'>;
  replica: Pick<Replica, 'claimJob'>;
  timing: Pick<Timing, 'drainMs'>;
  removal: Removal;
  background: Background;
  /**
   * Rolls out an active revision again if the cluster does not have its objects, or if its pods use an older version of
   * the link protocol.
   */
  relaunch: (deployment: DeploymentRow, revision: RevisionRow) => Promise<void>;
  sweepBuilds: (namespace: string) => Promise<void>;
  log: Log;
}

/** Removes objects that other replicas left in the cluster, and restores missing objects of active revisions. */
export interface Sweeper {
  /** Sweeps immediately, and repeats the sweep at intervals. */
  start(): void;
  close(): void;
}

const SWEEP_MS = 30_000;
/**
 * Interval in milliseconds between two checks whether a replica still sweeps. The sweeping replica may have been
 * killed.
 */
const SWEEP_CHECK_MS = 5_000;
/**
 * Maximum number of revisions that are rolled out again at the same time. `RELAUNCH_MS` is the delay before a failed
 * rollout is repeated.
 */
const RELAUNCHES = 8;
const RELAUNCH_MS = 5 * 60_000;
/** Maximum number of revisions that are removed at the same time. */
const WITHDRAWALS = 8;

/** Objects of this control plane in one namespace. */
interface Ours {
  services: readonly Service[];
  workloads: readonly Deployment[];
}

export function createSweeper(options: SweeperOptions): Sweeper {
  const { cluster, replica, store, background, log } = options;
  const { client, plane } = cluster;
  const { signal } = background;
  let timer: NodeJS.Timeout | undefined;
  /** Namespaces with a sweep in progress. A stuck sweep prevents another sweep of the same namespace. */
  const sweeping = new Set<string>();
  /** Last logged message by namespace. */
  const lastLogged = new Map<string, string>();
  let isSweeping = false;
  let nextSweepAt = 0;
  const sweepNamespace = createNamespaceSweep(options);
  const relaunchMissing = createRelauncher(options, () => {
    // Makes the next sweep start immediately.
    nextSweepAt = 0;
    if (!signal.aborted) sweepOnce();
  });

  /** Returns the objects of this control plane in a namespace, or `undefined` if the cluster does not respond. */
  const listOurs = async (namespace: string): Promise<Ours | undefined> => {
    const which = { namespace, labels: labelSelector({ plane }) };
    const found = await client.list(SERVICES, which, signal);
    const workloads = found.ok ? await client.list(DEPLOYMENTS, which, signal) : found;
    if (found.ok && workloads.ok) {
      lastLogged.delete(namespace);
      return { services: found.value.items, workloads: workloads.value.items };
    }
    if (isMissing(workloads)) return { services: [], workloads: [] };
    if (!workloads.ok) logOnce(namespace, explain(workloads.problem));
    return undefined;
  };

  const logOnce = (namespace: string, problem: string) => {
    if (lastLogged.get(namespace) === problem || signal.aborted) return;
    lastLogged.set(namespace, problem);
    log(`the cleanup of the namespace ${namespace} failed and is retried: ${problem}`);
  };

  const sweep = async () => {
    if (performance.now() < nextSweepAt || !(await replica.claimJob('pods'))) return;
    nextSweepAt = performance.now() + SWEEP_MS;
    const present = new Map<string, Deployment>();
    const unknown = new Set<string>();
    for (const namespace of await namespacesOfAgents(cluster, store)) {
      // The cluster is listed before the store is read, so the store contains every listed revision.
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
      background.run(() =>
        sweepNamespace(namespace, ours)
          .then(() => options.sweepBuilds(namespace))
          .catch((error: unknown) => logOnce(namespace, errorMessage(error)))
          .finally(() => sweeping.delete(namespace)),
      );
    }
    await relaunchMissing(present, unknown);
  };
  const sweepOnce = () => {
    if (isSweeping) return;
    isSweeping = true;
    background.run(() =>
      sweep().finally(() => {
        isSweeping = false;
      }),
    );
  };

  return {
    start() {
      timer = setInterval(sweepOnce, SWEEP_CHECK_MS);
      timer.unref();
      sweepOnce();
    },
    close: () => clearInterval(timer),
  };
}

/** Returns all namespaces where agents may run. */
export async function namespacesOfAgents(
  cluster: Pick<PodCluster, 'namespace' | 'allows'>,
  store: Pick<Store, 'deployments' | 'workspaces' | 'listeners'>,
): Promise<Set<string>> {
  const names = await namespacesOfListeners(store);
  names.add(cluster.namespace);
  for (const { sourceConfig } of await store.deployments.listAll()) {
    const name = sourceConfig.listener_config?.k8s_namespace;
    if (name) names.add(name);
  }
  return new Set([...names].filter(cluster.allows));
}

/**
 * Returns a function that removes objects from a namespace if their deployment was deleted, or if their revision no
 * longer serves requests.
 */
function createNamespaceSweep(options: SweeperOptions) {
  const { cluster, services, store, removal, background, log } = options;
  const { plane } = cluster;
  const { signal } = background;
  /** Services of deleted deployments whose removal is in progress. */
  const leftovers = new Set<string>();

  /** Removes the Service of a deleted deployment in the background, because the removal may never end. */
  const removeLeftover = (deploymentId: string, namespace: string) => {
    const key = `${namespace}/${deploymentId}`;
    if (leftovers.has(key)) return;
    leftovers.add(key);
    const name = serviceName(deploymentId);
    log(`removing the remaining objects of a deleted deployment from the namespace ${namespace}: ${name}`);
    background.run(() => removal.removeService(deploymentId, namespace).finally(() => leftovers.delete(key)));
  };

  return async (namespace: string, { services: found, workloads }: Ours) => {
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
        await removal.persist(() => services.settle(deployment, namespace, signal));
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
        if (isOver && (await hasDrained(options, deployment, revision)))
          await removal.withdraw(deployment, revision);
      }
    };
    await allEnded(Array.from({ length: WITHDRAWALS }, withdrawRest));
  };
}

/** Returns whether a replaced revision has had enough time to complete its requests. */
async function hasDrained(
  { store, clock, timing }: Pick<SweeperOptions, 'store' | 'clock' | 'timing'>,
  { id }: DeploymentRow,
  { status }: RevisionRow,
): Promise<boolean> {
  if (status !== 'DEPLOYED') return true;
  const now = await store.deployments.findById(id);
  if (!now?.activeRevisionId) return true;
  const active = await activeRevisionOf(store, now);
  const since = active?.history.findLast((entry) => entry.status === 'DEPLOYED')?.at ?? 0;
  return clock.now() - since >= timing.drainMs;
}

/**
 * Returns a function that rolls out active revisions again. A revision is rolled out again if the cluster does not have
 * its objects, for example because the cluster was replaced. A revision is also rolled out again if its pods have an
 * earlier version to which no replica can link. `present` contains the agents' Deployments by revision. `onReplaced` is
 * called after pods of an earlier version were replaced.
 */
function createRelauncher(
  { cluster, services, store, background, relaunch }: SweeperOptions,
  onReplaced: () => void,
) {
  const relaunching = new Set<string>();
  const relaunchAt = new Map<string, number>();
  /** True while pods of earlier versions are being replaced, which happens to only one revision at a time. */
  let isReplacing = false;

  return async (present: ReadonlyMap<string, Deployment>, unknown: ReadonlySet<string>) => {
    for (const { id, activeRevisionId: active, status, source } of await store.deployments.listAll()) {
      if (active === null || status !== 'READY') continue;
      const workload = present.get(active.toLowerCase());
      if (workload !== undefined && (isReplacing || runsImage({ source }))) continue;
      if (workload !== undefined && linkVersionOf(workload) >= LINK_VERSION) continue;
      if (relaunching.size >= RELAUNCHES || (relaunchAt.get(active) ?? 0) > performance.now()) continue;
      // The deployment's row is read again, because the row may be older than the list.
      const deployment = await store.deployments.findById(id);
      if (deployment?.activeRevisionId !== active || deployment.status !== 'READY') continue;
      if (relaunching.has(active) || (await store.revisions.unfinishedOf(id)).length > 0) continue;
      const revision = await store.revisions.get(id, active);
      if (revision === undefined || (workload && !usesOlderLink(revision, workload))) continue;
      const { namespace } = services.identityOf(deployment, revision);
      // If the namespace could not be listed, it is unknown which of its objects are missing.
      if (unknown.has(namespace) || !cluster.allows(namespace)) continue;
      relaunching.add(active);
      relaunchAt.set(active, performance.now() + RELAUNCH_MS);
      if (workload !== undefined) isReplacing = true;
      const end = () => {
        relaunching.delete(active);
        if (workload === undefined) return;
        isReplacing = false;
        onReplaced();
      };
      background.run(() => relaunch(deployment, revision).finally(end));
    }
  };
}

/**
 * Returns whether a revision's pods have an earlier version of the link protocol, so they refuse links from this
 * version.
 */
export function usesOlderLink(
  revision: Pick<RevisionRow, 'source' | 'bringsServer'>,
  found: Deployment,
): boolean {
  return !runsImage(revision) && !revision.bringsServer && linkVersionOf(found) < LINK_VERSION;
}
