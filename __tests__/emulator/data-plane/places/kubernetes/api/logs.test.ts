import type { ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { until } from '../../../../../../harness/until.ts';
import { json, serve } from '../../../../../clients/support.ts';
import { never, problemOf, status, streaming, type TestCluster, testCluster, valueOf } from './support.ts';

const source = { namespace: 'default', pod: 'p', container: 'agent' };
const at = (second: number, nanoseconds = 0) =>
  `2026-01-02T03:04:${String(second).padStart(2, '0')}.${String(nanoseconds).padStart(9, '0')}Z`;

type Round = (response: ServerResponse) => unknown;
const gone: Round = (response) =>
  json(response, 404, status(404, 'NotFound', 'pods "p" not found', { name: 'p', kind: 'pods' }));
const sending =
  (...lines: string[]): Round =>
  (response) =>
    streaming(response, ...lines.map((line) => `${line}\n`)).end();

async function serveRounds(...rounds: Round[]) {
  let round = 0;
  return serve((_request, response) => {
    round += 1;
    (rounds[round - 1] ?? gone)(response);
  });
}

async function followToEnd(
  cluster: TestCluster,
  after?: string,
): Promise<{ texts: string[]; problems: string[] }> {
  const texts: string[] = [];
  const problems: string[] = [];
  await cluster.followLogs(
    source,
    { line: ({ text }) => texts.push(text), interrupted: ({ message }) => problems.push(message) },
    never,
    after === undefined ? {} : { after },
  );
  return { texts, problems };
}

describe('the followed log of a container', () => {
  test('arrives line by line with timestamps until the pod is gone', async () => {
    await using server = await serveRounds(sending(`${at(1)} one`, `${at(2)} `, `${at(3)} two words`));
    await using cluster = testCluster(server.url);
    expect((await followToEnd(cluster)).texts).toEqual(['one', '', 'two words']);
    const [first, second] = server.requests.map(({ path }) => new URL(path, 'http://x'));
    expect(first?.pathname).toBe('/api/v1/namespaces/default/pods/p/log');
    expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
      container: 'agent',
      follow: 'true',
      timestamps: 'true',
    });
    expect(second?.searchParams.get('sinceTime')).toBe('2026-01-02T03:04:03.000Z');
  });

  test('repeats no lines after a reconnect, even if lines have the same time', async () => {
    await using server = await serveRounds(
      sending(`${at(1)} one`, `${at(2, 7)} two`, `${at(2, 7)} three`),
      // The cluster sends all lines of the last second again.
      sending(
        `${at(2, 5)} older`,
        `${at(2, 7)} two`,
        `${at(2, 7)} three`,
        `${at(2, 7)} four`,
        `${at(2, 8)} five`,
      ),
      sending(`${at(2, 7)} four`, `${at(2, 8)} five`, `${at(3)} six`),
    );
    await using cluster = testCluster(server.url);
    const { texts } = await followToEnd(cluster);
    expect(texts).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  });

  test('loses no lines if the clock of the node goes back', async () => {
    await using server = await serveRounds(sending(`${at(9)} one`, `${at(4)} two`, `${at(5)} three`));
    await using cluster = testCluster(server.url);
    expect((await followToEnd(cluster)).texts).toEqual(['one', 'two', 'three']);
  });

  test('continues after the line where another process stopped', async () => {
    await using server = await serveRounds(
      sending(`${at(4, 1)} old`, `${at(4, 2)} last`, `${at(4, 2)} same time`, `${at(4, 3)} new`),
    );
    await using cluster = testCluster(server.url);
    expect((await followToEnd(cluster, at(4, 2))).texts).toEqual(['new']);
    expect(server.requests[0]?.path).toContain('sinceTime=2026-01-02T03%3A04%3A04.000Z');
  });

  test('contains the complete text of a line after its connection broke in the middle', async () => {
    await using server = await serveRounds(
      (response) => {
        streaming(response, `${at(1)} one\n${at(2)} tw`);
        setImmediate(() => response.socket?.destroy());
      },
      sending(`${at(1)} one`, `${at(2)} two`),
    );
    await using cluster = testCluster(server.url);
    const { texts, problems } = await followToEnd(cluster);
    expect(texts).toEqual(['one', 'two']);
    expect(problems).toHaveLength(1);
  });

  test('is requested again, without a warning, until the container has started', async () => {
    const words = 'container "agent" in pod "p" is waiting to start: ContainerCreating';
    await using server = await serveRounds(
      (response) => json(response, 400, status(400, 'BadRequest', words)),
      sending(`${at(1)} one`),
    );
    await using cluster = testCluster(server.url);
    expect(await followToEnd(cluster)).toEqual({ texts: ['one'], problems: [] });
  });

  test('is reopened after a long silence without repeating lines', async () => {
    await using server = await serveRounds(
      (response) => streaming(response, `${at(1)} one\n`),
      sending(`${at(1)} one`, `${at(2)} two`),
    );
    await using cluster = testCluster(server.url, { logSilenceMs: 100 });
    expect(await followToEnd(cluster)).toEqual({ texts: ['one', 'two'], problems: [] });
  });

  test('is requested again from an overloaded cluster only after the requested delay', async () => {
    await using server = await serveRounds(
      (response) => json(response, 429, status(429, 'TooManyRequests', 'wait'), { 'retry-after': '9' }),
      sending(`${at(1)} one`),
    );
    await using cluster = testCluster(server.url);
    expect((await followToEnd(cluster)).texts).toEqual(['one']);
    expect(cluster.clock.slept[0]).toBe(9_000);
  });

  test("ends when the reader's signal is aborted", async () => {
    await using server = await serveRounds((response) => streaming(response, `${at(1)} one\n`));
    await using cluster = testCluster(server.url);
    const stopped = new AbortController();
    const texts: string[] = [];
    const done = cluster.followLogs(source, { line: ({ text }) => texts.push(text) }, stopped.signal);
    await until(() => texts.length === 1);
    stopped.abort();
    await done;
  });

  test('can also be read once, with the last lines of the previous container', async () => {
    await using server = await serve((_request, response) => response.writeHead(200).end('a\nb\n'));
    await using cluster = testCluster(server.url);
    const options = { previous: true, tailLines: 50 };
    expect(valueOf(await cluster.readLog(source, never, options))).toBe('a\nb\n');
    const { searchParams } = new URL(server.requests[0]?.path ?? '', 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({
      container: 'agent',
      limitBytes: '1048576',
      tailLines: '50',
      previous: 'true',
    });
  });

  test('causes an error that names the missing permission if it cannot be read', async () => {
    const words =
      'pods "p" is forbidden: User "plane" cannot get resource "pods/log" in API group "" in the namespace "default"';
    await using server = await serve((_request, response) =>
      json(response, 403, status(403, 'Forbidden', words)),
    );
    await using cluster = testCluster(server.url);
    const problem = problemOf(await cluster.readLog(source, never));
    expect(problem).toMatchObject({ kind: 'forbidden', right: { resource: 'pods/log' } });
  });
});
