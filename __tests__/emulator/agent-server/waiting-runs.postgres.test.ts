import { afterEach, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { Cleanup, createFixture } from './fixture.ts';
import { createScriptedWorker } from './scripted-worker.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Creates a thread with a run that waits for an answer. */
async function withWaitingRun() {
  const { databaseUrl: location } = await withTestDatabase({});
  const fixture = await createFixture(cleanup, location === undefined ? {} : { location });
  const { worker, next } = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, worker);
  const thread = String((await fixture.call('POST', '/threads', {})).body.thread_id);
  const create = async (body: Record<string, unknown> = {}) => {
    const sent = { assistant_id: 'agent', input: {}, ...body };
    return String((await fixture.call('POST', `/threads/${thread}/runs`, sent)).body.run_id);
  };
  const cancel = async (run: string, action: string) =>
    (await fixture.call('POST', `/threads/${thread}/runs/${run}/cancel?wait=true&action=${action}`)).status;
  const stateOf = async (run: string) => (await fixture.store.runSummaries.get(run))?.state;
  const waiting = await create();
  (await next()).end({
    kind: 'interrupted',
    values: {},
    interrupts: { task: [{ id: 'i', value: 'Refund?' }] },
  });
  await until(async () => (await stateOf(waiting)) === 'waiting');
  return { fixture, thread, create, cancel, stateOf, waiting, next };
}

test('a run waits again after all later runs of its thread were cancelled before they began', async () => {
  const { create, cancel, stateOf, waiting } = await withWaitingRun();
  const [first, second] = [await create({ after_seconds: 3_600 }), await create({ after_seconds: 3_600 })];
  expect(await stateOf(waiting)).toBe('success');
  expect(await cancel(first, 'interrupt')).toBe(200);
  // The second run still replaces the question.
  expect([await stateOf(first), await stateOf(waiting)]).toEqual(['stopped', 'success']);
  expect(await cancel(second, 'rollback')).toBe(200);
  expect(await stateOf(waiting)).toBe('waiting');
});

test('a run waits again after the run that answered it was rolled back', async () => {
  const { create, cancel, stateOf, waiting, next } = await withWaitingRun();
  const answer = await create({ command: { resume: 'yes' } });
  await next();
  expect(await cancel(answer, 'rollback')).toBe(200);
  expect(await stateOf(waiting)).toBe('waiting');
});

test('an answered run does not wait again when a later run is cancelled', async () => {
  const { fixture, thread, create, cancel, stateOf, waiting, next } = await withWaitingRun();
  const answer = await create({ command: { resume: 'yes' } });
  (await next()).end();
  await until(async () => (await stateOf(answer)) === 'success');
  expect(await cancel(await create({ after_seconds: 3_600 }), 'interrupt')).toBe(200);
  expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('idle');
  expect([await stateOf(waiting), await stateOf(answer)]).toEqual(['success', 'success']);
});
