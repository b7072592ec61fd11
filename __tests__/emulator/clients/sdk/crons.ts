import type { Client } from '@langchain/langgraph-sdk';
import {
  aThread,
  type Case,
  GONE,
  has,
  INVALID,
  isDate,
  isUuid,
  newId,
  pick,
  refusal,
  refused,
  sees,
  UNKNOWN,
} from './case.ts';

/** A schedule that does not start a run during a case. */
const YEARLY = '0 0 1 1 *';

/** Creates an assistant, so that a search by it finds only the crons of this case. */
const anAssistant = async (client: Client): Promise<string> =>
  (await client.assistants.create({ graphId: 'steps' })).assistant_id;

export const cronCases: Case[] = [
  sees(
    'crons.create stores a cron that a search returns with every documented field',
    {
      fields: {
        schedule: YEARLY,
        thread_id: null,
        on_run_completed: 'keep',
        end_time: null,
        enabled: true,
        metadata: { team: 'a' },
        user_id: null,
      },
      ids: [true, true],
      dates: [true, true, true],
      payload: ['assistant_id', 'schedule', 'input'],
      found: true,
    },
    async (client) => {
      const assistantId = await anAssistant(client);
      const made = await client.crons.create(assistantId, {
        schedule: YEARLY,
        input: { a: 1 },
        metadata: { team: 'a' },
        onRunCompleted: 'keep',
      });
      const [found] = await client.crons.search({ assistantId });
      return {
        fields: pick(
          found,
          'schedule',
          'thread_id',
          'on_run_completed',
          'end_time',
          'enabled',
          'metadata',
          'user_id',
        ),
        ids: [isUuid(found?.cron_id), found?.assistant_id === assistantId],
        dates: [isDate(found?.created_at), isDate(found?.updated_at), isDate(found?.next_run_date)],
        payload: has(found?.payload, 'assistant_id', 'schedule', 'input'),
        found: found?.cron_id === made.cron_id,
      };
    },
  ),
  sees(
    'crons.create accepts a time zone and an end time',
    [{ timezone: 'Asia/Kolkata' }, true, '2099-12-31T22:30:00Z'],
    async (client) => {
      const assistantId = await anAssistant(client);
      await client.crons.create(assistantId, {
        schedule: '0 9 * * *',
        timezone: 'Asia/Kolkata',
        endTime: '2099-12-31T23:30:00+01:00',
      });
      const [found] = await client.crons.search({ assistantId });
      const end = found?.end_time ? new Date(found.end_time).toISOString() : '';
      return [
        pick(found, 'timezone'),
        /T03:30:00/.test(String(found?.next_run_date)),
        end.replace('.000Z', 'Z'),
      ];
    },
  ),
  sees('crons.createForThread stores a cron of the given thread', [1, true, null], async (client) => {
    const threadId = await aThread(client);
    const made = await client.crons.createForThread(threadId, 'steps', { schedule: YEARLY });
    const found = await client.crons.search({ threadId });
    return [
      found.length,
      found[0]?.thread_id === threadId && found[0]?.cron_id === made.cron_id,
      found[0]?.on_run_completed,
    ];
  }),
  refused('crons.create of an unknown assistant', (client) =>
    client.crons.create(UNKNOWN, { schedule: YEARLY }),
  ),
  refused('crons.createForThread of an unknown thread', (client) =>
    client.crons.createForThread(newId(), 'steps', { schedule: YEARLY }),
  ),
  refused(
    'crons.create with an invalid schedule causes a 422',
    (client) => client.crons.create('steps', { schedule: 'every now and then' }),
    INVALID,
  ),
  sees(
    'crons.search finds crons by assistant, thread and state, sorted and in pages',
    [[2, 1, 0], [1], [0], [0, 1, 2], [1], ['schedule'], 3],
    async (client) => {
      const assistantId = await anAssistant(client);
      const threadId = await aThread(client);
      const ids: string[] = [];
      const create = async (options: { enabled?: boolean; thread?: string }) => {
        const payload = { schedule: YEARLY, ...(options.enabled === false && { enabled: false }) };
        const { cron_id: id } = options.thread
          ? await client.crons.createForThread(options.thread, assistantId, payload)
          : await client.crons.create(assistantId, payload);
        ids.push(id);
      };
      await create({ enabled: false });
      await create({ thread: threadId });
      await create({});
      const places = async (query: Parameters<Client['crons']['search']>[0]) =>
        (await client.crons.search(query)).map(({ cron_id: id }) => ids.indexOf(id));
      return [
        await places({ assistantId }),
        await places({ assistantId, threadId }),
        await places({ assistantId, enabled: false }),
        await places({ assistantId, sortBy: 'created_at', sortOrder: 'asc' }),
        await places({ assistantId, limit: 1, offset: 1 }),
        Object.keys((await client.crons.search({ assistantId, select: ['schedule'] }))[0] ?? {}),
        await client.crons.count({ assistantId }),
      ];
    },
  ),
  sees('crons.search and crons.count find crons by metadata', [[{ n: 1, team: 'a' }], 1], async (client) => {
    const assistantId = await anAssistant(client);
    for (const n of [1, 2]) {
      await client.crons.create(assistantId, { schedule: YEARLY, metadata: { n, team: 'a' } });
    }
    const found = await client.crons.search({ assistantId, metadata: { n: 1 } });
    return [
      found.map(({ metadata }) => metadata),
      await client.crons.count({ assistantId, metadata: { n: 1 } }),
    ];
  }),
  sees(
    'crons.update changes the given fields, merges metadata, and pauses the cron',
    [{ schedule: '0 0 1 2 *', enabled: false, metadata: { a: 1, b: 2 } }, '02-01', GONE],
    async (client) => {
      const assistantId = await anAssistant(client);
      const { cron_id: id } = await client.crons.create(assistantId, {
        schedule: YEARLY,
        metadata: { a: 1 },
      });
      await client.crons.update(id, { schedule: '0 0 1 2 *', enabled: false, metadata: { b: 2 } });
      const [found] = await client.crons.search({ assistantId });
      return [
        pick(found, 'schedule', 'enabled', 'metadata'),
        String(found?.next_run_date).slice(5, 10),
        await refusal(client.crons.update(newId(), { enabled: true })),
      ];
    },
  ),
  sees('crons.delete removes a cron', [0, GONE], async (client) => {
    const assistantId = await anAssistant(client);
    const { cron_id: id } = await client.crons.create(assistantId, { schedule: YEARLY });
    await client.crons.delete(id);
    return [await client.crons.count({ assistantId }), await refusal(client.crons.delete(id))];
  }),
];
