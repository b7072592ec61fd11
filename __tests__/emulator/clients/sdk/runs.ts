import type { Client } from '@langchain/langgraph-sdk';
import {
  at,
  aThread,
  aWaitingRun,
  type Case,
  CONFLICT,
  endOf,
  GONE,
  has,
  human,
  INVALID,
  isDate,
  isUuid,
  newId,
  pick,
  plain,
  refusal,
  refused,
  reported,
  UNKNOWN,
  until,
  sees,
} from './case.ts';

const aSecondRun = (
  client: Client,
  threadId: string,
  multitaskStrategy: 'enqueue' | 'interrupt' | 'rollback',
) => client.runs.create(threadId, 'steps', { input: {}, multitaskStrategy });

export const runCases: Case[] = [
  sees(
    'runs.create returns the pending run and its location',
    {
      ids: [true, true, true],
      dates: [true, true],
      status: 'pending',
      from: 'a test',
      input: {},
      told: [true, true],
    },
    async (client) => {
      const threadId = await aThread(client);
      const where: unknown[] = [];
      const run = await client.runs.create(threadId, 'steps', {
        input: {},
        metadata: { from: 'a test' },
        onRunCreated: (made) => where.push(made),
      });
      return {
        ids: [isUuid(run.run_id), run.thread_id === threadId, isUuid(run.assistant_id)],
        dates: [isDate(run.created_at), isDate(run.updated_at)],
        status: run.status,
        from: at(run.metadata, 'from'),
        input: at(run, 'kwargs', 'input'),
        told: [at(where, 0, 'run_id') === run.run_id, at(where, 0, 'thread_id') === threadId],
      };
    },
  ),
  sees('runs.create without a multitask strategy enqueues', 'answered', async (client, world) => {
    const gate = world.gate();
    const { threadId, runId } = await aWaitingRun(client, gate);
    const second = await refusal(client.runs.create(threadId, 'steps', { input: {} }));
    await gate.open();
    await client.runs.join(threadId, runId);
    return second;
  }),
  sees(
    'runs.create on an unknown thread causes a 404, or creates the thread with ifNotExists',
    { refused: GONE, values: { steps: ['one', 'two'] } },
    async (client) => {
      const threadId = newId();
      const refused = await refusal(client.runs.create(threadId, 'steps', { input: {} }));
      const run = await client.runs.create(threadId, 'steps', { input: {}, ifNotExists: 'create' });
      return { refused, values: await client.runs.join(threadId, run.run_id) };
    },
  ),
  refused('runs.create with an unknown assistant', async (client) =>
    client.runs.create(await aThread(client), UNKNOWN),
  ),
  refused(
    'runs.create with an invalid value causes a 422',
    // A program without types might send this value.
    async (client) =>
      client.runs.create(await aThread(client), 'steps', { multitaskStrategy: 'sometimes' as 'enqueue' }),
    INVALID,
  ),
  sees(
    'runs.create without a thread runs on a temporary thread, which is deleted afterwards',
    { ids: [true, true], gone: 404 },
    async (client) => {
      const run = await client.runs.create(null, 'steps', { input: {} });
      const gone = await until(
        () => refusal(client.threads.get(run.thread_id)),
        (answer) => at(answer, 'status') === 404,
      );
      return { ids: [isUuid(run.run_id), isUuid(run.thread_id)], gone: at(gone, 'status') };
    },
  ),
  sees(
    'runs.create without a thread keeps the temporary thread with onCompletion keep',
    { steps: ['one', 'two'] },
    async (client) => {
      // The client's types exclude a value that the API accepts.
      const onCompletion = 'keep' as unknown as 'complete';
      const run = await client.runs.create(null, 'steps', { input: {}, onCompletion });
      await client.runs.join(run.thread_id, run.run_id);
      return (await client.threads.getState(run.thread_id)).values;
    },
  ),
  sees(
    'runs.createBatch creates several runs in one request',
    [
      [true, true, 'pending'],
      [true, true, 'pending'],
    ],
    async (client) => {
      const runs = await client.runs.createBatch([
        { assistantId: 'steps', input: { steps: ['a'] } },
        { assistantId: 'echo', input: human('b') },
      ]);
      return plain(runs.map((run) => [isUuid(run.run_id), isUuid(run.thread_id), run.status]));
    },
  ),
  sees('runs.createBatch with one invalid run creates none', GONE, (client) =>
    refusal(
      client.runs.createBatch([
        { assistantId: 'steps', input: {} },
        { assistantId: UNKNOWN, input: {} },
      ]),
    ),
  ),
  sees(
    'runs.wait returns the values, with and without a thread',
    [
      ['human: hi', 'ai: echo: hi'],
      ['human: ho', 'ai: echo: ho'],
      [true, true],
    ],
    async (client) => {
      const where: unknown[] = [];
      const onRunCreated = (made: unknown) => where.push(made);
      const threadId = await aThread(client);
      const on = await client.runs.wait(threadId, 'echo', { input: human('hi'), onRunCreated });
      const off = await client.runs.wait(null, 'echo', { input: human('ho'), onRunCreated });
      return [reported(on), reported(off), where.map((made) => isUuid(at(made, 'run_id')))];
    },
  ),
  sees('runs.wait throws the error of the graph', 'RangeError: out of range', async (client) => {
    const thrown = await client.runs.wait(await aThread(client), 'failing', { input: {} }).then(
      () => 'nothing',
      (failure: unknown) => String(at(failure, 'message')),
    );
    return thrown;
  }),
  sees(
    'runs.wait without raiseError returns the error, and the thread has the status error',
    {
      values: { __error__: { error: 'RangeError', message: 'out of range' } },
      run: 'error',
      thread: 'error',
      state: { values: { steps: ['first'] }, next: ['fail'] },
    },
    async (client) => {
      const threadId = await aThread(client);
      const values = await client.runs.wait(threadId, 'failing', { input: {}, raiseError: false });
      const [run] = await client.runs.list(threadId);
      return {
        values,
        run: run?.status,
        thread: (await client.threads.get(threadId)).status,
        state: pick(await client.threads.getState(threadId), 'values', 'next'),
      };
    },
  ),
  sees(
    'runs.wait passes configuration, context and tags to the graph',
    ['user ada', 'tags ["a tag"]', 'tone kind'],
    async (client) => {
      const values = await client.runs.wait(null, 'configured', {
        input: {},
        config: { tags: ['a tag'], configurable: { user: 'ada' } },
      });
      const second = await client.runs.wait(null, 'configured', {
        input: {},
        context: { tone: 'kind' },
      });
      return [at(values, 'steps', 0), at(values, 'steps', 2), at(second, 'steps', 1)];
    },
  ),
  sees(
    'runs.wait passes the headers of its caller to the graph, except API keys',
    'header me',
    async (_client, world) => {
      const client = world.sending({ 'X-Of-The-Caller': 'me' });
      return at(await client.runs.wait(null, 'configured', { input: {} }), 'steps', 3);
    },
  ),
  sees('runs.wait ends a run at the recursion limit', 'GraphRecursionError', async (client) =>
    at(
      await client.runs.wait(await aThread(client), 'steps', {
        input: {},
        config: { recursion_limit: 1 },
        raiseError: false,
      }),
      '__error__',
      'error',
    ),
  ),
  sees('runs.wait calls the factory of a graph for each run', { steps: ['made for ada'] }, (client) =>
    client.runs.wait(null, 'factory', { input: {}, config: { configurable: { user: 'ada' } } }),
  ),
  sees('runs.wait runs a graph and its subgraph', { steps: ['inner', 'outer'] }, (client) =>
    client.runs.wait(null, 'nested', { input: {} }),
  ),
  sees(
    'runs.wait with a command resumes an interrupt',
    {
      before: [[], 'sure?'],
      after: { steps: ['answer yes', 'after'] },
      status: 'idle',
      interrupts: {},
    },
    async (client) => {
      const threadId = await aThread(client);
      const before = await client.runs.wait(threadId, 'asking', { input: {} });
      const after = await client.runs.wait(threadId, 'asking', { command: { resume: 'yes' } });
      const thread = await client.threads.get(threadId);
      return {
        before: [at(before, 'steps'), at(before, '__interrupt__', 0, 'value')],
        after,
        status: thread.status,
        interrupts: thread.interrupts,
      };
    },
  ),
  sees('runs.wait with a command resumes an interrupt of a subgraph', 'inner yes', async (client) => {
    const threadId = await aThread(client);
    await client.runs.wait(threadId, 'nestedAsking', { input: { steps: ['given'] } });
    const after = await client.runs.wait(threadId, 'nestedAsking', { command: { resume: 'yes' } });
    return at(after, 'steps', -1);
  }),
  sees(
    'runs.wait with a command updates the state and goes to a node',
    { steps: ['one', 'two', 'mine', 'two'] },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      return client.runs.wait(threadId, 'steps', { command: { update: { steps: ['mine'] }, goto: 'two' } });
    },
  ),
  sees(
    'runs.wait stops before and after the given nodes',
    [
      [['one'], ['two']],
      [['one'], ['two']],
      [[], ['one']],
    ],
    async (client) => {
      const stops = async (options: object) => {
        const threadId = await aThread(client);
        const values = await client.runs.wait(threadId, 'steps', { input: {}, ...options });
        return [at(values, 'steps'), (await client.threads.getState(threadId)).next];
      };
      return [
        await stops({ interruptBefore: ['two'] }),
        await stops({ interruptAfter: ['one'] }),
        await stops({ interruptBefore: '*' }),
      ];
    },
  ),
  sees(
    'runs.wait starts from an earlier checkpoint',
    [{ steps: ['one', 'two'] }, { steps: ['one', 'two'] }, true],
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const history = await client.threads.getHistory(threadId);
      const earlier = history.find(({ next }) => next[0] === 'two')?.checkpoint;
      const checkpointId = earlier?.checkpoint_id ?? '';
      const { checkpoint_ns = '' } = earlier ?? {};
      const by = await client.runs.wait(threadId, 'steps', { input: null, checkpointId });
      const as = await client.runs.wait(threadId, 'steps', {
        input: null,
        checkpoint: { checkpoint_id: checkpointId, checkpoint_ns, checkpoint_map: null },
      });
      return [by, as, (await client.threads.getHistory(threadId)).length > history.length];
    },
  ),
  sees('runs.wait with durability exit keeps only the last checkpoint', 1, async (client) => {
    const threadId = await aThread(client);
    await client.runs.wait(threadId, 'steps', { input: {}, durability: 'exit' });
    return (await client.threads.getHistory(threadId)).length;
  }),
  sees(
    'runs.create with afterSeconds starts the run later',
    { soon: 'pending', late: true },
    async (client) => {
      const threadId = await aThread(client);
      const startedAt = performance.now();
      const run = await client.runs.create(threadId, 'steps', { input: {}, afterSeconds: 1 });
      await client.runs.join(threadId, run.run_id);
      return { soon: run.status, late: performance.now() - startedAt > 950 };
    },
  ),
  sees(
    'runs.create calls the webhook when the run ends',
    {
      same: true,
      status: 'success',
      values: { steps: ['one', 'two'] },
      fields: ['run_started_at', 'run_ended_at', 'webhook_sent_at', 'kwargs', 'thread_id'],
    },
    async (client, world) => {
      const hook = world.hook();
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'steps', { input: {}, webhook: hook.url });
      const sent = await hook.called();
      return {
        same: at(sent, 'run_id') === run.run_id,
        ...pick(sent, 'status', 'values'),
        fields: has(sent, 'run_started_at', 'run_ended_at', 'webhook_sent_at', 'kwargs', 'thread_id'),
      };
    },
  ),
  sees(
    'runs.list returns the runs of one thread by status, newest first and in pages',
    [[2, 1, 0], [1], [2], [1, 0]],
    async (client) => {
      const threadId = await aThread(client);
      const made: string[] = [];
      for (const graph of ['steps', 'steps', 'failing']) {
        const run = await client.runs.create(threadId, graph, { input: {} });
        await client.runs.join(threadId, run.run_id);
        made.push(run.run_id);
      }
      const places = async (options?: object) =>
        (await client.runs.list(threadId, options)).map(({ run_id }) => made.indexOf(run_id));
      return [
        await places(),
        await places({ limit: 1, offset: 1 }),
        await places({ status: 'error' }),
        await places({ status: 'success' }),
      ];
    },
  ),
  sees('runs.list returns only the selected fields', ['run_id', 'status'], async (client) => {
    const threadId = await aThread(client);
    await client.runs.wait(threadId, 'steps', { input: {} });
    const [run] = await client.runs.list(threadId, { select: ['run_id', 'status'] });
    return Object.keys(run ?? {}).toSorted();
  }),
  refused('runs.list of an unknown thread', (client) => client.runs.list(UNKNOWN)),
  sees(
    'runs.get returns the status running, then success, and the thread is busy until the run ends',
    ['running', 'busy', 'success', 'idle'],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const during = (await client.runs.get(threadId, runId)).status;
      const busy = (await client.threads.get(threadId)).status;
      await gate.open();
      await client.runs.join(threadId, runId);
      const after = (await client.runs.get(threadId, runId)).status;
      return [during, busy, after, (await client.threads.get(threadId)).status];
    },
  ),
  refused('runs.get of an unknown run', async (client) => client.runs.get(await aThread(client), UNKNOWN)),
  sees(
    'runs.join returns the values of a running run and of a finished run',
    [
      ['first', 'waited', 'last'],
      ['first', 'waited', 'last'],
    ],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const joined = client.runs.join(threadId, runId);
      await gate.open();
      return [at(await joined, 'steps'), at(await client.runs.join(threadId, runId), 'steps')];
    },
  ),
  sees(
    'runs.join of a failed run returns its error',
    { __error__: { error: 'RangeError', message: 'out of range' } },
    async (client) => {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'failing', { input: {} });
      return client.runs.join(threadId, run.run_id);
    },
  ),
  refused('runs.join of an unknown run', async (client) => client.runs.join(await aThread(client), UNKNOWN)),
  sees('runs.delete removes a finished run and keeps the thread', [GONE, [], 'idle'], async (client) => {
    const threadId = await aThread(client);
    const run = await client.runs.create(threadId, 'steps', { input: {} });
    await client.runs.join(threadId, run.run_id);
    await client.runs.delete(threadId, run.run_id);
    return [
      await refusal(client.runs.get(threadId, run.run_id)),
      await client.runs.list(threadId),
      (await client.threads.get(threadId)).status,
    ];
  }),
  sees(
    'runs.delete stops and removes a running run, and its writes are undone',
    [GONE, ['one', 'two']],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      await client.runs.delete(threadId, runId);
      await gate.open();
      if (world.continuesDeletedRuns) {
        // The deleted run must store all its writes before the next run reads the thread.
        const steps = async () => at((await client.threads.getState(threadId)).values, 'steps');
        await until(steps, (seen) => Array.isArray(seen) && seen.includes('last'));
      }
      // A stopped run could still write during this run.
      const values = await client.runs.wait(threadId, 'steps', { input: {}, multitaskStrategy: 'enqueue' });
      return [await refusal(client.runs.get(threadId, runId)), at(values, 'steps')];
    },
  ),
  refused('runs.delete of an unknown run', async (client) =>
    client.runs.delete(await aThread(client), UNKNOWN),
  ),
  sees(
    'runs.cancel interrupts a run, which then has the status interrupted',
    'interrupted',
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancel(threadId, runId, true);
      return (await client.runs.get(threadId, runId)).status;
    },
  ),
  sees(
    'runs.cancel without wait responds immediately, and the run ends',
    'interrupted',
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancel(threadId, runId);
      return endOf(client, threadId, runId);
    },
  ),
  sees(
    'runs.cancel with rollback deletes the run and its checkpoints',
    [GONE, ['one', 'two'], 'idle'],
    async (client, world) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const { runId } = await aWaitingRun(client, world.gate(), { threadId });
      await client.runs.cancel(threadId, runId, true, 'rollback');
      return [
        await refusal(client.runs.get(threadId, runId)),
        at((await client.threads.getState(threadId)).values, 'steps'),
        (await client.threads.get(threadId)).status,
      ];
    },
  ),
  sees(
    'runs.cancel of a pending run prevents its start, and the running run continues',
    [['first', 'waited', 'last'], 'interrupted', GONE, 'idle'],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const waiting = async () =>
        (await client.runs.create(threadId, 'steps', { input: {}, multitaskStrategy: 'enqueue' })).run_id;
      const [kept, gone] = [await waiting(), await waiting()];
      await client.runs.cancel(threadId, kept, true);
      await client.runs.cancel(threadId, gone, true, 'rollback');
      await gate.open();
      return [
        at(await client.runs.join(threadId, runId), 'steps'),
        (await client.runs.get(threadId, kept)).status,
        await refusal(client.runs.get(threadId, gone)),
        (await client.threads.get(threadId)).status,
      ];
    },
  ),
  sees(
    'runs.cancel of a finished run is refused and leaves the run unchanged',
    [GONE, 'success'],
    async (client) => {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'steps', { input: {} });
      await client.runs.join(threadId, run.run_id);
      return [
        await refusal(client.runs.cancel(threadId, run.run_id, true)),
        (await client.runs.get(threadId, run.run_id)).status,
      ];
    },
  ),
  refused('runs.cancel of an unknown run', async (client) =>
    client.runs.cancel(await aThread(client), UNKNOWN),
  ),
  sees('runs.cancelMany cancels the given runs', 'interrupted', async (client, world) => {
    const { threadId, runId } = await aWaitingRun(client, world.gate());
    await client.runs.cancelMany({ threadId, runIds: [runId] });
    return endOf(client, threadId, runId);
  }),
  sees(
    'multitask reject: the second run causes a 409, and the first run continues',
    [CONFLICT, 'success'],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const refused = await refusal(
        client.runs.create(threadId, 'steps', { input: {}, multitaskStrategy: 'reject' }),
      );
      await gate.open();
      await client.runs.join(threadId, runId);
      return [refused, (await client.runs.get(threadId, runId)).status];
    },
  ),
  sees(
    'multitask enqueue: the second run starts after the first run has ended',
    ['pending', ['first', 'waited', 'last', 'one', 'two']],
    async (client, world) => {
      const gate = world.gate();
      const { threadId } = await aWaitingRun(client, gate);
      const second = await aSecondRun(client, threadId, 'enqueue');
      const waiting = (await client.runs.get(threadId, second.run_id)).status;
      await gate.open();
      return [waiting, at(await client.runs.join(threadId, second.run_id), 'steps')];
    },
  ),
  sees(
    'multitask interrupt: the first run becomes interrupted, and keeps its writes',
    ['interrupted', ['first', 'one', 'two'], 'idle'],
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      // The library stores a step while the next step is already running.
      await until(
        async () => at((await client.threads.getState(threadId)).values, 'steps', 0),
        (step) => step === 'first',
      );
      const second = await aSecondRun(client, threadId, 'interrupt');
      const values = await client.runs.join(threadId, second.run_id);
      return [
        (await client.runs.get(threadId, runId)).status,
        at(values, 'steps'),
        (await client.threads.get(threadId)).status,
      ];
    },
  ),
  sees(
    'multitask rollback: the first run is deleted, and the thread has the data of the second run',
    [GONE, ['one', 'two'], 1, 'idle'],
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      const second = await aSecondRun(client, threadId, 'rollback');
      const values = await client.runs.join(threadId, second.run_id);
      return [
        await refusal(client.runs.get(threadId, runId)),
        at(values, 'steps'),
        (await client.runs.list(threadId)).length,
        (await client.threads.get(threadId)).status,
      ];
    },
  ),
  sees(
    'multitask rollback: a run that ignores its abort signal is also deleted',
    [GONE, ['one', 'two']],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate, { graph: 'deaf' });
      const second = await aSecondRun(client, threadId, 'rollback');
      await gate.open();
      const values = await client.runs.join(threadId, second.run_id);
      return [await refusal(client.runs.get(threadId, runId)), at(values, 'steps')];
    },
  ),
];
