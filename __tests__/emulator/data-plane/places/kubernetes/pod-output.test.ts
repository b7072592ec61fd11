import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { realClock } from '../../../../../src/clients/clock.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import { MAX_LOG_BYTES } from '../../../../../src/emulator/data-plane/places/kubernetes/api/logs.ts';
import type { Pod } from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  createPodOutputReader,
  type PodOutputReader,
} from '../../../../../src/emulator/data-plane/places/kubernetes/pod-output.ts';
import {
  labelsOf,
  pushedLogs,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { advancePushed } from '../../../../../src/emulator/data-plane/pod-logs/position.ts';
import { createRevisionLogs } from '../../../../../src/emulator/data-plane/reconcile/revision-log.ts';
import type { Store } from '../../../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../../../src/emulator/store/index.ts';
import { until } from '../../../../../harness/until.ts';
import { aDeployment, revisionRow } from '../../../store/samples.ts';
import { informersOver } from './watches.ts';

const { signal } = new AbortController();
const POD = '11111111-1111-4111-8111-111111111111';
const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, '0')}.500000000Z`;

let store: Store;
let owner: { namespace: string; deploymentId: string; revisionId: string };
const closed: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  const deployment = await aDeployment(store);
  const revision = await store.revisions.insert(revisionRow(deployment.id), [
    { name: 'KEY', value: 's3cret' },
  ]);
  owner = { namespace: 'agents', deploymentId: deployment.id, revisionId: revision.id };
});
afterEach(async () => {
  await Promise.all(closed.splice(0).map((close) => close()));
  await store.close();
});

const logOf = async () =>
  (await store.logs.list(owner.revisionId, { kind: 'deploy', order: 'asc', limit: 2_000 })).map(
    ({ message }) => message,
  );

type Status = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];
/** State of a container in its first run, or in its second run after a crash. */
const running = (run = 1): Pick<Status, 'restartCount' | 'containerID' | 'state'> => ({
  restartCount: run - 1,
  containerID: `containerd://run-${run}`,
  state: { running: { startedAt: `2026-01-02T03:04:${run * 10}Z` } },
});
const crashed = (exitCode = 137): Pick<Status, 'lastState'> => ({
  lastState: {
    terminated: {
      exitCode,
      containerID: 'containerd://run-1',
      startedAt: '2026-01-02T03:04:10Z',
      finishedAt: '2026-01-02T03:04:19Z',
      reason: 'OOMKilled',
      message: undefined,
      signal: undefined,
    },
  },
});

/** A cluster with one pod, whose containers have the output `output` by run. */
function cluster({
  isCode = false,
  databaseFailures = 0,
  statuses,
}: {
  isCode?: boolean;
  databaseFailures?: number;
  statuses: readonly object[];
}) {
  const { deploymentId, revisionId } = owner;
  const pod = (shown: readonly object[]): Pod =>
    ({
      metadata: {
        name: 'pod',
        namespace: 'agents',
        uid: POD,
        resourceVersion: String(versions++),
        labels: labelsOf({ plane: 'plane', deploymentId }, 'agent', revisionId),
        ...(isCode && { annotations: pushedLogs() }),
      },
      spec: { containers: [{ name: 'agent' }] },
      status: { containerStatuses: shown.map((one) => ({ name: 'agent', ready: true, ...one })) },
    }) as unknown as Pod;
  let shown = statuses;
  let failures = databaseFailures;
  const output: Record<'current' | 'previous', { at: string; text: string }[]> = {
    current: [],
    previous: [],
  };
  const requests: object[] = [];
  const { informers, changed } = informersOver((kind) => (kind === 'Pod' ? [pod(shown)] : []));
  closed.push(() => informers.close());
  const client: Pick<ClusterClient, 'readLog'> = {
    readLog(_, __, { previous = false, sinceTime, tailLines } = {}) {
      requests.push({ previous, sinceTime, tailLines });
      const lines = output[previous ? 'previous' : 'current'].filter(
        (line) => Date.parse(line.at) >= Date.parse(sinceTime ?? '1970-01-01T00:00:00Z'),
      );
      const text = lines.map((line) => `${line.at} ${line.text}\n`).join('');
      return Promise.resolve({ ok: true, value: text.slice(0, MAX_LOG_BYTES) });
    },
  };
  return {
    output,
    requests,
    show(next: readonly object[]) {
      shown = next;
      changed();
    },
    /** Starts a replica that reads this cluster. */
    replica(): PodOutputReader {
      const logs = createRevisionLogs({
        logs: store.logs,
        clock: realClock,
        log: () => undefined,
        onRevisionLine: () => undefined,
        ownSecrets: [],
      });
      const reader = createPodOutputReader({
        client,
        informers,
        plane: 'plane',
        replica: { claimJob: () => Promise.resolve(true) },
        store,
        // Attempts are repeated after a millisecond.
        clock: { sleep: (_, ending) => realClock.sleep(1, ending) },
        namespaces: () => Promise.resolve(new Set(['agents'])),
        async openLog(_, revisionId) {
          failures -= 1;
          if (failures >= 0) throw new Error('The database is not reachable.');
          return logs.open('agent', revisionId, ['s3cret']);
        },
        log: (line) => {
          throw new Error(line);
        },
      });
      closed.push(() => reader.close());
      return reader;
    },
  };
}
let versions = 1;

// docs/kubernetes/logs.md#images
describe('the output of an image', () => {
  test('is stored once by any number of replicas that read it, without secrets', async () => {
    const { output, replica } = cluster({ statuses: [running()] });
    const [one, other] = [replica(), replica()];
    output.current.push({ at: at(11), text: 'one' }, { at: at(11), text: 'the key is s3cret' });
    await Promise.all([one.read(owner, signal), other.read(owner, signal), one.read(owner, signal)]);
    output.current.push({ at: at(11), text: 'one' }, { at: at(12), text: 'two' });
    await Promise.all([other.read(owner, signal), one.read(owner, signal)]);
    expect(await logOf()).toEqual(['one', 'the key is ***', 'one', 'two']);
  });

  test('is read for callers at most every two seconds', async () => {
    const { output, requests, replica } = cluster({ statuses: [running()] });
    output.current.push({ at: at(11), text: 'one' });
    const reader = replica();
    for (let caller = 1; caller <= 5; caller += 1) await reader.refresh(owner);
    expect(await logOf()).toEqual(['one']);
    expect(requests).toHaveLength(1);
  });

  test('does not repeat lines that an earlier version of the control plane has stored', async () => {
    const line = { revisionId: owner.revisionId, kind: 'deploy', level: 'INFO', message: 'key ***' } as const;
    await store.logs.append([{ ...line, at: Date.parse(at(11)) }]);
    const { output, replica } = cluster({ statuses: [running()] });
    output.current.push({ at: at(11), text: 'key s3cret' }, { at: at(12), text: 'two' });
    await replica().read(owner, signal);
    expect(await logOf()).toEqual(['key ***', 'two']);
  });

  test('is still read after many reads of a container that has ended', async () => {
    const ended = { ...running(), state: { terminated: crashed(0).lastState?.terminated } };
    const { output, replica, show } = cluster({ statuses: [ended] });
    output.current.push({ at: at(11), text: 'before' });
    const reader = replica();
    for (let read = 1; read <= 40; read += 1) await reader.read(owner, signal);
    output.current.splice(0, 1, { at: at(21), text: 'after' });
    show([running(2)]);
    await reader.read(owner, signal);
    expect(await logOf()).toEqual(['before', 'after']);
  });

  test('continues after a second with more output than the cluster returns in one response', async () => {
    const { output, replica } = cluster({ statuses: [running()] });
    const reader = replica();
    output.current.push({ at: at(11), text: 'first' });
    await reader.read(owner, signal);
    const burst = Array.from({ length: 1_100 }, (_, index) => ({
      at: at(12),
      text: `${index} ${'x'.repeat(1_000)}`,
    }));
    output.current.push(...burst, { at: at(13), text: 'last' });
    await reader.read(owner, signal);
    await reader.read(owner, signal);
    expect((await logOf()).at(-1)).toBe('last');
  });

  test('is read after a crash even if the database failed at first', async () => {
    const { output, replica, show } = cluster({ statuses: [running()], databaseFailures: 1 });
    output.previous.push({ at: at(18), text: 'the last words' });
    replica().start();
    show([{ ...running(2), ...crashed() }]);
    await until(async () => (await logOf()).length > 0, 'the last words');
    expect(await logOf()).toEqual(['the last words']);
  });

  test('is read once after a crash, although no caller reads the log', async () => {
    const { output, requests, replica, show } = cluster({ statuses: [running()] });
    output.previous.push({ at: at(18), text: 'the last words' });
    for (const reader of [replica(), replica()]) reader.start();
    show([{ ...running(2), ...crashed() }]);
    await until(async () => (await logOf()).length > 0, 'the last words');
    show([{ ...running(2), ...crashed() }]);
    expect(await logOf()).toEqual(['the last words']);
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});

// docs/kubernetes/logs.md#killed-pods
describe('the output of an agent from code', () => {
  const run = () => ({ revisionId: owner.revisionId, pod: POD, container: 'agent', run: 'push:one' });
  const lines = Array.from({ length: 6 }, (_, index) => ({ at: at(12 + index), text: `line ${index}` }));
  /** Stores lines as if the pod had pushed them. */
  const push = async (count: number) => {
    const sent = lines.slice(0, count).map((line) => ({ at: Date.parse(line.at), text: line.text }));
    const state = advancePushed(undefined, Date.parse('2026-01-02T03:04:10.900Z'), sent);
    await store.podOutput.advance(run(), undefined, { lines: count, state, now: 1 });
    await store.logs.append(
      sent.map((line) => ({
        revisionId: owner.revisionId,
        kind: 'deploy' as const,
        level: 'INFO' as const,
        at: line.at,
        message: line.text,
      })),
    );
  };

  test('is not read from the cluster while its pod pushes it', async () => {
    const { output, requests, replica } = cluster({ isCode: true, statuses: [running()] });
    output.current.push(...lines);
    await replica().read(owner, signal);
    expect([await logOf(), requests]).toEqual([[], []]);
  });

  test('is completed once after a kill with the lines that the pod did not push', async () => {
    const { output, replica, show } = cluster({ isCode: true, statuses: [running()] });
    await push(4);
    output.previous.push(...lines);
    for (const reader of [replica(), replica()]) reader.start();
    show([{ ...running(2), ...crashed() }]);
    await until(async () => (await logOf()).length > 4, 'the lines that were not pushed');
    expect(await logOf()).toEqual(lines.map(({ text }) => text));
    // A request of the killed pod that arrives late is complete already.
    expect(await store.podOutput.find(run())).toMatchObject({ lines: 6, state: { hasEnded: true } });
  });

  test('of a pod that could not reach the control plane is stored completely', async () => {
    const { output, replica } = cluster({ isCode: true, statuses: [{ ...running(2), ...crashed(1) }] });
    output.previous.push(...lines);
    await replica().read(owner, signal, { isFailed: true });
    expect(await logOf()).toEqual(lines.map(({ text }) => text));
  });
});
