import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { AgentServerDependencies } from '../../../../src/emulator/agent-server/dependencies.ts';
import { streamRoutes } from '../../../../src/emulator/agent-server/routes/streams.ts';
import { runRow, threadRow } from '../../store/samples.ts';

describe("the stream of a thread's events", () => {
  // docs/agent-server/limits.md#stream-cannot-read-leaves
  test('leaves no heartbeat, listener or watch behind if its thread cannot be read', async () => {
    const thread = threadRow('deployment');
    let taken = 0;
    const take = () => {
      taken += 1;
      return () => {
        taken -= 1;
      };
    };
    const failure = new Error('the database is away');
    const deps = {
      store: {
        threads: { get: () => Promise.resolve(thread), head: () => Promise.resolve(thread) },
        runStreams: { lastId: () => Promise.reject(failure) },
      },
      executor: {
        watch: () => ({ result: new Promise(() => undefined), stop: take() }),
        streams: {
          subscribe: () => ({ ready: Promise.resolve(), stop: take() }),
          subscribeToThread(_: unknown, onRun: (run: unknown) => void) {
            const stop = take();
            // Two runs exist for a moment when one run replaces the other.
            for (let at = 0; at < 2; at += 1) onRun(runRow(thread));
            return { ready: Promise.resolve(), stop };
          },
        },
      },
    } as unknown as AgentServerDependencies;
    const routes = streamRoutes(deps, {} as Parameters<typeof streamRoutes>[1]);
    const stream = routes.find(({ path }) => path === '/threads/{thread_id}/stream');
    const leaving = new AbortController();
    const request = {
      params: { thread_id: thread.id },
      deploymentId: 'deployment',
      headers: {},
      query: {},
      signal: leaving.signal,
    };
    const answer = Promise.resolve(
      stream?.handler(request as unknown as Parameters<typeof stream.handler>[0]),
    );
    await expect(answer).rejects.toBe(failure);
    expect(taken).toBe(0);
    // The heartbeat and the listener for the client's disconnect are removed together.
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });
});
