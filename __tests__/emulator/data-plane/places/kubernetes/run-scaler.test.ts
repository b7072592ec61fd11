import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  COOL_DOWN_MS,
  type Demand,
  planPods,
  podsFor,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/run-scale.ts';
import { createBackground } from '../../../../../src/emulator/data-plane/places/kubernetes/removal.ts';
import { createScalingRound } from '../../../../../src/emulator/data-plane/places/kubernetes/run-scaler.ts';
import { NO_METRICS } from '../../../../../src/emulator/ports/metrics.ts';
import { scaledCluster } from './scaled-cluster.ts';

describe('the number of pods', () => {
  test('stays within its limits, is enough for the runs, and is lowered only after the cool-down', () => {
    const limits = fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 9 })).map(([min, more]) => ({
      min,
      max: min + more,
    }));
    const steps = fc.array(
      fc.record({ ms: fc.nat({ max: COOL_DOWN_MS }), runs: fc.nat({ max: 150 }), isUnused: fc.boolean() }),
    );
    fc.assert(
      fc.property(limits, steps, (within, all) => {
        let demand: Demand = [];
        let at = 0;
        const needed: { at: number; pods: number }[] = [];
        for (const { ms, runs, isUnused } of all) {
          at += ms;
          const isIdle = isUnused && runs === 0;
          const planned = planPods(demand, { at, runs, isIdle, limits: within });
          demand = planned.demand;
          const now = podsFor(runs, { ...within, min: isIdle ? within.min : Math.max(1, within.min) });
          needed.push({ at, pods: now });
          const recent = needed.filter((one) => one.at + COOL_DOWN_MS > at && one.pods > 1);
          expect(planned.pods).toBe(Math.max(now, ...recent.map(({ pods }) => pods)));
          expect(planned.pods).toBeGreaterThanOrEqual(isIdle ? within.min : 1);
          expect(planned.pods).toBeLessThanOrEqual(within.max);
        }
      }),
    );
  });
});

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

/** Creates replicas that scale the same cluster by the same counts of runs. */
function world({ idleMs }: { idleMs?: number } = {}) {
  const cluster = scaledCluster();
  const lines: string[] = [];
  /** Values of the metric of idle agents. */
  const idle: number[] = [];
  const runs = new Map<string, number>();
  /** Times at which agents were last used. */
  const used = new Map<string, number>();
  const state = { now: 1_000, queries: 0, holder: 'a', onCount: () => {} };
  const log = (line: string) => void lines.push(line);
  const background = createBackground(log);
  opened.push(background, cluster.informers);
  const replica = (id: string) =>
    createScalingRound({
      cluster: { plane: 'plane', client: cluster.client },
      informers: cluster.informers,
      store: {
        runs: {
          countUnfinished: () => {
            state.queries += 1;
            state.onCount();
            return Promise.resolve(new Map(runs));
          },
        } as unknown as Parameters<typeof createScalingRound>[0]['store']['runs'],
        agentUse: {
          record: () => Promise.resolve(),
          usedSince: (since) =>
            Promise.resolve([...used].flatMap(([id, at]) => (at >= since ? [id.toUpperCase()] : []))),
        },
      },
      clock: { now: () => state.now },
      replica: { claimJob: () => Promise.resolve(state.holder === id) },
      background,
      namespaces: () => Promise.resolve(['agents']),
      idleMs,
      metrics: { ...NO_METRICS, set: (name, _, value) => void (name === 'idle_agents' && idle.push(value)) },
      log,
    });
  return { cluster, lines, runs, used, idle, state, replica };
}

describe('the scaler of agents', () => {
  // docs/kubernetes/pods.md#cool-down
  test('adds pods at once, removes them after the cool-down, and sends nothing as long as no number differs', async () => {
    const { cluster, runs, state, replica } = world();
    for (let count = 0; count < 50; count += 1) cluster.add(`other-${count}`, { max: 10 });
    cluster.add('prod', { min: 1, max: 10 });
    const scale = replica('a');
    runs.set('PROD', 25);
    await scale();
    expect(cluster.patches).toEqual(['prod=3']);
    runs.set('PROD', 200);
    await scale();
    expect(cluster.patches).toEqual(['prod=3', 'prod=10']);
    runs.clear();
    state.now += COOL_DOWN_MS - 1;
    await scale();
    expect(cluster.patches.length).toBe(2);
    state.now += 1;
    await scale();
    await scale();
    expect(cluster.patches.slice(2)).toEqual(['prod=1']);
    // One query for all agents in each round.
    expect(state.queries).toBe(5);
  });

  test('leaves revisions that are not active, and Deployments without limits, unchanged', async () => {
    const { cluster, runs, replica } = world();
    for (const id of ['replaced', 'image', 'ending']) {
      cluster.add(id, { max: 10 });
      runs.set(id, 50);
    }
    cluster.select('replaced', 'r-next');
    cluster.put('image', ({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations: {} },
    }));
    cluster.put('ending', ({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    }));
    await replica('a')();
    expect(cluster.patches).toEqual([]);
  });

  // docs/kubernetes/pods.md#one-scaler
  test('keeps the pods that another replica added until the cool-down ends', async () => {
    const { cluster, runs, state, replica } = world();
    cluster.add('prod', { min: 1, max: 10 });
    runs.set('prod', 30);
    await replica('a')();
    const next = replica('b');
    expect(await next()).toBe(false);
    runs.clear();
    state.holder = 'b';
    expect(await next()).toBe(true);
    expect(cluster.patches).toEqual(['prod=3']);
    state.now += COOL_DOWN_MS;
    await next();
    expect(cluster.patches).toEqual(['prod=3', 'prod=1']);
  });

  test('changes nothing after it was evicted in the middle of a round', async () => {
    const { cluster, runs, state, replica } = world();
    cluster.add('one', { max: 10 });
    const scale = replica('a');
    runs.set('one', 20);
    state.onCount = () => {
      state.holder = 'b';
    };
    await scale();
    expect(state.queries).toBe(1);
    expect(cluster.patches).toEqual([]);
  });

  test('plans again if a Deployment has changed or was deleted in the meantime', async () => {
    const { cluster, lines, runs, replica } = world();
    cluster.add('changed', { max: 10 });
    cluster.add('deleted', { max: 10 });
    const scale = replica('a');
    runs.set('changed', 20);
    runs.set('deleted', 20);
    cluster.state.beforePatch = () => {
      cluster.state.beforePatch = () => undefined;
      cluster.put('changed', (before) => ({ ...before, spec: { ...before.spec, replicas: 4 } }));
      cluster.remove('deleted');
    };
    await scale();
    expect(cluster.patches).toEqual([]);
    await scale();
    expect(cluster.patches).toEqual(['changed=2']);
    expect(lines).toEqual([]);
  });

  test('logs a refusal once, and tries again in the next round', async () => {
    const { cluster, lines, runs, replica } = world();
    cluster.add('one', { max: 10 });
    runs.set('one', 20);
    const scale = replica('a');
    cluster.state.refusal = { kind: 'unavailable', message: 'A policy refuses it', hint: 'Add a rule.' };
    await scale();
    await scale();
    expect(lines).toEqual([
      'the number of pods of revision r-one could not be set to 2: A policy refuses it. Add a rule.',
    ]);
    cluster.state.refusal = undefined;
    await scale();
    expect(cluster.patches).toEqual(['one=2']);
  });

  test('changes nothing while the objects of the namespace are unknown', async () => {
    const { cluster, runs, replica } = world();
    cluster.add('one', { max: 10 });
    runs.set('one', 20);
    cluster.state.isListed = false;
    const scale = replica('a');
    await scale();
    expect(cluster.patches).toEqual([]);
    cluster.state.isListed = true;
    cluster.add('two');
    await scale();
    expect(cluster.patches).toEqual(['one=2']);
  });
});

describe('the scaler of idle agents', () => {
  const IDLE = { idleMs: 60_000 };

  // docs/kubernetes/pods.md#idle
  test('removes the last pod of an agent that was not used, except with the type prod', async () => {
    const { cluster, idle, state, replica } = world(IDLE);
    cluster.add('dev');
    cluster.add('prod', { min: 1, max: 10 });
    const scale = replica('a');
    await scale();
    state.now += 59_999;
    await scale();
    expect(cluster.patches).toEqual([]);
    state.now += 1;
    await scale();
    cluster.settle('dev');
    await scale();
    expect(cluster.patches).toEqual(['dev=0']);
    expect(idle).toEqual([0, 0, 0, 1]);
    expect(cluster.deployments.get('dev')?.metadata.annotations).toMatchObject({
      'agent-deploy/idle-since': '1970-01-01T00:01:01.000Z',
    });
  });

  test('never removes the last pod without an idle time, and starts agents that were idle before', async () => {
    const { cluster, state, replica } = world();
    cluster.add('dev');
    cluster.add('was-idle', { pods: 0 });
    const scale = replica('a');
    for (let round = 0; round < 3; round += 1) {
      await scale();
      state.now += 24 * 3_600_000;
    }
    expect(cluster.patches).toEqual(['was-idle=1']);
  });

  // docs/kubernetes/pods.md#idle-use
  test('counts requests at any replica, runs, and starts of pods as use', async () => {
    const { cluster, runs, used, state, replica } = world(IDLE);
    for (const id of ['requested', 'running', 'starting', 'unused']) cluster.add(id);
    cluster.put('starting', (before) => ({
      ...before,
      status: { ...before.status, readyReplicas: 0 },
    }));
    const scale = replica('a');
    for (let round = 0; round < 20; round += 1) {
      state.now += 15_000;
      used.set('requested', state.now - 30_000);
      runs.set('running', round < 10 ? 1 : 0);
      if (round === 12) cluster.settle('starting');
      await scale();
      const isGone = (id: string) => cluster.patches.includes(`${id}=0`);
      expect([isGone('requested'), isGone('running'), isGone('starting'), isGone('unused')]).toEqual([
        false,
        // Four rounds without a run, and with a ready pod, are the idle time.
        round >= 14,
        round >= 16,
        round >= 4,
      ]);
    }
  });

  test('keeps an idle agent without pods until a run waits', async () => {
    const { cluster, runs, state, replica } = world(IDLE);
    cluster.add('dev', { pods: 0 });
    const scale = replica('a');
    await scale();
    state.now += 1_000_000;
    await scale();
    expect(cluster.patches).toEqual([]);
    runs.set('dev', 1);
    await scale();
    expect(cluster.patches).toEqual(['dev=1']);
  });

  test('waits for the idle time again after a take-over', async () => {
    const { cluster, state, replica } = world(IDLE);
    cluster.add('dev');
    await replica('a')();
    state.now += 60_000;
    state.holder = 'b';
    const next = replica('b');
    await next();
    expect(cluster.patches).toEqual([]);
    state.now += 60_000;
    await next();
    expect(cluster.patches).toEqual(['dev=0']);
  });

  test('keeps a pod whose Deployment changes at the moment at which the pod would be removed', async () => {
    const { cluster, used, state, replica } = world(IDLE);
    cluster.add('dev');
    const scale = replica('a');
    await scale();
    state.now += 60_000;
    cluster.state.beforePatch = () => {
      cluster.state.beforePatch = () => undefined;
      cluster.put('dev', (before) => before);
    };
    await scale();
    used.set('dev', state.now);
    await scale();
    expect(cluster.patches).toEqual([]);
  });
});
