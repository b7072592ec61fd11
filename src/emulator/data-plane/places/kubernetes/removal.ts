import type { Clock } from '../../../../clients/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, everyRevision } from '../../../ports/store-control-plane.ts';
import { type AgentServices, ownershipProblem } from './agent-service.ts';
import type { ClusterProblem, Outcome } from './api/problems.ts';
import {
  DEPLOYMENTS,
  type ObjectRead,
  POD_AUTOSCALERS,
  type Resource,
  SECRETS,
  SERVICES,
} from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import { belongsToDeployment, revisionName, revisionObjects, serviceName } from './plan/objects.ts';
import { retryTemporary } from './retry-temporary.ts';

/** Runs functions in the background. Failures are only logged, and `close` waits for all functions. */
export interface Background {
  /** Aborts when `close` is called. */
  readonly signal: AbortSignal;
  run(work: () => Promise<void>): void;
  close(): Promise<void>;
}

export function createBackground(log: Log): Background {
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Set<Promise<void>>();
  return {
    signal,
    run(work) {
      const done = work()
        .catch((error: unknown) => {
          if (!signal.aborted)
            log(
              `objects in the cluster could not be removed now and will be removed later: ${String(error)}`,
            );
        })
        .finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

export interface RemovalOptions {
  cluster: PodCluster;
  services: AgentServices;
  store: Pick<Store, 'deployments' | 'revisions'>;
  clock: Clock;
  signal: AbortSignal;
  log: Log;
}

/** Removes objects from the cluster. Any replica can repeat a removal. */
export interface Removal {
  /** Removes the objects of a revision that must not serve requests any more. */
  withdraw(deployment: DeploymentRow, revision: RevisionRow): Promise<void>;
  /** Removes all objects of a deployment, and resolves once the objects are deleted. */
  remove(deploymentId: string): Promise<void>;
  /**
   * Removes a deployment's Service in a namespace. Resolves once the Service and the objects that it owns are deleted.
   */
  removeService(deploymentId: string, namespace: string): Promise<void>;
  /** Repeats a request after temporary failures, until the signal aborts. @throws Error with the cluster's message. */
  persist<T>(work: () => Promise<Outcome<T>>): Promise<T>;
}

/**
 * Interval in milliseconds between two checks of a deletion. `TELL_MS` is the interval between two log lines about the
 * deletion.
 */
const GONE_MS = 500;
const TELL_MS = 60_000;

const RESOURCES: Readonly<Record<string, Resource>> = {
  Secret: SECRETS,
  HorizontalPodAutoscaler: POD_AUTOSCALERS,
  Deployment: DEPLOYMENTS,
};

export function createRemoval(options: RemovalOptions): Removal {
  const { cluster, services, store, clock, signal, log } = options;
  const { client, plane } = cluster;

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
    // Requests must go to another revision before the pods of this revision are removed.
    const isThere = await persist(() => services.settle(deployment, namespace, signal));
    if (!isThere) return;
    // The Deployment is checked, because the first object in the list is the Secret, which cannot be read.
    if ((await ownObject(DEPLOYMENTS, { ...identity, name: revisionName(identity) })) === 'foreign') return;
    for (const { kind, name } of revisionObjects(identity)) {
      const resource = RESOURCES[kind];
      if (resource === undefined) continue;
      const own = resource === SECRETS ? {} : await ownObject(resource, { ...identity, name });
      if (typeof own === 'string') continue;
      const gone = await persist(() => deleteOne(resource, { namespace, name }, own));
      if (gone === 'replaced')
        log(
          `the ${kind} ${name} in the namespace ${namespace} was replaced in the meantime and was not deleted`,
        );
    }
    // If the deployment has moved to another namespace, the Service in this namespace is removed too.
    const now = await store.deployments.findById(deployment.id);
    if (now !== undefined && !(await namespacesInUse(options, now)).has(namespace))
      await removeService(now.id, namespace);
  };

  /** Reads an object with a name of the emulator. Returns whether the object is missing or belongs to another owner. */
  const ownObject = async (
    resource: Resource,
    identity: Parameters<typeof ownershipProblem>[2] & { deploymentId: string; name: string },
  ): Promise<{ uid: string; isEnding: boolean } | 'gone' | 'foreign'> => {
    const { namespace, name } = identity;
    const found = await persist(async (): Promise<Outcome<ObjectRead | undefined>> => {
      const outcome = await client.get(resource, { namespace, name }, signal);
      return isMissing(outcome) ? { ok: true, value: undefined } : outcome;
    });
    if (found === undefined) return 'gone';
    const { uid, deletionTimestamp } = found.metadata;
    if (belongsToDeployment(found.metadata, identity)) return { uid, isEnding: Boolean(deletionTimestamp) };
    log(`an object was not deleted: ${explain(ownershipProblem(resource.kind, found, identity))}`);
    return 'foreign';
  };

  /** Deletes the examined object, but never a newer object with the same name. */
  const deleteOne = async (
    resource: Resource,
    at: { namespace: string; name: string },
    options: { uid?: string; propagation?: 'Foreground' },
  ): Promise<Outcome<'deleted' | 'gone' | 'replaced'>> => {
    const outcome = await client.delete(resource, at, signal, options);
    if (!outcome.ok && outcome.problem.kind === 'conflict') return { ok: true, value: 'replaced' };
    return outcome;
  };

  const removeService = async (deploymentId: string, namespace: string) => {
    const at = { plane, namespace, deploymentId, name: serviceName(deploymentId) };
    const since = performance.now();
    let tellAt = since + TELL_MS;
    for (;;) {
      const own = await ownObject(SERVICES, at);
      if (typeof own === 'string') return;
      // Foreground deletion removes the Service only after all objects that the Service owns.
      if (!own.isEnding) {
        await persist(() => deleteOne(SERVICES, at, { uid: own.uid, propagation: 'Foreground' }));
      }
      if (performance.now() >= tellAt) {
        const seconds = Math.round((performance.now() - since) / 1000);
        log(`the cluster is still deleting ${at.name} in the namespace ${namespace} after ${seconds} s`);
        tellAt += TELL_MS;
      }
      await clock.sleep(GONE_MS, signal);
    }
  };

  return {
    persist,
    withdraw,
    removeService,
    async remove(deploymentId) {
      const deployment = await store.deployments.findById(deploymentId);
      if (deployment === undefined) return;
      const names = new Set([cluster.namespace]);
      for (const row of await everyRevision(store, deploymentId))
        names.add(services.identityOf(deployment, row).namespace);
      // A stuck deletion in one namespace must not prevent deletions in other namespaces.
      await allEnded([...names].filter(cluster.allows).map((name) => removeService(deploymentId, name)));
    },
  };
}

/** Returns the namespaces of the deployment's revisions that are active or in progress. */
async function namespacesInUse(
  { store, services }: Pick<RemovalOptions, 'store' | 'services'>,
  deployment: DeploymentRow,
): Promise<Set<string>> {
  const rows = await store.revisions.unfinishedOf(deployment.id);
  const active = await activeRevisionOf(store, deployment);
  const all = active === undefined ? rows : [...rows, active];
  return new Set(all.map((row) => services.identityOf(deployment, row).namespace));
}

/** Returns whether an object, or its namespace, does not exist. */
function isMissing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.problem.kind === 'not-found' && outcome.problem.missing !== 'resource';
}

/** Waits until all promises have settled. @throws the first error, if any. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
}
