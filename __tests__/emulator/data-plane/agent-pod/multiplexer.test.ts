import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createMultiplexer,
  type LinkedReplica,
  type RawReport,
} from '../../../../src/emulator/data-plane/agent-pod/multiplexer.ts';
import type { WorkerCommand } from '../../../../src/emulator/data-plane/worker/commands.ts';
import type { RunJob } from '../../../../src/emulator/ports/worker.ts';

/** A multiplexer with the commands that its worker got. */
function shared() {
  const commands: WorkerCommand[] = [];
  const multiplexer = createMultiplexer((command) => void commands.push(command));
  const link = () => {
    const got: RawReport[] = [];
    const replica: LinkedReplica = multiplexer.attach({ send: (report) => void got.push(report) });
    return { ...replica, got };
  };
  /** What the worker got since the last call. */
  const taken = () => commands.splice(0);
  return { multiplexer, link, taken };
}

const job = (runId: string, change: Partial<RunJob> = {}): RunJob => ({
  runId,
  threadId: `thread of ${runId}`,
  graphId: 'agent',
  fence: 1,
  input: null,
  config: {},
  ...change,
});
const run = (runId: string): WorkerCommand => ({ type: 'run', job: job(runId) });
const ended = (runId: string, kind = 'success') => ({ type: 'run-ended', runId, outcome: { kind } });
const query = (id: number): WorkerCommand => ({
  type: 'query',
  id,
  graphId: 'agent',
  query: { kind: 'library' },
});
const put = (id: number, runId: string) => ({
  type: 'store-call',
  id,
  call: { op: 'put-writes', runId, rows: [] },
});
const get = (id: number, threadId: string) => ({
  type: 'store-call',
  id,
  call: { op: 'get', threadId, ns: '' },
});
const items = (id: number, ...ops: string[]) => ({
  type: 'store-call',
  id,
  call: { op: 'items', operations: ops.map((op) => ({ op })) },
});

describe('one worker, shared by links', () => {
  test('answers each link under the numbers that the link gave', () => {
    const { multiplexer, link, taken } = shared();
    const [one, other] = [link(), link()];
    one.receive(query(7));
    other.receive(query(7));
    one.receive({ type: 'ping', id: 1 });
    const numbers = taken().map((command) => ('id' in command ? command.id : Number.NaN));
    expect(new Set(numbers).size).toBe(3);
    const [first = 0, second = 0, third = 0] = numbers;
    multiplexer.report({ type: 'answer', id: second, answer: 'of the other' });
    multiplexer.report({ type: 'pong', id: third });
    multiplexer.report({ type: 'query-failed', id: first, error: 'Error', message: 'no' });
    multiplexer.report({ type: 'answer', id: second, answer: 'once more' });
    expect(one.got).toEqual([
      { type: 'pong', id: 1 },
      { type: 'query-failed', id: 7, error: 'Error', message: 'no' },
    ]);
    expect(other.got).toEqual([{ type: 'answer', id: 7, answer: 'of the other' }]);
    expect(multiplexer.isBusy()).toBe(false);
  });

  test('pings the worker for the pod itself, and knows which nodes its runs began last', async () => {
    const { multiplexer, link, taken } = shared();
    const one = link();
    one.receive(run('a'));
    one.receive(run('b'));
    for (const runId of ['b', 'a', 'unknown'])
      multiplexer.report({ type: 'node', runId, node: `node of ${runId}` });
    taken();
    const response = multiplexer.ping(60_000);
    const [{ id } = { id: 0 }] = taken() as { id: number }[];
    multiplexer.report({ type: 'pong', id, blockedMs: 5 });
    expect(await response).toMatchObject({ blockedMs: 5 });
    expect(await multiplexer.ping(1)).toBeUndefined();
    expect(one.got.filter(({ type }) => type === 'pong')).toEqual([]);
    expect(multiplexer.lastNodes()).toEqual([
      { runId: 'a', graphId: 'agent', node: 'node of a' },
      { runId: 'b', graphId: 'agent', node: 'node of b' },
    ]);
    multiplexer.report(ended('a'));
    expect(multiplexer.lastNodes()).toHaveLength(1);
  });

  test('sends what is of a run to the link that began it, and takes words about it from no other', () => {
    const { multiplexer, link, taken } = shared();
    const [one, other] = [link(), link()];
    one.receive(run('a'));
    other.receive(run('b'));
    taken();
    const events = { type: 'events', runId: 'a', events: [] };
    multiplexer.report(events);
    multiplexer.report(put(1, 'b'));
    other.receive({ type: 'events-kept', runId: 'a' });
    other.receive({ type: 'abort', runId: 'a' });
    other.receive({ type: 'listen', runId: 'a' });
    one.receive({ type: 'store-answer', id: 1, answer: { ok: true, found: [] } });
    expect(taken()).toEqual([]);
    one.receive({ type: 'events-kept', runId: 'a' });
    other.receive({ type: 'store-answer', id: 1, answer: { ok: true, found: [] } });
    expect(taken().map(({ type }) => type)).toEqual(['events-kept', 'store-answer']);
    multiplexer.report(ended('a'));
    expect(one.got).toEqual([events, ended('a')]);
    expect(other.got).toEqual([put(1, 'b')]);
    expect([one.isBusy(), other.isBusy()]).toEqual([false, true]);
  });

  test('asks the link of the thread’s run for its checkpoints, and any that has work for the rest', () => {
    const { multiplexer, link } = shared();
    const [idle, busy] = [link(), link()];
    busy.receive(run('a'));
    multiplexer.report(get(1, 'thread of a'));
    multiplexer.report(get(2, 'another thread'));
    multiplexer.report(items(3, 'put'));
    multiplexer.report({ type: 'api-request', id: 4 });
    expect(busy.got).toHaveLength(4);
    expect(idle.got).toEqual([]);
    idle.receive({ type: 'api-failed', id: 4, message: 'not mine' });
    expect(busy.got).toHaveLength(4);
  });

  test('refuses writes of a run that no link has', () => {
    const { multiplexer, link, taken } = shared();
    link();
    multiplexer.report(put(1, 'gone'));
    expect(taken()).toEqual([
      { type: 'store-answer', id: 1, answer: expect.objectContaining({ ok: false, error: 'StaleRunError' }) },
    ]);
  });

  test('fails what it is asked while there is no link, and waits for none', () => {
    const { multiplexer, taken } = shared();
    multiplexer.report(get(1, 't'));
    multiplexer.report(items(2, 'search'));
    multiplexer.report({ type: 'api-request', id: 3 });
    const message = expect.stringContaining('no replica of the control plane is connected');
    const answer = { ok: false, error: 'Error', message };
    expect(taken()).toEqual([
      { type: 'store-answer', id: 1, answer },
      { type: 'store-answer', id: 2, answer },
      { type: 'api-failed', id: 3, message },
    ]);
  });

  test('passes on what an application answers, until it has, or its reader is gone', () => {
    const { multiplexer, link, taken } = shared();
    const [one, other] = [link(), link()];
    const request = { type: 'app-request', id: 1, request: {} } as unknown as WorkerCommand;
    one.receive(request);
    other.receive(request);
    const [first = 0, second = 0] = taken().map((command) => ('id' in command ? command.id : 0));
    multiplexer.report({ type: 'app-pull', id: first });
    one.receive({ type: 'app-body', id: 1, bytes: new Uint8Array([1]) });
    other.receive({ type: 'app-gone', id: 1 });
    expect(taken()).toEqual([
      { type: 'app-body', id: first, bytes: new Uint8Array([1]) },
      { type: 'app-gone', id: second },
    ]);
    multiplexer.report({ type: 'app-head', id: second, status: 200, headers: [] });
    multiplexer.report({ type: 'app-end', id: first });
    one.receive({ type: 'app-taken', id: 1 });
    expect(taken()).toEqual([]);
    expect(one.got.map(({ type }) => type)).toEqual(['app-pull', 'app-end']);
    expect(other.got).toEqual([]);
    expect(multiplexer.isBusy()).toBe(false);
  });
});

describe('when a link is lost', () => {
  test('its runs are aborted, and none waits for events to be kept', () => {
    const { multiplexer, link, taken } = shared();
    const [one, other] = [link(), link()];
    one.receive(run('a'));
    other.receive(run('b'));
    taken();
    one.end();
    expect(taken()).toEqual([
      { type: 'abort', runId: 'a' },
      { type: 'events-kept', runId: 'a' },
    ]);
    multiplexer.report({ type: 'events', runId: 'a', events: [] });
    expect(taken()).toEqual([{ type: 'events-kept', runId: 'a' }]);
    multiplexer.report(ended('a', 'aborted'));
    multiplexer.report(ended('b'));
    one.receive(run('c'));
    expect([taken(), one.got, other.got]).toEqual([[], [], [ended('b')]]);
  });

  test('its readers are gone, its answers fail, and only what changes nothing is asked again', () => {
    const { multiplexer, link, taken } = shared();
    const one = link();
    one.receive({ type: 'app-request', id: 5, request: {} } as unknown as WorkerCommand);
    one.receive(query(1));
    multiplexer.report({ type: 'api-request', id: 1 });
    multiplexer.report(get(2, 't'));
    multiplexer.report(items(3, 'get', 'search', 'namespaces'));
    multiplexer.report(items(4, 'get', 'put'));
    taken();
    const other = link();
    one.end();
    expect(taken()).toEqual([
      { type: 'app-gone', id: 1 },
      { type: 'api-failed', id: 1, message: expect.stringContaining('lost') },
      {
        type: 'store-answer',
        id: 4,
        answer: { ok: false, error: 'Error', message: expect.stringContaining('not known') },
      },
    ]);
    expect(other.got).toEqual([get(2, 't'), items(3, 'get', 'search', 'namespaces')]);
  });

  test('its run, begun again by another link, starts when the first attempt has ended', () => {
    const { multiplexer, link, taken } = shared();
    const [one, other] = [link(), link()];
    one.receive(run('a'));
    one.end();
    taken();
    other.receive(run('a'));
    other.receive({ type: 'listen', runId: 'a' });
    expect(taken()).toEqual([]);
    multiplexer.report(put(1, 'a'));
    expect(taken()).toMatchObject([{ type: 'store-answer', answer: { error: 'StaleRunError' } }]);
    multiplexer.report(ended('a', 'aborted'));
    expect(taken()).toEqual([run('a')]);
    multiplexer.report(ended('a'));
    expect(other.got).toEqual([{ type: 'listening', runId: 'a' }, ended('a')]);
  });
});

test('a run that another link takes over is aborted first, and its old link told so', () => {
  const { multiplexer, link, taken } = shared();
  const [one, other, third] = [link(), link(), link()];
  one.receive(run('a'));
  taken();
  other.receive(run('a'));
  third.receive(run('a'));
  expect(taken().map(({ type }) => type)).toEqual(['abort', 'events-kept']);
  expect([one.got, other.got]).toEqual([[ended('a', 'aborted')], [ended('a', 'aborted')]]);
  multiplexer.report(ended('a', 'aborted'));
  expect(taken()).toEqual([run('a')]);
  multiplexer.report(ended('a'));
  expect(third.got).toEqual([ended('a')]);
  expect(multiplexer.isBusy()).toBe(false);
});

test('a run that waits for its first attempt can be aborted', () => {
  const { multiplexer, link, taken } = shared();
  const one = link();
  one.receive(run('a'));
  one.receive(run('a'));
  // The link would take it for the end of the second.
  expect(one.got).toEqual([]);
  one.receive({ type: 'abort', runId: 'a' });
  expect(one.got).toEqual([ended('a', 'aborted')]);
  taken();
  multiplexer.report(ended('a', 'aborted'));
  expect([taken(), one.got]).toEqual([[], [ended('a', 'aborted')]]);
});

test('no message of a worker, of any shape, makes it fail', () => {
  const { multiplexer, link } = shared();
  const one = link();
  one.receive(run('a'));
  fc.assert(
    fc.property(fc.anything(), (message) => {
      multiplexer.report(message);
      multiplexer.report({ type: 'store-call', id: 1, call: message });
      multiplexer.report({ type: 'run-ended', runId: message });
    }),
  );
});

test('in any order of events, a worker has each run once, and a lost link gets nothing', () => {
  const step = fc.record({
    link: fc.nat(2),
    run: fc.constantFrom('a', 'b'),
    what: fc.constantFrom('run', 'abort', 'lose', 'end', 'events', 'query', 'answer', 'put'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const running = new Set<string>();
      const asked: number[] = [];
      const twice: string[] = [];
      const multiplexer = createMultiplexer((command) => {
        if (command.type === 'query') asked.push(command.id);
        if (command.type !== 'run') return;
        if (running.has(command.job.runId)) twice.push(command.job.runId);
        running.add(command.job.runId);
      });
      const open = () => {
        const state = { lost: false, late: 0 };
        const replica = multiplexer.attach({
          send() {
            if (state.lost) state.late += 1;
          },
        });
        return { replica, state };
      };
      const links = [open(), open(), open()];
      const all = [...links];
      for (const { link, run: runId, what } of steps) {
        const { replica, state } = links[link] ?? open();
        if (what === 'run') replica.receive(run(runId));
        else if (what === 'abort') replica.receive({ type: 'abort', runId });
        else if (what === 'query') replica.receive(query(link));
        else if (what === 'answer') multiplexer.report({ type: 'answer', id: asked.shift() ?? 0, answer: 1 });
        else if (what === 'events') multiplexer.report({ type: 'events', runId, events: [] });
        else if (what === 'put') multiplexer.report(put(link, runId));
        else if (what === 'end') {
          if (running.delete(runId)) multiplexer.report(ended(runId));
        } else {
          replica.end();
          state.lost = true;
          links[link] = open();
          all.push(links[link]);
        }
      }
      expect(twice).toEqual([]);
      expect(all.map(({ state }) => state.late)).toEqual(all.map(() => 0));
      // All that is asked comes to an end.
      for (let round = 0; round < steps.length + 3; round += 1) {
        for (const id of asked.splice(0)) multiplexer.report({ type: 'answer', id, answer: 1 });
        for (const runId of running) {
          running.delete(runId);
          multiplexer.report(ended(runId));
        }
      }
      expect(multiplexer.isBusy()).toBe(false);
    }),
  );
});
