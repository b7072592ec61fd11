import { isFinal } from '../../../contract/statuses.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import type { Replica } from '../../ports/replica.ts';
import type { Log } from '../../ports/context.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../ports/store.ts';
import { activeRevisionOf, everyRevision } from '../../ports/store-control-plane.ts';
import type { Timing } from '../timing.ts';
import { type AgentServices, selectedBy } from './agent-service.ts';
import { isTemporary, type Outcome } from './api/problems.ts';
import {
  DEPLOYMENTS,
  type ObjectRead,
  POD_AUTOSCALERS,
  type Resource,
  SCALED_OBJECTS,
  SECRETS,
  SERVICES,
} from './api/resources.ts';
import { explain, namespacesOfListeners, type PodCluster } from './cluster.ts';
import { labelSelector, readLabels, revisionObjects, serviceName } from './plan/objects.ts';

export interface RemovalOptions {
  cluster: PodCluster;
  services: AgentServices;
  store: Store;
  clock: ServiceClock;
  replica: Pick<Replica, 'claimJob'>;
  timing: Pick<Timing, 'drainMs'>;
  /** Rolls out an active revision of which the cluster has nothing. */
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
const RETRY_MS = 2_000;
/** How many revisions are rolled out again at once, and how soon one that failed is tried again. */
const RELAUNCHES = 8;
const RELAUNCH_MS = 5 * 60_000;

const RESOURCES: Readonly<Record<string, Resource>> = {
  Secret: SECRETS,
  ScaledObject: SCALED_OBJECTS,
  HorizontalPodAutoscaler: POD_AUTOSCALERS,
  Deployment: DEPLOYMENTS,
};

export function createRemoval(options: RemovalOptions): Removal {
  const { cluster, services, store, clock, replica, timing, log } = options;
  const { client, plane, hasKeda } = cluster;
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const relaunching = new Set<string>();
  const relaunchAt = new Map<string, number>();
  let sweeping = false;
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
    for (let tellAt = 0; ; ) {
      const outcome = await work();
      if (outcome.ok) return outcome.value;
      if (!isTemporary(outcome.problem)) throw new Error(explain(outcome.problem));
      if (performance.now() >= tellAt) {
        log(explain(outcome.problem));
        tellAt = performance.now() + TELL_MS;
      }
      await clock.sleep(RETRY_MS, signal);
    }
  };

  const withdraw = async (deployment: DeploymentRow, revision: RevisionRow) => {
    const identity = services.identityOf(deployment, revision);
    const { namespace } = identity;
    // Before its pods are gone, requests go elsewhere.
    const isThere = await persist(() => services.settle(deployment, namespace, signal));
    if (!isThere) return;
    for (const { kind, name } of revisionObjects(identity, { hasKeda })) {
      const resource = RESOURCES[kind];
      if (resource) await persist(() => client.delete(resource, { namespace, name }, signal));
    }
    // A deployment that moved to another namespace leaves its Service behind.
    const now = await store.deployments.findById(deployment.id);
    if (now !== undefined && !(await namespacesOf(now)).has(namespace))
      await removeService(now.id, namespace);
  };

  /** Where something of a deployment may serve, or is about to. */
  const namespacesOf = async (deployment: DeploymentRow): Promise<Set<string>> => {
    const rows = await store.revisions.unfinishedOf(deployment.id);
    const active = await activeRevisionOf(store, deployment);
    const all = active === undefined ? rows : [...rows, active];
    return new Set(all.map((row) => services.identityOf(deployment, row).namespace));
  };

  const removeService = async (deploymentId: string, namespace: string) => {
    const at = { namespace, name: serviceName(deploymentId) };
    const since = performance.now();
    let tellAt = since + TELL_MS;
    for (;;) {
      // Foreground: it is gone when all that it owns is.
      if (
        (await persist(() => client.delete(SERVICES, at, signal, { propagation: 'Foreground' }))) === 'gone'
      )
        return;
      if (performance.now() >= tellAt) {
        const seconds = Math.round((performance.now() - since) / 1000);
        log(`the cluster still deletes ${at.name} in the namespace ${namespace}, after ${seconds} s`);
        tellAt += TELL_MS;
      }
      await clock.sleep(GONE_MS, signal);
    }
  };

  const everyNamespace = async (): Promise<Set<string>> => {
    const names = await namespacesOfListeners(store);
    names.add(cluster.namespace);
    for (const { sourceConfig } of await store.deployments.listAll()) {
      const name = sourceConfig.listener_config?.k8s_namespace;
      if (name) names.add(name);
    }
    return names;
  };

  /** Of one namespace: what the store does not know, or no longer needs. Adds the revisions that are there to `present`. */
  const sweepNamespace = async (namespace: string, present: Set<string>) => {
    // The store is read after the list: what was deployed meanwhile is in it.
    const which = { namespace, labels: labelSelector({ plane }) };
    const listed = async <T extends ObjectRead>(resource: Resource<T>): Promise<T[]> => {
      const outcome = await client.list(resource, which, signal);
      if (outcome.ok) return outcome.value.items;
      if (outcome.problem.kind === 'not-found' || outcome.problem.kind === 'forbidden') return [];
      throw new Error(explain(outcome.problem));
    };
    const [found, workloads] = [await listed(SERVICES), await listed(DEPLOYMENTS)];
    const known = new Map<string, DeploymentRow>();
    for (const service of found) {
      const { metadata } = service;
      const deploymentId = readLabels(metadata.labels ?? undefined, plane)?.deploymentId;
      if (deploymentId === undefined || metadata.name !== serviceName(deploymentId)) continue;
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) {
        log(
          `removed what is left in the namespace ${namespace} of a deployment that is gone: ${metadata.name}`,
        );
        await removeService(deploymentId, namespace);
      } else if (deployment.status !== 'AWAITING_DELETE') {
        known.set(deploymentId, deployment);
        if (selectedBy(service) === deployment.activeRevisionId?.toLowerCase()) continue;
        await persist(() => services.settle(deployment, namespace, signal));
      }
    }
    for (const { metadata } of workloads) {
      const { deploymentId = '', revisionId } = readLabels(metadata.labels ?? undefined, plane) ?? {};
      if (revisionId !== undefined) present.add(revisionId);
      const deployment = known.get(deploymentId);
      if (revisionId === undefined || deployment === undefined) continue;
      if (deployment.activeRevisionId?.toLowerCase() === revisionId) continue;
      const revision = await store.revisions.get(deploymentId, revisionId);
      const isOver = revision !== undefined && isFinal(revision.status);
      if (isOver && (await hasDrained(deployment, revision))) await withdraw(deployment, revision);
    }
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

  /** The cluster was replaced or emptied, or the data comes from another runtime. */
  const relaunchMissing = async (present: ReadonlySet<string>) => {
    for (const { id, activeRevisionId: active, status } of await store.deployments.listAll()) {
      if (active === null || status !== 'READY' || present.has(active.toLowerCase())) continue;
      if (relaunching.size >= RELAUNCHES || (relaunchAt.get(active) ?? 0) > performance.now()) continue;
      // What it was when the objects were listed says nothing.
      const deployment = await store.deployments.findById(id);
      if (deployment?.activeRevisionId !== active || deployment.status !== 'READY') continue;
      if (relaunching.has(active) || (await store.revisions.unfinishedOf(id)).length > 0) continue;
      const revision = await store.revisions.get(id, active);
      if (revision === undefined) continue;
      relaunching.add(active);
      relaunchAt.set(active, performance.now() + RELAUNCH_MS);
      inBackground(() => options.relaunch(deployment, revision).finally(() => relaunching.delete(active)));
    }
  };

  const sweep = async () => {
    if (performance.now() < nextSweepAt || !(await replica.claimJob('pods'))) return;
    const present = new Set<string>();
    for (const namespace of await everyNamespace()) {
      await sweepNamespace(namespace, present);
      await options.sweepBuilds(namespace);
    }
    await relaunchMissing(present);
    nextSweepAt = performance.now() + SWEEP_MS;
  };
  const sweepOnce = () => {
    if (sweeping) return;
    sweeping = true;
    inBackground(() =>
      sweep().finally(() => {
        sweeping = false;
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
      for (const namespace of names) await removeService(deploymentId, namespace);
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
