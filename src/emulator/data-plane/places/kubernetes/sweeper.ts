import { boundNamespaces } from '../../../../contract/workspace-rules.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import { errorMessage } from '../../../../os/errors.ts';
import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { DeploymentPlacement, DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, runsImage } from '../../../ports/store-control-plane.ts';
import { LINK_VERSION } from '../../link/offer.ts';
import type { Timing } from '../../timing.ts';
import { type AgentServices, selectedBy } from './agent-service.ts';
import type { Deployment, Service } from './api/resources.ts';
import { explain, namespacesOfListeners, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import { acceptsLinks, pushesLogs, readLabels, serviceName } from './plan/objects.ts';
import { allEnded, type Background, type Removal } from './removal.ts';

export interface SweeperOptions {
  cluster: PodCluster;
  informers: Pick<Informers, 'in'>;
  services: Pick<AgentServices, 'identityOf' | 'settle'>;
  store: Pick<Store, 'deployments' | 'revisions' | 'workspaces' | 'listeners'>;
  clock: Pick<ServiceClock, 'now'>;
  replica: Pick<Replica, 'claimJob'>;
  timing: Pick<Timing, 'drainMs'>;
  removal: Removal;
  background: Background;
  /**
   * Rolls out an active revision again if the cluster does not have its objects, or if an older version started its
   * pods.
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
/** Maximum time in milliseconds that a sweep waits for the first list of a namespace. */
const LIST_MS = 10_000;
/**
 * Maximum number of revisions that are rolled out again at the same time. Most of them wait for their pods, so the
 * connection to the cluster limits the concurrent requests. `RELAUNCH_MS` is the delay before a failed rollout is
 * repeated.
 */
const RELAUNCHES = 128;
const RELAUNCH_MS = 5 * 60_000;
/** Maximum number of Services and revisions of one namespace that are corrected at the same time. */
const CORRECTIONS = 32;

/** Objects of this control plane in one namespace. */
interface Ours {
  services: readonly Service[];
  workloads: readonly Deployment[];
}

export function createSweeper(options: SweeperOptions): Sweeper {
  const { cluster, informers, replica, store, background, log } = options;
  const { plane } = cluster;
  const { signal } = background;
  let timer: NodeJS.Timeout | undefined;
  /** Namespaces with a sweep in progress. A stuck sweep prevents another sweep of the same namespace. */
  const sweeping = new Set<string>();
  /** Last logged message by namespace. */
  const lastLogged = new Map<string, string>();
  let isSweeping = false;
  let nextSweepAt = 0;
  let lastPlacements: readonly DeploymentPlacement[] | undefined;
  const sweepNamespace = createNamespaceSweep(options);
  const relaunchMissing = createRelauncher(options, () => {
    // Makes the next sweep start immediately.
    nextSweepAt = 0;
    if (!signal.aborted) sweepOnce();
  });

  /** Returns the objects of this control plane in a namespace, or `undefined` if they are unknown or outdated. */
  const listOurs = async (namespace: string): Promise<Ours | undefined> => {
    const objects = informers.in(namespace);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
    const listed = await objects.ready(deadline).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    const problem = listed?.ok === false ? listed.problem : objects.problem();
    if (problem !== undefined) logOnce(namespace, explain(problem));
    if (listed === undefined || problem !== undefined) return undefined;
    lastLogged.delete(namespace);
    return { services: objects.services.all(), workloads: objects.deployments.all() };
  };

  const logOnce = (namespace: string, problem: string) => {
    if (lastLogged.get(namespace) === problem || signal.aborted) return;
    lastLogged.set(namespace, problem);
    log(`the cleanup of the namespace ${namespace} failed and is retried: ${problem}`);
  };

  const sweep = async () => {
    if (performance.now() < nextSweepAt || !(await replica.claimJob('pods'))) return;
    nextSweepAt = performance.now() + SWEEP_MS;
    // The objects are copied before the store is read, so the store contains every copied revision.
    const found = new Map<string, Ours | undefined>();
    const copy = async (namespace: string) => void found.set(namespace, await listOurs(namespace));
    lastPlacements ??= await store.deployments.listPlacements();
    await Promise.all([...(await namespacesOf(lastPlacements, cluster, store))].map(copy));
    const placements = await store.deployments.listPlacements();
    // Namespaces of new deployments are swept the next time.
    lastPlacements = placements;
    const known = new Map(placements.map((placement) => [placement.id.toLowerCase(), placement]));
    const present = new Map<string, Deployment>();
    const unknown = new Set<string>();
    for (const [namespace, ours] of found) {
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
        sweepNamespace(namespace, ours, known)
          .then(() => options.sweepBuilds(namespace))
          .catch((error: unknown) => logOnce(namespace, errorMessage(error)))
          .finally(() => sweeping.delete(namespace)),
      );
    }
    relaunchMissing(placements, present, (namespace) => found.has(namespace) && !unknown.has(namespace));
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
  cluster: Pick<PodCluster, 'namespace' | 'allows' | 'settings'>,
  store: Pick<Store, 'deployments' | 'workspaces' | 'listeners'>,
): Promise<Set<string>> {
  return namespacesOf(await store.deployments.listPlacements(), cluster, store);
}

async function namespacesOf(
  placements: readonly DeploymentPlacement[],
  cluster: Pick<PodCluster, 'namespace' | 'allows' | 'settings'>,
  store: Pick<Store, 'workspaces' | 'listeners'>,
): Promise<Set<string>> {
  const names = await namespacesOfListeners(store);
  names.add(cluster.namespace);
  for (const { namespace } of placements) if (namespace !== undefined) names.add(namespace);
  for (const name of boundNamespaces(cluster.settings)) names.add(name);
  return new Set([...names].filter(cluster.allows));
}

/** Calls `work` for each item, with a limited number of calls at the same time. @throws the first error, if any. */
async function forEachOf<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const rest = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await allEnded(Array.from({ length: most }, rest));
}

/**
 * Returns a function that removes objects from a namespace if their deployment was deleted, or if their revision no
 * longer serves requests. `known` contains all deployments by ID.
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

  return async (
    namespace: string,
    { services: found, workloads }: Ours,
    known: ReadonlyMap<string, DeploymentPlacement>,
  ) => {
    const owned = new Set<string>();
    const misdirected: string[] = [];
    for (const service of found) {
      const { metadata } = service;
      const deploymentId = readLabels(metadata.labels ?? undefined, plane)?.deploymentId;
      if (deploymentId === undefined || metadata.name !== serviceName(deploymentId)) continue;
      const placement = known.get(deploymentId);
      if (placement === undefined) {
        removeLeftover(deploymentId, namespace);
      } else if (placement.status !== 'AWAITING_DELETE') {
        owned.add(deploymentId);
        if (selectedBy(service) !== placement.activeRevisionId?.toLowerCase()) misdirected.push(placement.id);
      }
    }
    await forEachOf(misdirected, CORRECTIONS, async (id) => {
      const deployment = await store.deployments.findById(id);
      if (deployment !== undefined)
        await removal.persist(() => services.settle(deployment, namespace, signal));
    });
    await forEachOf(workloads, CORRECTIONS, async ({ metadata }) => {
      const { deploymentId = '', revisionId } = readLabels(metadata.labels ?? undefined, plane) ?? {};
      const placement = owned.has(deploymentId) ? known.get(deploymentId) : undefined;
      if (revisionId === undefined || placement === undefined) return;
      if (placement.activeRevisionId?.toLowerCase() === revisionId) return;
      const revision = await store.revisions.get(placement.id, revisionId);
      if (revision === undefined || !isFinal(revision.status)) return;
      const deployment = await store.deployments.findById(placement.id);
      if (deployment === undefined || deployment.activeRevisionId?.toLowerCase() === revisionId) return;
      if (await hasDrained(options, deployment, revision)) await removal.withdraw(deployment, revision);
    });
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
 * earlier version to which no replica can link. Each end of a rollout starts the next rollout without waiting for
 * another sweep.
 *
 * The returned function gets the agents' Deployments by revision, and whether the objects of a namespace are known.
 *
 * @param onReplaced Called after pods of an earlier version were replaced.
 */
function createRelauncher(
  { cluster, services, store, background, relaunch, log }: SweeperOptions,
  onReplaced: () => void,
) {
  const { signal } = background;
  const relaunching = new Set<string>();
  const relaunchAt = new Map<string, number>();
  /** True while pods of earlier versions are being replaced, which happens to only one revision at a time. */
  let isReplacing = false;
  let waiting: { id: string; active: string; workload: Deployment | undefined }[] = [];
  let isListed: (namespace: string) => boolean = () => false;
  let workers = 0;

  const relaunchOne = async ({ id, active, workload }: (typeof waiting)[number]) => {
    if (workload !== undefined && isReplacing) return;
    if (relaunching.has(active) || (relaunchAt.get(active) ?? 0) > performance.now()) return;
    relaunching.add(active);
    try {
      // The deployment's row is read, because the row may be newer than the list of placements.
      const deployment = await store.deployments.findById(id);
      if (deployment?.activeRevisionId !== active || deployment.status !== 'READY') return;
      if ((await store.revisions.unfinishedOf(id)).length > 0) return;
      const revision = await store.revisions.get(id, active);
      if (revision === undefined || (workload && !isOlder(revision, workload))) return;
      const { namespace } = services.identityOf(deployment, revision);
      // If the namespace could not be listed, it is unknown which of its objects are missing.
      if (!isListed(namespace) || !cluster.allows(namespace)) return;
      if (workload !== undefined && isReplacing) return;
      relaunchAt.set(active, performance.now() + RELAUNCH_MS);
      if (workload === undefined) return await relaunch(deployment, revision);
      isReplacing = true;
      await relaunch(deployment, revision).finally(() => {
        isReplacing = false;
        onReplaced();
      });
    } finally {
      relaunching.delete(active);
    }
  };
  const logFailure = (active: string) => (error: unknown) => {
    if (!signal.aborted) log(`revision ${active} could not be rolled out again: ${errorMessage(error)}`);
  };
  const work = async () => {
    workers += 1;
    try {
      for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
        await relaunchOne(next).catch(logFailure(next.active));
    } finally {
      workers -= 1;
    }
  };

  return (
    placements: readonly DeploymentPlacement[],
    present: ReadonlyMap<string, Deployment>,
    listed: (namespace: string) => boolean,
  ) => {
    isListed = listed;
    waiting = [];
    for (const { id, activeRevisionId: active, status, source } of placements) {
      if (active === null || status !== 'READY') continue;
      const workload = present.get(active.toLowerCase());
      const isOlder =
        workload !== undefined &&
        !runsImage({ source }) &&
        !(acceptsLinks(workload, LINK_VERSION) && pushesLogs(workload.spec.template?.metadata?.annotations));
      if (workload === undefined || (isOlder && !isReplacing)) waiting.push({ id, active, workload });
      else if (!isOlder) relaunchAt.delete(active);
    }
    for (let more = Math.min(RELAUNCHES - workers, waiting.length); more > 0; more -= 1) background.run(work);
  };
}

/**
 * Returns whether a revision's pods were started by an earlier version of the control plane, so they refuse links from
 * this version, have no certificate, or do not push their output.
 */
export function isOlder(revision: Pick<RevisionRow, 'source' | 'bringsServer'>, found: Deployment): boolean {
  if (runsImage(revision)) return false;
  const isOlderLink = !revision.bringsServer && !acceptsLinks(found, LINK_VERSION);
  return isOlderLink || !pushesLogs(found.spec.template?.metadata?.annotations);
}
