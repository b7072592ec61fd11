import type { Client } from '@langchain/langgraph-sdk';
import {
  all,
  at,
  aThread,
  aWaitingRun,
  type Case,
  type CaseTools,
  dataOf,
  endOf,
  eventsOf,
  GONE,
  human,
  isUuid,
  type Part,
  pick,
  refusal,
  refused,
  streamed,
  UNKNOWN,
  until,
  sees,
} from './case.ts';

/** Returns the name of each event once, in the order of the first occurrence. */
const kinds = (parts: readonly Part[]): string[] => [...new Set(eventsOf(parts))];
/** Returns a namespace without the IDs of its tasks. */
const unnumbered = (event: string): string => event.replaceAll(/:[0-9a-f-]{36}/g, ':…');

/**
 * Returns the status of a run whose reader disconnected while the run waited at a gate. The run is allowed to continue
 * unless `onDisconnect` is `cancel`.
 */
async function endAfterReaderLeft(
  client: Client,
  world: CaseTools,
  options: { onDisconnect?: 'cancel' } = {},
) {
  const threadId = await aThread(client);
  const gate = world.gate();
  const leave = new AbortController();
  const stream = all(
    client.runs.stream(threadId, 'slow', { input: { gate: gate.path }, signal: leave.signal, ...options }),
  ).catch(() => undefined);
  await gate.reached();
  leave.abort();
  await stream;
  if (options.onDisconnect === undefined) await gate.open();
  return endOf(client, threadId, (await client.runs.list(threadId))[0]?.run_id ?? '');
}

export const streamCases: Case[] = [
  sees(
    'runs.stream starts with the metadata and the location of the run',
    { first: 'metadata', run: true, attempt: 1, told: true, thread: true },
    async (client) => {
      const threadId = await aThread(client);
      const where: unknown[] = [];
      const parts = await all(
        client.runs.stream(threadId, 'steps', { input: {}, onRunCreated: (made) => where.push(made) }),
      );
      return {
        first: parts[0]?.event,
        run: isUuid(at(parts[0]?.data, 'run_id')),
        attempt: at(parts[0]?.data, 'attempt'),
        told: at(where, 0, 'run_id') === at(parts[0]?.data, 'run_id'),
        thread: at(where, 0, 'thread_id') === threadId,
      };
    },
  ),
  sees(
    'runs.stream of values sends each state',
    [{ steps: ['given'] }, { steps: ['given', 'one'] }, { steps: ['given', 'one', 'two'] }],
    async (client) => {
      const parts = await streamed(client, 'steps', 'values', { input: { steps: ['given'] } });
      return dataOf(parts, 'values');
    },
  ),
  sees('runs.stream without a mode sends values', ['metadata', 'values'], async (client) => {
    const parts = await streamed(client, 'steps');
    return kinds(parts).filter((event) => event !== 'end');
  }),
  sees(
    'runs.stream of updates sends the writes of each node',
    [{ one: { steps: ['one'] } }, { two: { steps: ['two'] } }],
    async (client) => {
      const parts = await streamed(client, 'steps', 'updates');
      return dataOf(parts, 'updates');
    },
  ),
  sees('runs.stream of updates sends interrupts', ['sure?'], async (client) => {
    const parts = await streamed(client, 'asking', 'updates');
    return dataOf(parts, 'updates').map((data) => at(data, '__interrupt__', 0, 'value'));
  }),
  sees(
    'runs.stream of messages-tuple sends each chunk with its metadata',
    { text: 'one two', several: true, types: ['ai'], node: ['model'], oneId: 1 },
    async (client) => {
      const parts = await streamed(client, 'chatty', 'messages-tuple', { input: human('hi') });
      const pieces = dataOf(parts, 'messages');
      return {
        text: pieces.map((piece) => String(at(piece, 0, 'content'))).join(''),
        several: pieces.length > 1,
        types: [...new Set(pieces.map((piece) => at(piece, 0, 'type')))],
        node: [...new Set(pieces.map((piece) => at(piece, 1, 'langgraph_node')))],
        oneId: new Set(pieces.map((piece) => at(piece, 0, 'id'))).size,
      };
    },
  ),
  sees(
    'runs.stream of messages sends the text so far with each chunk',
    {
      kinds: ['metadata', 'messages/complete', 'messages/metadata', 'messages/partial'],
      given: 'hi',
      first: 'o',
      last: 'one two',
    },
    async (client) => {
      const parts = await streamed(client, 'chatty', 'messages', { input: human('hi') });
      const partial = dataOf(parts, 'messages/partial').map((data) => String(at(data, 0, 'content')));
      const [given] = dataOf(parts, 'messages/complete');
      return {
        kinds: kinds(parts).filter((event) => event !== 'end'),
        given: at(given, 0, 'content'),
        first: partial[0],
        last: partial.at(-1),
      };
    },
  ),
  sees(
    'runs.stream of custom sends the data of the graph’s writer, with line breaks',
    [{ progress: 1 }, 'half\ndone'],
    async (client) => {
      const parts = await streamed(client, 'writing', 'custom');
      return dataOf(parts, 'custom');
    },
  ),
  sees(
    'runs.stream of events sends the events of the graph library',
    { kinds: ['metadata', 'events'], starts: true, ends: true },
    async (client) => {
      const parts = await streamed(client, 'steps', 'events');
      const data = dataOf(parts, 'events');
      return {
        kinds: kinds(parts).filter((event) => event !== 'end'),
        starts: data.some((one) => at(one, 'event') === 'on_chain_start' && at(one, 'name') === 'one'),
        ends: data.some((one) => at(one, 'event') === 'on_chain_end' && at(one, 'name') === 'two'),
      };
    },
  ),
  sees(
    'runs.stream of tasks sends each task and its result',
    [
      ['one', 'begins'],
      ['one', 'is done'],
      ['two', 'begins'],
      ['two', 'is done'],
    ],
    async (client) => {
      const parts = await streamed(client, 'steps', 'tasks');
      return dataOf(parts, 'tasks').map((task) => [
        at(task, 'name'),
        at(task, 'result') === undefined ? 'begins' : 'is done',
      ]);
    },
  ),
  sees(
    'runs.stream of checkpoints sends each checkpoint',
    [
      [-1, [], ['__start__']],
      [0, [], ['one']],
      [1, ['one'], ['two']],
      [2, ['one', 'two'], []],
    ],
    async (client) => {
      const parts = await streamed(client, 'steps', 'checkpoints');
      return dataOf(parts, 'checkpoints').map((data) => [
        at(data, 'metadata', 'step'),
        at(data, 'values', 'steps'),
        at(data, 'next'),
      ]);
    },
  ),
  sees(
    'runs.stream of debug sends checkpoints and tasks',
    ['checkpoint', 'task', 'task_result'],
    async (client) => {
      const parts = await streamed(client, 'steps', 'debug');
      return [...new Set(dataOf(parts, 'debug').map((data) => at(data, 'type')))];
    },
  ),
  sees(
    'runs.stream sends several modes in one stream',
    ['custom', 'metadata', 'updates', 'values'],
    async (client) => {
      const parts = await streamed(client, 'writing', ['updates', 'custom', 'values']);
      return kinds(parts)
        .filter((event) => event !== 'end')
        .toSorted();
    },
  ),
  sees(
    'runs.stream with streamSubgraphs sends the events of subgraphs',
    {
      with: ['updates|child:…', 'updates', 'updates'],
      without: ['updates', 'updates'],
    },
    async (client) => {
      const seen = async (streamSubgraphs: boolean) =>
        eventsOf(
          await all(
            client.runs.stream(await aThread(client), 'nested', {
              input: {},
              streamMode: 'updates',
              streamSubgraphs,
            }),
          ),
        )
          .filter((event) => event.startsWith('updates'))
          .map(unnumbered);
      return { with: await seen(true), without: await seen(false) };
    },
  ),
  sees(
    'runs.stream of a failed run ends with its error',
    { event: 'error', data: { error: 'RangeError', message: 'out of range' } },
    async (client) => {
      const parts = await streamed(client, 'failing');
      const last = parts.findLast(({ event }) => event !== 'end');
      return { event: last?.event, data: pick(last?.data, 'error', 'message') };
    },
  ),
  sees(
    'runs.stream sends feedback URLs last',
    { event: 'feedback', keys: ['liked', 'right'], urls: true },
    async (client) => {
      const parts = await streamed(client, 'steps', undefined, { feedbackKeys: ['liked', 'right'] });
      const last = parts.findLast(({ event }) => event !== 'end');
      const urls = Object.entries(last?.data ?? {});
      return {
        event: last?.event,
        keys: urls.map(([key]) => key).toSorted(),
        urls: urls.every(([, url]) => URL.canParse(String(url))),
      };
    },
  ),
  sees(
    'runs.stream without a thread runs on a temporary thread',
    { updates: 2, run: true },
    async (client) => {
      const where: unknown[] = [];
      const parts = await all(
        client.runs.stream(null, 'steps', {
          input: {},
          streamMode: 'updates',
          onRunCreated: (made) => where.push(made),
        }),
      );
      return { updates: dataOf(parts, 'updates').length, run: isUuid(at(where, 0, 'run_id')) };
    },
  ),
  refused('runs.stream with an unknown assistant', (client) => streamed(client, UNKNOWN)),
  sees(
    'runs.stream resumes an interrupt, and creates its thread with ifNotExists',
    [{ ask: { steps: ['answer yes'] } }, { after: { steps: ['after'] } }],
    async (client) => {
      const threadId = crypto.randomUUID();
      await all(client.runs.stream(threadId, 'asking', { input: {}, ifNotExists: 'create' }));
      const parts = await all(
        client.runs.stream(threadId, 'asking', { command: { resume: 'yes' }, streamMode: 'updates' }),
      );
      return dataOf(parts, 'updates');
    },
  ),
  sees(
    'runs.stream with onDisconnect cancel stops the run when its reader disconnects',
    'interrupted',
    (client, world) => endAfterReaderLeft(client, world, { onDisconnect: 'cancel' }),
  ),
  sees('runs.stream lets the run continue when its reader disconnects', 'success', (client, world) =>
    endAfterReaderLeft(client, world),
  ),
  sees('runs.joinStream sends only later events', ['wait', 'last'], async (client, world) => {
    const threadId = await aThread(client);
    const gate = world.gate();
    const run = await client.runs.create(threadId, 'slow', {
      input: { gate: gate.path },
      streamMode: 'updates',
    });
    await gate.reached();
    const parts = all(client.runs.joinStream(threadId, run.run_id));
    await world.answered(`/runs/${run.run_id}/stream`);
    await gate.open();
    const seen = dataOf(await parts, 'updates').flatMap((data) => Object.keys(data as object));
    return seen.filter((node) => node !== 'first');
  }),
  sees(
    'runs.joinStream sends a resumable run from its start, even after the run has ended',
    { updates: [{ one: { steps: ['one'] } }, { two: { steps: ['two'] } }], ids: true },
    async (client) => {
      const threadId = await aThread(client);
      const options = { input: {}, streamMode: 'updates', streamResumable: true } as const;
      const run = await client.runs.create(threadId, 'steps', options);
      await endOf(client, threadId, run.run_id);
      const parts = await all(client.runs.joinStream(threadId, run.run_id, { lastEventId: '-1' }));
      return {
        updates: dataOf(parts, 'updates'),
        ids: parts.every(({ id }) => id !== undefined && id !== ''),
      };
    },
  ),
  sees(
    'runs.joinStream sends a resumable run from its start, even if another client waited for its end',
    2,
    async (client, world) => {
      const gate = world.gate();
      const { threadId } = await aWaitingRun(client, gate);
      const options = {
        input: {},
        streamMode: 'updates',
        streamResumable: true,
        multitaskStrategy: 'enqueue',
      } as const;
      const run = await client.runs.create(threadId, 'steps', options);
      const joined = client.runs.join(threadId, run.run_id);
      await gate.open();
      await joined;
      const parts = await all(client.runs.joinStream(threadId, run.run_id, { lastEventId: '-1' }));
      return dataOf(parts, 'updates').length;
    },
  ),
  sees(
    'runs.joinStream continues after the last event that the client read',
    [{ two: { steps: ['two'] } }],
    async (client) => {
      const threadId = await aThread(client);
      const first = await all(
        client.runs.stream(threadId, 'steps', { input: {}, streamMode: 'updates', streamResumable: true }),
      );
      const read = first.find(({ event }) => event === 'updates');
      const parts = await all(
        client.runs.joinStream(threadId, String(at(first[0]?.data, 'run_id')), {
          lastEventId: read?.id ?? '',
        }),
      );
      return dataOf(parts, 'updates');
    },
  ),
  sees(
    'runs.stream reconnects after a broken connection without losing or repeating events',
    [{ one: { steps: ['one'] } }, { two: { steps: ['two'] } }],
    async (client, world) => {
      const parts = await all(
        world.onBreakingLine().runs.stream(await aThread(client), 'steps', {
          input: {},
          streamMode: 'updates',
          streamResumable: true,
        }),
      );
      return dataOf(parts, 'updates');
    },
  ),
  sees('runs.joinStream of a finished run that is not resumable ends', [], async (client) => {
    const threadId = await aThread(client);
    const run = await client.runs.create(threadId, 'steps', { input: {} });
    await client.runs.join(threadId, run.run_id);
    const parts = await all(client.runs.joinStream(threadId, run.run_id));
    return dataOf(parts, 'updates');
  }),
  sees('runs.joinStream of an unknown run causes a 404', GONE, async (client) =>
    refusal(all(client.runs.joinStream(await aThread(client), '00000000-0000-4000-8000-000000000000'))),
  ),
  sees(
    'runs.joinStream with cancelOnDisconnect stops the run when its reader disconnects',
    'interrupted',
    async (client, world) => {
      const { threadId, runId } = await aWaitingRun(client, world.gate());
      const leave = new AbortController();
      const stream = client.runs.joinStream(threadId, runId, {
        signal: leave.signal,
        cancelOnDisconnect: true,
      });
      const reading = all(stream).catch(() => undefined);
      // The stream must be open before its reader can disconnect, so the case waits for the head of the response.
      await world.answered(`/runs/${runId}/stream`);
      leave.abort();
      await reading;
      return endOf(client, threadId, runId);
    },
  ),
  sees(
    'runs.stream of a rolled back run ends',
    [[{ first: { steps: ['first'] } }], ['one', 'two']],
    async (client, world) => {
      const threadId = await aThread(client);
      const gate = world.gate();
      const updates: unknown[] = [];
      const read = async () => {
        const input = { gate: gate.path };
        for await (const part of client.runs.stream(threadId, 'slow', { input, streamMode: 'updates' })) {
          if (part.event === 'updates') updates.push(part.data);
        }
      };
      const reading = read();
      await gate.reached();
      await until(() => updates.length, Boolean);
      const values = await client.runs.wait(threadId, 'steps', {
        input: {},
        multitaskStrategy: 'rollback',
      });
      await reading;
      return [updates, at(values, 'steps')];
    },
  ),
];
