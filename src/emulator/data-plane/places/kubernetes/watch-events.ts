import type { ClusterClient } from './api/client.ts';
import { DEPLOYMENTS, type ObjectRead, PODS, type Resource } from './api/resources.ts';
import { LABELS, labelSelector } from './plan/objects.ts';

/** Reports when a revision may have changed, so subscribers must check the revision. */
export interface WatchEvents {
  /** Calls `onEvent` for each change of a revision, until the returned function is called. */
  subscribe(namespace: string, revisionId: string, onEvent: () => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds for which a namespace is still watched after its last rollout, because another rollout may follow. */
const LINGER_MS = 60_000;

/**
 * Creates watches for the pods and Deployments of a control plane. All rollouts in a namespace share one stream per
 * resource. The watches run only while rollouts are in progress.
 */
export function createWatchEvents(client: Pick<ClusterClient, 'watch'>, plane: string): WatchEvents {
  const namespaces = new Map<string, { subscribers: Map<string, Set<() => void>>; stop: AbortController }>();
  const lingering = new Set<NodeJS.Timeout>();
  const watches = new Set<Promise<void>>();

  const open = (namespace: string) => {
    const subscribers = new Map<string, Set<() => void>>();
    const stop = new AbortController();
    const notifyRevision = ({ metadata }: ObjectRead) => {
      for (const onEvent of subscribers.get(metadata.labels?.[LABELS.revision] ?? '') ?? []) onEvent();
    };
    const notifyAll = () => {
      for (const some of subscribers.values()) for (const onEvent of some) onEvent();
    };
    const listener = { synced: notifyAll, changed: notifyRevision, deleted: notifyRevision };
    const watch = <T extends ObjectRead>(resource: Resource<T>) => {
      const watched = client
        .watch(resource, { namespace, labels: labelSelector({ plane }) }, listener, stop.signal)
        // The failure of a watch is ignored, because rollouts also poll the cluster.
        .catch(() => undefined)
        .finally(() => watches.delete(watched));
      watches.add(watched);
    };
    watch(PODS);
    watch(DEPLOYMENTS);
    return { subscribers, stop };
  };

  return {
    subscribe(namespace, revisionId, onEvent) {
      const key = revisionId.toLowerCase();
      const watched = namespaces.get(namespace) ?? open(namespace);
      namespaces.set(namespace, watched);
      const { subscribers } = watched;
      const some = subscribers.get(key) ?? new Set();
      subscribers.set(key, some.add(onEvent));
      return () => {
        some.delete(onEvent);
        if (some.size === 0 && subscribers.get(key) === some) subscribers.delete(key);
        if (subscribers.size > 0) return;
        const timer = setTimeout(() => {
          lingering.delete(timer);
          if (subscribers.size > 0 || namespaces.get(namespace) !== watched) return;
          namespaces.delete(namespace);
          watched.stop.abort();
        }, LINGER_MS);
        timer.unref();
        lingering.add(timer);
      };
    },
    async close() {
      for (const timer of lingering) clearTimeout(timer);
      for (const { stop } of namespaces.values()) stop.abort();
      namespaces.clear();
      await Promise.all(watches);
    },
  };
}
