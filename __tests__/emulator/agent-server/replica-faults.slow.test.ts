import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { until } from '../../../harness/until.ts';
import type { Notifier } from '../../../src/emulator/ports/store.ts';
import type { RunJob, RunOutcome } from '../../../src/emulator/ports/worker.ts';
import { openStream } from './event-stream.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';
import { createScriptedWorker, inertWorker } from './scripted-worker.ts';

const AGENT = { assistant_id: 'agent', input: {} };
const cleanup = new Cleanup();
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => cleanup.run());
afterAll(() => server.close());

/** A run that is active on a replica. */
interface Attempt {
  by: string;
  job: RunJob;
  signal: AbortSignal;
  end: (outcome: RunOutcome) => void;
}

/** Opens replicas whose runs end on request or when they are aborted; a `deaf` run ignores the abort. */
async function openReplicas(
  ids: readonly string[],
  { deaf = false, notices }: { deaf?: boolean; notices?: (notifier: Notifier) => Notifier } = {},
) {
  const location = server.freshSchema();
  const attempts: Attempt[] = [];
  const replicas: AgentServerFixture[] = [];
  let deploymentId: string | undefined;
  for (const id of ids) {
    const replica = await createFixture(cleanup, {
      location,
      heartbeatMs: 200,
      replica: { id, ...(notices && { notices }) },
      ...(deploymentId !== undefined && { deploymentId }),
    });
    ({ deploymentId } = replica);
    const worker = inertWorker({
      deploymentId,
      run(job, signal) {
        const { promise, resolve } = Promise.withResolvers<RunOutcome>();
        const attempt: Attempt = { by: id, job, signal, end: resolve };
        attempts.push(attempt);
        const aborted = () => resolve({ kind: 'aborted' });
        if (!deaf && signal.aborted) aborted();
        if (!deaf) signal.addEventListener('abort', aborted, { once: true });
        return promise.finally(() => attempts.splice(attempts.indexOf(attempt), 1));
      },
    });
    replica.live.serve(deploymentId, worker);
    replicas.push(replica);
  }
  const [first] = replicas;
  if (!first) throw new Error('no replica');
  const newThread = async () => (await first.call('POST', '/threads', {})).body.thread_id as string;
  return { first, replicas, attempts, newThread, deploymentId: first.deploymentId };
}
const done: RunOutcome = { kind: 'success', values: { done: true } };

describe('several replicas of the agent server', () => {
  // docs/kubernetes/guarantees.md#killed-run
  test('repeat the run of a killed replica, and clients at other replicas receive the result', async () => {
    const location = server.freshSchema();
    const front = await createFixture(cleanup, {
      location,
      heartbeatMs: 200,
      replica: { id: 'front', runsNothing: true },
    });
    const { deploymentId } = front;
    front.live.serve(deploymentId, inertWorker({ deploymentId }));
    const killed = await createFixture(cleanup, { location, deploymentId, replica: { id: 'killed' } });
    const old = createScriptedWorker(deploymentId);
    killed.live.serve(deploymentId, old.worker);
    const thread = (await front.call('POST', '/threads', {})).body.thread_id as string;
    const path = `/threads/${thread}/runs/stream`;
    const reader = await openStream(front, 'POST', path, { body: { ...AGENT, stream_resumable: true } });
    const before = await old.next();
    await before.tell(['values', 'before']);
    const joining = front.call('GET', `/threads/${thread}/runs/${before.job.runId}/join`);

    await killed.store.close();
    await front.store.instances.evict(['killed']);
    const other = await createFixture(cleanup, { location, deploymentId, replica: { id: 'other' } });
    const young = createScriptedWorker(deploymentId);
    other.live.serve(deploymentId, young.worker);
    const after = await young.next();
    expect(after.job).toMatchObject({ runId: before.job.runId, fence: 2 });
    await before.tell(['values', 'late']);
    await after.tell(['values', 'after']);
    after.end();
    const events = await reader.rest();
    expect(events.filter(({ event }) => event === 'values').map(({ data }) => data)).toEqual([
      'before',
      'after',
    ]);
    expect(events.at(-1)?.event).toBe('end');
    expect((await joining).body).toEqual({ done: true });
  });

  test('each execute at most ten runs at a time, and share the remaining runs', async () => {
    const { first, attempts } = await openReplicas(['one', 'two']);
    const runs = Array.from({ length: 15 }, () => AGENT);
    await first.call('POST', '/runs/batch', runs);
    await until(() => attempts.length === 15);
    const counts = Map.groupBy(attempts, ({ by }) => by);
    for (const [, some] of counts) expect(some.length).toBeLessThanOrEqual(10);
    for (const attempt of attempts.slice()) attempt.end(done);
    await until(async () => (await first.store.runs.unfinishedOf(first.deploymentId, {})).length === 0);
  });

  // docs/kubernetes/guarantees.md#one-at-a-time
  test('start no run of a thread until the stopped run of that thread has ended', async () => {
    const { first, replicas, attempts, newThread, deploymentId } = await openReplicas(['one', 'two'], {
      deaf: true,
    });
    const thread = await newThread();
    await first.call('POST', `/threads/${thread}/runs`, AGENT);
    await until(() => attempts.length === 1);
    const [stopped] = attempts;
    const created = replicas.map((one) =>
      one.call('POST', `/threads/${thread}/runs`, { ...AGENT, multitask_strategy: 'interrupt' }),
    );
    await until(() => stopped?.signal.aborted === true);
    await until(async () => (await first.store.runs.unfinishedOf(deploymentId, {})).length > 0);
    expect(attempts).toEqual([stopped]);
    stopped?.end({ kind: 'aborted' });
    await until(() => attempts.length === 1 && attempts[0] !== stopped);
    while ((await first.store.runs.unfinishedOf(deploymentId, {})).length > 0) {
      attempts[0]?.end(done);
      await new Promise(setImmediate);
    }
    await Promise.all(created);
  });
});

type Command =
  | { kind: 'create'; at: number; thread: number; strategy: string; stateless: boolean }
  | { kind: 'end'; which: number; fails: boolean }
  | { kind: 'cancel'; at: number; thread: number; action: string };
const index = fc.nat({ max: 5 });
const aCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    at: index,
    thread: fc.nat({ max: 1 }),
    strategy: fc.constantFrom('enqueue', 'reject', 'interrupt', 'rollback'),
    stateless: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('end' as const), which: index, fails: fc.boolean() }),
  fc.record({
    kind: fc.constant('cancel' as const),
    at: index,
    thread: fc.nat({ max: 1 }),
    action: fc.constantFrom('interrupt', 'rollback'),
  }),
);

/** Checks that a thread never has two active runs that were not stopped. */
function checkThreads(attempts: readonly Attempt[], but?: string): void {
  const active = attempts.filter(({ signal, by }) => !signal.aborted && by !== but);
  const threads = active.map(({ job }) => job.threadId);
  expect(threads.toSorted()).toEqual([...new Set(threads)].toSorted());
}

/** Executes the commands, ends the remaining runs, and returns the responses to the waiting clients. */
async function carryOut(
  opened: Awaited<ReturnType<typeof openReplicas>>,
  commands: readonly Command[],
  evict?: number,
) {
  const { replicas, attempts, newThread, deploymentId, first } = opened;
  const threads = [await newThread(), await newThread()];
  const answers: Promise<{ status: number; body: unknown }>[] = [];
  let gone: string | undefined;
  for (const [step, command] of commands.entries()) {
    if (step === evict) {
      gone = 'two';
      await first.store.instances.evict([gone]);
    }
    const at = (place: number) => (gone === undefined ? replicas[place % replicas.length] : first) ?? first;
    if (command.kind === 'create') {
      const thread = `/threads/${threads[command.thread]}`;
      const body = { ...AGENT, ...(!command.stateless && { multitask_strategy: command.strategy }) };
      answers.push(at(command.at).call('POST', `${command.stateless ? '' : thread}/runs/wait`, body));
    } else if (command.kind === 'end') {
      const outcome = { kind: 'error', error: 'RangeError', message: 'too far' } as const;
      attempts[command.which % Math.max(attempts.length, 1)]?.end(command.fails ? outcome : done);
    } else {
      const thread_id = threads[command.thread];
      const rows = await first.store.runs.list(deploymentId, String(thread_id), { limit: 9, offset: 0 });
      const ids = rows.map(({ id }) => id);
      const path = `/runs/cancel?action=${command.action}`;
      if (ids.length > 0) await at(command.at).call('POST', path, { thread_id, run_ids: ids });
    }
    checkThreads(attempts, gone);
    await new Promise((resolve) => setTimeout(resolve, (step * 7) % 20));
  }
  let over = false;
  const all = Promise.all(answers).finally(() => {
    over = true;
  });
  await until(() => {
    checkThreads(attempts, gone);
    for (const attempt of attempts.slice()) attempt.end(done);
    return over;
  });
  await until(async () => (await first.store.runs.unfinishedOf(deploymentId, {})).length === 0);
  return all;
}

const ENDS = new Set(['{"done":true}', 'RangeError', 'RunDeletedError', 'reject', '{}']);
const endOf = ({ status, body }: { status: number; body: unknown }): string => {
  if (status === 409) return 'reject';
  const text = JSON.stringify(body);
  return [...ENDS].find((one) => text.includes(one)) ?? text;
};

describe('any sequence of requests to two replicas', () => {
  // docs/kubernetes/guarantees.md#runs-any-order
  test.each([
    ['that notify each other', undefined],
    ['whose notifications are partly lost', { every: 3 }],
  ])(
    'executes one run per thread at a time, ends each run once, and gets every response: replicas %s',
    async (_, loss) => {
      let sent = 0;
      const notices = (notifier: Notifier): Notifier => ({
        ...notifier,
        notify: (topic, some) =>
          loss && (sent += 1) % loss.every === 0 ? Promise.resolve() : notifier.notify(topic, some),
      });
      const opened = await openReplicas(['one', 'two'], { notices });
      await fc.assert(
        fc.asyncProperty(fc.array(aCommand, { minLength: 4, maxLength: 14 }), async (commands) => {
          const answers = await carryOut(opened, commands);
          for (const answer of answers) expect(ENDS).toContain(endOf(answer));
        }),
        { numRuns: loss ? 6 : 12, endOnFailure: true },
      );
      // These workers have no state to return.
      const lines = opened.replicas.flatMap(({ logged }) => logged);
      expect(
        lines.filter(
          (line) => !line.includes('could not be refreshed and still shows the state before its last run'),
        ),
      ).toEqual([]);
    },
  );

  test('ends each run and gets every response at one replica even if the other replica loses its lease', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aCommand, { minLength: 6, maxLength: 12 }),
        fc.nat({ max: 5 }),
        async (commands, step) => {
          const opened = await openReplicas(['one', 'two']);
          // Clients that wait at the replica that loses its lease are disconnected, so they use the other replica.
          const elsewhere = commands.map((command) => ('at' in command ? { ...command, at: 0 } : command));
          const answers = await carryOut(opened, elsewhere, step);
          for (const answer of answers) expect(ENDS).toContain(endOf(answer));
          await cleanup.run();
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
