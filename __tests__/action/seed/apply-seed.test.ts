import { describe, expect, test } from '@jest/globals';
import { applySeed, readSeedRecord, type SeedTarget } from '../../../src/action/seed/apply-seed.ts';
import { EMPTY_SEED, SEED_MARK, type Seed } from '../../../src/action/seed/seed.ts';
import { ApiError } from '../../../src/clients/errors.ts';
import { agentError, createFakeAgent, type FakeAgentServer } from '../support/agent.ts';
import { createFakeClock } from '../support/clock.ts';

const unset = { description: undefined, config: undefined, context: undefined, metadata: undefined };
const assistant = (name: string, more: object = {}) => ({
  ...unset,
  key: name,
  name,
  graph: 'agent',
  isOptional: false,
  ...more,
});
const thread = (name: string) => ({
  name,
  graph: 'agent',
  values: { messages: [name] },
  asNode: undefined,
  metadata: undefined,
});
const cron = (name: string) => ({
  ...unset,
  name,
  assistant: 'Support',
  schedule: '0 3 * * *',
  timezone: undefined,
  endTime: undefined,
  input: undefined,
});
const SEED: Seed = {
  items: [1, 2, 3].map((at) => ({ namespace: ['docs'], key: `item-${at}`, value: { at } })),
  assistants: [assistant('Support'), assistant('Sales')],
  threads: [thread('refund'), thread('order')],
  crons: [cron('nightly'), cron('weekly')],
};
const OTHER: Seed = { ...EMPTY_SEED, assistants: [assistant('New')], threads: [thread('refund')] };

const targetOf = (agent: FakeAgentServer): SeedTarget => ({
  deploymentId: '10000000-0000-4000-8000-000000000001',
  server: agent.server,
  data: agent.data.client,
  clock: createFakeClock(),
  signal: new AbortController().signal,
  log: () => {},
});
/** Runs a seed as a run of the action does: reads the record first. */
async function run(agent: FakeAgentServer, seed: Seed, reset = false): Promise<void> {
  const target = targetOf(agent);
  const record = await readSeedRecord(target);
  if (record?.state === 'complete' && !reset) return;
  await applySeed(target, seed, { record, reset });
}

/** Returns all stored data, without IDs of crons. */
function dataOf({ data }: FakeAgentServer) {
  return {
    items: Object.fromEntries([...data.items].map(([address, { value }]) => [address, value])),
    assistants: [...data.assistants].toSorted(),
    threads: [...data.threads].toSorted(),
    states: [...data.states].toSorted(),
    crons: [...data.crons.values()].map((one) => JSON.stringify(one)).toSorted(),
  };
}

async function seeded(...runs: [Seed, boolean?][]): Promise<FakeAgentServer> {
  const agent = createFakeAgent();
  for (const [seed, reset] of runs) await run(agent, seed, reset);
  return agent;
}

class Killed extends Error {}

/** Throws at the n-th request, before or after its effect. Returns false if there were fewer requests. */
async function killAt(
  agent: FakeAgentServer,
  nth: number,
  when: 'before' | 'after',
  work: () => Promise<void>,
) {
  let count = 0;
  agent.data[when] = () => {
    count += 1;
    if (count === nth) throw new Killed();
  };
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  } finally {
    agent.data[when] = () => {};
  }
}

describe('a seed', () => {
  test('is written completely, with marks, stable IDs, and the record last', async () => {
    const agent = await seeded([SEED]);
    const { data } = agent;
    expect([...data.assistants.values()].map((one) => one['metadata'])).toEqual([
      { [SEED_MARK]: 'Support' },
      { [SEED_MARK]: 'Sales' },
    ]);
    expect([...data.states.values()]).toEqual([[{ messages: ['refund'] }], [{ messages: ['order'] }]]);
    expect(data.calls.at(-1)).toBe('putItem');
    expect(data.items.get('agent-deploy/preview-seed')).toMatchObject({
      index: false,
      ttl: null,
      value: { state: 'complete', counts: { items: 3, assistants: 2, threads: 2, crons: 2 } },
    });
    const [support] = [...data.assistants.keys()];
    expect([...data.crons.values()].map((one) => one['assistant_id'])).toEqual([support, support]);
    expect(dataOf(await seeded([SEED]))).toEqual(dataOf(agent));
  });

  test.each(['before', 'after'] as const)(
    'is completed without duplicates by the next run, if the run is killed %s any request',
    async (when) => {
      const whole = dataOf(await seeded([SEED]));
      let kills = 0;
      for (let nth = 1; ; nth += 1) {
        const agent = createFakeAgent();
        if (!(await killAt(agent, nth, when, () => run(agent, SEED)))) break;
        kills += 1;
        await run(agent, SEED);
        expect({ nth, ...dataOf(agent) }).toEqual({ nth, ...whole });
      }
      expect(kills).toBeGreaterThan(15);
    },
  );

  test.each(['before', 'after'] as const)(
    'is completed by the next run without reset, if a run with reset and other data is killed %s any request',
    async (when) => {
      const whole = dataOf(await seeded([SEED], [OTHER, true]));
      for (let nth = 1; ; nth += 1) {
        const agent = await seeded([SEED]);
        if (!(await killAt(agent, nth, when, () => run(agent, OTHER, true)))) break;
        await run(agent, OTHER, true);
        expect({ nth, ...dataOf(agent) }).toEqual({ nth, ...whole });
        const again = await seeded([SEED]);
        await killAt(again, nth, when, () => run(again, OTHER, true));
        const isStarted = JSON.stringify(dataOf(again)) !== JSON.stringify(dataOf(await seeded([SEED])));
        await run(again, OTHER);
        expect(dataOf(again)).toEqual(isStarted ? whole : dataOf(await seeded([SEED])));
      }
    },
  );

  test('replaces the entries of an unfinished seed with other data', async () => {
    const agent = createFakeAgent();
    agent.data.before = (method) => {
      if (method === 'createCron') throw new Killed();
    };
    await expect(run(agent, SEED)).rejects.toThrow(Killed);
    agent.data.before = () => {};
    await run(agent, OTHER);
    expect([...agent.data.assistants.values()].map((one) => one['name'])).toEqual(['New']);
    expect([...agent.data.states.values()]).toEqual([[{ messages: ['refund'] }]]);
  });

  test('is not written again without a reset, and a reset leaves data of users alone', async () => {
    const agent = await seeded([SEED]);
    agent.data.createThread('a-thread-of-a-user', {});
    // The server copies the metadata of a thread with the thread.
    agent.data.createThread('a-copy-of-a-user', { [SEED_MARK]: 'refund' });
    const copy = {
      assistant_id: 'a-copy-of-a-user',
      graph_id: 'agent',
      metadata: { [SEED_MARK]: 'Support' },
    };
    agent.data.assistants.set('a-copy-of-a-user', copy);
    agent.data.items.set('users/a', { namespace: ['users'], key: 'a', value: { likes: 'tea' } });
    agent.data.items.set('docs/item-1', { namespace: ['docs'], key: 'item-1', value: { at: 'changed' } });
    const [refund = ''] = [...agent.data.states.keys()];
    agent.data.states.get(refund)?.push({ messages: ['a question'] });
    const before = agent.data.calls.length;
    await run(agent, SEED);
    expect(agent.data.calls.slice(before)).toEqual(['itemValue']);
    await run(agent, SEED, true);
    expect(agent.data.items.get('docs/item-1')?.value).toEqual({ at: 1 });
    expect(agent.data.items.get('users/a')?.value).toEqual({ likes: 'tea' });
    expect(agent.data.states.get(refund)).toEqual([{ messages: ['refund'] }]);
    expect([...agent.data.threads.keys()]).toEqual(
      expect.arrayContaining(['a-thread-of-a-user', 'a-copy-of-a-user']),
    );
    expect(agent.data.assistants.get('a-copy-of-a-user')).toBe(copy);
    expect(agent.data.crons.size).toBe(2);
  });

  test('without crons is written again on a server that does not support crons', async () => {
    const agent = await seeded([OTHER]);
    agent.data.before = (method) => {
      if (method === 'crons') throw agentError('http', 404);
    };
    await run(agent, OTHER, true);
    expect(dataOf(agent)).toEqual(dataOf(await seeded([OTHER])));
    await expect(run(agent, SEED, true)).rejects.toThrow(/^the crons: .*404/);
  });

  test.each(['updateState', 'createCron'] as const)(
    'sends %s once if its response is lost, and reports the entry if the write has no effect',
    async (method) => {
      const lost = agentError('ambiguous');
      const agent = createFakeAgent();
      const calls = () => agent.data.calls.filter((one) => one === method).length;
      agent.data.after = (one) => {
        if (one === method) throw lost;
      };
      await run(agent, SEED);
      expect(calls()).toBe(2);
      expect(dataOf(agent)).toEqual(dataOf(await seeded([SEED])));
      const other = createFakeAgent();
      other.data.before = (one) => {
        if (one === method) throw lost;
      };
      await expect(run(other, SEED)).rejects.toThrow(/^the (?:thread "refund"|cron "nightly"): .*ambiguous/);
      expect(other.data.calls.filter((one) => one === method)).toHaveLength(1);
    },
  );

  test('deletes crons that two runs created at the same time', async () => {
    const agent = createFakeAgent();
    let raced = false;
    agent.data.before = (method) => {
      if (method !== 'createCron' || raced) return;
      raced = true;
      agent.data.crons.set('cron-0', { metadata: { [SEED_MARK]: 'nightly' } });
      agent.data.crons.set('of-a-user', { metadata: {} });
    };
    await run(agent, SEED);
    expect([...agent.data.crons.keys()].toSorted()).toEqual(['cron-0', 'cron-2', 'of-a-user']);
  });

  test('skips an inherited assistant whose graph the preview does not have, but not an assistant of the file', async () => {
    const missing = new ApiError({
      kind: 'http',
      method: 'POST',
      path: '/assistants',
      what: "404 Graph 'old' not found",
      hint: 'Check.',
      attempts: 1,
      status: 404,
    });
    const fails = (agent: FakeAgentServer) => {
      let first = true;
      agent.data.before = (method) => {
        if (method !== 'createAssistant' || !first) return;
        first = false;
        throw missing;
      };
    };
    const agent = createFakeAgent();
    fails(agent);
    const seed = { ...SEED, assistants: [assistant('Old', { isOptional: true }), assistant('Support')] };
    await run(agent, seed);
    expect(agent.data.items.get('agent-deploy/preview-seed')?.value).toMatchObject({
      counts: { assistants: 1 },
    });
    const strict = createFakeAgent();
    fails(strict);
    await expect(run(strict, SEED)).rejects.toThrow(/^the assistant "Support": .*404/);
  });

  test('treats a record that the agent changed as missing', async () => {
    const agent = await seeded([SEED]);
    const record = agent.data.items.get('agent-deploy/preview-seed');
    for (const value of [
      'text',
      null,
      { version: 2 },
      { ...(record?.value as object), digest: '<script>' },
    ]) {
      agent.data.items.set('agent-deploy/preview-seed', {
        namespace: ['agent-deploy'],
        key: 'preview-seed',
        value,
      });
      await run(agent, SEED);
      expect(dataOf(agent)).toEqual(dataOf(await seeded([SEED])));
    }
  });
});
