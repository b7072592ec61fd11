import { rejectOnAbort } from '../../../../clients/clock.ts';
import type { ClusterClient } from './api/client.ts';
import type { ClusterProblem, Outcome } from './api/problems.ts';
import {
  type Deployment,
  DEPLOYMENTS,
  type Event,
  EVENTS,
  type Job,
  JOBS,
  type ObjectRead,
  type Pod,
  PODS,
  REPLICA_SETS,
  type ReplicaSet,
  type Resource,
  type Service,
  SERVICES,
} from './api/resources.ts';
import { createObjectCache, type CacheUpdates, type ObjectCache } from './object-cache.ts';
import { LABELS, labelSelector } from './plan/objects.ts';
import { WATCHED } from './watched-fields.ts';

/** Objects of a control plane in one namespace, which one list and watch of each kind keep up to date. */
export interface NamespaceObjects {
  readonly services: ObjectCache<Service>;
  /**
   * Deployments, ReplicaSets, pods and Jobs are indexed by their revision, and objects without a revision by their
   * deployment.
   */
  readonly deployments: ObjectCache<Deployment>;
  readonly replicaSets: ObjectCache<ReplicaSet>;
  readonly pods: ObjectCache<Pod>;
  readonly jobs: ObjectCache<Job>;
  /** Warnings about pods, indexed by the uid of the pod. */
  readonly events: ObjectCache<Event>;
  /**
   * Resolves once all kinds are listed. After that, the objects stay available while the cluster does not respond.
   * Returns the cluster's refusal if a kind cannot be listed.
   */
  ready(signal: AbortSignal): Promise<Outcome<undefined>>;
  /** Returns the last problem of a watch that currently fails, so its objects may be outdated. */
  problem(): ClusterProblem | undefined;
}

/** The control plane's objects in all namespaces that this replica uses. */
export interface Informers {
  /** Returns the objects of a namespace, and starts its watches on the first use. */
  in(namespace: string): NamespaceObjects;
  /** Calls `onEvent` for each change of a revision's objects, until the returned function is called. */
  subscribe(namespace: string, revisionId: string, onEvent: () => void): () => void;
  /** Calls `onPod` with each existing, new and changed pod of a namespace, until the returned function is called. */
  followPods(namespace: string, onPod: OnPod): () => void;
  close(): Promise<void>;
}

/** Receives a pod. `isOld` is true if the pod may have been created before this replica watched the namespace. */
type OnPod = (pod: Pod, isOld: boolean) => void;

export interface InformerOptions {
  client: Pick<ClusterClient, 'watch'>;
  plane: string;
  /** Time after which the watches of an unused namespace end, in milliseconds. */
  unusedMs?: number;
}

/** Maximum number of warnings of a namespace that are kept. */
const MAX_EVENTS = 2_000;
const UNUSED_MS = 10 * 60_000;

interface Watched {
  objects: NamespaceObjects;
  subscribers: Map<string, Set<() => void>>;
  podListeners: Set<OnPod>;
  usedAt: number;
  stop(): Promise<void>;
}

/** Creates the informers. All users in the process share one watch of each kind in each namespace. */
export function createInformers({ client, plane, unusedMs = UNUSED_MS }: InformerOptions): Informers {
  const namespaces = new Map<string, Watched>();
  const ending = new Set<Promise<void>>();

  const use = (namespace: string): Watched => {
    const watched = namespaces.get(namespace) ?? openNamespace(client, plane, namespace);
    namespaces.set(namespace, watched);
    watched.usedAt = performance.now();
    return watched;
  };
  const end = (namespace: string, watched: Watched): void => {
    namespaces.delete(namespace);
    const ended = watched.stop().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const timer = setInterval(() => {
    for (const [namespace, watched] of namespaces) {
      const { subscribers, podListeners, usedAt } = watched;
      const isUsed = subscribers.size > 0 || podListeners.size > 0 || performance.now() - usedAt < unusedMs;
      if (!isUsed) end(namespace, watched);
    }
  }, unusedMs / 10);
  timer.unref();

  return {
    in: (namespace) => use(namespace).objects,
    subscribe(namespace, revisionId, onEvent) {
      const key = revisionId.toLowerCase();
      const { subscribers } = use(namespace);
      const some = subscribers.get(key) ?? new Set();
      subscribers.set(key, some.add(onEvent));
      return () => {
        some.delete(onEvent);
        if (some.size === 0 && subscribers.get(key) === some) subscribers.delete(key);
      };
    },
    followPods(namespace, onPod) {
      const { podListeners, objects } = use(namespace);
      podListeners.add(onPod);
      for (const pod of objects.pods.all()) onPod(pod, true);
      return () => podListeners.delete(onPod);
    },
    async close() {
      clearInterval(timer);
      for (const [namespace, watched] of namespaces) end(namespace, watched);
      await Promise.all(ending);
    },
  };
}

const byRevision = ({ metadata: { labels } }: ObjectRead): string | undefined =>
  labels?.[LABELS.revision] ?? labels?.[LABELS.deployment];

function openNamespace(client: Pick<ClusterClient, 'watch'>, plane: string, namespace: string): Watched {
  const subscribers: Watched['subscribers'] = new Map();
  const podListeners: Watched['podListeners'] = new Set();
  const stop = new AbortController();
  const labels = labelSelector({ plane });
  const services = createObjectCache<Service>(() => undefined);
  const deployments = createObjectCache<Deployment>(byRevision);
  const replicaSets = createObjectCache<ReplicaSet>(byRevision);
  const pods = createObjectCache<Pod>(byRevision);
  const jobs = createObjectCache<Job>(byRevision);
  const events = createObjectCache<Event>(({ involvedObject }) => involvedObject.uid, MAX_EVENTS);

  const notify = (revisions: ReadonlySet<string>) => {
    for (const revision of subscribers.size === 0 ? [] : revisions)
      for (const onEvent of subscribers.get(revision) ?? []) onEvent();
  };
  const notifyPods = (changed: readonly Pod[], isOld: boolean) => {
    for (const pod of changed) for (const onPod of podListeners) onPod(pod, isOld);
  };
  const open = <T extends ObjectRead>(
    resource: Resource<T>,
    cache: CacheUpdates<T>,
    selection: { labels?: string; fields?: string },
    onPut?: (objects: readonly T[], isFirst: boolean) => void,
  ): Watch => openWatch(client, resource, { namespace, ...selection }, cache, { notify, onPut }, stop.signal);
  const watches = [
    open(WATCHED.services(SERVICES), services, { labels }),
    open(WATCHED.deployments(DEPLOYMENTS), deployments, { labels }),
    open(WATCHED.replicaSets(REPLICA_SETS), replicaSets, { labels }),
    open(WATCHED.pods(PODS), pods, { labels }, notifyPods),
    open(WATCHED.jobs(JOBS), jobs, { labels }),
    open(WATCHED.events(EVENTS), events, { fields: 'type!=Normal,involvedObject.kind=Pod' }),
  ];
  return {
    objects: {
      services,
      deployments,
      replicaSets,
      pods,
      jobs,
      events,
      async ready(signal) {
        for (const watch of watches) {
          const outcome = await rejectOnAbort(signal, () => watch.listed());
          if (!outcome.ok) return outcome;
        }
        return { ok: true, value: undefined };
      },
      problem: () => watches.map((watch) => watch.problem()).find((problem) => problem !== undefined),
    },
    subscribers,
    podListeners,
    usedAt: performance.now(),
    async stop() {
      stop.abort(new Error('the watches of the namespace are closed'));
      await Promise.all(watches.map(({ ended }) => ended));
    },
  };
}

/** Watch of one kind of object in one namespace. */
interface Watch {
  ended: Promise<void>;
  /** Resolves after the first list, or after a failed attempt at it. */
  listed(): Promise<Outcome<undefined>>;
  problem(): ClusterProblem | undefined;
}

function openWatch<T extends ObjectRead>(
  client: Pick<ClusterClient, 'watch'>,
  resource: Resource<T>,
  which: { namespace: string; labels?: string; fields?: string },
  cache: CacheUpdates<T>,
  {
    notify,
    onPut,
  }: {
    notify: (keys: ReadonlySet<string>) => void;
    onPut: ((objects: readonly T[], isFirst: boolean) => void) | undefined;
  },
  signal: AbortSignal,
): Watch {
  let isListed = false;
  let problem: ClusterProblem | undefined;
  let waiting = Promise.withResolvers<void>();
  const wake = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  const ended = client.watch(
    resource,
    which,
    {
      alive() {
        problem = undefined;
      },
      synced(objects) {
        const isFirst = !isListed;
        problem = undefined;
        isListed = true;
        notify(cache.replace(objects));
        onPut?.(objects, isFirst);
        wake();
      },
      changed(object) {
        notify(cache.put(object));
        onPut?.([object], false);
      },
      deleted: (object) => notify(cache.remove(object)),
      interrupted(found) {
        problem = found;
        wake();
      },
    },
    signal,
  );
  return {
    ended,
    async listed() {
      if (!isListed && problem === undefined) await waiting.promise;
      return isListed || problem === undefined ? { ok: true, value: undefined } : { ok: false, problem };
    },
    problem: () => problem,
  };
}
