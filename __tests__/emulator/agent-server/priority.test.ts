import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type PriorityContext, QueryError, type Worker } from '../../../src/emulator/ports/worker.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';
import { inertWorker } from './scripted-worker.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
/** Contexts with which the agent's object was called. */
let asked: PriorityContext[];
let answer: () => number;

beforeEach(async () => {
  fixture = await createFixture(cleanup);
  asked = [];
  answer = () => -2;
  // The fake worker responds to a single kind of query.
  const query = (async (_graphId: string, one: { kind: string; context?: PriorityContext }) => {
    if (one.kind !== 'priority' || !one.context) throw new Error(`it was asked for ${one.kind}`);
    asked.push(one.context);
    return { priority: answer() };
  }) as Worker['query'];
  const { deploymentId, live } = fixture;
  live.serve(deploymentId, inertWorker({ deploymentId, settings: { hasPriority: true }, query }));
});
afterEach(() => cleanup.run());

const thread = async (metadata = {}): Promise<string> =>
  (await fixture.call('POST', '/threads', { metadata })).body.thread_id;
const run = (id: string, body: object = {}) =>
  fixture.call('POST', `/threads/${id}/runs`, { assistant_id: 'agent', ...body });
const priorityOf = async (id: string) =>
  (await fixture.store.threads.get(fixture.deploymentId, id))?.priority;

// docs/departures/graphs.md#run-priority
describe('a thread of an agent that sets priorities in code', () => {
  test('gets a permanent priority with its first run', async () => {
    const id = await thread({ customer: 'a' });
    expect(await priorityOf(id)).toBeNull();
    await run(id, { metadata: { kind: 'chat' } });
    expect(await priorityOf(id)).toBe(-2);
    answer = () => 5;
    await run(id);
    expect(await priorityOf(id)).toBe(-2);
    expect(asked).toEqual([
      {
        user: null,
        permissions: [],
        thread_id: id,
        thread_metadata: { customer: 'a' },
        assistant_id: expect.any(String),
        graph_id: 'agent',
        assistant_metadata: expect.any(Object),
        run_metadata: { kind: 'chat' },
        cron_id: null,
      },
    ]);
  });

  test('is passed to the priority function without an ID if the first run creates the thread', async () => {
    const { body } = await fixture.call('POST', '/runs', { assistant_id: 'agent' });
    expect(asked).toMatchObject([{ thread_id: null, thread_metadata: {} }]);
    expect(await priorityOf(body.thread_id)).toBe(-2);
  });

  test("has the default priority if the agent's priority function fails, which is logged", async () => {
    const id = await thread();
    answer = () => {
      throw new QueryError('RuntimeError', 'no such customer');
    };
    expect((await run(id)).status).toBe(200);
    expect(await priorityOf(id)).toBeNull();
    expect(fixture.logged).toContainEqual(
      expect.stringMatching(/^run .+ has the default priority: no such customer$/),
    );
    answer = () => 0;
    await run(id);
    expect(await priorityOf(id)).toBe(0);
  });
});
