import {
  at,
  aThread,
  aWaitingRun,
  type Case,
  CONFLICT,
  GONE,
  has,
  human,
  INVALID,
  isDate,
  isUuid,
  newId,
  own,
  pick,
  refusal,
  refused,
  reported,
  UNKNOWN,
  sees,
} from './case.ts';

const FIELDS = ['thread_id', 'created_at', 'updated_at', 'metadata', 'status', 'values', 'interrupts'];

export const threadCases: Case[] = [
  sees(
    'threads.create returns an idle thread without values',
    { id: true, dates: [true, true], status: 'idle', metadata: {} },
    async (client) => {
      const thread = await client.threads.create();
      return {
        id: isUuid(thread.thread_id),
        dates: [isDate(thread.created_at), isDate(thread.updated_at)],
        ...pick(thread, 'status', 'metadata'),
      };
    },
  ),
  sees('threads.create and threads.get return every documented field', [FIELDS, FIELDS], async (client) => {
    const made = await client.threads.create();
    return [has(made, ...FIELDS), has(await client.threads.get(made.thread_id), ...FIELDS)];
  }),
  sees(
    'threads.create accepts an ID, metadata and a graph',
    { same: true, metadata: { team: 'a', graph_id: 'echo' } },
    async (client) => {
      const threadId = newId();
      const made = await client.threads.create({ threadId, metadata: { team: 'a' }, graphId: 'echo' });
      return { same: made.thread_id === threadId, metadata: made.metadata };
    },
  ),
  sees(
    'threads.create with an existing ID causes a 409, or returns the thread with ifExists',
    { refused: CONFLICT, again: true, metadata: { first: true } },
    async (client) => {
      const threadId = newId();
      await client.threads.create({ threadId, metadata: { first: true } });
      const refused = await refusal(client.threads.create({ threadId }));
      const again = await client.threads.create({ threadId, ifExists: 'do_nothing', metadata: { b: 1 } });
      return { refused, again: again.thread_id === threadId, metadata: again.metadata };
    },
  ),
  refused(
    'threads.create with an ID that is not a UUID causes a 422',
    (client) => client.threads.create({ threadId: 'not-a-uuid' }),
    INVALID,
  ),
  sees('threads.get returns the time to live that threads.create set', 60, async (client) => {
    const { thread_id } = await client.threads.create({ ttl: 60 });
    const thread = await client.threads.get(thread_id, { include: ['ttl'] });
    return at(at(thread, 'ttl'), 'ttl_minutes') ?? null;
  }),
  sees(
    'threads.create with supersteps creates their state',
    { values: { steps: ['given', 'one of mine'] }, next: ['two'] },
    async (client) => {
      const { thread_id } = await client.threads.create({
        graphId: 'steps',
        supersteps: [
          { updates: [{ values: { steps: ['given'] }, asNode: '__start__' }] },
          { updates: [{ values: { steps: ['one of mine'] }, asNode: 'one' }] },
        ],
      });
      return pick(await client.threads.getState(thread_id), 'values', 'next');
    },
  ),
  sees('an error is JSON with a detail', GONE, (client) => refusal(client.threads.get(UNKNOWN))),
  refused('threads.get of an unknown thread', (client) => client.threads.get(UNKNOWN)),
  sees(
    'threads.get returns the values and interrupts of a thread',
    { status: 'interrupted', values: { steps: [] }, asked: ['sure?'] },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'asking', { input: {} });
      const thread = await client.threads.get(threadId);
      const [interrupts] = Object.values(thread.interrupts ?? {});
      return { ...pick(thread, 'status', 'values'), asked: interrupts?.map(({ value }) => value) };
    },
  ),
  sees(
    'threads.copy copies state and history, and leaves the original unchanged',
    {
      another: true,
      metadata: true,
      first: { steps: ['one', 'two'] },
      second: { steps: ['one', 'two', 'one', 'two'] },
      checkpoints: [4, 8],
    },
    async (client) => {
      const threadId = await aThread(client, { copied: true });
      await client.runs.wait(threadId, 'steps', { input: {} });
      const copy = await client.threads.copy(threadId);
      await client.runs.wait(copy.thread_id, 'steps', { input: {} });
      return {
        another: copy.thread_id !== threadId,
        metadata: at(copy.metadata, 'copied'),
        first: (await client.threads.getState(threadId)).values,
        second: (await client.threads.getState(copy.thread_id)).values,
        checkpoints: [
          (await client.threads.getHistory(threadId)).length,
          (await client.threads.getHistory(copy.thread_id)).length,
        ],
      };
    },
  ),
  refused('threads.copy of an unknown thread', (client) => client.threads.copy(UNKNOWN)),
  sees(
    'threads.update merges metadata',
    [
      { kept: 1, changed: 2, added: 3 },
      { kept: 1, changed: 2, added: 3 },
    ],
    async (client) => {
      const threadId = await aThread(client, { kept: 1, changed: 1 });
      const changed = await client.threads.update(threadId, { metadata: { changed: 2, added: 3 } });
      return [changed.metadata, (await client.threads.get(threadId)).metadata];
    },
  ),
  sees(
    'threads.update returns no body with returnMinimal',
    { answers: false, metadata: { a: 1 } },
    async (client) => {
      const threadId = await aThread(client);
      const answer: unknown = await client.threads.update(threadId, {
        metadata: { a: 1 },
        returnMinimal: true,
      });
      return { answers: answer !== undefined, metadata: (await client.threads.get(threadId)).metadata };
    },
  ),
  refused('threads.update of an unknown thread', (client) =>
    client.threads.update(UNKNOWN, { metadata: {} }),
  ),
  sees(
    'threads.delete removes the thread, its runs and its state',
    [GONE, GONE, GONE, GONE],
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      await client.threads.delete(threadId);
      return [
        await refusal(client.threads.get(threadId)),
        await refusal(client.threads.getState(threadId)),
        await refusal(client.runs.list(threadId)),
        await refusal(client.threads.delete(threadId)),
      ];
    },
  ),
  sees('threads.delete stops and removes a running run', [GONE, GONE, 0], async (client, world) => {
    const gate = world.gate();
    const { threadId, runId } = await aWaitingRun(client, gate);
    await client.threads.delete(threadId);
    await gate.open();
    return [
      await refusal(client.threads.get(threadId)),
      await refusal(client.runs.get(threadId, runId)),
      (await client.threads.search({ ids: [threadId] })).length,
    ];
  }),
  sees(
    'threads.prune deletes threads, or all checkpoints except the newest of each thread',
    {
      counts: [1, 1],
      gone: GONE,
      values: { steps: ['one', 'two'] },
      checkpoints: 1,
    },
    async (client) => {
      const [gone, kept] = [await aThread(client), await aThread(client)];
      await client.runs.wait(kept, 'steps', { input: {} });
      const first = await client.threads.prune([gone]);
      const second = await client.threads.prune([kept], { strategy: 'keep_latest' });
      return {
        counts: [first.pruned_count, second.pruned_count],
        gone: await refusal(client.threads.get(gone)),
        values: (await client.threads.getState(kept)).values,
        checkpoints: (await client.threads.getHistory(kept)).length,
      };
    },
  ),
  sees(
    'threads.search finds threads by metadata and IDs, sorted and in pages',
    { all: [1, 2, 3], sorted: [1, 2, 3], page: [2], ids: [0, 1], both: [2] },
    async (client) => {
      const tag = own();
      const made: string[] = [];
      for (const place of [1, 2, 3]) made.push(await aThread(client, { tag, place }));
      await aThread(client);
      const places = async (query: object) =>
        (await client.threads.search({ metadata: { tag }, ...query })).map(({ metadata }) =>
          at(metadata, 'place'),
        );
      return {
        all: (await places({})).toSorted(),
        sorted: await places({ sortBy: 'created_at', sortOrder: 'asc' }),
        page: await places({ sortBy: 'created_at', sortOrder: 'desc', limit: 1, offset: 1 }),
        ids: (await client.threads.search({ ids: made.slice(0, 2), sortBy: 'created_at', sortOrder: 'asc' }))
          .map(({ thread_id }) => made.indexOf(thread_id))
          .toSorted(),
        both: await places({ metadata: { tag, place: 2 } }),
      };
    },
  ),
  sees(
    'threads.search finds threads by status and values',
    [['asked'], ['done'], ['done']],
    async (client) => {
      const tag = own();
      const asked = await aThread(client, { tag });
      const done = await aThread(client, { tag });
      await client.runs.wait(asked, 'asking', { input: {} });
      await client.runs.wait(done, 'steps', { input: { gate: tag } });
      const ids = (found: { thread_id: string }[]) =>
        found.map(({ thread_id }) => (thread_id === asked ? 'asked' : 'done')).toSorted();
      return [
        ids(await client.threads.search({ metadata: { tag }, status: 'interrupted' })),
        ids(await client.threads.search({ metadata: { tag }, status: 'idle' })),
        ids(await client.threads.search({ metadata: { tag }, values: { gate: tag } })),
      ];
    },
  ),
  sees('threads.search returns only the selected fields', ['metadata', 'thread_id'], async (client) => {
    const tag = own();
    await aThread(client, { tag });
    const [found] = await client.threads.search({
      metadata: { tag },
      select: ['thread_id', 'metadata'],
    });
    return Object.keys(found ?? {}).toSorted();
  }),
  sees('threads.search extracts the values at the given paths', { last: 'echo: hi' }, async (client) => {
    const tag = own();
    const threadId = await aThread(client, { tag });
    await client.runs.wait(threadId, 'echo', { input: human('hi') });
    const [found] = await client.threads.search({
      metadata: { tag },
      select: ['thread_id'],
      extract: { last: 'values.messages[-1].content' },
    });
    return at(found, 'extracted');
  }),
  sees('threads.count counts the threads that a search finds', [2, 1, 0], async (client) => {
    const tag = own();
    const threadId = await aThread(client, { tag });
    await aThread(client, { tag });
    await client.runs.wait(threadId, 'asking', { input: {} });
    return [
      await client.threads.count({ metadata: { tag } }),
      await client.threads.count({ metadata: { tag }, status: 'interrupted' }),
      await client.threads.count({ metadata: { tag: own() } }),
    ];
  }),
  sees(
    'threads.getState of a new thread is empty',
    { values: {}, next: [], tasks: [], parent_checkpoint: null },
    async (client) => {
      const state = await client.threads.getState(await aThread(client));
      return pick(state, 'values', 'next', 'tasks', 'parent_checkpoint');
    },
  ),
  sees(
    'threads.getState returns the next nodes and the open interrupts',
    {
      values: { steps: ['given'] },
      next: ['ask'],
      asked: [['ask', ['sure?']]],
      interrupts: 'sure?',
      checkpoint: [true, '', true],
      parent: true,
      created: true,
      metadata: { source: 'loop', step: 0 },
    },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'asking', { input: { steps: ['given'] } });
      const state = await client.threads.getState(threadId);
      return {
        ...pick(state, 'values', 'next'),
        asked: state.tasks.map(({ name, interrupts }) => [name, interrupts.map(({ value }) => value)]),
        interrupts: at(state, 'interrupts', 0, 'value'),
        checkpoint: [
          state.checkpoint?.thread_id === threadId,
          state.checkpoint?.checkpoint_ns,
          isUuid(state.checkpoint?.checkpoint_id),
        ],
        parent: isUuid(state.parent_checkpoint?.checkpoint_id),
        created: isDate(state.created_at),
        metadata: pick(state.metadata, 'source', 'step'),
      };
    },
  ),
  sees(
    'threads.getState reads any checkpoint by its ID or its configuration',
    [
      { values: { steps: ['one'] }, next: ['two'] },
      { values: { steps: ['one'] }, next: ['two'] },
    ],
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const history = await client.threads.getHistory(threadId);
      const earlier = history.find(({ next }) => next[0] === 'two')?.checkpoint;
      return [
        pick(await client.threads.getState(threadId, earlier?.checkpoint_id ?? ''), 'values', 'next'),
        pick(await client.threads.getState(threadId, earlier), 'values', 'next'),
      ];
    },
  ),
  sees(
    'threads.getState returns the state of a subgraph on request',
    {
      without: null,
      inside: { values: { steps: ['given'] }, next: ['inner'] },
      namespace: true,
    },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'nestedAsking', { input: { steps: ['given'] } });
      const without = await client.threads.getState(threadId);
      const inside = await client.threads.getState(threadId, undefined, { subgraphs: true });
      return {
        without: at(without.tasks, 0, 'state') ?? null,
        inside: pick(at(inside.tasks, 0, 'state'), 'values', 'next'),
        namespace: String(at(inside.tasks, 0, 'state', 'checkpoint', 'checkpoint_ns')).startsWith('child:'),
      };
    },
  ),
  refused('threads.getState of an unknown thread', (client) => client.threads.getState(UNKNOWN)),
  sees(
    "threads.updateState applies the graph's reducers",
    {
      answer: true,
      newest: true,
      values: { steps: ['one', 'two', 'mine'] },
      next: ['two'],
      source: 'update',
    },
    async (client) => {
      const threadId = await aThread(client, { graph_id: 'steps' });
      await client.runs.wait(threadId, 'steps', { input: {} });
      const answer = await client.threads.updateState(threadId, {
        values: { steps: ['mine'] },
        asNode: 'one',
      });
      const state = await client.threads.getState(threadId);
      return {
        answer: isUuid(at(answer, 'checkpoint', 'checkpoint_id')),
        newest: at(answer, 'checkpoint', 'checkpoint_id') === state.checkpoint?.checkpoint_id,
        ...pick(state, 'values', 'next'),
        source: at(state.metadata, 'source'),
      };
    },
  ),
  sees(
    'threads.updateState at an earlier checkpoint creates a branch that a run continues',
    { values: { steps: ['one', 'branch', 'two'] }, longer: true },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const history = await client.threads.getHistory(threadId);
      const earlier = history.find(({ next }) => next[0] === 'two');
      await client.threads.updateState(threadId, {
        values: { steps: ['branch'] },
        ...(earlier?.checkpoint && { checkpoint: earlier.checkpoint }),
      });
      const values = await client.runs.wait(threadId, 'steps', { input: null });
      return { values, longer: (await client.threads.getHistory(threadId)).length > history.length };
    },
  ),
  sees('threads.updateState of a thread without a graph is refused', 'refused', async (client) => {
    const threadId = await aThread(client);
    const answer = await refusal(client.threads.updateState(threadId, { values: { steps: [] } }));
    const status = Number(at(answer, 'status'));
    return status >= 400 && status < 500 ? 'refused' : answer;
  }),
  sees('threads.patchState merges the metadata of the thread', { kept: 1, added: 2 }, async (client) => {
    const threadId = await aThread(client, { kept: 1 });
    await client.threads.patchState(threadId, { added: 2 });
    return (await client.threads.get(threadId)).metadata;
  }),
  sees(
    'threads.getHistory returns every checkpoint, newest first',
    [
      ['loop', 2, ['given', 'one', 'two'], []],
      ['loop', 1, ['given', 'one'], ['two']],
      ['loop', 0, ['given'], ['one']],
      ['input', -1, [], ['__start__']],
    ],
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: { steps: ['given'] } });
      const history = await client.threads.getHistory<{ steps: string[] }>(threadId);
      return history.map(({ values, next, metadata }) => [
        at(metadata, 'source'),
        at(metadata, 'step'),
        values.steps,
        next,
      ]);
    },
  ),
  sees(
    'threads.getHistory accepts a limit, a checkpoint to start before, and a metadata filter',
    { second: true, inputs: [-1] },
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'steps', { input: {} });
      const [newest, second] = await client.threads.getHistory(threadId, { limit: 2 });
      const before = await client.threads.getHistory(threadId, {
        limit: 1,
        ...(newest && { before: { configurable: newest.checkpoint } }),
      });
      const inputs = await client.threads.getHistory(threadId, { metadata: { source: 'input' } });
      return {
        second: before[0]?.checkpoint?.checkpoint_id === second?.checkpoint?.checkpoint_id,
        inputs: inputs.map(({ metadata }) => at(metadata, 'step')),
      };
    },
  ),
  sees(
    'threads.getHistory is empty for a new thread, and causes a 404 for an unknown thread',
    [[], GONE],
    async (client) => [
      await client.threads.getHistory(await aThread(client)),
      await refusal(client.threads.getHistory(UNKNOWN)),
    ],
  ),
  sees('threads.joinStream streams the runs of a thread', true, async (client, world) => {
    const threadId = await aThread(client);
    const gate = world.gate();
    const run = await client.runs.create(threadId, 'slow', {
      input: { gate: gate.path },
      streamMode: ['updates'],
    });
    await gate.reached();
    const leave = new AbortController();
    const heard: string[] = [];
    const listen = async () => {
      for await (const { event, data } of client.threads.joinStream(threadId, { signal: leave.signal })) {
        heard.push(event);
        if (at(data, 'last') !== undefined) break;
      }
    };
    const listening = listen();
    await Promise.race([listening, world.answered(`/threads/${threadId}/stream`)]);
    await gate.open();
    await client.runs.join(threadId, run.run_id);
    await listening;
    leave.abort();
    return heard.includes('updates');
  }),
  sees(
    'two runs on one thread continue the same conversation',
    ['human: one', 'ai: echo: one', 'human: two', 'ai: echo: two'],
    async (client) => {
      const threadId = await aThread(client);
      await client.runs.wait(threadId, 'echo', { input: human('one') });
      const values = await client.runs.wait(threadId, 'echo', { input: human('two') });
      return reported(values);
    },
  ),
];
