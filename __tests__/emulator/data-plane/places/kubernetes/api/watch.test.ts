import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../../../../../../harness/until.ts';
import type { ClusterProblem } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import {
  type MetadataOnly,
  SECRETS,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { json, rejection, serve } from '../../../../../clients/support.ts';
import { freePort } from '../../../../../../harness/free-ports.ts';
import {
  bookmark,
  event,
  listEnd,
  object,
  status,
  streaming,
  type TestCluster,
  testCluster,
} from './support.ts';

type Round = (response: ServerResponse, query: URLSearchParams, request: IncomingMessage) => unknown;

/** Responds to each watch with the next of these rounds; the last round is repeated. */
async function serveRounds(...rounds: Round[]) {
  const queries: URLSearchParams[] = [];
  let open = 0;
  let most = 0;
  const server = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    queries.push(query);
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    rounds[Math.min(queries.length, rounds.length) - 1]?.(response, query, request);
  });
  return {
    ...server,
    queries,
    mostOpen: () => most,
    open: () => open,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Returns a stream that starts with this list and stays open. */
const listing =
  (...names: string[]): Round =>
  (response) =>
    streaming(response, ...names.map((name) => event('ADDED', object(name, '5'))), listEnd('9'));
const refusing =
  (code: number, reason: string, headers = {}): Round =>
  (response) =>
    json(response, code, status(code, reason, reason), headers);
const cutting =
  (...parts: string[]): Round =>
  (response) => {
    streaming(response, ...parts);
    setImmediate(() => response.socket?.destroy());
  };

interface Followed {
  /** Calls of the listener: `synced a,b`, `changed a`, `deleted a`. */
  reported: string[];
  problems: { problem: ClusterProblem; retryMs: number }[];
  stop(): Promise<void>;
  done: Promise<void>;
}

function follow(cluster: TestCluster, onTold?: (line: string) => void): Followed {
  const reported: string[] = [];
  const problems: Followed['problems'] = [];
  const stopped = new AbortController();
  const tell = (line: string) => {
    reported.push(line);
    onTold?.(line);
  };
  const name = ({ metadata }: MetadataOnly) => metadata.name;
  const done = cluster.watch(
    SECRETS,
    { namespace: 'default', labels: 'app=x' },
    {
      synced: (objects) => tell(`synced ${objects.map(name).join(',')}`),
      changed: (one) => tell(`changed ${name(one)}`),
      deleted: (one) => tell(`deleted ${name(one)}`),
      interrupted: (problem, retryMs) => problems.push({ problem, retryMs }),
    },
    stopped.signal,
  );
  return {
    reported,
    problems,
    done,
    stop: () => {
      stopped.abort();
      return done;
    },
  };
}

describe('a watch of Kubernetes objects', () => {
  test('starts with the list and continues with the changes in the same stream', async () => {
    await using server = await serveRounds((response) =>
      streaming(
        response,
        event('ADDED', object('a')),
        event('ADDED', object('b')),
        listEnd('9'),
        event('MODIFIED', object('a', '10')),
        event('DELETED', object('b', '11')),
        event('ADDED', object('c', '12')),
      ),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop } = follow(cluster);
    await until(() => reported.length === 4);
    expect(reported).toEqual(['synced a,b', 'changed a', 'deleted b', 'changed c']);
    expect(Object.fromEntries(server.queries[0] ?? [])).toEqual({
      watch: '1',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
      labelSelector: 'app=x',
      timeoutSeconds: '300',
    });
    await stop();
    await until(() => server.open() === 0);
  });

  test('reports the same events, however the bytes are split', async () => {
    const whole = Buffer.from(
      [
        event('ADDED', object('a', '1', { note: 'é😀' })),
        listEnd('9'),
        event('MODIFIED', object('ä', '10')),
      ].join(''),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: whole.length }), { maxLength: 5 }), async (cuts) => {
        const at = [0, ...cuts.toSorted((one, other) => one - other), whole.length];
        await using server = await serveRounds((response) => {
          streaming(response);
          const next = (index: number) => {
            if (index >= at.length) return;
            response.write(whole.subarray(at[index - 1], at[index]));
            setImmediate(next, index + 1);
          };
          next(1);
        });
        await using cluster = testCluster(server.url);
        const { reported, stop } = follow(cluster);
        await until(() => reported.length === 2);
        await stop();
        expect(reported).toEqual(['synced a', 'changed ä']);
      }),
      { numRuns: 15 },
    );
  });

  test('continues from the last known version after the cluster ends the connection', async () => {
    await using server = await serveRounds(
      (response) => streaming(response, event('ADDED', object('a')), listEnd('9'), bookmark('20')).end(),
      (response) => streaming(response, event('MODIFIED', object('a', '21'))).end(),
      (response) => streaming(response, event('MODIFIED', object('a', '22'))),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 3);
    await stop();
    expect(server.queries.map((query) => query.get('resourceVersion'))).toEqual([null, '20', '21']);
    expect(server.queries[1]?.has('sendInitialEvents')).toBe(false);
    expect(reported).toEqual(['synced a', 'changed a', 'changed a']);
    expect(problems).toEqual([]);
  });

  test('continues with the lost event if the connection breaks within a line', async () => {
    await using server = await serveRounds(
      cutting(
        listEnd('9'),
        event('ADDED', object('a', '10')),
        event('ADDED', object('b', '11')).slice(0, 30),
      ),
      (response) => streaming(response, event('ADDED', object('b', '11'))),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.includes('changed b'));
    await stop();
    expect(reported).toEqual(['synced ', 'changed a', 'changed b']);
    expect(server.queries[1]?.get('resourceVersion')).toBe('10');
    expect(problems.map(({ problem }) => problem.kind)).toEqual(['unavailable']);
  });

  test('starts again if its connection breaks within the list, and reports the list once', async () => {
    await using server = await serveRounds(cutting(event('ADDED', object('a'))), listing('a', 'b'));
    await using cluster = testCluster(server.url);
    const { reported, stop } = follow(cluster);
    await until(() => reported.length === 1);
    await stop();
    expect(reported).toEqual(['synced a,b']);
    expect(server.queries[1]?.get('sendInitialEvents')).toBe('true');
  });

  test.each<[string, Round]>([
    ['before the stream begins', refusing(410, 'Expired')],
    [
      'in the stream',
      (response) => streaming(response, event('ERROR', status(410, 'Expired', 'too old resource version'))),
    ],
  ])('starts again with the list if its version has expired: %s', async (_name, expired) => {
    await using server = await serveRounds(
      (response) => streaming(response, event('ADDED', object('a')), listEnd('9')).end(),
      expired,
      listing('b'),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced a', 'synced b']);
    expect(server.queries[1]?.get('resourceVersion')).toBe('9');
    expect(problems.map(({ problem }) => problem.kind)).toEqual(['expired']);
  });

  test('counts as dead after a long silence, and starts again with the list', async () => {
    await using server = await serveRounds(listing('a'), listing('b'));
    await using cluster = testCluster(server.url, { watchSilenceMs: 100 });
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced a', 'synced b']);
    expect(problems[0]?.problem).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('0.1 s'),
    });
    expect(server.queries[1]?.get('sendInitialEvents')).toBe('true');
  });

  test('counts as alive while only bookmarks arrive', async () => {
    let sent = 0;
    await using server = await serveRounds((response) => {
      streaming(response, listEnd('9'));
      const timer = setInterval(() => {
        sent += 1;
        response.write(bookmark(String(9 + sent)));
      }, 100);
      response.on('close', () => clearInterval(timer));
    });
    await using cluster = testCluster(server.url, { watchSilenceMs: 2_000 });
    const { stop, problems } = follow(cluster);
    await until(() => sent >= 25);
    await stop();
    expect(problems).toEqual([]);
    expect(server.queries).toHaveLength(1);
  });

  test('reconnects to an overloaded cluster only when the cluster allows it', async () => {
    await using server = await serveRounds(
      refusing(429, 'TooManyRequests', { 'retry-after': '7' }),
      listing('a'),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 1);
    await stop();
    expect(problems).toMatchObject([{ problem: { kind: 'busy' }, retryMs: 7_000 }]);
    expect(cluster.clock.slept).toEqual([7_000]);
  });

  test('waits longer after each failure, from 1 to 30 seconds, and never has two connections', async () => {
    await using server = await serveRounds(
      ...Array.from({ length: 9 }, () => refusing(503, 'ServiceUnavailable')),
      listing('a'),
    );
    await using cluster = testCluster(server.url, { random: () => 0.999_999 });
    const { reported, stop } = follow(cluster);
    await until(() => reported.length === 1);
    await stop();
    expect(cluster.clock.slept).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30].map((seconds) => seconds * 1000));
    expect(server.mostOpen()).toBe(1);
  });

  test('waits longer each time if its connections end immediately', async () => {
    await using server = await serveRounds(
      ...Array.from({ length: 4 }, (): Round => (response) => streaming(response, listEnd('9')).end()),
      (response) => streaming(response, event('ADDED', object('a', '10'))),
    );
    await using cluster = testCluster(server.url, { random: () => 0.999_999 });
    const { reported, stop } = follow(cluster);
    await until(() => reported.includes('changed a'));
    await stop();
    expect(cluster.clock.slept).toEqual([1000, 2000, 4000, 8000]);
  });

  test('continues after a restart of the API server', async () => {
    const port = await freePort();
    const start = async (names: string[]): Promise<Server> => {
      const server = createServer((_request, response) => {
        streaming(response, ...names.map((name) => event('ADDED', object(name, '5'))), listEnd('9'));
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return server;
    };
    const shut = async (server: Server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    };
    const first = await start(['a']);
    await using cluster = testCluster(`http://127.0.0.1:${port}`, {
      // The pauses are real but short, because the server is unavailable for a while.
      clock: { now: () => Date.now(), sleep: () => new Promise((resolve) => setTimeout(resolve, 5)) },
    });
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 1);
    await shut(first);
    await until(() => problems.some(({ problem }) => problem.message.includes('ECONNREFUSED')));
    const second = await start(['a', 'b']);
    await until(() => reported.some((line) => line.includes('b')));
    await stop();
    await shut(second);
  });

  test('reads the list first if the cluster cannot include the list in the stream', async () => {
    await using server = await serveRounds((response, query) => {
      if (query.has('sendInitialEvents')) {
        const words = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
        return json(response, 422, status(422, 'Invalid', words));
      }
      if (!query.has('watch')) {
        return json(response, 200, { metadata: { resourceVersion: '30' }, items: [object('a', '29')] });
      }
      return streaming(response, event('DELETED', object('a', '31')));
    });
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced a', 'deleted a']);
    expect(server.queries[2]?.get('resourceVersion')).toBe('30');
    expect(problems).toEqual([]);
    expect(cluster.clock.slept).toEqual([]);
  });

  test('continues with the next token when its token expires', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ad-test-token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'old');
    await using server = await serveRounds(
      (response) => streaming(response, listEnd('9')).end(),
      (response) => {
        void writeFile(file, 'new').then(() =>
          json(response, 401, status(401, 'Unauthorized', 'Unauthorized')),
        );
      },
      (response, _query, { headers }) =>
        streaming(response, event('ADDED', object(headers.authorization ?? '', '10'))),
    );
    await using cluster = testCluster(server.url, { access: { token: { kind: 'file', file } } });
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced ', 'changed Bearer new']);
    expect(problems).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('reports a missing permission, and starts after the permission is granted', async () => {
    const words =
      'secrets is forbidden: User "plane" cannot watch resource "secrets" in API group "" in the namespace "default"';
    await using server = await serveRounds(
      (response) => json(response, 403, status(403, 'Forbidden', words)),
      listing('a'),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 1);
    await stop();
    expect(problems[0]?.problem).toMatchObject({ kind: 'forbidden', right: { verb: 'watch' } });
  });

  test.each([
    ['text', 'no json\n'],
    ['an object without metadata', event('ADDED', { kind: 'Secret' })],
    ['a bookmark without a version', event('BOOKMARK', { metadata: {} })],
    ['an error without a status', event('ERROR', { what: 'x' })],
  ])('starts again with the list after %s', async (_name, line) => {
    await using server = await serveRounds(
      (response) => streaming(response, listEnd('9'), line, event('ADDED', object('lost', '10'))),
      listing('a'),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop, problems } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced ', 'synced a']);
    expect(problems).toHaveLength(1);
  });

  test('ignores unknown types of events', async () => {
    await using server = await serveRounds((response) =>
      streaming(response, listEnd('9'), event('LATER', {}), event('ADDED', object('a', '10'))),
    );
    await using cluster = testCluster(server.url);
    const { reported, stop } = follow(cluster);
    await until(() => reported.length === 2);
    await stop();
    expect(reported).toEqual(['synced ', 'changed a']);
  });

  test('rejects with the error of its listener, and sends no other request', async () => {
    await using server = await serveRounds(listing('a'));
    await using cluster = testCluster(server.url);
    const fault = new Error('a bug of the listener');
    const { done } = follow(cluster, () => {
      throw fault;
    });
    expect(await rejection(done)).toBe(fault);
    await until(() => server.open() === 0);
    expect(server.queries).toHaveLength(1);
  });

  test('resolves when the client is closed, and leaves no request open', async () => {
    await using server = await serveRounds(listing('a'));
    const cluster = testCluster(server.url);
    const { reported, done, problems } = follow(cluster);
    await until(() => reported.length === 1);
    await cluster.close();
    await done;
    await until(() => server.open() === 0);
    expect(server.queries).toHaveLength(1);
    expect(problems).toEqual([]);
    const { message } = (await rejection(cluster.version(new AbortController().signal))) as Error;
    expect(message).toContain('closed');
  });

  test('resolves when it is aborted, even while it waits or before it starts', async () => {
    await using server = await serveRounds(refusing(503, 'ServiceUnavailable'));
    const waiting = new AbortController();
    await using cluster = testCluster(server.url, {
      clock: {
        now: () => 0,
        sleep: (_ms, signal) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
            waiting.abort();
          }),
      },
    });
    const listener = { synced: () => {}, changed: () => {}, deleted: () => {} };
    await cluster.watch(SECRETS, { namespace: 'default' }, listener, waiting.signal);
    await cluster.watch(SECRETS, { namespace: 'default' }, listener, AbortSignal.abort());
    expect(server.queries).toHaveLength(1);
  });
});
