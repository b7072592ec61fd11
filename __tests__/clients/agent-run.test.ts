import { describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { isThreadBusy } from '../../src/clients/errors.ts';
import { performRun, type RunEnd } from '../../src/clients/agent-run.ts';
import { type AgentServer, createAgentServer } from '../../src/clients/agent-server.ts';
import { type FakeAgent, fakeAgent, RUN, type FakeStream, writeStream } from './agent-fake.ts';
import { apiError, json, testTransport, type TestTransport } from './support.ts';

const KEY = 'lsv2_key_of_the_agent_77aa';
const THREAD = '22222222-2222-4222-8222-222222222222';
const FEEDBACK = 'https://tracing.example.org/api/v1/feedback/tokens/33333333-3333-4333-8333-333333333333';

interface Report {
  end: RunEnd;
  steps: string[];
  troubles: string[];
  urls: string[];
  started: string[];
}

function clientOf(agent: FakeAgent, transport: TestTransport): AgentServer {
  const baseUrl = agent.server.url.origin;
  return createAgentServer({ transport, baseUrl, apiKey: KEY, requestTimeoutMs: 2_000 });
}

/** Executes one run against the fake, with all callbacks. */
async function perform(
  agent: FakeAgent,
  options: { ownThread?: boolean; createsThread?: boolean; strategy?: string; signal?: AbortSignal } = {},
): Promise<Report> {
  await using transport = testTransport();
  const reported = {
    steps: [] as string[],
    troubles: [] as string[],
    urls: [] as string[],
    started: [] as string[],
  };
  const end = await performRun(
    clientOf(agent, transport),
    { clock: transport.clock, random: () => 0.5 },
    {
      threadId: THREAD,
      ownThread: options.ownThread ?? true,
      createsThread: options.createsThread === true,
      body: {
        assistant_id: 'agent',
        input: {},
        metadata: { mark: 'm-1' },
        stream_mode: 'updates',
        stream_resumable: true,
        on_disconnect: 'continue',
        multitask_strategy: options.strategy ?? 'rollback',
      },
      mark: { key: 'mark', value: 'm-1' },
      limitMs: WAIT_LIMIT_MS,
    },
    {
      started: (id) => reported.started.push(id),
      step: (nodes, of) => reported.steps.push([...of, ...nodes].join('/')),
      feedback: (urls) => reported.urls.push(...Object.values(urls)),
      warning: (text) => reported.troubles.push(text),
    },
    options.signal ?? new AbortController().signal,
  );
  return { end, ...reported };
}

const step = (node: string, id?: string) => ({
  event: 'updates',
  data: { [node]: { a: 1 } },
  ...(id && { id }),
});
const metadata = { event: 'metadata', data: { run_id: RUN, attempt: 1 }, id: '0' };
const stream = (end: FakeStream['end'], ...events: FakeStream['events']): FakeStream => ({ events, end });
const success = { kind: 'ended', runId: RUN, status: 'success', error: undefined };
const starts = (agent: FakeAgent) => agent.asked().filter((line) => line === 'POST /t/runs/stream').length;

describe("an agent's run that the client streams", () => {
  test('reports its steps, and is evaluated by the state that the server returns afterwards', async () => {
    await using agent = await fakeAgent();
    agent.streams = [
      stream(
        'close',
        metadata,
        step('plan'),
        { event: 'updates|sub:1', data: { act: {} } },
        { event: 'feedback', data: { ci: FEEDBACK } },
        { event: 'end', data: null },
      ),
    ];
    expect(await perform(agent)).toEqual({
      end: success,
      steps: ['plan', 'sub:1/act'],
      troubles: [],
      urls: [FEEDBACK],
      started: [RUN],
    });
    expect(agent.asked()).toEqual(['POST /t/runs/stream', `GET /t/runs/${RUN}`]);
    for (const { headers } of agent.server.requests) expect(headers['x-api-key']).toBe(KEY);
  });

  test("continues after the last received event if its stream breaks, and sends all requests to the server's address", async () => {
    await using agent = await fakeAgent();
    agent.streams = [
      stream('reset', metadata, step('one', '7')),
      stream('reset', step('two', '8')),
      stream('close', step('three', '9')),
    ];
    const { end, steps, troubles } = await perform(agent);
    expect([end, steps]).toEqual([success, ['one', 'two', 'three']]);
    expect(troubles).toHaveLength(2);
    const again = agent.server.requests.filter(({ path }) => path.endsWith(`${RUN}/stream`));
    expect(again.map(({ headers }) => headers['last-event-id'])).toEqual(['7', '8']);
    expect(starts(agent)).toBe(1);
  });

  test('is streamed from the beginning if the stream breaks before the first event', async () => {
    await using agent = await fakeAgent();
    agent.streams = [stream('reset'), stream('close', step('one', '1'))];
    expect((await perform(agent)).steps).toEqual(['one']);
    expect(
      agent.server.requests.find(({ path }) => path.endsWith(`${RUN}/stream`))?.headers['last-event-id'],
    ).toBe('-1');
  });

  test('is joined if the stream cannot be resumed', async () => {
    await using agent = await fakeAgent();
    agent.streams = [stream('reset', metadata)];
    agent.answers(404, { detail: 'no such path' }, (line) => line.endsWith(`${RUN}/stream`));
    expect((await perform(agent)).end).toEqual(success);
    expect(agent.asked()).toContain(`GET /t/runs/${RUN}/join`);
  });

  test('is streamed again at most five times', async () => {
    await using agent = await fakeAgent();
    agent.streams = Array.from({ length: 20 }, () => stream('reset', metadata));
    expect((await perform(agent)).end).toEqual(success);
    expect(agent.asked().filter((line) => line.endsWith(`${RUN}/stream`))).toHaveLength(5);
  });

  // docs/security/secrets.md#key-goes-agents-own
  test('never makes the client send its key to another server, even if a response header names another server', async () => {
    await using agent = await fakeAgent();
    await using elsewhere = await fakeAgent();
    agent.onStart = (body, response) => {
      agent.runs.unshift({ run_id: RUN, thread_id: THREAD, status: 'running', metadata: body['metadata'] });
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-location': `/threads/${THREAD}/runs/${RUN}`,
        location: `${elsewhere.server.url.origin}/threads/${THREAD}/runs/${RUN}/stream`,
      });
      response.write(': hello\n\n');
      setImmediate(() => response.destroy());
      return true;
    };
    expect((await perform(agent)).end).toEqual(success);
    expect(elsewhere.server.requests).toEqual([]);
  });

  test('is identified by the ID in its metadata instead of the ID in a header', async () => {
    await using agent = await fakeAgent();
    agent.onStart = (body, response) => {
      agent.runs.unshift({ run_id: RUN, thread_id: THREAD, status: 'success', metadata: body['metadata'] });
      writeStream(response, stream('close', metadata), {
        'content-location': `/threads/${THREAD}/runs/stream`,
      });
      return true;
    };
    expect((await perform(agent)).started).toEqual([RUN]);
  });

  test('is reported with its error from the stream or the join if the run failed', async () => {
    for (const streamed of [true, false]) {
      await using agent = await fakeAgent();
      agent.endsAs = 'error';
      const reported = { error: 'ValueError', message: 'no such city' };
      agent.joined = { __error__: reported };
      agent.streams = [stream('close', metadata, ...(streamed ? [{ event: 'error', data: reported }] : []))];
      expect((await perform(agent)).end).toEqual({
        kind: 'ended',
        runId: RUN,
        status: 'error',
        error: { name: 'ValueError', message: 'no such city' },
      });
    }
  });

  test('is reported as deleted if the server no longer has it', async () => {
    await using agent = await fakeAgent();
    agent.streams = [stream('close', metadata)];
    agent.answers(404, { detail: 'gone' }, (line) => line.startsWith('GET') && line.endsWith(RUN));
    expect((await perform(agent)).end).toEqual({ kind: 'gone', runId: RUN });
  });
});

describe('a run that creates its thread', () => {
  const values = { messages: [{ type: 'ai', content: 'hello' }] };
  const thread = { thread_id: THREAD, status: 'idle', values, interrupts: {}, error: null };
  const isThread = (line: string) => line === `GET /threads/${THREAD}`;

  test("is evaluated only by the thread if the thread proves the run's success", async () => {
    await using agent = await fakeAgent();
    agent.streams = [stream('close', metadata)];
    agent.answers(200, thread, isThread);
    const { end } = await perform(agent, { createsThread: true });
    expect(end).toEqual({ ...success, state: { values, interrupted: false, asks: false } });
    expect(agent.asked()).toEqual(['POST /t/runs/stream', 'GET /t']);
    expect(JSON.parse(agent.server.requests[0]?.body ?? '')).toMatchObject({
      if_not_exists: 'create',
      multitask_strategy: 'reject',
    });
  });

  test.each<[string, object]>([
    ['is busy', { status: 'busy' }],
    ['is interrupted', { status: 'interrupted' }],
    ['has failed', { status: 'error' }],
    ['has no status', { status: undefined }],
    ['has an error', { error: { error: 'UserInterrupt' } }],
    ['has interrupts', { interrupts: { task: [{ value: 'may I?' }] } }],
    ['has no values', { values: null }],
    ['has empty values', { values: {} }],
  ])("is evaluated by the run's own status if the thread %s", async (_, change) => {
    await using agent = await fakeAgent();
    agent.streams = [stream('close', metadata, { event: 'end', data: null })];
    agent.answers(200, { ...thread, ...change }, isThread);
    agent.endsAs = 'interrupted';
    expect((await perform(agent, { createsThread: true })).end).toEqual({
      ...success,
      status: 'interrupted',
    });
    expect(agent.asked()).toEqual(['POST /t/runs/stream', 'GET /t', `GET /t/runs/${RUN}`]);
  });

  test("is evaluated by the run's own status if the stream or the thread does not prove a success", async () => {
    const error = { event: 'error', data: { error: 'ValueError', message: 'no' } };
    for (const [streams, status, asks] of [
      [[stream('reset', metadata), stream('close')], 200, false],
      [[stream('close', metadata, error)], 200, false],
      [[stream('close', metadata)], 403, true],
    ] as const) {
      await using agent = await fakeAgent();
      agent.streams = [...streams];
      agent.answers(status, status === 200 ? thread : { detail: 'no' }, isThread);
      expect((await perform(agent, { createsThread: true })).end).toEqual(success);
      expect(agent.asked().includes('GET /t')).toBe(asks);
    }
  });

  test("is evaluated by the run's own status if its start was repeated, because a second run may exist", async () => {
    await using agent = await fakeAgent();
    let starts = 0;
    agent.onStart = (_body, response) => {
      starts += 1;
      if (starts === 1) response.destroy();
      return starts === 1;
    };
    agent.answers(404, { detail: 'no such thread' }, (line) => line.includes('/runs?') && starts === 1);
    expect((await perform(agent, { createsThread: true })).end).toEqual(success);
    expect(agent.asked()).not.toContain('GET /t');
  });
});

describe('the start of a run whose response is lost', () => {
  const loses = (
    agent: FakeAgent,
    how: (response: Parameters<FakeAgent['onStart']>[1]) => void,
    doing = true,
  ) => {
    agent.onStart = (body, response) => {
      if (starts(agent) > 1) return false;
      if (doing)
        agent.runs.unshift({ run_id: RUN, thread_id: THREAD, status: 'running', metadata: body['metadata'] });
      how(response);
      return true;
    };
  };

  test.each<[string, (response: Parameters<FakeAgent['onStart']>[1]) => void]>([
    ['after a reset connection', (response) => response.destroy()],
    ['after an error of a gateway', (response) => json(response, 502, 'Bad gateway')],
    ['after a response that is not a stream', (response) => json(response, 200, {})],
  ])("(%s) leads to a search for the run's mark instead of a second start", async (_how, lose) => {
    await using agent = await fakeAgent();
    agent.runs = [
      { run_id: 'of-another-client', thread_id: THREAD, status: 'success', metadata: { mark: 'm-0' } },
    ];
    loses(agent, lose);
    agent.streams = [stream('close', metadata)];
    const { end, started } = await perform(agent);
    expect([end, started]).toEqual([success, [RUN]]);
    expect(starts(agent)).toBe(1);
  });

  test('is sent again if the request did not arrive, so no second run becomes active', async () => {
    await using agent = await fakeAgent();
    loses(agent, (response) => response.destroy(), false);
    agent.streams = [stream('close', metadata)];
    expect((await perform(agent)).end).toEqual(success);
    const bodies = agent.server.requests
      .filter(({ path }) => path.endsWith('/runs/stream'))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies.map((body) => body['multitask_strategy'])).toEqual(['reject', 'reject']);
    expect(bodies.map((body) => body['metadata'])).toEqual([{ mark: 'm-1' }, { mark: 'm-1' }]);
  });

  test("is sent again with the same multitask strategy on another client's thread", async () => {
    await using agent = await fakeAgent();
    loses(agent, (response) => response.destroy(), false);
    await perform(agent, { ownThread: false });
    const last = agent.server.requests.findLast(({ path }) => path.endsWith('/runs/stream'));
    expect(last?.body).toContain('"multitask_strategy":"rollback"');
  });

  test.each(['enqueue', 'interrupt'])(
    "is not sent again with %s on another client's thread, because both runs could start",
    async (strategy) => {
      await using agent = await fakeAgent();
      loses(agent, (response) => response.destroy(), false);
      const error = await apiError(perform(agent, { ownThread: false, strategy }));
      expect([error.kind, starts(agent)]).toEqual(['ambiguous', 1]);
    },
  );

  test('is reported as an error after three lost responses', async () => {
    await using agent = await fakeAgent();
    agent.onStart = (_body, response) => {
      response.destroy();
      return true;
    };
    expect(await apiError(perform(agent))).toMatchObject({ kind: 'ambiguous' });
    expect(starts(agent)).toBe(3);
  });
});

describe('the start of a run that the server rejects', () => {
  test.each([404, 409, 422, 401])(
    'with %i is reported immediately, with the server’s message',
    async (status) => {
      await using agent = await fakeAgent();
      agent.answers(status, { detail: 'Thread is already running' });
      const error = await apiError(perform(agent));
      expect([error.status, error.detail, starts(agent)]).toEqual([status, 'Thread is already running', 1]);
    },
  );

  test('is recognized as a busy thread even in a plain-text response, whose text is not shown', async () => {
    await using agent = await fakeAgent();
    const refuse = (status: number, text: string) => {
      agent.onStart = (_body, response) => {
        response.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8' }).end(text);
        return true;
      };
      return apiError(perform(agent));
    };
    const busy = await refuse(422, 'Thread is already running. Wait for it to finish.');
    expect([isThreadBusy(busy), busy.detail]).toEqual([true, null]);
    expect(isThreadBusy(await refuse(422, 'Invalid assistant'))).toBe(false);
    expect(isThreadBusy(await refuse(400, 'Thread is already running.'))).toBe(false);
  });

  test("is reported immediately if the server's requested delay exceeds the run's time limit", async () => {
    await using agent = await fakeAgent();
    agent.answers(429, { detail: 'slow down' }, () => true, { 'retry-after': '3600' });
    expect([(await apiError(perform(agent))).status, starts(agent)]).toEqual([429, 1]);
  });

  test('is retried after the requested delay if the rejection is temporary', async () => {
    await using agent = await fakeAgent();
    agent.answers(503, { detail: 'starting' }, () => starts(agent) === 1, { 'retry-after': '3' });
    agent.streams = [stream('close', metadata)];
    expect((await perform(agent)).end).toEqual(success);
    expect(starts(agent)).toBe(2);
  });
});

describe('an aborted signal of the client', () => {
  test("ends a hanging run immediately, with the signal's reason", async () => {
    await using agent = await fakeAgent();
    agent.streams = [stream('hang', metadata)];
    const stop = new AbortController();
    const reason = new Error('the time is up');
    const work = perform(agent, { signal: stop.signal });
    while (starts(agent) === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(reason);
    await expect(work).rejects.toBe(reason);
  });
});

describe('a new thread with a chosen ID', () => {
  test('has the same ID in every request, whether or not the thread exists', async () => {
    await using agent = await fakeAgent();
    await using transport = testTransport();
    const server = clientOf(agent, transport);
    const { signal } = new AbortController();
    let asked = 0;
    agent.onRequest = (method, path, response) => {
      if (method !== 'POST' || path !== '/threads') return false;
      asked += 1;
      if (asked === 1) response.destroy();
      else json(response, 409, { detail: 'already exists' });
      return true;
    };
    expect(await server.createThread(THREAD, {}, signal)).toBe(THREAD);
    expect(asked).toBe(2);
    const [first, second] = agent.server.requests.map(({ body }) => body);
    expect(second).toBe(first);
    await server.deleteThread(THREAD, signal);
    agent.answers(404, { detail: 'gone' });
    await server.deleteThread(THREAD, signal);
  });
});

describe("the client's information about an agent server", () => {
  test('contains the responding revision if the server returns it', async () => {
    await using agent = await fakeAgent();
    await using transport = testTransport();
    const server = clientOf(agent, transport);
    const { signal } = new AbortController();
    expect(await server.revision(signal)).toBe('revision-1');
    for (const [status, body] of [
      [200, { host: { revision_id: null } }],
      [200, { version: '0.7' }],
      [200, { host: 'somewhere' }],
      [200, []],
      [404, { detail: 'no such page' }],
    ] as const) {
      agent.answers(status, body);
      expect(await server.revision(signal)).toBeUndefined();
    }
    // An agent may have its own page at this path.
    agent.onRequest = (_method, _path, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>About us</h1>');
      return true;
    };
    expect(await server.revision(signal)).toBeUndefined();
  });

  test('contains no state if the response has an unexpected format', async () => {
    await using agent = await fakeAgent();
    await using transport = testTransport();
    const server = clientOf(agent, transport);
    for (const body of [
      {},
      { __error__: { error: 'X', message: 'y' } },
      { values: {} },
      { next: [] },
      { values: {}, next: 'ask' },
    ]) {
      agent.answers(200, body);
      expect(await apiError(server.state(THREAD, new AbortController().signal))).toMatchObject({
        kind: 'malformed',
      });
    }
  });

  test('marks a thread as waiting to be resumed if any field of its state shows this', async () => {
    await using agent = await fakeAgent();
    await using transport = testTransport();
    const server = clientOf(agent, transport);
    const stateOf = async (body: object) => {
      agent.answers(200, body);
      return server.state(THREAD, new AbortController().signal);
    };
    const done = { values: { a: 1 }, next: [], tasks: [{ id: 't' }] };
    expect(await stateOf(done)).toEqual({ values: { a: 1 }, interrupted: false, asks: false });
    for (const waiting of [
      { next: ['ask'] },
      { tasks: [{ interrupts: [{ value: 'may I?' }] }] },
      { interrupts: [{}] },
    ]) {
      expect((await stateOf({ ...done, ...waiting })).interrupted).toBe(true);
    }
  });
});

describe('feedback on a run', () => {
  // docs/security/secrets.md#they-used-without-key
  test('is sent without the API key, and only over https unless the agent and the URL are on this machine', async () => {
    await using agent = await fakeAgent();
    await using tracing = await fakeAgent();
    await using transport = testTransport();
    const server = clientOf(agent, transport);
    tracing.answers(200, {});
    const give = (url: string) =>
      server.submitFeedback(url, { score: 1, comment: 'c' }, new AbortController().signal);
    await give(`${tracing.server.url.origin}/api/v1/feedback/tokens/x`);
    const [request] = tracing.server.requests;
    expect([request?.method, JSON.parse(request?.body ?? '')]).toEqual(['POST', { score: 1, comment: 'c' }]);
    expect(request?.headers['x-api-key']).toBeUndefined();
    for (const url of ['http://10.0.0.1/x', 'ftp://localhost/x', 'not a url', 'http://u:p@localhost/x']) {
      await expect(give(url)).rejects.toThrow('the feedback URL of the server is not allowed');
    }
    const far = createAgentServer({
      transport,
      baseUrl: 'https://agent.example.org',
      apiKey: KEY,
      requestTimeoutMs: 1,
    });
    const refused = far.submitFeedback(
      tracing.server.url.href,
      { score: 0, comment: '' },
      new AbortController().signal,
    );
    await expect(refused).rejects.toThrow('the feedback URL of the server is not allowed');
    expect(tracing.server.requests).toHaveLength(1);
  });
});

// docs/departures/agent-server.md#runs-cancelling-deleting
test('a 404 response to the cancellation of a run that has ended is not an error', async () => {
  await using agent = await fakeAgent();
  await using transport = testTransport();
  const cancelled = clientOf(agent, transport).cancelRun(THREAD, RUN, new AbortController().signal);
  await expect(cancelled).resolves.toBeUndefined();
});
