import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { realClock } from '../../../../src/clients/clock.ts';
import { createAccessRecheck } from '../../../../src/emulator/agent-server/access/lasting-access.ts';
import { subscribeToThreadEvents } from '../../../../src/emulator/agent-server/protocol/thread-events.ts';
import { openStream } from '../event-stream.ts';
import { type AgentServerFixture, Cleanup, createFixture } from '../fixture.ts';
import { createScriptedWorker, type ScriptedRun } from '../scripted-worker.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const ALL = [
  'values',
  'updates',
  'messages',
  'tools',
  'custom',
  'lifecycle',
  'input',
  'tasks',
  'checkpoints',
];

async function startServed(options: { location?: string; heartbeatMs?: number } = {}, own = cleanup) {
  const fixture = await createFixture(own, options);
  const scripted = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, scripted.worker);
  return { fixture, ...scripted, ...on(fixture) };
}

/** Returns functions that send a client's requests. */
function on(fixture: AgentServerFixture) {
  let id = 0;
  const command = async (thread: string, method: string, params: unknown) =>
    (await fixture.call('POST', `/threads/${thread}/commands`, { id: (id += 1), method, params })).body;
  return {
    command,
    start: async (thread: string, params: Record<string, unknown> = {}) =>
      (await command(thread, 'run.start', { assistant_id: 'agent', input: {}, ...params })).result
        .run_id as string,
    events: (thread: string, body: Record<string, unknown> = {}) =>
      openStream(fixture, 'POST', `/threads/${thread}/stream/events`, { body: { channels: ALL, ...body } }),
  };
}

type Events = Awaited<ReturnType<ReturnType<typeof on>['events']>>;

/** Returns the next events, each with its method, namespace and data. */
async function take(stream: Events, count: number) {
  const taken: unknown[] = [];
  for (let at = 0; at < count; at += 1) {
    const next = await stream.next();
    if (!next) break;
    const { method, params } = next.data;
    taken.push([method, params.namespace.join(' '), params.data.event ?? params.data]);
  }
  return taken;
}

/** Creates an event as the graph library emits it for the protocol. */
const native = (
  method: string,
  data: unknown,
  more: { namespace?: string[]; [name: string]: unknown } = {},
): [string, unknown] => {
  const { namespace = [], ...params } = more;
  const event = { type: 'event', method, params: { namespace, timestamp: 1, data, ...params } };
  return [[method, ...namespace].join('|'), event];
};
const asks = (id: string): [string, unknown] =>
  native('values', { steps: [], __interrupt__: [{ id, value: 'sure?' }] });
const paused = (id: string) =>
  ({ kind: 'interrupted', values: {}, interrupts: { task: [{ id, value: 'sure?' }] } }) as const;

/** Emits a single value, and ends the run. */
async function finish(run: ScriptedRun, reported: unknown) {
  await run.tell(native('values', reported));
  run.end();
}

describe('the event stream of a thread', () => {
  // docs/agent-server/streams.md#protocol-idle
  // docs/departures/agent-server.md#protocol-unknown-thread
  test('reaches a reader who connected before the thread existed', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    const reader = await events(thread);
    await start(thread);
    await finish(await next(), { step: 1 });
    expect(await take(reader, 3)).toEqual([
      ['lifecycle', '', 'running'],
      ['values', '', { step: 1 }],
      ['lifecycle', '', 'completed'],
    ]);
  });

  test('includes all runs of the thread in order, on a single connection', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    await finish(await next(), { step: 1 });
    const reader = await events(thread, { channels: ['values'] });
    expect(await take(reader, 1)).toEqual([['values', '', { step: 1 }]]);
    await start(thread);
    await finish(await next(), { step: 2 });
    expect(await take(reader, 1)).toEqual([['values', '', { step: 2 }]]);
  });

  // docs/agent-server/streams.md#protocol-replay
  // docs/departures/agent-server.md#protocol-seq
  test('has the same events, IDs and numbers on each connection', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    await finish(await next(), { step: 1 });
    await start(thread);
    const second = await next();
    await second.tell(native('updates', { node: 'one', values: { a: 1 } }, { node: 'one' }));
    const readers = [await events(thread), await events(thread)];
    second.end();
    const texts: string[][] = [];
    for (const reader of readers) {
      const seen: string[] = [];
      for (let at = 0; at < 6; at += 1) {
        const { data, id, event } = (await reader.next()) ?? { data: {}, id: '', event: '' };
        expect([id, event]).toEqual([String(data.seq), data.method]);
        seen.push(`${data.seq} ${data.event_id}`);
      }
      texts.push(seen);
    }
    expect(texts[1]).toEqual(texts[0]);
    const numbers = texts[0]?.map((one) => Number(one.split(' ')[0])) ?? [];
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(new Set(texts[0]).size).toBe(6);
  });

  test('continues after the last event that a client received', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const run = await next();
    await run.tell(native('values', { step: 1 }), native('values', { step: 2 }));
    const first = await events(thread, { channels: ['values'] });
    const had = await first.next();
    first.leave();
    const again = await events(thread, { channels: ['values'], since: had?.data.seq });
    expect(await take(again, 1)).toEqual([['values', '', { step: 2 }]]);
    run.end();
  });

  // docs/agent-server/streams.md#protocol-replay
  test('is still complete after the emulator restarts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'protocol-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const location = join(folder, 'emulator.db');
    const own = new Cleanup();
    const before = await startServed({ location }, own);
    const thread = randomUUID();
    await before.start(thread);
    await finish(await before.next(), { step: 1 });
    const reader = await before.events(thread);
    const seen = [await reader.next(), await reader.next(), await reader.next()];
    await own.run();
    const { deploymentId } = before.fixture;
    const after = await createFixture(cleanup, { location, deploymentId });
    const again = await on(after).events(thread);
    const ids = async () => [await again.next(), await again.next(), await again.next()];
    expect((await ids()).map((one) => one?.id)).toEqual(seen.map((one) => one?.id));
  });

  test('continues with the next attempt of a run if a worker dies', async () => {
    const { fixture, start, events, next } = await startServed();
    const thread = randomUUID();
    const reader = await events(thread);
    await start(thread);
    const first = await next();
    await first.tell(native('values', { step: 1 }));
    first.crash();
    const other = createScriptedWorker(fixture.deploymentId);
    fixture.live.serve(fixture.deploymentId, other.worker);
    await finish(await other.next(), { step: 2 });
    expect(await take(reader, 4)).toEqual([
      ['lifecycle', '', 'running'],
      ['values', '', { step: 1 }],
      ['values', '', { step: 2 }],
      ['lifecycle', '', 'completed'],
    ]);
  });

  test('includes the events of a run that a client created with the older API', async () => {
    const { fixture, events, next } = await startServed();
    const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
    const reader = await events(thread);
    await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: {},
      stream_mode: ['values', 'updates', 'messages'],
    });
    const run = await next();
    await until(() => run.hasSubscriber());
    await run.tell(
      ['updates|child:1', { inner: { a: 1 } }],
      ['messages/partial', [{ type: 'ai', content: 'one' }]],
      ['values', { a: 1 }],
    );
    run.end();
    expect(await take(reader, 5)).toEqual([
      ['lifecycle', '', 'running'],
      ['updates', 'child:1', { a: 1 }],
      ['values', '', { a: 1 }],
      ['lifecycle', 'child:1', 'completed'],
      ['lifecycle', '', 'completed'],
    ]);
  });

  test('is not sent to a reader of another deployment, even with the ID of the thread', async () => {
    const { fixture, start, next } = await startServed();
    const thread = randomUUID();
    const readerOf = (deploymentId: string) => {
      const dependencies = {
        ...fixture,
        clock: realClock,
        log: () => undefined,
        newId: randomUUID,
        runtime: 'process',
        version: 'test',
      } as const;
      const filter = { channels: ['values'] };
      const key = { deploymentId, threadId: thread };
      const access = createAccessRecheck(fixture.store, key, { filter: undefined });
      const reader = subscribeToThreadEvents(dependencies, { ...key, access }, filter);
      cleanup.add(() => Promise.resolve(reader.stop()));
      return reader;
    };
    const other = readerOf(randomUUID());
    const own = readerOf(fixture.deploymentId);
    await Promise.all([other.ready, own.ready]);
    await start(thread);
    await finish(await next(), { step: 1 });
    expect((await own.text.next()).value).toContain('"step":1');
    const seen = other.text.next();
    other.wake('abort');
    expect(await seen).toEqual({ done: true, value: undefined });
  });

  test('ends when the thread is deleted', async () => {
    const { fixture, events } = await startServed({ heartbeatMs: 5 });
    const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
    const reader = await events(thread);
    const rest = reader.rest();
    while (reader.comments() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await fixture.call('DELETE', `/threads/${thread}`);
    expect(await rest).toEqual([]);
  });
});

describe('the event about the end of a run', () => {
  const endings = async (
    act: (served: Awaited<ReturnType<typeof startServed>>, thread: string) => Promise<void>,
    count: number,
  ) => {
    const served = await startServed();
    const thread = randomUUID();
    const reader = await served.events(thread, { channels: ['lifecycle'] });
    await act(served, thread);
    const seen: unknown[] = [];
    for (let at = 0; at < count; at += 1) seen.push((await reader.next())?.data.params.data);
    return seen;
  };

  test('contains the message of the error that ended the run', async () => {
    const act: Parameters<typeof endings>[0] = async ({ start, next }, thread) => {
      await start(thread);
      (await next()).end({ kind: 'error', error: 'RangeError', message: 'too far' });
    };
    expect(await endings(act, 2)).toEqual([
      { event: 'running', graph_name: 'agent' },
      { event: 'failed', graph_name: 'agent', error: 'too far' },
    ]);
  });

  test('reports a cancelled run as interrupted, even if the run never began', async () => {
    const act: Parameters<typeof endings>[0] = async ({ fixture, start, next }, thread) => {
      const first = await start(thread);
      await next();
      const second = await start(thread, { input: null });
      for (const run of [second, first]) {
        await fixture.call('POST', `/threads/${thread}/runs/${run}/cancel?wait=true`);
      }
    };
    const seen = await endings(act, 4);
    expect(seen).toEqual(
      ['running', 'interrupted', 'running', 'interrupted'].map((event) => ({ event, graph_name: 'agent' })),
    );
  });

  // docs/agent-server/streams.md#protocol-undone
  test('is not sent for a run that was rolled back', async () => {
    const act: Parameters<typeof endings>[0] = async ({ start, next }, thread) => {
      await start(thread);
      await next();
      await start(thread, { multitaskStrategy: 'rollback' });
      (await next()).end();
    };
    expect(await endings(act, 3)).toMatchObject([
      { event: 'running' },
      { event: 'running' },
      { event: 'completed' },
    ]);
  });

  // docs/departures/agent-server.md#protocol-empty-values
  test('follows the event of an interrupt, and no event with an empty state is sent', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    const reader = await events(thread);
    await start(thread);
    const run = await next();
    const question = [{ id: 'q1', value: 'sure?' }];
    await run.tell(
      native('updates', { node: '__interrupt__', values: question }, { node: '__interrupt__' }),
      native('values', { __interrupt__: question }),
      native('tasks', { id: 'a' }),
    );
    expect(await take(reader, 4)).toEqual([
      ['lifecycle', '', 'running'],
      ['input.requested', '', { interrupt_id: 'q1', payload: 'sure?' }],
      ['lifecycle', '', 'interrupted'],
      ['tasks', '', { id: 'a' }],
    ]);
    run.end(paused('q1'));
  });

  test('follows an interrupt immediately, without waiting for the worker', async () => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    const reader = await events(thread);
    await start(thread);
    const run = await next();
    await run.tell(asks('q1'), asks('q1'));
    expect(await take(reader, 4)).toEqual([
      ['lifecycle', '', 'running'],
      ['input.requested', '', { interrupt_id: 'q1', payload: 'sure?' }],
      ['lifecycle', '', 'interrupted'],
      ['values', '', { steps: [] }],
    ]);
    run.end(paused('q1'));
  });
});

describe('a filter of the event stream', () => {
  test.each([
    ['by channel', { channels: ['updates'] }, ['root', 'child', 'inner', 'other']],
    ['by node', { channels: ['updates'], namespaces: [['child']] }, ['child', 'inner']],
    ['by task', { channels: ['updates'], namespaces: [['child:2']] }, ['other']],
    ['by depth', { channels: ['updates'], namespaces: [['child:1']], depth: 0 }, ['child']],
    ['of the root graph', { channels: ['updates'], namespaces: [[]], depth: 0 }, ['root']],
    ['by name', { channels: ['custom:a'] }, ['named a']],
    ['of all channels', { channels: ['custom'] }, ['named a', 'named b', 'unnamed']],
  ])('passes the matching events: %s', async (_, filter, expected) => {
    const { start, events, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const run = await next();
    const reported = (values: unknown, ...namespace: string[]) =>
      native('updates', { node: 'n', values }, { namespace, node: 'n' });
    await run.tell(
      reported('root'),
      reported('child', 'child:1'),
      reported('inner', 'child:1', 'inner:3'),
      reported('other', 'child:2'),
      native('custom:a', 'named a'),
      native('custom', { name: 'b', payload: 'named b' }),
      native('custom', { payload: 'unnamed' }),
    );
    run.end();
    const reader = await events(thread, { ...filter, channels: [...filter.channels, 'lifecycle'] });
    const seen: unknown[] = [];
    for (;;) {
      const { method, params } = (await reader.next())?.data ?? {};
      if (method !== 'lifecycle') seen.push(params.data.values ?? params.data.payload);
      else if (params.namespace.length === 0 && params.data.event === 'completed') break;
      // A filter that excludes the root graph does not match the end of the root graph.
      if (seen.length === expected.length && 'namespaces' in filter) break;
    }
    expect(seen).toEqual(expected);
  });

  // docs/departures/agent-server.md#protocol-malformed
  test.each([
    ['an empty list of channels', { channels: [] }, 'channels'],
    ['an unknown channel', { channels: ['debug'] }, 'channels'],
    ['a custom channel without a name', { channels: ['custom:'] }, 'channels'],
    ['a since that is not a number', { since: 'x' }, 'since'],
    ['a negative depth', { depth: -1 }, 'depth'],
  ])('is refused with a 422 that names the field: %s', async (_, body, field) => {
    const { fixture } = await startServed();
    const answer = await fixture.call('POST', `/threads/${randomUUID()}/stream/events`, {
      channels: ALL,
      ...body,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toContain(field);
  });
});

describe('a command of the streaming protocol', () => {
  // docs/agent-server/streams.md#protocol-commands
  test('starts a run whose events are stored, and creates the thread if necessary', async () => {
    const { fixture, command, next } = await startServed();
    const thread = randomUUID();
    const params = {
      assistant_id: 'agent',
      input: { say: 'hi' },
      config: { configurable: { user: 'a' } },
      metadata: { by: 'test' },
    };
    const answer = await command(thread, 'run.start', params);
    const run = await next();
    expect(answer).toEqual({
      type: 'success',
      id: 1,
      result: { run_id: run.job.runId },
      meta: { applied_through_seq: expect.any(Number) },
    });
    expect(run.job).toMatchObject({
      input: { say: 'hi' },
      threadId: thread,
      config: { configurable: { user: 'a' } },
    });
    expect(run.job.stream).toMatchObject({ protocol: true, subgraphs: true, hasSubscriber: true });
    const row = await fixture.call('GET', `/threads/${thread}/runs/${run.job.runId}`);
    expect(row.body).toMatchObject({ metadata: { by: 'test' }, kwargs: { stream_resumable: true } });
    run.end();
  });

  // docs/departures/agent-server.md#protocol-seq
  test('returns the number of the event that precedes the events of its run', async () => {
    const { command, events, next } = await startServed();
    const thread = randomUUID();
    const reader = await events(thread);
    const begin = async () => {
      const { meta } = await command(thread, 'run.start', { assistant_id: 'agent', input: {} });
      await finish(await next(), { step: 1 });
      const numbers = [await reader.next(), await reader.next(), await reader.next()].map(
        (one) => one?.data.seq,
      );
      return { through: meta.applied_through_seq as number, numbers };
    };
    const first = await begin();
    const second = await begin();
    expect(first.numbers.every((seq) => seq > first.through && seq <= second.through)).toBe(true);
    expect(second.numbers.every((seq) => seq > second.through)).toBe(true);
  });

  test('answers an interrupt, even while the interrupted run is still active', async () => {
    const { command, start, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const first = await next();
    await first.tell(asks('q1'));
    const answered = command(thread, 'input.respond', {
      namespace: [],
      interrupt_id: 'q1',
      response: 'yes',
      update: { note: 1 },
      goto: 'after',
    });
    first.end(paused('q1'));
    expect(await answered).toMatchObject({ type: 'success', result: {} });
    const second = await next();
    expect(second.job.command).toEqual({ resume: { q1: 'yes' }, update: { note: 1 }, goto: 'after' });
    second.end();
  });

  test('can answer several interrupts in one request', async () => {
    const { command, start, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const questions = [1, 2].map((at) => ({ id: `q${at}`, value: 'sure?' }));
    (await next()).end({ kind: 'interrupted', values: {}, interrupts: { task: questions } });
    const responses = questions.map(({ id }) => ({ interrupt_id: id, response: id.toUpperCase() }));
    expect(await command(thread, 'input.respond', { responses })).toMatchObject({ type: 'success' });
    const run = await next();
    expect(run.job.command).toEqual({ resume: { q1: 'Q1', q2: 'Q2' } });
    run.end();
  });

  test('answers the interrupt of a waiting thread if the command starts a run', async () => {
    const { start, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const first = await next();
    const second = start(thread, { input: 'yes' });
    first.end(paused('q1'));
    expect((await next()).job).toMatchObject({ command: { resume: 'yes' } });
    expect(await second).toEqual(expect.any(String));
  });

  // docs/departures/agent-server.md#protocol-busy-start
  test('does not wait until an interrupted run has ended', async () => {
    const { start, next } = await startServed();
    const thread = randomUUID();
    await start(thread);
    const first = await next();
    await start(thread, { input: { say: 'other' }, multitaskStrategy: 'interrupt' });
    expect(first.signal.aborted).toBe(true);
    expect((await next()).job).toMatchObject({ input: { say: 'other' } });
  });

  test('can start a run at an earlier checkpoint', async () => {
    const { command } = await startServed();
    const thread = randomUUID();
    const at = (checkpoint_id: unknown) =>
      command(thread, 'run.start', {
        assistant_id: 'agent',
        input: null,
        config: { configurable: { checkpoint_id } },
      });
    expect(await at('later')).toMatchObject({ type: 'error', error: 'invalid_argument' });
    expect(await at(randomUUID())).toMatchObject({ type: 'error', error: 'unknown_error' });
  });

  test.each([
    ['run.start', {}, 'invalid_argument', 'params.assistant_id'],
    ['run.start', { assistant_id: 'agent', config: 'x' }, 'invalid_argument', 'params.config'],
    [
      'run.start',
      { assistant_id: 'agent', langsmith_tracer: { to: 'x' } },
      'invalid_argument',
      'langsmith_tracer',
    ],
    ['run.start', { assistant_id: 'missing', input: {} }, 'unknown_error', 'missing'],
    ['input.respond', { response: 1 }, 'invalid_argument', 'params'],
    ['input.respond', { responses: [] }, 'invalid_argument', 'params'],
    ['input.respond', { interrupt_id: 'q9', response: 1 }, 'no_such_interrupt', 'q9'],
    ['agent.getTree', {}, 'no_such_run', 'stream/events'],
    ['subscription.subscribe', { channels: ['other'] }, 'invalid_argument', 'channels'],
    ['subscription.unsubscribe', { subscription_id: 'a' }, 'no_such_subscription', 'a'],
    ['subscription.reconnect', {}, 'no_such_run', 'stream/events'],
    ['state.get', {}, 'unknown_command', 'state.get'],
  ])('of kind %s with the parameters %j fails with the error %s', async (method, params, error, words) => {
    const { command } = await startServed();
    const answer = await command(randomUUID(), method, params);
    expect(answer).toMatchObject({ type: 'error', id: 1, error });
    expect(answer.message).toContain(words);
  });

  test('is refused if the graph library is too old, and creates no run', async () => {
    const { fixture, command, worker } = await startServed();
    fixture.live.serve(fixture.deploymentId, { ...worker, hasProtocol: () => false });
    const thread = randomUUID();
    const answer = await command(thread, 'run.start', { assistant_id: 'agent', input: {} });
    expect(answer).toMatchObject({ type: 'error', error: 'unsupported' });
    expect((await fixture.call('GET', `/threads/${thread}`)).status).toBe(404);
  });

  // docs/departures/agent-server.md#protocol-websocket
  test('is refused if it arrives over a WebSocket', async () => {
    const { fixture } = await startServed();
    const url = `${fixture.base.replace('http', 'ws')}/threads/${randomUUID()}/stream/events`;
    const socket = new WebSocket(url);
    const opened = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    expect(opened).toBe(false);
  });

  test('is refused with a 422 if it has no number or no method', async () => {
    const { fixture } = await startServed();
    for (const body of [{}, { id: 1 }, { id: 'a', method: 'run.start' }]) {
      expect((await fixture.call('POST', `/threads/${randomUUID()}/commands`, body)).status).toBe(422);
    }
  });
});
