import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { openStream } from './event-stream.ts';
import { createScriptedWorker } from './scripted-worker.ts';
import { createFixture, Cleanup } from './fixture.ts';

const RUNS = 8;
const TURNS = 25;
const cleanup = new Cleanup();
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => cleanup.run());
afterAll(() => server.close());

async function startServed() {
  const fixture = await createFixture(cleanup, { location: server.freshSchema() });
  const { worker, next } = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, worker);
  const start = async () => {
    const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
    const reader = await openStream(fixture, 'POST', `/threads/${thread}/runs/stream`, {
      body: { assistant_id: 'agent', input: {}, stream_resumable: true },
    });
    return { thread, reader, path: reader.headers.get('location') ?? '' };
  };
  return { fixture, next, start };
}

describe('the streams of an emulator on PostgreSQL', () => {
  test('contain all events of each concurrent run in order, both live and when replayed', async () => {
    const { fixture, next, start } = await startServed();
    const streams = await Promise.all(Array.from({ length: RUNS }, start));
    const runs = await Promise.all(streams.map(next));
    await Promise.all(
      runs.map(async (run) => {
        for (let turn = 0; turn < TURNS; turn += 1) {
          await run.tell(['values', { run: run.job.runId, turn }], ['updates', turn]);
        }
        run.end();
      }),
    );
    for (const { reader, path } of streams) {
      const live = await reader.rest();
      const id = path.split('/').at(-2);
      expect(live.map((event) => event.id)).toEqual(live.map((_, at) => String(at)));
      expect(live.filter(({ event }) => event === 'values').map(({ data }) => data)).toEqual(
        Array.from({ length: TURNS }, (_, turn) => ({ run: id, turn })),
      );
      const replay = await openStream(fixture, 'GET', path, { headers: { 'last-event-id': '20' } });
      expect(await replay.rest()).toEqual(live.slice(21));
    }
    expect(fixture.logged).toEqual([]);
  });

  test('are removed if their runs are rolled back, and receive no late events', async () => {
    const { fixture, next, start } = await startServed();
    const streams = await Promise.all(Array.from({ length: RUNS }, start));
    const runs = await Promise.all(streams.map(next));
    const over = new AbortController();
    const telling = runs.map(async (run) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        await run.tell(['values', turn]);
        // After the last write is stored, nothing else delays the stream.
        await nextTurn();
      }
    });
    for (const { path } of streams)
      await fixture.call('POST', `${path.replace(/stream$/, 'cancel')}?action=rollback&wait=1`);
    for (const { reader } of streams) {
      expect((await reader.rest()).slice(-2).map(({ event }) => event)).toEqual(['error', 'end']);
    }
    over.abort();
    await Promise.all(telling);
    for (const { job } of runs) {
      expect(await fixture.store.runStreams.get(job.runId)).toBeUndefined();
      expect(await fixture.store.runStreams.read(job.runId, -1, 9)).toEqual([]);
    }
    expect(fixture.logged).toEqual([]);
  });
});
