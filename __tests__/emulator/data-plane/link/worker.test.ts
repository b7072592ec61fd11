import { afterEach, describe, expect, test } from '@jest/globals';
import type { StoreAnswer } from '../../../../src/emulator/ports/store-calls.ts';
import {
  encodeFrame,
  type Frame,
  createFrameReader,
} from '../../../../src/emulator/data-plane/link/frames.ts';
import { linkWorker } from '../../../../src/emulator/data-plane/link/worker.ts';
import { createScriptedWorker } from '../../agent-server/scripted-worker.ts';
import { createFixture, Cleanup } from '../../agent-server/fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Creates a fake worker process with one run, for which the test sends messages and responds to store calls. */
function aLink({ deaf = false } = {}) {
  let onFrame: (frame: Frame) => void = () => undefined;
  const reader = createFrameReader((frame) => onFrame(frame));
  const report = (message: object) => reader.push(Buffer.concat(encodeFrame(message)));
  const answers: ((answer: StoreAnswer) => void)[] = [];
  const worker = linkWorker(
    { pid: 1, ended: new Promise(() => undefined), stop: () => Promise.resolve() },
    {
      send(command: { type?: string; id?: number }) {
        if (command.type === 'ping' && !deaf) setImmediate(() => report({ type: 'pong', id: command.id }));
      },
      forward: () => undefined,
      listen: (listener) => void ({ onFrame } = listener),
    },
    { deploymentId: 'd', revisionId: 'r', language: 'javascript', graphs: {} },
    {
      answerStoreCall: () => new Promise((resolve) => answers.push(resolve)),
      readUi: () => Promise.reject(new Error('it has none')),
      warn: () => undefined,
    },
  );
  const job = { runId: 'run', threadId: 't', graphId: 'agent', fence: 1, input: null, config: {} };
  const stopping = new AbortController();
  void worker.run(job, stopping.signal);
  cleanup.add(() => {
    report({ type: 'run-ended', runId: 'run', outcome: { kind: 'aborted' } });
    return Promise.resolve();
  });
  const put = () => report({ type: 'store-call', id: 1, call: { op: 'put-writes', runId: 'run', rows: [] } });
  return { worker, answers, put };
}

describe('data that a run sends to the emulator', () => {
  test('counts as stored only after the response of the emulator', async () => {
    const { worker, answers, put } = aLink();
    put();
    let isOver = false;
    const landed = worker.flushWrites('run').then(() => {
      isOver = true;
    });
    await worker.ping(1_000);
    await worker.ping(1_000);
    expect(isOver).toBe(false);
    answers[0]?.({ ok: true, found: [] });
    await landed;
  });

  test.each([
    ['the worker reads no responses', true],
    ['the store has no space', false],
  ])('delays the end of its run only for a limited time if %s', async (_, deaf) => {
    const { worker, put } = aLink({ deaf });
    put();
    await worker.flushWrites('run');
  });

  test('is stored before its run is interrupted, but does not delay a rollback', async () => {
    const fixture = await createFixture(cleanup);
    const { worker, next } = createScriptedWorker(fixture.deploymentId);
    const asked: string[] = [];
    const landing = Promise.withResolvers<void>();
    worker.flushWrites = (runId) => {
      asked.push(runId);
      return landing.promise;
    };
    fixture.live.serve(fixture.deploymentId, worker);
    const thread: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
    const runs = `/threads/${thread}/runs`;
    const first: string = (await fixture.call('POST', runs, { assistant_id: 'agent' })).body.run_id;
    await next();
    const rolledBack = await fixture.call('POST', `${runs}/${first}/cancel?action=rollback&wait=1`);
    expect([rolledBack.status, asked]).toEqual([200, []]);

    for (const stop of [
      (id: string) => fixture.call('POST', `${runs}/${id}/cancel?wait=1`),
      () => fixture.call('POST', runs, { assistant_id: 'agent', multitask_strategy: 'interrupt' }),
    ]) {
      const { run_id: id } = (await fixture.call('POST', runs, { assistant_id: 'agent' })).body;
      await next();
      const stopped = stop(id);
      while (!asked.includes(id)) await new Promise((resolve) => setImmediate(resolve));
      if (asked.length === 1) {
        expect((await fixture.call('GET', `${runs}/${id}`)).body.status).toBe('running');
        landing.resolve();
      }
      expect((await stopped).status).toBeLessThan(300);
      expect((await fixture.call('GET', `${runs}/${id}`)).body.status).toBe('interrupted');
    }
  });
});
