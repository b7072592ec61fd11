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
  own,
  pick,
  plain,
  refusal,
  refused,
  said,
  UNKNOWN,
  until,
} from './case.ts';

export const runCases: Case[] = [
  {
    name: 'runs.create answers the run, pending, and where it is',
    async run(client) {
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
    expected: {
      ids: [true, true, true],
      dates: [true, true],
      status: 'pending',
      from: 'a test',
      input: {},
      told: [true, true],
    },
  },
  {
    name: 'runs.create without a strategy enqueues',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const second = await refusal(client.runs.create(threadId, 'steps', { input: {} }));
      await gate.open();
      await client.runs.join(threadId, runId);
      return second;
    },
    expected: 'answered',
  },
  {
    name: 'runs.create on an unknown thread is a 404, and makes it when told to',
    async run(client) {
      const threadId = newId();
      const refused = await refusal(client.runs.create(threadId, 'steps', { input: {} }));
      const run = await client.runs.create(threadId, 'steps', { input: {}, ifNotExists: 'create' });
      return { refused, values: await client.runs.join(threadId, run.run_id) };
    },
    expected: { refused: GONE, values: { steps: ['one', 'two'] } },
  },
  refused('runs.create with an unknown assistant', async (client) =>
    client.runs.create(await aThread(client), own()),
  ),
  refused(
    'runs.create with a value that cannot be is a 422',
    // What a program without types may send.
    async (client) =>
      client.runs.create(await aThread(client), 'steps', { multitaskStrategy: 'sometimes' as 'enqueue' }),
    INVALID,
  ),
  {
    name: 'runs.create without a thread is a run on one of its own, which is gone afterwards',
    async run(client) {
      const run = await client.runs.create(null, 'steps', { input: {} });
      const gone = await until(
        () => refusal(client.threads.get(run.thread_id)),
        (answer) => at(answer, 'status') === 404,
      );
      return { ids: [isUuid(run.run_id), isUuid(run.thread_id)], gone: at(gone, 'status') };
    },
    expected: { ids: [true, true], gone: 404 },
  },
  {
    name: 'runs.create without a thread keeps it when told to',
    async run(client) {
      // The client's types name other values than the API takes.
      const onCompletion = 'keep' as unknown as 'complete';
      const run = await client.runs.create(null, 'steps', { input: {}, onCompletion });
      await client.runs.join(run.thread_id, run.run_id);
      return (await client.threads.getState(run.thread_id)).values;
    },
    expected: { steps: ['one', 'two'] },
  },
  {
    name: 'runs.createBatch makes several runs at once',
    async run(client) {
      const runs = await client.runs.createBatch([
        { assistantId: 'steps', input: { steps: ['a'] } },
        { assistantId: 'echo', input: human('b') },
      ]);
      return plain(runs.map((run) => [isUuid(run.run_id), isUuid(run.thread_id), run.status]));
    },
    expected: [
      [true, true, 'pending'],
      [true, true, 'pending'],
    ],
  },
  {
    name: 'runs.createBatch with one that is wrong makes none',
    run: (client) =>
      refusal(
        client.runs.createBatch([
          { assistantId: 'steps', input: {} },
          { assistantId: own(), input: {} },
        ]),
      ),
    expected: GONE,
  },
  {
    name: 'runs.wait answers the values, on a thread and without one',
    async run(client) {
      const where: unknown[] = [];
      const onRunCreated = (made: unknown) => where.push(made);
      const threadId = await aThread(client);
      const on = await client.runs.wait(threadId, 'echo', { input: human('hi'), onRunCreated });
      const off = await client.runs.wait(null, 'echo', { input: human('ho'), onRunCreated });
      return [said(on), said(off), where.map((made) => isUuid(at(made, 'run_id')))];
    },
    expected: [
      ['human: hi', 'ai: echo: hi'],
      ['human: ho', 'ai: echo: ho'],
      [true, true],
    ],
  },
  {
    name: 'runs.wait throws what the graph threw',
    async run(client) {
      const thrown = await client.runs.wait(await aThread(client), 'failing', { input: {} }).then(
        () => 'nothing',
        (failure: unknown) => String(at(failure, 'message')),
      );
      return thrown;
    },
    expected: 'RangeError: out of range',
  },
  {
    name: 'runs.wait gives the failure when told not to throw it, and the thread says so',
    async run(client) {
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
    expected: {
      values: { __error__: { error: 'RangeError', message: 'out of range' } },
      run: 'error',
      thread: 'error',
      state: { values: { steps: ['first'] }, next: ['fail'] },
    },
  },
  {
    name: 'runs.wait takes configuration, context and tags',
    async run(client) {
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
    expected: ['user ada', 'tags ["a tag"]', 'tone kind'],
  },
  {
    name: 'runs.wait tells the graph the headers of its caller, but for keys',
    async run(_client, world) {
      const client = world.sending({ 'X-Of-The-Caller': 'me' });
      return at(await client.runs.wait(null, 'configured', { input: {} }), 'steps', 3);
    },
    expected: 'header me',
  },
  {
    name: 'runs.wait holds to the number of steps that is allowed',
    run: async (client) =>
      at(
        await client.runs.wait(await aThread(client), 'steps', {
          input: {},
          config: { recursion_limit: 1 },
          raiseError: false,
        }),
        '__error__',
        'error',
      ),
    expected: 'GraphRecursionError',
  },
  {
    name: 'runs.wait on a graph that is made for each run makes it for this one',
    run: (client) =>
      client.runs.wait(null, 'factory', { input: {}, config: { configurable: { user: 'ada' } } }),
    expected: { steps: ['made for ada'] },
  },
  {
    name: 'runs.wait on a graph with another inside runs both',
    run: (client) => client.runs.wait(null, 'nested', { input: {} }),
    expected: { steps: ['inner', 'outer'] },
  },
  {
    name: 'runs.wait with a command resumes what was asked',
    async run(client) {
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
    expected: {
      before: [[], 'sure?'],
      after: { steps: ['answer yes', 'after'] },
      status: 'idle',
      interrupts: {},
    },
  },
  {
    name: 'runs.wait with a command resumes the graph inside',
    async run(client) {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'nestedAsking', { input: { steps: ['given'] } });
      const after = await client.runs.wait(threadId, 'nestedAsking', { command: { resume: 'yes' } });
      return at(after, 'steps', -1);
    },
    expected: 'inner yes',
  },
  {
    name: 'runs.wait with a command updates the state and goes to a node',
    async run(client) {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      return client.runs.wait(threadId, 'steps', { command: { update: { steps: ['mine'] }, goto: 'two' } });
    },
    expected: { steps: ['one', 'two', 'mine', 'two'] },
  },
  {
    name: 'runs.wait stops before and after nodes when told to',
    async run(client) {
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
    expected: [
      [['one'], ['two']],
      [['one'], ['two']],
      [[], ['one']],
    ],
  },
  {
    name: 'runs.wait begins at an earlier checkpoint when given one',
    async run(client) {
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
    expected: [{ steps: ['one', 'two'] }, { steps: ['one', 'two'] }, true],
  },
  {
    name: 'runs.wait keeps one checkpoint when told to keep the last',
    async run(client) {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {}, durability: 'exit' });
      return (await client.threads.getHistory(threadId)).length;
    },
    expected: 1,
  },
  {
    name: 'runs.create begins after some time when told to',
    async run(client) {
      const threadId = await aThread(client);
      const startedAt = performance.now();
      const run = await client.runs.create(threadId, 'steps', { input: {}, afterSeconds: 1 });
      const soon = (await client.runs.get(threadId, run.run_id)).status;
      await client.runs.join(threadId, run.run_id);
      return { soon, late: performance.now() - startedAt > 950 };
    },
    expected: { soon: 'pending', late: true },
  },
  {
    name: 'runs.create calls its webhook when it is over',
    async run(client, world) {
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
    expected: {
      same: true,
      status: 'success',
      values: { steps: ['one', 'two'] },
      fields: ['run_started_at', 'run_ended_at', 'webhook_sent_at', 'kwargs', 'thread_id'],
    },
  },
  {
    name: 'runs.list is of one thread, newest first, in pages, by status',
    async run(client) {
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
    expected: [[2, 1, 0], [1], [2], [1, 0]],
  },
  {
    name: 'runs.list answers only the fields that are selected',
    async run(client) {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const [run] = await client.runs.list(threadId, { select: ['run_id', 'status'] });
      return Object.keys(run ?? {}).toSorted();
    },
    expected: ['run_id', 'status'],
  },
  refused('runs.list of an unknown thread', (client) => client.runs.list(UNKNOWN)),
  {
    name: 'runs.get follows a run from running to its end, and the thread is busy meanwhile',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const during = (await client.runs.get(threadId, runId)).status;
      const busy = (await client.threads.get(threadId)).status;
      await gate.open();
      await client.runs.join(threadId, runId);
      const after = (await client.runs.get(threadId, runId)).status;
      return [during, busy, after, (await client.threads.get(threadId)).status];
    },
    expected: ['running', 'busy', 'success', 'idle'],
  },
  refused('runs.get of an unknown run', async (client) => client.runs.get(await aThread(client), UNKNOWN)),
  {
    name: 'runs.join answers the values of a run that is under way, and of one that is over',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const joined = client.runs.join(threadId, runId);
      await gate.open();
      return [at(await joined, 'steps'), at(await client.runs.join(threadId, runId), 'steps')];
    },
    expected: [
      ['first', 'waited', 'last'],
      ['first', 'waited', 'last'],
    ],
  },
  {
    name: 'runs.join of a run that failed answers the failure',
    async run(client) {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'failing', { input: {} });
      return client.runs.join(threadId, run.run_id);
    },
    expected: { __error__: { error: 'RangeError', message: 'out of range' } },
  },
  refused('runs.join of an unknown run', async (client) => client.runs.join(await aThread(client), UNKNOWN)),
  {
    name: 'runs.delete takes away a run that is over, and leaves the thread',
    async run(client) {
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
    expected: [GONE, [], 'idle'],
  },
  {
    name: 'runs.delete of a run that is under way stops it, and nothing of it comes later',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      await client.runs.delete(threadId, runId);
      await gate.open();
      // Long enough for what a stopped run could still write.
      const values = await client.runs.wait(threadId, 'steps', { input: {}, multitaskStrategy: 'enqueue' });
      return [await refusal(client.runs.get(threadId, runId)), at(values, 'steps')];
    },
    expected: [GONE, ['one', 'two']],
  },
  refused('runs.delete of an unknown run', async (client) =>
    client.runs.delete(await aThread(client), UNKNOWN),
  ),
  {
    name: 'runs.cancel interrupts a run, which stays and says so',
    async run(client, world) {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancel(threadId, runId, true);
      return (await client.runs.get(threadId, runId)).status;
    },
    expected: 'interrupted',
  },
  {
    name: 'runs.cancel without waiting answers at once, and the run ends',
    async run(client, world) {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancel(threadId, runId);
      return endOf(client, threadId, runId);
    },
    expected: 'interrupted',
  },
  {
    name: 'runs.cancel with rollback leaves nothing of the run',
    async run(client, world) {
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
    expected: [GONE, ['one', 'two'], 'idle'],
  },
  {
    name: 'runs.cancel of a run that waits for another: it never begins, and the other goes on',
    async run(client, world) {
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
    expected: [['first', 'waited', 'last'], 'interrupted', GONE, 'idle'],
  },
  {
    name: 'runs.cancel of a run that is over leaves it as it is',
    async run(client) {
      const threadId = await aThread(client);
      const run = await client.runs.create(threadId, 'steps', { input: {} });
      await client.runs.join(threadId, run.run_id);
      await client.runs.cancel(threadId, run.run_id, true);
      return (await client.runs.get(threadId, run.run_id)).status;
    },
    expected: 'success',
  },
  refused('runs.cancel of an unknown run', async (client) =>
    client.runs.cancel(await aThread(client), UNKNOWN),
  ),
  {
    name: 'runs.cancelMany stops the runs that are named',
    async run(client, world) {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      await client.runs.cancelMany({ threadId, runIds: [runId] });
      return endOf(client, threadId, runId);
    },
    expected: 'interrupted',
  },
  {
    name: 'multitask reject: the second run is a 409, and the first goes on',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate);
      const refused = await refusal(
        client.runs.create(threadId, 'steps', { input: {}, multitaskStrategy: 'reject' }),
      );
      await gate.open();
      await client.runs.join(threadId, runId);
      return [refused, (await client.runs.get(threadId, runId)).status];
    },
    expected: [CONFLICT, 'success'],
  },
  {
    name: 'multitask enqueue: the second run begins when the first is over',
    async run(client, world) {
      const gate = world.gate();
      const { threadId } = await aWaitingRun(client, gate);
      const second = await client.runs.create(threadId, 'steps', {
        input: {},
        multitaskStrategy: 'enqueue',
      });
      const waiting = (await client.runs.get(threadId, second.run_id)).status;
      await gate.open();
      return [waiting, at(await client.runs.join(threadId, second.run_id), 'steps')];
    },
    expected: ['pending', ['first', 'waited', 'last', 'one', 'two']],
  },
  {
    name: 'multitask interrupt: the first run is kept as interrupted, with what it did',
    async run(client, world) {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      // The library keeps a step while the next one is under way already.
      await until(
        async () => at((await client.threads.getState(threadId)).values, 'steps', 0),
        (step) => step === 'first',
      );
      const second = await client.runs.create(threadId, 'steps', {
        input: {},
        multitaskStrategy: 'interrupt',
      });
      const values = await client.runs.join(threadId, second.run_id);
      return [
        (await client.runs.get(threadId, runId)).status,
        at(values, 'steps'),
        (await client.threads.get(threadId)).status,
      ];
    },
    expected: ['interrupted', ['first', 'one', 'two'], 'idle'],
  },
  {
    name: 'multitask rollback: the first run is gone, and the thread holds the second one’s data',
    async run(client, world) {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      const second = await client.runs.create(threadId, 'steps', {
        input: {},
        multitaskStrategy: 'rollback',
      });
      const values = await client.runs.join(threadId, second.run_id);
      return [
        await refusal(client.runs.get(threadId, runId)),
        at(values, 'steps'),
        (await client.runs.list(threadId)).length,
        (await client.threads.get(threadId)).status,
      ];
    },
    expected: [GONE, ['one', 'two'], 1, 'idle'],
  },
  {
    name: 'multitask rollback of a run that does not listen: it is gone all the same',
    async run(client, world) {
      const gate = world.gate();
      const { threadId, runId } = await aWaitingRun(client, gate, { graph: 'deaf' });
      const second = await client.runs.create(threadId, 'steps', {
        input: {},
        multitaskStrategy: 'rollback',
      });
      await gate.open();
      const values = await client.runs.join(threadId, second.run_id);
      return [await refusal(client.runs.get(threadId, runId)), at(values, 'steps')];
    },
    expected: [GONE, ['one', 'two']],
  },
];
