import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createAgentUse } from '../../../../../src/emulator/data-plane/places/kubernetes/agent-use.ts';
import { createAgentWaker } from '../../../../../src/emulator/data-plane/places/kubernetes/agent-waker.ts';
import { until } from '../../../../../harness/until.ts';
import { identityOf, scaledCluster } from './scaled-cluster.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

function world() {
  const cluster = scaledCluster();
  const lines: string[] = [];
  const state = { now: Date.parse('2026-01-01T00:00:00Z') };
  opened.push(cluster.informers);
  const closing = new AbortController();
  const waker = () =>
    createAgentWaker({
      cluster: { client: cluster.client },
      informers: cluster.informers,
      clock: { now: () => state.now },
      startMs: 60_000,
      closing: closing.signal,
      log: (line) => void lines.push(line),
    });
  return { cluster, lines, state, closing, waker };
}
const request = () => new AbortController();

describe('an idle agent', () => {
  // docs/kubernetes/pods.md#first-request
  test('gets one pod for many requests at several replicas, which wait until the pod is ready', async () => {
    const { cluster, waker } = world();
    cluster.add('dev', { pods: 0 });
    const replicas = [waker(), waker()];
    const identity = identityOf('dev');
    await replicas[0]?.wake({ ...identity, deploymentId: 'other' }, undefined);
    expect(replicas.map((one) => one.isIdle(identity))).toEqual([true, true]);
    const waiting = replicas.flatMap((one) =>
      Array.from({ length: 20 }, () => one.wake(identity, request().signal)),
    );
    let ended = 0;
    for (const one of waiting) void one.then(() => (ended += 1));
    await until(() => cluster.patches.length > 0, 'the patch');
    await setImmediate();
    expect([cluster.patches, ended]).toEqual([['dev=1'], 0]);
    expect(await replicas[1]?.wake(identity, undefined)).toBe('starting');
    cluster.settle('dev');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['ready']));
    expect(cluster.patches).toEqual(['dev=1']);
    const { annotations } = cluster.deployments.get('dev')?.metadata ?? {};
    expect(annotations).toMatchObject({ 'agent-deploy/woken-at': '2026-01-01T00:00:00.000Z' });
    expect(annotations).not.toHaveProperty('agent-deploy/idle-since');
  });

  test('that does not start in time counts as running, so requests are refused as for any agent without pods', async () => {
    const { cluster, state, waker } = world();
    cluster.add('dev', { pods: 0 });
    const one = waker();
    const identity = identityOf('dev');
    expect(await one.wake(identity, undefined)).toBe('starting');
    state.now += 60_000;
    expect(await one.wake(identity, request().signal)).toBe('running');
  });

  test('is not started again if another replica has started it in the meantime', async () => {
    const { cluster, waker } = world();
    cluster.add('dev', { pods: 0 });
    cluster.state.beforePatch = () => {
      cluster.state.beforePatch = () => undefined;
      cluster.put('dev', (before) => ({ ...before, spec: { ...before.spec, replicas: 1 } }));
    };
    expect(await waker().wake(identityOf('dev'), undefined)).toBe('starting');
    expect(cluster.patches).toEqual([]);
  });

  test('is started although another program changes its Deployment at the same time', async () => {
    const { cluster, waker } = world();
    cluster.add('dev', { pods: 0 });
    cluster.state.beforePatch = () => {
      cluster.state.beforePatch = () => undefined;
      cluster.put('dev', (before) => before);
    };
    expect(await waker().wake(identityOf('dev'), undefined)).toBe('starting');
    expect(cluster.patches).toEqual(['dev=1']);
  });

  test('that the cluster refuses to start is not waited for, and the reason is logged', async () => {
    const { cluster, lines, waker } = world();
    cluster.add('dev', { pods: 0 });
    cluster.state.refusal = { kind: 'unavailable', message: 'A policy refuses it', hint: 'Add a rule.' };
    expect(await waker().wake(identityOf('dev'), request().signal)).toBe('running');
    expect(lines).toEqual([expect.stringContaining('A policy refuses it. Add a rule.')]);
  });

  test('is no longer waited for after the client has disconnected or this replica closes', async () => {
    const { cluster, closing, waker } = world();
    cluster.add('dev', { pods: 0 });
    const one = waker();
    const client = request();
    const waiting = one.wake(identityOf('dev'), client.signal);
    const other = one.wake(identityOf('dev'), request().signal);
    client.abort();
    expect(await waiting).toBe('starting');
    closing.abort();
    expect(await other).toBe('starting');
  });

  test('and a running agent without ready pods are different: the running agent is not waited for', async () => {
    const { cluster, waker } = world();
    cluster.add('dev');
    cluster.put('dev', (before) => ({ ...before, status: { ...before.status, readyReplicas: 0 } }));
    expect(await waker().wake(identityOf('dev'), request().signal)).toBe('running');
    expect(cluster.patches).toEqual([]);
  });
});

describe('the use of agents', () => {
  afterEach(() => void jest.useRealTimers());

  function recorder(record: (ids: readonly string[]) => Promise<void> = () => Promise.resolve()) {
    jest.useFakeTimers();
    const stored: string[][] = [];
    const lines: string[] = [];
    const use = createAgentUse({
      store: {
        agentUse: {
          record: (ids) => {
            stored.push([...ids]);
            return record(ids);
          },
          usedSince: () => Promise.resolve([]),
        },
      },
      clock: { now: () => 1 },
      idleMs: 40_000,
      log: (line) => void lines.push(line),
    });
    return { stored, lines, use };
  }

  // docs/kubernetes/pods.md#idle-cost
  test('is stored together, and at most once in a quarter of the idle time for each agent', async () => {
    const { stored, use } = recorder();
    for (let count = 0; count < 100; count += 1) use.record(count % 2 === 0 ? 'a' : 'b');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([['a', 'b']]);
    use.record('a');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stored).toEqual([['a', 'b']]);
    use.record('a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([['a', 'b'], ['a']]);
  });

  test('lasts as long as a request or a stream is open', async () => {
    const { stored, use } = recorder();
    const [one, other] = [new AbortController(), new AbortController()];
    use.record('a', one.signal);
    use.record('a', other.signal);
    await jest.advanceTimersByTimeAsync(31_000);
    expect(stored.length).toBeGreaterThanOrEqual(3);
    one.abort();
    await jest.advanceTimersByTimeAsync(20_000);
    const before = stored.length;
    expect(before).toBeGreaterThanOrEqual(4);
    await jest.advanceTimersByTimeAsync(10_000);
    other.abort();
    await jest.advanceTimersByTimeAsync(1_000);
    const after = stored.length;
    expect(after).toBeGreaterThan(before);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(stored.length).toBe(after);
  });

  test('is stored again soon after the database refused it, and the reason is logged once', async () => {
    let isAway = true;
    const { stored, lines, use } = recorder(() =>
      isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(),
    );
    use.record('a');
    await jest.advanceTimersByTimeAsync(1_000);
    use.record('a');
    await jest.advanceTimersByTimeAsync(1_000);
    isAway = false;
    use.record('a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([['a'], ['a'], ['a']]);
    expect(lines).toEqual(['the use of agents could not be stored: the database is away']);
  });
});
