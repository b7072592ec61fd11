import { afterEach, expect, test } from '@jest/globals';
import { realClock } from '../../../../../src/clients/clock.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { Pod } from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  createLogFollower,
  type LogFollower,
  writeMissingLines,
} from '../../../../../src/emulator/data-plane/places/kubernetes/log-follower.ts';
import { labelsOf } from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { createRevisionLogs } from '../../../../../src/emulator/data-plane/reconcile/revision-log.ts';
import type { Logs, Store } from '../../../../../src/emulator/ports/store.ts';
import { until } from '../../../../../harness/until.ts';

const DEPLOYMENT = '11111111-1111-4111-8111-111111111111';
const REVISION = '22222222-2222-4222-8222-222222222222';
const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, '0')}.5Z`;

type Line = { at: number; message: string };
/** Creates a log that starts with these lines. */
function logOf(stored: Line[]) {
  const lines = [...stored];
  const logs = {
    append: (added: Line[]) => Promise.resolve(void lines.push(...added)),
    list: () => Promise.resolve(lines.toReversed()),
  } as unknown as Logs;
  const all = createRevisionLogs({
    ownSecrets: [],
    logs,
    clock: realClock,
    log: () => undefined,
    onRevisionLine: () => undefined,
  });
  return { lines, logs, all, messages: () => lines.map(({ message }) => message) };
}

const followers: LogFollower[] = [];
afterEach(() => Promise.all(followers.splice(0).map((one) => one.close())));

/** Follows one pod that prints these lines. */
function follow(
  log: ReturnType<typeof logOf>,
  printed: { at: string; text: string }[],
): { afters: (string | undefined)[] } {
  const labels = labelsOf({ plane: 'plane', deploymentId: DEPLOYMENT }, 'agent', REVISION);
  const pod = {
    metadata: { name: 'pod', namespace: 'agents', uid: 'uid', resourceVersion: '1', labels },
    spec: { containers: [{ name: 'agent' }] },
    status: { containerStatuses: [{ name: 'agent', ready: true, restartCount: 0, state: { running: {} } }] },
  } as unknown as Pod;
  const afters: (string | undefined)[] = [];
  const informers = {
    followPods(_: string, onPod: (pod: Pod, isOld: boolean) => void) {
      onPod(pod, true);
      return () => undefined;
    },
  };
  const client: Pick<ClusterClient, 'followLogs'> = {
    followLogs(_, sink, __, options) {
      afters.push(options?.after);
      for (const line of printed) sink.line(line);
      return Promise.resolve();
    },
  };
  const follower = createLogFollower({
    client,
    informers,
    plane: 'plane',
    replica: { claimJob: () => Promise.resolve(true) },
    store: { logs: log.logs } as unknown as Pick<Store, 'revisions' | 'logs'>,
    namespaces: () => Promise.resolve(new Set(['agents'])),
    openLog: (_, revisionId) => Promise.resolve(log.all.open('agent', revisionId, ['s3cret'])),
    log: () => undefined,
  });
  followers.push(follower);
  follower.start();
  return { afters };
}

test('a replica that takes over a revision continues the stored log without repeating lines', async () => {
  const log = logOf([
    { at: Date.parse(at(20)), message: 'one' },
    { at: Date.parse(at(21)), message: 'the key is ***' },
  ]);
  const { afters } = follow(log, [
    { at: at(20), text: 'one' },
    { at: at(21), text: 'the key is s3cret' },
    { at: at(21), text: 'the key is s3cret' },
    { at: at(22), text: 'three' },
  ]);
  await until(() => log.messages().includes('three'));
  // A line with the same text counts as a separate line.
  expect(log.messages()).toEqual(['one', 'the key is ***', 'the key is ***', 'three']);
  expect(log.lines.at(-1)?.at).toBe(Date.parse(at(22)));
  expect(afters).toEqual(['2026-01-02T03:04:11.500Z']);
});

test("only the missing lines of a container's last output are stored", async () => {
  const log = logOf([{ at: Date.parse(at(1)), message: 'one' }]);
  const revisionLog = log.all.open('agent', REVISION, ['s3cret']);
  const clock = { ...realClock, sleep: () => Promise.resolve() };
  const lines = [
    { at: at(1), text: 'one' },
    { at: at(2), text: 'a s3cret' },
  ];
  const { signal } = new AbortController();
  await writeMissingLines({ store: log, clock }, REVISION, revisionLog, lines, signal);
  await revisionLog.flush();
  expect(log.messages()).toEqual(['one', 'a ***']);
});
