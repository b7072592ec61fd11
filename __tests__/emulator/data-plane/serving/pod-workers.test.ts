import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import type { DialOptions, PodLink } from '../../../../src/emulator/data-plane/link/dial.ts';
import {
  createPodWorkers,
  type PodWorkers,
  type ServingAgent,
} from '../../../../src/emulator/data-plane/serving/pod-workers.ts';
import { createLiveTable } from '../../../../src/emulator/data-plane/serving/live.ts';
import { inertWorker } from '../../agent-server/scripted-worker.ts';
import { NO_METRICS } from '../../../../src/emulator/ports/metrics.ts';

const opened: PodWorkers[] = [];
afterEach(async () => {
  for (const workers of opened.splice(0)) await workers.close();
});

const http = {
  hasApp: false,
  disabled: [],
  disableWebhooks: false,
  mountPrefix: '/a',
  authenticatesApp: false,
};

/** Creates a replica with a fake cluster, store and links. */
function aReplica(timing: Parameters<typeof createPodWorkers>[0]['timing'] = {}) {
  const state = {
    serving: { revisionId: 'r1', isLinked: true } as Omit<ServingAgent, 'pods'> | undefined,
    pods: [] as string[],
    token: 'token' as string | undefined,
    /** IDs of pods that refuse links. */
    deaf: new Set<string>(),
    lists: 0,
  };
  const links: {
    pod: string;
    options: Omit<DialOptions, 'decoder'>;
    closed: boolean;
    drain(): void;
    lose(why: string): void;
    /** Closes the link because the pod exceeded the limits of a link. */
    exceed(): void;
  }[] = [];
  const logged: string[] = [];
  const warned: unknown[] = [];
  const live = createLiveTable();
  const podsOf = ({ revisionId }: Pick<ServingAgent, 'revisionId'>): ServingAgent['pods'] => ({
    endpoints() {
      state.lists += 1;
      return Promise.resolve(
        state.pods.map((name) => ({
          kind: 'pod',
          name,
          uid: `${revisionId} ${name}`,
          target: { url: name },
        })),
      );
    },
  });
  const workers = createPodWorkers({
    live,
    metrics: NO_METRICS,
    serving: async () => state.serving && { ...state.serving, pods: podsOf(state.serving) },
    tokenOf: () => Promise.resolve(state.token),
    dial(options): Promise<PodLink> {
      const { podName, deploymentId, revisionId } = options;
      if (state.deaf.has(podName)) return Promise.reject(new Error(`${podName} refuses`));
      const ended = Promise.withResolvers<string>();
      let isDraining = false;
      let hasExceeded = false;
      const draining = Promise.withResolvers<void>();
      const one = {
        pod: podName,
        options,
        closed: false,
        drain: () => {
          isDraining = true;
          draining.resolve();
        },
        lose: ended.resolve,
        exceed: () => {
          hasExceeded = true;
          ended.resolve('it sent too much');
        },
      };
      links.push(one);
      const worker = inertWorker({ deploymentId, revisionId, http });
      return Promise.resolve({
        worker,
        ended: ended.promise,
        isDraining: () => isDraining,
        draining: draining.promise,
        hasExceededLimits: () => hasExceeded,
        close() {
          one.closed = true;
          ended.resolve('closed');
        },
      });
    },
    storeCallsOf: () => () => Promise.reject(new Error('nothing is asked')),
    answerAgent: () => Promise.reject(new Error('nothing is asked')),
    log: (line) => void logged.push(line),
    warn: (serving, line) => void warned.push([serving, line]),
    timing: { retryMs: 0, ...timing },
  });
  opened.push(workers);
  const acquire = () => live.acquire('d');
  return { state, links, logged, warned, live, workers, acquire };
}

describe('the links of a replica to the pods of a deployment', () => {
  test('write their warnings to the log of the pod’s revision', async () => {
    const { state, links, warned, workers } = aReplica();
    state.pods = ['one'];
    await workers.connect('d');
    links[0]?.options.warn('it takes many steps');
    expect(warned).toEqual([[{ deploymentId: 'd', revisionId: 'r1' }, 'it takes many steps']]);
  });

  test('are created once when needed, and the deployment then counts as served', async () => {
    const { state, links, workers, acquire, live } = aReplica();
    const served: string[] = [];
    live.onServe((id) => served.push(id));
    expect(acquire()).toBeUndefined();
    state.pods = ['one'];
    await Promise.all([workers.connect('d'), workers.connect('d'), workers.connect('d')]);
    await workers.connect('d');
    expect(links.map(({ pod }) => pod)).toEqual(['one']);
    expect([state.lists, served]).toEqual([1, ['d']]);
    expect(links[0]?.options).toMatchObject({ token: 'token', deploymentId: 'd', revisionId: 'r1' });
    expect(live.activeRevision('d')).toBe('r1');
    expect(live.httpSettings('d')).toEqual(http);
    expect(workers.health()).toEqual([{ deployment_id: 'd', revision_id: 'r1', links: 1 }]);
    acquire()?.release();
  });

  // docs/kubernetes.md#hostile-agents
  test('do not return to a pod that exceeded the limits of a link', async () => {
    const { state, links, logged, workers } = aReplica({ refreshMs: 0 });
    state.pods = ['hostile'];
    await workers.connect('d');
    links[0]?.exceed();
    await workers.connect('d');
    expect(logged.at(-1)).toContain('all pods of revision r1 exceeded the limits of a link');
    state.pods = ['hostile', 'other'];
    await workers.connect('d');
    expect(links.map(({ pod }) => pod)).toEqual(['hostile', 'other']);
  });

  test('assign the next run to the pod with the least work', async () => {
    const { state, workers, acquire } = aReplica();
    state.pods = ['one', 'other'];
    await workers.connect('d');
    await until(() => workers.health()[0]?.links === 2);
    const [first, second, third] = [acquire(), acquire(), acquire()];
    expect(first?.worker).not.toBe(second?.worker);
    second?.release();
    second?.release();
    expect(acquire()?.worker).toBe(second?.worker);
    third?.release();
  });

  test('are not created if the pods run their own server', async () => {
    const { state, workers, links, live } = aReplica();
    state.serving = { revisionId: 'r1', isLinked: false };
    state.pods = ['one'];
    await workers.connect('d');
    expect([links, state.lists, live.activeRevision('d')]).toEqual([[], 0, 'r1']);
  });

  test('provide no worker while no pod is ready, which is logged once', async () => {
    const { state, workers, acquire, logged, live } = aReplica();
    await workers.connect('d');
    await workers.connect('d');
    expect(acquire()).toBeUndefined();
    expect(logged).toEqual(['this replica cannot serve deployment d: no pod of revision r1 is ready']);
    state.pods = ['one'];
    state.deaf.add('one');
    await workers.connect('d');
    expect(logged.slice(1)).toEqual(['this replica cannot serve deployment d: one refuses']);
    // Responses of pods are untrusted, and must not fill the log.
    for (const round of Array.from({ length: 20 }, (_, index) => index)) {
      state.pods = [`pod-${round}`];
      state.deaf.add(`pod-${round}`);
      await workers.connect('d');
    }
    expect(logged).toHaveLength(10);
    expect(logged.at(-1)).toContain('Further problems are not logged');
    state.deaf.clear();
    await workers.connect('d');
    expect(acquire()).toBeDefined();
    state.serving = undefined;
    await workers.connect('d');
    expect([acquire(), live.activeRevision('d')]).toEqual([undefined, undefined]);
  });

  test('provide workers even if one pod refuses its link', async () => {
    const { state, workers, acquire } = aReplica();
    state.pods = ['one', 'other'];
    state.deaf.add('one');
    await workers.connect('d');
    expect(acquire()).toBeDefined();
  });

  test('are created again after a link is lost', async () => {
    const { state, workers, links, acquire, logged } = aReplica();
    state.pods = ['one'];
    await workers.connect('d');
    const held = acquire();
    links[0]?.lose('it was cut');
    await until(() => acquire() === undefined);
    expect(logged).toEqual(['the link to agent pod one ended while it was in use: it was cut']);
    held?.release();
    await workers.connect('d');
    expect([links.length, acquire()?.worker.revisionId]).toEqual([2, 'r1']);
  });

  test('are removed when a pod that is about to end has finished its work', async () => {
    const { state, workers, links, acquire } = aReplica();
    state.pods = ['one'];
    await workers.connect('d');
    const held = acquire();
    links[0]?.drain();
    expect(acquire()).toBeUndefined();
    state.pods = ['other'];
    await workers.connect('d');
    expect(acquire()?.worker).not.toBe(held?.worker);
    expect(links[0]?.closed).toBe(false);
    held?.release();
    expect(links[0]?.closed).toBe(true);
  });

  test('lead to the new revision after a switch, while old links remain until their work ends', async () => {
    const { state, workers, links, acquire } = aReplica();
    state.pods = ['one'];
    await workers.connect('d');
    const held = acquire();
    state.serving = { revisionId: 'r2', isLinked: true };
    await workers.connect('d');
    expect(acquire()?.worker.revisionId).toBe('r2');
    expect(links.map(({ closed }) => closed)).toEqual([false, false]);
    held?.release();
    expect(links.map(({ closed }) => closed)).toEqual([true, false]);
  });

  test('are created to pods that start while the deployment is in use', async () => {
    const { state, workers } = aReplica({ refreshMs: 0 });
    state.pods = ['one'];
    await workers.connect('d');
    state.pods = ['one', 'other'];
    await until(async () => {
      await workers.connect('d');
      return workers.health()[0]?.links === 2;
    });
  });

  test('are removed after a long time without use', async () => {
    const { state, workers, links, acquire } = aReplica({ idleMs: 30 });
    state.pods = ['one'];
    await workers.connect('d');
    const held = acquire();
    held?.release();
    await until(() => links[0]?.closed === true);
    await workers.connect('d');
    expect(acquire()).toBeDefined();
  });

  test('are removed when the replica shuts down', async () => {
    const { state, workers, links, acquire } = aReplica();
    state.pods = ['one'];
    await workers.connect('d');
    acquire();
    state.serving = { revisionId: 'r2', isLinked: true };
    await workers.connect('d');
    await workers.close();
    expect(links.map(({ closed }) => closed)).toEqual([true, true]);
    await workers.connect('d');
    expect(acquire()).toBeUndefined();
  });

  test('are not created for a revision without a token, which is logged', async () => {
    const { state, workers, logged, acquire } = aReplica();
    state.pods = ['one'];
    state.token = undefined;
    await workers.connect('d');
    expect(acquire()).toBeUndefined();
    expect(logged.join()).toContain('revision r1 has no token for connections to its pods');
  });
});

describe('an idle agent', () => {
  /** Creates a replica whose agent is idle until `start` is called. */
  function anIdleReplica() {
    const replica = aReplica();
    const uses: (AbortSignal | undefined)[] = [];
    const wakes: boolean[] = [];
    let isIdle = true;
    const started = Promise.withResolvers<void>();
    replica.state.serving = {
      revisionId: 'r1',
      isLinked: true,
      idle: {
        isIdle: () => isIdle,
        recordUse: (one) => void uses.push(one?.signal),
        async wake(signal) {
          wakes.push(signal !== undefined);
          if (signal !== undefined) await Promise.race([started.promise, once(signal, 'abort')]);
          return isIdle ? 'starting' : 'ready';
        },
      },
    };
    const start = () => {
      isIdle = false;
      replica.state.pods = ['one'];
      started.resolve();
    };
    return { ...replica, uses, wakes, start };
  }
  const request = () => new AbortController();

  // docs/kubernetes/pods.md#first-request
  test('gets a pod for a request, and the request waits for the link to it', async () => {
    const { workers, acquire, logged, uses, wakes, start } = anIdleReplica();
    const { signal } = request();
    const waiting = workers.connect('d', { signal });
    await until(() => wakes.length === 1);
    expect([acquire(), uses]).toEqual([undefined, [signal]]);
    start();
    await waiting;
    expect(acquire()).toBeDefined();
    expect([wakes, logged]).toEqual([[true], []]);
  });

  test('keeps a request waiting while the ready pod refuses its first links', async () => {
    const { state, workers, acquire, links, wakes, start } = anIdleReplica();
    state.deaf.add('one');
    const waiting = workers.connect('d', request());
    start();
    await until(() => wakes.length >= 3);
    expect(links).toEqual([]);
    state.deaf.clear();
    await waiting;
    expect(acquire()).toBeDefined();
  });

  test('gets a pod for a run or a cron, which do not wait', async () => {
    const { workers, acquire, wakes, uses, start } = anIdleReplica();
    await workers.connect('d');
    expect([acquire(), wakes, uses]).toEqual([undefined, [false], [undefined]]);
    start();
    await workers.connect('d');
    expect(acquire()).toBeDefined();
  });

  // docs/kubernetes/pods.md#idle-health
  test('gets no pod for a health check, and is shown as idle', async () => {
    const { workers, state, wakes, uses, start } = anIdleReplica();
    await workers.connect('d', 'health-check');
    expect([workers.isIdle('d'), wakes, uses, state.lists]).toEqual([true, [], [], 0]);
    start();
    await workers.connect('d', 'health-check');
    expect([workers.isIdle('d'), wakes, uses, state.lists]).toEqual([false, [], [], 1]);
  });

  test('is no longer waited for after the client has disconnected, or after another revision became active', async () => {
    const { state, workers, acquire, wakes } = anIdleReplica();
    const [left, stays] = [request(), request()];
    const leaving = workers.connect('d', left);
    const waiting = workers.connect('d', stays);
    await until(() => wakes.length === 2);
    left.abort();
    await leaving;
    expect(acquire()).toBeUndefined();
    state.serving = { revisionId: 'r2', isLinked: true };
    state.pods = ['two'];
    stays.abort();
    await waiting;
    await workers.connect('d', request());
    expect(acquire()?.worker.revisionId).toBe('r2');
  });
});
