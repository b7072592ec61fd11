import { describe, expect, test } from '@jest/globals';
import { interruptOnCancel } from '../../src/action/cancel.ts';
import { createCancelHooks } from '../../src/action/verb-context.ts';
import { createRunRecord } from '../../src/action/run-record.ts';
import { createFakeClock } from './support/clock.ts';
import { apiError, createFakeControlPlane } from './support/control-plane.ts';

/** Creates a run that waits for its own revision. */
function waiting(status = 'BUILDING') {
  const fake = createFakeControlPlane(createFakeClock());
  const { id, name } = fake.add({ name: 'my-agent' });
  const revision = fake.addRevision(id, [status]);
  const record = createRunRecord(0);
  Object.assign(record, {
    stage: 'waiting',
    deployment: { id, name, url: undefined },
    revision: { id: revision.id, status, commit: undefined },
    ownRevisionId: revision.id,
  });
  return { fake, record };
}
const interrupt = { onCancel: 'interrupt' } as const;

test('a cancelled run writes its report even if the service does not respond', async () => {
  const { fake, record } = waiting();
  fake.client.interruptRevision = () => new Promise(() => {});
  expect(await interruptOnCancel(fake.client, interrupt, record, 1)).toMatchObject({
    reason: 'signal',
    message: expect.stringMatching(/continues without this run.*the service did not respond within/),
  });
});

test('a cancelled run looks up whether its request to interrupt arrived if the response was lost, and reports a rejection', async () => {
  const lost = waiting();
  lost.fake.fail('interruptRevision', apiError('ambiguous'), { afterDoing: true });
  expect(await interruptOnCancel(lost.fake.client, interrupt, lost.record)).toMatchObject({
    reason: 'revision-interrupted',
  });
  const refused = waiting();
  refused.fake.fail('interruptRevision', apiError('http', 403, 'no'));
  expect(await interruptOnCancel(refused.fake.client, interrupt, refused.record)).toMatchObject({
    reason: 'signal',
    message: expect.stringMatching(/rejected the request.*Its status is now BUILDING/),
  });
});

test.each([
  ['on-cancel is leave', { onCancel: 'leave' } as const, {}],
  [
    'the revision has ended',
    interrupt,
    { revision: { id: 'r', status: 'DEPLOYED', commit: undefined }, ownRevisionId: 'r' },
  ],
  ['the revision belongs to another client', interrupt, { ownRevisionId: undefined }],
  ['no change was sent', interrupt, { stage: 'reading' }],
])('a cancelled run interrupts no revision when %s', async (_when, settings, change) => {
  const { fake, record } = waiting();
  Object.assign(record, change);
  expect(await interruptOnCancel(fake.client, settings, record)).toMatchObject({ reason: 'signal' });
  expect(fake.count('interruptRevision')).toBe(0);
});

describe('the cancel hooks of a run', () => {
  test('run immediately, even after another hook failed, unless they were removed', async () => {
    const leaving = createCancelHooks();
    const done: string[] = [];
    leaving.add(async () => {
      done.push('a');
      throw new Error('it is gone already');
    });
    const takeBack = leaving.add(async () => void done.push('b'));
    leaving.add(async () => void done.push('c'));
    takeBack();
    await leaving.run();
    expect(done).toEqual(['a', 'c']);
  });

  test('are aborted at the end of the grace period', async () => {
    const leaving = createCancelHooks(20);
    let stopped = false;
    leaving.add((stop) => {
      stop.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => {});
    });
    // The timer of `AbortSignal.timeout` does not keep a process alive.
    const alive = setInterval(() => {}, 1_000);
    await leaving.run();
    clearInterval(alive);
    expect(stopped).toBe(true);
  });
});
