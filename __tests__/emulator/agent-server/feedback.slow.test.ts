import { afterEach, describe, expect, test } from '@jest/globals';
import type { HttpFault } from '../../../src/emulator/ports/faults.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, TRACING, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const MORE_GRAPHS = `
export const list = { invoke: () => [1, 2] };
export const rating = { invoke: () => ({ feedback: 'mine' }) };
`;

async function serving(tracingFault?: HttpFault): Promise<{ fixture: AgentServerFixture; runs: string }> {
  const fixture = await createFixture(cleanup, tracingFault === undefined ? {} : { tracingFault });
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS + MORE_GRAPHS });
  const names = ['echo', 'failing', 'list', 'rating', 'gate'];
  await fixture.serve(checkout, Object.fromEntries(names.map((name) => [name, `graphs.mjs:${name}`])));
  const { body } = await fixture.call('POST', '/threads', {});
  return { fixture, runs: `/threads/${body.thread_id}/runs` };
}
const run = (assistant_id: string, more: object = {}) => ({
  assistant_id,
  input: { say: 'hi' },
  feedback_keys: ['helpful', 'brief'],
  ...more,
});
const url = expect.stringMatching(`^${TRACING}/api/v1/feedback/tokens/[0-9a-f-]{36}$`);
const urls = { helpful: url, brief: url };
/** Sends a request to a feedback URL at the fixture's own address. */
const use = (fixture: AgentServerFixture, where: string) =>
  fixture.call('GET', `${new URL(where).pathname}?score=1`, undefined, { headers: {} });
const said = async (fixture: AgentServerFixture, runId: string) =>
  (await fixture.call('GET', `/api/v1/feedback?run=${runId}`)).body;

describe('the feedback URLs of a run', () => {
  test('are returned when the run is created, one URL for each key, and accept feedback', async () => {
    const { fixture, runs } = await serving();
    const { body } = await fixture.call('POST', runs, run('echo'));
    expect(body.feedback).toEqual(urls);
    expect(body.feedback.helpful).not.toBe(body.feedback.brief);
    await fixture.call('GET', `${runs}/${body.run_id}/join`);
    expect((await use(fixture, body.feedback.brief)).status).toBe(200);
    expect(await said(fixture, body.run_id)).toMatchObject([{ key: 'brief', score: 1 }]);
  });

  test('are missing without feedback keys, and are empty for an empty list of keys', async () => {
    const { fixture, runs } = await serving();
    expect((await fixture.call('POST', runs, run('echo', { feedback_keys: null }))).body).not.toHaveProperty(
      'feedback',
    );
    expect((await fixture.call('POST', runs, run('echo', { feedback_keys: [] }))).body.feedback).toEqual({});
    const wait = await fixture.call('POST', `${runs}/wait`, { assistant_id: 'echo', input: { say: 'hi' } });
    expect(wait.body).toEqual({ said: 'hi' });
  });

  test('are included in the values of a run that a client waits for', async () => {
    const { fixture, runs } = await serving();
    const { body } = await fixture.call('POST', `${runs}/wait`, run('echo'));
    expect(body).toEqual({ said: 'hi', feedback: urls });
    expect((await use(fixture, body.feedback.helpful)).status).toBe(200);
  });

  test('are included in the error of a failed run', async () => {
    const { fixture, runs } = await serving();
    const { body } = await fixture.call('POST', `${runs}/wait`, run('failing'));
    expect(body).toEqual({ __error__: expect.objectContaining({ error: 'RangeError' }), feedback: urls });
  });

  // docs/departures/agent-server.md#runs-feedback-run-waited
  test('are not added to values that are not an object or already have the field `feedback`', async () => {
    const { fixture, runs } = await serving();
    const wait = async (name: string) => (await fixture.call('POST', `${runs}/wait`, run(name))).body;
    expect(await wait('list')).toEqual([1, 2]);
    expect(await wait('rating')).toEqual({ feedback: 'mine' });
  });

  test('remain valid after a run without a thread has ended and was removed', async () => {
    const { fixture } = await serving();
    const wait = await fixture.call('POST', '/runs/wait', run('echo'));
    expect(wait.body).toEqual({ said: 'hi', feedback: urls });
    expect((await use(fixture, wait.body.feedback.helpful)).status).toBe(200);
    const [kept] = (await fixture.call('GET', '/api/v1/feedback')).body;
    expect(kept).toMatchObject({ key: 'helpful', score: 1 });
    const tokens = await fixture.call('GET', `/api/v1/feedback/tokens?run_id=${kept.run_id}`);
    expect(tokens.body.map(({ url: one }: { url: string }) => new URL(one).pathname)).toEqual(
      Object.values<string>(wait.body.feedback).map((one) => new URL(one).pathname),
    );
  });

  test('are not included when a client reads or joins a run', async () => {
    const { fixture, runs } = await serving();
    const { run_id } = (await fixture.call('POST', runs, run('echo'))).body;
    expect((await fixture.call('GET', `${runs}/${run_id}/join`)).body).toEqual({ said: 'hi' });
    expect((await fixture.call('GET', `${runs}/${run_id}`)).body).not.toHaveProperty('feedback');
    expect((await fixture.call('GET', runs)).body[0]).not.toHaveProperty('feedback');
  });

  test('return 404 after the run was rolled back, while URLs of the next run work', async () => {
    const { fixture, runs } = await serving();
    const input = { say: 'first', file: '/nowhere' };
    const first = (await fixture.call('POST', runs, run('gate', { input }))).body;
    const second = (await fixture.call('POST', runs, run('echo', { multitask_strategy: 'rollback' }))).body;
    expect((await use(fixture, first.feedback.helpful)).status).toBe(404);
    expect((await fixture.call('GET', `/api/v1/feedback/tokens?run_id=${first.run_id}`)).status).toBe(404);
    expect((await use(fixture, second.feedback.helpful)).status).toBe(200);
    expect(await said(fixture, first.run_id)).toEqual([]);
  });

  test.each([
    ['a 500', { status: 500 }],
    ['a reset', { reset: true }],
    ['silence', { hang: true }],
  ])('are missing if the tracing API responds with %s, but the run continues', async (_, fault) => {
    const { fixture, runs } = await serving(fault);
    const { status, body } = await fixture.call('POST', runs, run('echo'));
    expect([status, body.feedback]).toEqual([200, {}]);
    expect((await fixture.call('GET', `${runs}/${body.run_id}/join`)).body).toEqual({ said: 'hi' });
    expect((await fixture.call('POST', `${runs}/wait`, run('echo'))).body).toEqual({
      said: 'hi',
      feedback: {},
    });
    expect(fixture.logged.filter((line) => line.includes(body.run_id))).toHaveLength(1);
  });

  // docs/departures/agent-server.md#runs-how-many-feedback
  test('are created for at most a thousand keys, which must be non-empty strings', async () => {
    const { fixture, runs } = await serving();
    for (const feedback_keys of [
      'helpful',
      [''],
      [1],
      Array.from({ length: 1001 }, (_, index) => `${index}`),
    ]) {
      expect((await fixture.call('POST', runs, run('echo', { feedback_keys }))).status).toBe(422);
    }
    const odd = ['__proto__', 'constructor', 'a/b?c#d', 'ключ 👍', 'a', 'a'];
    const { body } = await fixture.call('POST', runs, run('echo', { feedback_keys: odd }));
    expect(Object.keys(body.feedback)).toEqual(odd.slice(0, 5));
  });
});
