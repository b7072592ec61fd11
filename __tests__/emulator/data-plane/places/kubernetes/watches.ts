import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { ClusterProblem } from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type { ObjectRead } from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  createInformers,
  type Informers,
} from '../../../../../src/emulator/data-plane/places/kubernetes/informers.ts';

/**
 * Creates informers for the objects that `list` returns, or that watch nothing while `list` returns a problem.
 * `changed` makes all watches list the objects again.
 */
export function informersOver(list: (kind: string, namespace: string) => ObjectRead[] | ClusterProblem): {
  informers: Informers;
  changed(): void;
} {
  const refreshes = new Set<() => void>();
  const watch: ClusterClient['watch'] = (resource, { namespace }, listener, signal) => {
    const refresh = () => {
      const found = list(resource.kind, namespace);
      if (Array.isArray(found)) listener.synced(found as Parameters<typeof listener.synced>[0]);
      else listener.interrupted?.(found, 1_000);
    };
    refreshes.add(refresh);
    queueMicrotask(refresh);
    return new Promise((resolve) => {
      const end = () => {
        refreshes.delete(refresh);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  };
  return {
    informers: createInformers({ client: { watch }, plane: 'plane' }),
    changed() {
      for (const refresh of refreshes) refresh();
    },
  };
}

/** A map that calls `onChange` after each change. */
export class WatchedMap<T> extends Map<string, T> {
  readonly #onChange: () => void;
  constructor(onChange: () => void) {
    super();
    this.#onChange = onChange;
  }
  override set(key: string, value: T): this {
    super.set(key, value);
    this.#onChange();
    return this;
  }
  override delete(key: string): boolean {
    const isDeleted = super.delete(key);
    this.#onChange();
    return isDeleted;
  }
}
