import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { ClusterProblem } from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type {
  Deployment,
  ObjectRead,
  Pod,
} from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import type { WatchListener } from '../../../../../src/emulator/data-plane/places/kubernetes/api/watch.ts';
import { createInformers } from '../../../../../src/emulator/data-plane/places/kubernetes/informers.ts';
import { createObjectCache } from '../../../../../src/emulator/data-plane/places/kubernetes/object-cache.ts';
import { observeRollout } from '../../../../../src/emulator/data-plane/places/kubernetes/observe.ts';
import { LABELS } from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';

const REVISION = '33333333-3333-4333-8333-333333333333';
const never = new AbortController().signal;

const objectOf = (name: string, uid: string, version: number, key: string): ObjectRead => ({
  metadata: { name, uid, resourceVersion: String(version), labels: { [LABELS.revision]: key } },
});
const keyOf = ({ metadata }: ObjectRead) => metadata.labels?.[LABELS.revision];

const changes = fc.array(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    key: fc.constantFrom('x', 'y'),
    isDeleted: fc.boolean(),
    /** True if the event is lost, so a new list follows, as after the status 410. */
    isLost: fc.boolean(),
    /** Numbers of earlier events that arrive again before this event. */
    repeats: fc.array(fc.nat(30), { maxLength: 3 }),
  }),
  { maxLength: 30 },
);

describe('the objects of a watch', () => {
  // docs/kubernetes/guarantees.md#watched
  test('are the objects of the cluster after lost, repeated and delayed events', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const cache = createObjectCache(keyOf);
        const cluster = new Map<string, ObjectRead>();
        const events: { isDeleted: boolean; object: ObjectRead }[] = [];
        const deliver = ({ isDeleted, object }: (typeof events)[number]) =>
          isDeleted ? cache.remove(object) : cache.put(object);
        for (const [index, { name, key, isDeleted, isLost, repeats }] of all.entries()) {
          const before = cluster.get(name);
          if (isDeleted && before === undefined) continue;
          const version = index + 9;
          const object = objectOf(name, before?.metadata.uid ?? `uid-${version}`, version, key);
          if (isDeleted) cluster.delete(name);
          else cluster.set(name, object);
          for (const repeat of repeats) {
            const event = events[repeat];
            if (event !== undefined) deliver(event);
          }
          events.push({ isDeleted, object });
          if (isLost) cache.replace([...cluster.values()]);
          else deliver({ isDeleted, object });
        }
        const versions = (objects: Iterable<ObjectRead>) =>
          [...objects].map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).toSorted();
        expect(versions(cache.all())).toEqual(versions(cluster.values()));
        for (const [name, object] of cluster) expect(cache.get(name)).toEqual(object);
        for (const key of ['x', 'y']) {
          const expected = [...cluster.values()].filter((object) => keyOf(object) === key);
          expect(versions(cache.indexed(key))).toEqual(versions(expected));
        }
      }),
    );
  });

  test('are found by name even if the deletion of an earlier object with this name is reported later', () => {
    const cache = createObjectCache(keyOf);
    const [first, second] = [objectOf('a', 'uid-1', 1, 'x'), objectOf('a', 'uid-2', 2, 'x')];
    cache.put(first);
    cache.put(second);
    cache.remove(first);
    expect([cache.get('a'), cache.size()]).toEqual([second, 1]);
  });

  test('are limited in number, and the oldest are forgotten first', () => {
    const cache = createObjectCache(() => 'x', 2);
    for (const number of [1, 2, 3]) cache.put(objectOf(`n${number}`, `uid-${number}`, number, 'x'));
    expect(cache.indexed('x').map(({ metadata }) => metadata.name)).toEqual(['n2', 'n3']);
  });
});

/** Creates informers whose watches are controlled by the test, by the kind of their objects. */
function watched() {
  const listeners = new Map<string, WatchListener<ObjectRead>>();
  const requests: string[] = [];
  const watch: ClusterClient['watch'] = ({ kind }, { namespace }, listener, signal) => {
    requests.push(`${namespace} ${kind}`);
    listeners.set(kind, listener);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  };
  const informers = createInformers({ client: { watch }, plane: 'plane' });
  const all = () => ['Service', 'Deployment', 'ReplicaSet', 'Pod', 'Job', 'Event'];
  const get = (kind: string) => {
    const listener = listeners.get(kind);
    if (listener === undefined) throw new Error(`${kind} is not watched`);
    return listener;
  };
  return { informers, requests, all, get };
}

const REFUSED: ClusterProblem = {
  kind: 'forbidden',
  message: 'pods is forbidden',
  hint: 'Add a rule.',
} as ClusterProblem;

describe('the informers of a replica', () => {
  // docs/kubernetes/guarantees.md#watched
  test('watch each kind of a namespace once, for all users', async () => {
    const { informers, requests, all } = watched();
    informers.in('agents');
    const unsubscribe = informers.subscribe('agents', REVISION, () => undefined);
    informers.followPods('agents', () => undefined);
    informers.in('agents');
    expect(requests).toEqual(all().map((kind) => `agents ${kind}`));
    unsubscribe();
    await informers.close();
  });

  test('report the refusal of a list, and continue once the list succeeds', async () => {
    const { informers, all, get } = watched();
    const objects = informers.in('agents');
    const refused = objects.ready(never);
    for (const kind of all().slice(0, 3)) get(kind).synced([]);
    get('Pod').interrupted?.(REFUSED, 1_000);
    expect(await refused).toEqual({ ok: false, problem: REFUSED });
    for (const kind of all()) get(kind).synced([]);
    expect(await objects.ready(never)).toEqual({ ok: true, value: undefined });
    await informers.close();
  });

  test('keep the objects of a namespace while its watches fail', async () => {
    const { informers, all, get } = watched();
    const objects = informers.in('agents');
    for (const kind of all()) get(kind).synced(kind === 'Pod' ? [objectOf('pod', 'uid', 1, REVISION)] : []);
    get('Pod').interrupted?.(REFUSED, 1_000);
    expect(await objects.ready(never)).toEqual({ ok: true, value: undefined });
    expect([objects.problem(), objects.pods.indexed(REVISION)]).toEqual([
      REFUSED,
      [objectOf('pod', 'uid', 1, REVISION)],
    ]);
    get('Pod').alive?.();
    expect(objects.problem()).toBeUndefined();
    await informers.close();
  });

  test('notify a rollout only about the objects of its revision', async () => {
    const { informers, get } = watched();
    let events = 0;
    const unsubscribe = informers.subscribe('agents', REVISION.toUpperCase(), () => {
      events += 1;
    });
    get('Pod').changed(objectOf('other', 'uid-1', 1, 'other'));
    expect(events).toBe(0);
    get('Pod').changed(objectOf('own', 'uid-2', 2, REVISION));
    get('Pod').deleted(objectOf('own', 'uid-2', 3, REVISION));
    expect(events).toBe(2);
    unsubscribe();
    get('Pod').changed(objectOf('own', 'uid-3', 4, REVISION));
    expect(events).toBe(2);
    await informers.close();
  });

  test('pass existing pods and later pods to a follower', async () => {
    const { informers, get } = watched();
    const seen: [string, boolean][] = [];
    informers.in('agents');
    get('Pod').synced([objectOf('one', 'uid-1', 1, REVISION)]);
    informers.followPods('agents', ({ metadata }: Pod, isOld) => void seen.push([metadata.name, isOld]));
    get('Pod').changed(objectOf('two', 'uid-2', 2, REVISION));
    get('Pod').synced([objectOf('three', 'uid-3', 3, REVISION)]);
    expect(seen).toEqual([
      ['one', true],
      ['two', false],
      ['three', false],
    ]);
    await informers.close();
  });
});

describe('a rollout', () => {
  const deployment = (generation: number, isAvailable: boolean): Deployment => ({
    metadata: {
      ...objectOf('agent', 'uid-1', generation + 10, REVISION).metadata,
      generation,
    },
    spec: { replicas: 1 },
    status: {
      observedGeneration: generation,
      replicas: 1,
      updatedReplicas: 1,
      availableReplicas: isAvailable ? 1 : 0,
      conditions: [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }],
    },
  });

  /** Observes the second generation of a Deployment. */
  function observed() {
    const { informers, all, get } = watched();
    const objects = informers.in('agents');
    for (const kind of all()) get(kind).synced([]);
    const state = { now: 0, reads: 0, stored: deployment(2, false) as Deployment | undefined };
    const client = {
      get: () => {
        state.reads += 1;
        return Promise.resolve(
          state.stored === undefined
            ? { ok: false, problem: { kind: 'not-found', missing: 'object', message: '', hint: '' } }
            : { ok: true, value: state.stored },
        );
      },
      clusterNow: () => 0,
    } as unknown as ClusterClient;
    const applied = { uid: 'uid-1', generation: 2 };
    const which = { namespace: 'agents', name: 'agent', revisionId: REVISION, leastReplicas: 1, applied };
    const observe = observeRollout(client, objects, which, () => state.now);
    const verdict = async () => {
      const outcome = await observe(never);
      return outcome.ok ? outcome.value.kind : outcome.problem.kind;
    };
    return { informers, state, verdict, put: (object: Deployment) => get('Deployment').changed(object) };
  }

  // docs/kubernetes/guarantees.md#watched
  test('is available only once the watch has reported the applied Deployment, without any request', async () => {
    const { informers, state, verdict, put } = observed();
    put(deployment(1, true));
    expect(await verdict()).toBe('waiting');
    put(deployment(2, true));
    expect([await verdict(), state.reads]).toEqual(['available', 0]);
    await informers.close();
  });

  test('reads the Deployment if the watch does not report the applied version', async () => {
    const { informers, state, verdict } = observed();
    state.now = 3_000;
    state.stored = deployment(2, true);
    expect([await verdict(), state.reads]).toEqual(['available', 1]);
    state.stored = undefined;
    expect([await verdict(), state.reads]).toEqual(['waiting', 1]);
    state.now = 6_000;
    expect([await verdict(), state.reads]).toEqual(['gone', 2]);
    await informers.close();
  });

  test('reads the Deployment after half a minute, even if all events of the watch were lost', async () => {
    const { informers, state, verdict, put } = observed();
    put(deployment(2, false));
    state.now = 29_000;
    expect([await verdict(), state.reads]).toEqual(['waiting', 0]);
    state.now = 31_000;
    state.stored = deployment(2, true);
    expect([await verdict(), state.reads]).toEqual(['available', 1]);
    await informers.close();
  });
});
