import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { openStream, type SentEvent, type Stream } from './event-stream.ts';
import { createScriptedWorker, type ScriptedRun } from './scripted-worker.ts';
import { createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

interface Options {
  location?: string;
  heartbeatMs?: number;
  feedback?: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
}

async function startServed(options: Options = {}, own = cleanup) {
  const fixture = await createFixture(own, options);
  const scripted = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, scripted.worker);
  return { fixture, ...scripted, ...on(fixture) };
}

/** Returns functions that send a client's requests. */
function on(fixture: AgentServerFixture) {
  return {
    thread: async () => (await fixture.call('POST', '/threads', {})).body.thread_id as string,
    stream: (thread: string | undefined, body: Record<string, unknown> = {}) =>
      openStream(fixture, 'POST', `${thread === undefined ? '' : `/threads/${thread}`}/runs/stream`, {
        body: { assistant_id: 'agent', input: {}, ...body },
      }),
    create: async (thread: string, body: Record<string, unknown> = {}) =>
      (await fixture.call('POST', `/threads/${thread}/runs`, { assistant_id: 'agent', input: {}, ...body }))
        .body.run_id as string,
    joinStream: (thread: string, run: string, after?: string, query = '') =>
      openStream(fixture, 'GET', `/threads/${thread}/runs/${run}/stream${query}`, {
        ...(after !== undefined && { headers: { 'last-event-id': after } }),
      }),
  };
}

const place = (stream: Stream) => stream.headers.get('content-location') ?? '';
const short = (events: SentEvent[]) => events.map(({ event, data, id }) => [event, data, id]);
const names = (events: SentEvent[]) => events.map(({ event }) => event);

describe('a HEAD request to a streaming route', () => {
  // docs/departures/agent-server.md#head-where-get-streams
  test('is refused with a 405, and neither waits for nor stops a run', async () => {
    const { fixture, thread, create, next } = await startServed();
    const id = await thread();
    const run = await create(id);
    await next();
    const paths = [
      '/stream',
      `/runs/${run}/stream?cancel_on_disconnect=true`,
      `/runs/${run}/join?cancel_on_disconnect=1`,
    ];
    for (const path of paths) {
      const { status, headers } = await fixture.call('HEAD', `/threads/${id}${path}`);
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET']);
    }
    expect((await fixture.call('GET', `/threads/${id}/runs/${run}`)).body.status).toBe('running');
  });
});

describe('a run that a client streams', () => {
  test('sends each event immediately, not only when the run ends', async () => {
    const { next, thread, stream } = await startServed();
    const reader = await stream(await thread());
    const run = await next();
    expect(await reader.next()).toEqual({
      event: 'metadata',
      data: { run_id: run.job.runId, attempt: 1 },
      id: undefined,
    });
    await run.tell(['values', { step: 1 }]);
    expect(await reader.next()).toMatchObject({ event: 'values', data: { step: 1 } });
    await run.tell(['values', { text: 'two\nlines\u2028' }], ['updates|child:1', null]);
    expect(await reader.next()).toMatchObject({ event: 'values', data: { text: 'two\nlines\u2028' } });
    expect(await reader.next()).toMatchObject({ event: 'updates|child:1', data: null });
    run.end();
    expect(short(await reader.rest())).toEqual([['end', null, undefined]]);
  });

  test('passes the requested stream modes to its worker', async () => {
    const { next, thread, stream, create } = await startServed();
    const one = await thread();
    await stream(one, { stream_mode: ['updates', 'custom'], stream_subgraphs: true });
    const first = await next();
    expect(first.job.stream).toEqual({ modes: ['updates', 'custom'], subgraphs: true, hasSubscriber: true });
    first.end();
    // An empty list of modes is equivalent to no list.
    for (const stream_mode of [undefined, []]) {
      await create(one, stream_mode && { stream_mode });
      const quiet = await next();
      expect(quiet.job.stream).toEqual({ modes: ['values'], subgraphs: false, hasSubscriber: false });
      quiet.end();
    }
    await create(one, { stream_resumable: true, stream_mode: 'custom' });
    expect((await next()).job.stream).toEqual({ modes: ['custom'], subgraphs: false, hasSubscriber: true });
  });

  test('sends heartbeats while it has no event, and clients do not show them as events', async () => {
    const { next, thread, stream } = await startServed({ heartbeatMs: 5 });
    const reader = await stream(await thread(), { stream_resumable: true });
    const run = await next();
    await reader.next();
    const pending = reader.next();
    while (reader.comments() < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await run.tell(['values', 1]);
    expect(await pending).toMatchObject({ event: 'values', id: '1' });
    expect(reader.text()).toMatch(/\n\n:\n(:\n)+event: values\n/);
    run.end();
    await reader.rest();
  });

  // docs/departures/agent-server.md#events-other-events
  test('reports a failure with status 200, before the end of the stream', async () => {
    const { next, thread, stream } = await startServed();
    const reader = await stream(await thread());
    (await next()).end({ kind: 'error', error: 'RangeError', message: 'too far' });
    expect(short(await reader.rest()).slice(1)).toEqual([
      ['error', { error: 'RangeError', message: 'too far' }, undefined],
      ['end', null, undefined],
    ]);
  });

  test('delivers all events even after its temporary thread is deleted', async () => {
    const { fixture, next, stream } = await startServed();
    const reader = await stream(undefined, { stream_resumable: true });
    const run = await next();
    await run.tell(['values', { step: 1 }]);
    expect(reader.headers.get('location')).toBe(`/threads/${run.job.threadId}/runs/${run.job.runId}/stream`);
    run.end();
    await until(async () => (await fixture.call('GET', `/threads/${run.job.threadId}`)).status === 404);
    const all = await reader.rest();
    expect(names(all)).toEqual(['metadata', 'values', 'end']);
    // A disconnected client finds the remaining events at the URL in the response.
    const location = reader.headers.get('location') ?? '';
    const again = await openStream(fixture, 'GET', location, { headers: { 'last-event-id': '0' } });
    expect(await again.rest()).toEqual(all.slice(1));
    expect((await fixture.call('GET', place(reader))).status).toBe(404);
  });

  test('is refused like any other run for unknown threads and assistants, and for a busy thread', async () => {
    const { next, thread, stream } = await startServed();
    const one = await thread();
    expect((await stream('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await stream(one, { assistant_id: 'unknown' })).status).toBe(422);
    expect((await stream(one, { assistant_id: randomUUID() })).status).toBe(404);
    await stream(one);
    await next();
    const refused = await stream(one, { multitask_strategy: 'reject' });
    expect(refused.status).toBe(409);
    expect(refused.headers.get('content-type')).toContain('application/json');
    expect((await stream(one, { stream_mode: 'everything' })).status).toBe(422);
  });
});

describe('a client that disconnects from the stream of a run', () => {
  test.each([
    ['cancel', 'interrupted'],
    ['continue', 'running'],
    [undefined, 'running'],
  ])('with on_disconnect %s leaves its own run in the state %s', async (on_disconnect, status) => {
    const { fixture, next, thread, stream } = await startServed();
    const one = await thread();
    const reader = await stream(one, { on_disconnect });
    const run = await next();
    await reader.next();
    reader.leave();
    const state = async () =>
      (await fixture.call('GET', `/threads/${one}/runs/${run.job.runId}`)).body.status;
    if (status === 'interrupted') await until(async () => (await state()) === status);
    await run.tell(['values', 1]);
    expect(await state()).toBe(status);
    run.end();
  });

  test('does not stop another client’s run, unless its request contains cancel_on_disconnect', async () => {
    const { fixture, next, thread, create, joinStream } = await startServed();
    const one = await thread();
    const id = await create(one, { on_disconnect: 'cancel' });
    const run = await next();
    const status = async () => (await fixture.call('GET', `/threads/${one}/runs/${id}`)).body.status;
    const quiet = await joinStream(one, id);
    await quiet.next();
    quiet.leave();
    const stopping = await joinStream(one, id, undefined, '?cancel_on_disconnect=1');
    await stopping.next();
    expect(await status()).toBe('running');
    stopping.leave();
    await until(async () => (await status()) === 'interrupted');
    expect(run.signal.aborted).toBe(true);
  });
});

describe('a run whose stream is not resumable', () => {
  test('stores no event while it has no subscriber, and sends every event after a subscription', async () => {
    const { fixture, next, thread, create, joinStream } = await startServed();
    const one = await thread();
    const id = await create(one);
    const run = await next();
    expect(run.hasSubscriber()).toBe(false);
    expect(await fixture.store.runStreams.get(id)).toBeUndefined();
    const reader = await joinStream(one, id);
    expect(await reader.next()).toMatchObject({ event: 'metadata', data: { run_id: id } });
    expect(run.hasSubscriber()).toBe(true);
    await run.tell(['values', 1]);
    expect(await reader.next()).toMatchObject({ event: 'values', data: 1, id: undefined });
    // A second reader joins later and gets the later events.
    const second = await joinStream(one, id, '-1');
    expect(await second.next()).toMatchObject({ event: 'metadata', data: { run_id: id } });
    await run.tell(['values', 2]);
    run.end();
    expect(short(await second.rest())).toEqual([
      ['values', 2, undefined],
      ['end', null, undefined],
    ]);
    expect(names(await reader.rest())).toEqual(['values', 'end']);
    await until(async () => (await fixture.store.runStreams.get(id)) === undefined);
  });

  test('responds to a join only after its worker knows the reader, without losing events', async () => {
    const { fixture, ...rest } = await startServed();
    const noticed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { worker, next } = createScriptedWorker(fixture.deploymentId, () => {
      asked.resolve();
      return noticed.promise;
    });
    fixture.live.serve(fixture.deploymentId, worker);
    const one = await rest.thread();
    const id = await rest.create(one);
    const run = await next();
    let answered = false;
    const joining = rest.joinStream(one, id).then((reader) => {
      answered = true;
      return reader;
    });
    await asked.promise;
    // The server would have responded to any other request by now.
    expect((await fixture.call('GET', `/threads/${one}`)).status).toBe(200);
    expect(answered).toBe(false);
    noticed.resolve();
    const reader = await joining;
    await run.tell(['values', 1]);
    run.end();
    expect(names(await reader.rest())).toEqual(['metadata', 'values', 'end']);
  });

  test('responds immediately to a join if it has already ended', async () => {
    const { next, thread, create, joinStream } = await startServed();
    const one = await thread();
    const id = await create(one);
    (await next()).end({ kind: 'error', error: 'Error', message: 'no' });
    expect(names(await (await joinStream(one, id)).rest())).toEqual(['metadata', 'error', 'end']);
  });
});

describe('a run whose stream is resumable', () => {
  /** Creates an active run with these events, and a reader of the run. */
  async function aResumable(served: Awaited<ReturnType<typeof startServed>>, count: number) {
    const one = await served.thread();
    const id = await served.create(one, { stream_resumable: true });
    const run = await served.next();
    for (let at = 0; at < count; at += 1) await run.tell(['values', at]);
    return { one, id, run };
  }
  const numbers = (events: SentEvent[]) =>
    events.filter(({ event }) => event === 'values').map(({ data }) => data as number);

  // docs/departures/agent-server.md#get-runs-run-id
  test('sends the events after any event ID, with the same IDs, during and after the run', async () => {
    const served = await startServed();
    const { one, id, run } = await aResumable(served, 5);
    const whole = await served.joinStream(one, id, '-1');
    const middle = await served.joinStream(one, id, '3');
    await run.tell(['values', 5], ['values', 6]);
    run.end();
    const all = await whole.rest();
    expect(all.map((event) => event.id)).toEqual(all.map((_, at) => String(at)));
    expect(names(all)).toEqual(['metadata', ...Array(7).fill('values'), 'end']);
    expect(await middle.rest()).toEqual(all.slice(4));
    for (let last = -1; last < all.length; last += 1) {
      expect(await (await served.joinStream(one, id, String(last))).rest()).toEqual(all.slice(last + 1));
    }
    // Without the header `Last-Event-ID`, the stream starts at the first event.
    expect(await (await served.joinStream(one, id)).rest()).toEqual(all);
  });

  test('sends a reader only the events of the requested modes, between metadata and end', async () => {
    const served = await startServed();
    const one = await served.thread();
    const id = await served.create(one, {
      stream_resumable: true,
      stream_mode: ['values', 'updates', 'custom'],
    });
    const run = await served.next();
    await run.tell(['values', 1], ['updates', 2], ['custom', 3], ['updates|child:1', 4], ['messages', 5]);
    run.end();
    const read = async (query: string) => names(await (await served.joinStream(one, id, '-1', query)).rest());
    expect(await read('?stream_mode=updates')).toEqual(['metadata', 'updates', 'updates|child:1', 'end']);
    expect(await read('?stream_mode=&cancel_on_disconnect=false')).toEqual(await read(''));
    expect(await read('?stream_mode=values&stream_mode=custom')).toEqual([
      'metadata',
      'values',
      'custom',
      'end',
    ]);
    // The official client encodes several modes in this way.
    const several = encodeURIComponent(JSON.stringify(['custom', 'messages-tuple']));
    expect(await read(`?stream_mode=${several}`)).toEqual(['metadata', 'custom', 'messages', 'end']);
    // No run has events of the mode `lifecycle`.
    expect(await read('?stream_mode=lifecycle')).toEqual(['metadata', 'end']);
  });

  // docs/departures/agent-server.md#last-event-id
  test('refuses an invalid event ID, and reports an event ID that its stream does not contain', async () => {
    const served = await startServed();
    const { one, id, run } = await aResumable(served, 2);
    expect((await served.joinStream(one, id, 'abc')).status).toBe(422);
    expect(names(await (await served.joinStream(one, id, '99')).rest())).toEqual(['error', 'end']);
    run.end();
  });

  test('continues without a gap in the next attempt if its worker dies', async () => {
    const served = await startServed();
    const { one, id, run } = await aResumable(served, 1);
    const reader = await served.joinStream(one, id, '-1');
    run.crash();
    // The worker that died must not get further runs.
    const other = createScriptedWorker(served.fixture.deploymentId);
    served.fixture.live.serve(served.fixture.deploymentId, other.worker);
    const again = await other.next();
    await again.tell(['values', 1]);
    // Later events of the first worker are ignored.
    await run.tell(['values', 'late']);
    again.end();
    expect(short(await reader.rest())).toEqual([
      ['metadata', { run_id: id, attempt: 1 }, '0'],
      ['values', 0, '1'],
      ['metadata', { run_id: id, attempt: 2 }, '2'],
      ['values', 1, '3'],
      ['end', null, '4'],
    ]);
  });

  // docs/departures/agent-server.md#how-long-events-kept
  test('reports that events are missing if it is joined after their retention period', async () => {
    const served = await startServed();
    const { one, id, run } = await aResumable(served, 2);
    run.end();
    await until(async () => (await served.fixture.store.runStreams.get(id))?.end?.kind === 'ended');
    const { tables } = await served.fixture.store.snapshots.dump();
    expect(Object.keys(tables)).not.toContain('run_events');
    await served.fixture.store.runStreams.end(id, { kind: 'ended' }, Date.now() - 61 * 60 * 1_000);
    const late = () => served.joinStream(one, id, '-1');
    expect(names(await (await late()).rest())).toEqual(['metadata', 'error', 'end']);
    await served.fixture.store.runStreams.prune(Date.now());
    for (const last of ['-1', '1']) {
      expect(short(await (await served.joinStream(one, id, last)).rest()).slice(-2)).toEqual([
        ['error', { error: 'EventsGoneError', message: expect.any(String) }, undefined],
        ['end', null, undefined],
      ]);
    }
  });

  test('does not wait for a slow reader, who gets the events from the store', async () => {
    const served = await startServed();
    const { one, id, run } = await aResumable(served, 0);
    const slow = await served.joinStream(one, id, '-1');
    const large = 'x'.repeat(64 * 1024);
    const count = 100;
    // Sends far more data than the sockets can buffer, while the client does not read.
    for (let at = 0; at < count; at += 1) await run.tell(['values', at], ['custom', large]);
    run.end();
    await until(async () => (await served.fixture.store.runStreams.get(id))?.end?.kind === 'ended');
    const all = await slow.rest();
    expect(numbers(all)).toEqual(Array.from({ length: count }, (_, at) => at));
    expect(all.at(-1)).toMatchObject({ event: 'end', id: String(2 * count + 1) });
  });
});

describe('a stream whose events cannot be stored', () => {
  test('does not delay its run, but never appears complete', async () => {
    const { fixture, next, thread, stream } = await startServed();
    const reader = await stream(await thread(), { stream_resumable: true });
    const run = await next();
    await run.tell(['values', 1]);
    expect((await reader.next())?.event).toBe('metadata');
    expect((await reader.next())?.event).toBe('values');
    // An event of another attempt already has this position, which is not a transient failure.
    await fixture.store.runStreams.append(run.job.runId, run.job.fence, {
      firstId: 2,
      lastId: 3,
      frames: 'event: x\n\n',
    });
    await run.tell(['values', 2]);
    await run.tell(['values', 3]);
    run.end();
    expect(names(await reader.rest()).slice(-2)).toEqual(['error', 'end']);
    const { status } = (await fixture.call('GET', place(reader))).body;
    expect(status).toBe('success');
    expect(fixture.logged.join()).toContain(`events of run ${run.job.runId} are lost`);
  });
});

describe('a streamed run', () => {
  const gone = [
    ['error', { error: 'RunDeletedError', message: expect.any(String) }, undefined],
    ['end', null, undefined],
  ];
  async function aRead() {
    const served = await startServed();
    const one = await served.thread();
    const reader = await served.stream(one, { stream_resumable: true });
    const run = await served.next();
    await run.tell(['values', 1]);
    expect(names([await reader.next(), await reader.next()] as SentEvent[])).toEqual(['metadata', 'values']);
    return { ...served, one, reader, run, path: place(reader) };
  }

  // docs/departures/agent-server.md#stream-run-rolled-back
  test('notifies its reader and loses its events if it is rolled back', async () => {
    const { fixture, next, create, one, reader, run, path } = await aRead();
    await create(one, { multitask_strategy: 'rollback' });
    expect(short(await reader.rest())).toEqual(gone);
    await run.tell(['values', 'late']);
    expect(await fixture.store.runStreams.get(run.job.runId)).toBeUndefined();
    expect(await fixture.store.runStreams.read(run.job.runId, -1, 10)).toEqual([]);
    expect((await fixture.call('GET', `${path}/stream`)).status).toBe(404);
    (await next()).end();
  });

  test.each(['run', 'thread'])(
    'notifies its reader and loses its events if the %s is deleted',
    async (what) => {
      const { fixture, reader, one, run, path } = await aRead();
      expect((await fixture.call('DELETE', what === 'run' ? path : `/threads/${one}`)).status).toBe(204);
      expect(short(await reader.rest())).toEqual(gone);
      expect(await fixture.store.runStreams.get(run.job.runId)).toBeUndefined();
    },
  );

  test('loses its events if the run is removed after it has ended', async () => {
    const { fixture, reader, run, path } = await aRead();
    run.end();
    await reader.rest();
    expect(await fixture.store.runStreams.get(run.job.runId)).toBeDefined();
    await fixture.call('DELETE', path);
    expect(await fixture.store.runStreams.get(run.job.runId)).toBeUndefined();
  });

  test('ends its stream if it is removed or interrupted, and sends no further events', async () => {
    const { fixture, reader, run, path, joinStream, one } = await aRead();
    await fixture.call('POST', `${path}/cancel?wait=1`);
    await run.tell(['values', 'late']);
    expect(short(await reader.rest())).toEqual([['end', null, '2']]);
    expect(names(await (await joinStream(one, run.job.runId, '-1')).rest())).toEqual([
      'metadata',
      'values',
      'end',
    ]);
  });
});

describe('the stream of a thread', () => {
  // docs/departures/agent-server.md#get-threads-thread-id
  test('sends the runs of the thread one after another, and stays open after each run', async () => {
    const { fixture, next, thread, create } = await startServed({ heartbeatMs: 20 });
    const one = await thread();
    const first = await create(one);
    const running = await next();
    await running.tell(['values', 'before']);
    const reader = await openStream(fixture, 'GET', `/threads/${one}/stream`);
    await running.tell(['values', 1]);
    const second = await create(one, { stream_resumable: true, stream_mode: 'updates' });
    running.end({ kind: 'error', error: 'Error', message: 'no' });
    const other = await next();
    expect(other.hasSubscriber()).toBe(true);
    await other.tell(['updates', 2]);
    other.end();
    const third = await create(one);
    const last = await next();
    await last.tell(['values', 3]);
    const seen: SentEvent[] = [];
    while (seen.length < 9) seen.push((await reader.next()) as SentEvent);
    expect(short(seen)).toEqual([
      ['metadata', { run_id: first, attempt: 1 }, undefined],
      ['values', 1, undefined],
      ['error', { error: 'Error', message: 'no' }, undefined],
      ['metadata', { status: 'run_done', run_id: first }, undefined],
      ['metadata', { run_id: second, attempt: 1 }, undefined],
      ['updates', 2, undefined],
      ['metadata', { status: 'run_done', run_id: second }, undefined],
      ['metadata', { run_id: third, attempt: 1 }, undefined],
      ['values', 3, undefined],
    ]);
    // The stream is deleted together with the thread.
    await fixture.call('DELETE', `/threads/${one}`);
    expect(names(await reader.rest())).toEqual(['error', 'metadata']);
  });

  // docs/departures/agent-server.md#get-threads-thread-id
  test('contains with stream_modes=lifecycle only the beginning and the end of each run', async () => {
    const { fixture, next, thread, create } = await startServed({ heartbeatMs: 20 });
    const one = await thread();
    const of = (query: string) => openStream(fixture, 'GET', `/threads/${one}/stream${query}`);
    const [reader, whole] = [
      await of('?stream_modes=lifecycle'),
      await of('?stream_modes=lifecycle,run_modes'),
    ];
    const first = await create(one);
    const run = await next();
    await run.tell(['values', 1]);
    run.end();
    expect(short([(await reader.next()) as SentEvent, (await reader.next()) as SentEvent])).toEqual([
      ['metadata', { run_id: first, attempt: 1 }, undefined],
      ['metadata', { status: 'run_done', run_id: first }, undefined],
    ]);
    expect((await whole.next())?.event).toBe('metadata');
    expect((await whole.next())?.event).toBe('values');
    // Clients send `stream_mode`, which has no effect here.
    expect((await of('?stream_mode=lifecycle')).status).toBe(200);
    expect((await of('?stream_modes=state_update')).status).toBe(200);
    expect((await of('?stream_modes=run_modes,other')).status).toBe(422);
  });

  test('requires an existing thread, and starts with the first event after the request', async () => {
    const { fixture, thread } = await startServed();
    const of = (id: string, options = {}) => openStream(fixture, 'GET', `/threads/${id}/stream`, options);
    expect((await of('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await of(await thread(), { headers: { 'last-event-id': '-1' } })).status).toBe(422);
    expect((await of(await thread())).headers.get('content-type')).toBe('text/event-stream');
  });
});

describe('the feedback URLs in a stream', () => {
  const feedback_keys = ['user', 'ci'];
  const urls = { user: 'https://tracing.test/1', ci: 'https://tracing.test/2' };

  // docs/departures/agent-server.md#events-feedback-event
  test('arrive once, as the last event before the end, without being stored', async () => {
    const asked: unknown[] = [];
    const served = await startServed({
      feedback(runId, keys) {
        asked.push([runId, keys]);
        return Promise.resolve(urls);
      },
    });
    const one = await served.thread();
    const reader = await served.stream(one, { feedback_keys, stream_resumable: true });
    const run = await served.next();
    await run.tell(['values', 1]);
    run.end();
    expect(short(await reader.rest())).toEqual([
      ['metadata', { run_id: run.job.runId, attempt: 1 }, '0'],
      ['values', 1, '1'],
      ['feedback', urls, '2'],
      ['end', null, '3'],
    ]);
    expect(asked).toContainEqual([run.job.runId, feedback_keys]);
    expect(JSON.stringify(await served.fixture.store.runStreams.read(run.job.runId, -1, 10))).not.toContain(
      'tracing',
    );
    const again = await served.joinStream(one, run.job.runId, '1');
    expect(names(await again.rest())).toEqual(['feedback', 'end']);
  });

  test('are missing if they cannot be created, without failing the run', async () => {
    const served = await startServed({ feedback: () => Promise.resolve({}) });
    const reader = await served.stream(await served.thread(), { feedback_keys });
    const run = await served.next();
    run.end();
    expect(names(await reader.rest())).toEqual(['metadata', 'end']);
  });
});

describe('an emulator that shuts down', () => {
  test("ends its streams, which clients can continue after the emulator's restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'streams-'));
    cleanup.add(() => rm(folder, { recursive: true }));
    const location = join(folder, 'data.db');
    const first = new Cleanup();
    const served = await startServed({ location }, first);
    const one = await served.thread();
    const reader = await served.stream(one, { stream_resumable: true, on_disconnect: 'cancel' });
    const run: ScriptedRun = await served.next();
    await run.tell(['values', 'before']);
    expect((await reader.next())?.id).toBe('0');
    expect((await reader.next())?.id).toBe('1');
    const cut = reader.next().then(
      () => 'whole',
      () => 'cut',
    );
    await first.run();
    expect(await cut).toBe('cut');

    const fixture = await createFixture(cleanup, { location, deploymentId: served.fixture.deploymentId });
    const scripted = createScriptedWorker(fixture.deploymentId);
    const follow = await on(fixture).joinStream(one, run.job.runId, '1');
    fixture.live.serve(fixture.deploymentId, scripted.worker);
    const again = await scripted.next();
    await again.tell(['values', 'after']);
    again.end();
    expect(short(await follow.rest())).toEqual([
      ['metadata', { run_id: run.job.runId, attempt: 1 }, '2'],
      ['values', 'after', '3'],
      ['end', null, '4'],
    ]);
  });
});
