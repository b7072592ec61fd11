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
  said,
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
    'runs.create answers the run, pending, and where it is',
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
  sees('runs.create without a strategy enqueues', 'answered', async (client, world) => {
    const gate = world.gate();
    const { threadId, runId } = await aWaitingRun(client, gate);
    const second = await refusal(client.runs.create(threadId, 'steps', { input: {} }));
    await gate.open();
    await client.runs.join(threadId, runId);
    return second;
  }),
  sees(
    'runs.create on an unknown thread is a 404, and makes it when told to',
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
    'runs.create with a value that cannot be is a 422',
    // What a program without types may send.
    async (client) =>
      client.runs.create(await aThread(client), 'steps', { multitaskStrategy: 'sometimes' as 'enqueue' }),
    INVALID,
  ),
  sees(
    'runs.create without a thread is a run on one of its own, which is gone afterwards',
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
  sees('runs.create without a thread keeps it when told to', { steps: ['one', 'two'] }, async (client) => {
    // The client's types name other values than the API takes.
    const onCompletion = 'keep' as unknown as 'complete';
    const run = await client.runs.create(null, 'steps', { input: {}, onCompletion });
    await client.runs.join(run.thread_id, run.run_id);
    return (await client.threads.getState(run.thread_id)).values;
  }),
  sees(
    'runs.createBatch makes several runs at once',
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
  sees('runs.createBatch with one that is wrong makes none', GONE, (client) =>
    refusal(
      client.runs.createBatch([
        { assistantId: 'steps', input: {} },
        { assistantId: UNKNOWN, input: {} },
      ]),
    ),
  ),
  sees(
    'runs.wait answers the values, on a thread and without one',
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
      return [said(on), said(off), where.map((made) => isUuid(at(made, 'run_id')))];
    },
  ),
  sees('runs.wait throws what the graph threw', 'RangeError: out of range', async (client) => {
    const thrown = await client.runs.wait(await aThread(client), 'failing', { input: {} }).then(
      () => 'nothing',
      (failure: unknown) => String(at(failure, 'message')),
    );
    return thrown;
  }),
  sees(
    'runs.wait gives the failure when told not to throw it, and the thread says so',
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
    'runs.wait takes configuration, context and tags',
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
    'runs.wait tells the graph the headers of its caller, but for keys',
    'header me',
    async (_client, world) => {
      const client = world.sending({ 'X-Of-The-Caller': 'me' });
      return at(await client.runs.wait(null, 'configured', { input: {} }), 'steps', 3);
    },
  ),
  sees('runs.wait holds to the number of steps that is allowed', 'GraphRecursionError', async (client) =>
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
  sees(
    'runs.wait on a graph that is made for each run makes it for this one',
    { steps: ['made for ada'] },
    (client) => client.runs.wait(null, 'factory', { input: {}, config: { configurable: { user: 'ada' } } }),
  ),
  sees('runs.wait on a graph with another inside runs both', { steps: ['inner', 'outer'] }, (client) =>
    client.runs.wait(null, 'nested', { input: {} }),
  ),
  sees(
    'runs.wait with a command resumes what was asked',
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
  sees('runs.wait with a command resumes the graph inside', 'inner yes', async (client) => {
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
    'runs.wait stops before and after nodes when told to',
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
    'runs.wait begins at an earlier checkpoint when given one',
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
  sees('runs.wait keeps one checkpoint when told to keep the last', 1, async (client) => {
    const threadId = await aThread(client);
    await client.runs.wait(threadId, 'steps', { input: {}, durability: 'exit' });
    return (await client.threads.getHistory(threadId)).length;
  }),
  sees('runs.create begins after some time when told to', { soon: 'pending', late: true }, async (client) => {
    const threadId = await aThread(client);
    const startedAt = performance.now();
    const run = await client.runs.create(threadId, 'steps', { input: {}, afterSeconds: 1 });
    const soon = (await client.runs.get(threadId, run.run_id)).status;
    await client.runs.join(threadId, run.run_id);
    return { soon, late: performance.now() - startedAt > 950 };
  }),
  sees(
    'runs.create calls its webhook when it is over',
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
    'runs.list is of one thread, newest first, in pages, by status',
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
  sees('runs.list answers only the fields that are selected', ['run_id', 'status'], async (client) => {
    const threadId = await aThread(client);
    await client.runs.wait(threadId, 'steps', { input: {} });
    const [run] = await client.runs.list(threadId, { select: ['run_id', 'status'] });
    return Object.keys(run ?? {}).toSorted();
  }),
  refused('runs.list of an unknown thread', (client) => client.runs.list(UNKNOWN)),
  sees(
    'runs.get follows a run from running to its end, and the thread is busy meanwhile',
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
    'runs.join answers the values of a run that is under way, and of one that is over',
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
    'runs.join of a run that failed answers the failure',
    { __error__: { error: 'RangeError', message: 'out of range' } },
    async (client) => {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'failing', { input: {} });
      return client.runs.join(threadId, run.run_id);
    },
  ),
  refused('runs.join of an unknown run', async (client) => client.runs.join(await aThread(client), UNKNOWN)),
  sees(
    'runs.delete takes away a run that is over, and leaves the thread',
    [GONE, [], 'idle'],
    async (client) => {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'steps', { input: {} });
      await client.runs.join(threadId, run.run_id);
      await client.runs.delete(threadId, run.run_id);
      return [
        await refusal(client.runs.get(threadId, run.run_id)),
        await client.runs.list(threadId),
        (await client.threads.get(threadId)).status,
      ];
    },
  ),
  sees(
    'runs.delete of a run that is under way stops it, and nothing of it comes later',
    [GONE, ['one', 'two']],
    async (client, world) => {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      await client.runs.delete(threadId, runId);
      await gate.open();
      // Long enough for what a stopped run could still write.
      const values = await client.runs.wait(threadId, 'steps', { input: {}, multitaskStrategy: 'enqueue' });
      return [await refusal(client.runs.get(threadId, runId)), at(values, 'steps')];
    },
  ),
  refused('runs.delete of an unknown run', async (client) =>
    client.runs.delete(await aThread(client), UNKNOWN),
  ),
  sees('runs.cancel interrupts a run, which stays and says so', 'interrupted', async (client, world) => {
    const { threadId, runId } = await aWaitingRun(client, world.gate());
    await client.runs.cancel(threadId, runId, true);
    return (await client.runs.get(threadId, runId)).status;
  }),
  sees(
    'runs.cancel without waiting answers at once, and the run ends',
    'interrupted',
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancel(threadId, runId);
      return endOf(client, threadId, runId);
    },
  ),
  sees(
    'runs.cancel with rollback leaves nothing of the run',
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
    'runs.cancel of a run that waits for another: it never begins, and the other continues',
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
    'runs.cancel of a run that is over is refused, and leaves it as it is',
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
  sees('runs.cancelMany stops the runs that are named', 'interrupted', async (client, world) => {
    const { threadId, runId } = await aWaitingRun(client, world.gate());
    await client.runs.cancelMany({ threadId, runIds: [runId] });
    return endOf(client, threadId, runId);
  }),
  sees(
    'multitask reject: the second run is a 409, and the first continues',
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
    'multitask enqueue: the second run begins when the first is over',
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
    'multitask interrupt: the first run is kept as interrupted, with what it did',
    ['interrupted', ['first', 'one', 'two'], 'idle'],
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      // The library keeps a step while the next one is under way already.
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
    'multitask rollback: the first run is gone, and the thread holds the second one’s data',
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
    'multitask rollback of a run that does not listen: it is gone all the same',
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
