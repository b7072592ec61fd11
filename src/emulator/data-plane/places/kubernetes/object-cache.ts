import type { ObjectRead } from './api/resources.ts';

/** Objects of one kind in one namespace, as of the last event of a watch. */
export interface ObjectCache<T extends ObjectRead> {
  get(name: string): T | undefined;
  /** Returns the objects for which the index function returned this key. */
  indexed(key: string): readonly T[];
  all(): readonly T[];
  size(): number;
}

/** Part of a cache that only the watch uses. Each method returns the index keys of the changed objects. */
export interface CacheUpdates<T extends ObjectRead> {
  replace(objects: readonly T[]): Set<string>;
  put(object: T): Set<string>;
  remove(object: T): Set<string>;
}

/** Number of deleted objects that are remembered, so a delayed event does not restore them. */
const REMEMBERED = 1_000;

/**
 * Creates an empty cache. Repeated and delayed events have no effect: an object is replaced only by a newer version,
 * and a deleted object never returns, because the cluster does not use a uid twice.
 *
 * @param indexOf Returns the key under which an object is found, or `undefined` for an object without a key.
 * @param most Maximum number of objects. If it is exceeded, the cache forgets the oldest objects.
 */
export function createObjectCache<T extends ObjectRead>(
  indexOf: (object: T) => string | undefined,
  most = Number.POSITIVE_INFINITY,
): ObjectCache<T> & CacheUpdates<T> {
  const byUid = new Map<string, T>();
  const byName = new Map<string, T>();
  const byKey = new Map<string, Map<string, T>>();
  const deleted = new Set<string>();

  const forget = (object: T): void => {
    const { uid, name } = object.metadata;
    byUid.delete(uid);
    // An object with the same name may have been created before the deletion of this object was reported.
    if (byName.get(name)?.metadata.uid === uid) byName.delete(name);
    const key = indexOf(object);
    const some = key === undefined ? undefined : byKey.get(key);
    if (key === undefined || some === undefined) return;
    some.delete(uid);
    if (some.size === 0) byKey.delete(key);
  };

  const remember = (uid: string): void => {
    deleted.add(uid);
    const [first] = deleted;
    if (deleted.size > REMEMBERED && first !== undefined) deleted.delete(first);
  };

  const add = (object: T): void => {
    const { uid, name } = object.metadata;
    byUid.set(uid, object);
    const same = byName.get(name);
    if (same === undefined || same.metadata.uid === uid || isNewer(object, same)) byName.set(name, object);
    const key = indexOf(object);
    if (key === undefined) return;
    const some = byKey.get(key) ?? new Map<string, T>();
    byKey.set(key, some.set(uid, object));
  };

  const keysOf = (...objects: readonly (T | undefined)[]): Set<string> =>
    new Set(objects.flatMap((object) => (object && indexOf(object)) ?? []));

  return {
    get: (name) => byName.get(name),
    indexed: (key) => [...(byKey.get(key)?.values() ?? [])],
    all: () => [...byUid.values()],
    size: () => byUid.size,
    replace(objects) {
      const before = [...byUid.values()];
      byUid.clear();
      byName.clear();
      byKey.clear();
      for (const object of objects.slice(Math.max(0, objects.length - most))) add(object);
      for (const { metadata } of before) if (!byUid.has(metadata.uid)) remember(metadata.uid);
      return keysOf(...before, ...objects);
    },
    put(object) {
      const { uid } = object.metadata;
      const before = byUid.get(uid);
      if (deleted.has(uid) || (before !== undefined && !isNewer(object, before))) return new Set();
      if (before !== undefined) forget(before);
      add(object);
      const [oldest] = byUid.values();
      if (byUid.size > most && oldest !== undefined) forget(oldest);
      return keysOf(before, object);
    },
    remove(object) {
      const { uid } = object.metadata;
      remember(uid);
      const before = byUid.get(uid);
      if (before !== undefined) forget(before);
      return keysOf(before);
    },
  };
}

/** Returns whether an object is a later version. Versions that are not numbers count as later, in order of arrival. */
function isNewer({ metadata: { resourceVersion: one } }: ObjectRead, { metadata }: ObjectRead): boolean {
  const other = metadata.resourceVersion;
  if (!/^\d+$/.test(one) || !/^\d+$/.test(other)) return one !== other;
  return one.length === other.length ? one > other : one.length > other.length;
}
