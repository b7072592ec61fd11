import { describe, expect, test } from '@jest/globals';
import { createBackground } from '../../../src/action/gate/ask.ts';
import { createThreadRemover } from '../../../src/action/gate/thread-remover.ts';
import { createValueRenderer } from '../../../src/action/verify/result.ts';
import { createAgentServer } from '../../../src/clients/agent-server.ts';
import { json, serve, testTransport } from '../../clients/support.ts';
import { agentError } from '../support/agent.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `thread ${at}`);

/** Creates a remover whose server records each deletion. */
function remover(deleteThreads: (ids: readonly string[]) => Promise<void> = async () => {}) {
  const batches: string[][] = [];
  const lines: string[] = [];
  const hooks = new Set<(stop: AbortSignal) => Promise<void>>();
  const controller = new AbortController();
  const threads = createThreadRemover({
    server: {
      deleteThreads: async (batch) => {
        batches.push([...batch]);
        await deleteThreads(batch);
      },
    },
    log: { line: (text) => void lines.push(text), warn: () => {}, group: async (_title, work) => work() },
    signal: controller.signal,
    shown: createValueRenderer((text) => text),
    addCancelHook: (hook) => {
      const added = async (stop: AbortSignal) => hook(stop);
      hooks.add(added);
      return () => void hooks.delete(added);
    },
  });
  /** Cancels the step by aborting its signal and running its hooks. */
  const cancel = async () => {
    controller.abort(new Error('cancelled'));
    for (const hook of hooks) await hook(new AbortController().signal);
  };
  return { threads, batches, lines, hooks, cancel };
}

describe('the threads of the gate', () => {
  test('are deleted in batches until no thread is left', async () => {
    const { threads, batches, hooks } = remover();
    for (const id of ids(45)) threads.remove(id);
    await threads.finish();
    expect(batches.map((batch) => batch.length)).toEqual([20, 20, 5]);
    expect(batches.flat()).toEqual(ids(45));
    expect(hooks.size).toBe(0);
  });

  test('do not fail the gate if they cannot be deleted', async () => {
    const { threads, lines } = remover(() => Promise.reject(agentError('http', 500)));
    threads.remove('one');
    await threads.finish();
    expect(lines).toEqual([expect.stringContaining('1 thread could not be deleted: ')]);
  });

  test('are deleted when the step is cancelled, including threads whose deletion was not confirmed', async () => {
    let isCancelled = false;
    const { threads, batches, cancel } = remover(() =>
      isCancelled ? Promise.resolve() : new Promise(() => undefined),
    );
    for (const id of ids(25)) threads.remove(id);
    await new Promise(setImmediate);
    isCancelled = true;
    await cancel();
    expect(batches.map((batch) => batch.length)).toEqual([20, 25]);
  });

  test('are deleted one after another if the server cannot delete several threads in one request', async () => {
    const paths: string[] = [];
    await using server = await serve((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      if (request.method === 'POST') json(response, 422, { detail: 'not a UUID' });
      else response.writeHead(204).end();
    });
    await using transport = testTransport();
    const agent = createAgentServer({
      transport,
      baseUrl: server.url.origin,
      apiKey: 'the-key',
      requestTimeoutMs: 5000,
    });
    const never = new AbortController().signal;
    await agent.deleteThreads(['a', 'b'], never);
    await agent.deleteThreads(['c'], never);
    expect(paths).toEqual([
      'POST /threads/prune',
      'DELETE /threads/a',
      'DELETE /threads/b',
      'DELETE /threads/c',
    ]);
  });
});

describe('the background tasks of the gate', () => {
  test('never exceed the limit of unfinished tasks', async () => {
    const background = createBackground(3);
    const ends: (() => void)[] = [];
    let [started, room] = [0, 0];
    for (let one = 0; one < 4; one += 1) {
      const start = background.start(() => {
        started += 1;
        return new Promise((resolve) => void ends.push(resolve));
      });
      void start.then(() => void (room += 1));
      if (one < 2) await start;
      else break;
    }
    expect([started, room]).toEqual([3, 2]);
    ends[0]?.();
    await new Promise(setImmediate);
    expect(room).toBe(3);
    for (const end of ends) end();
    await background.ended();
  });

  test('fail at the end with the first error of a task', async () => {
    const background = createBackground(9);
    await background.start(() => Promise.reject(new Error('first')));
    await background.start(() => Promise.reject(new Error('second')));
    await expect(background.ended()).rejects.toThrow('first');
  });
});
