import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  linesAfter,
  parseLog,
  secondOf,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/logs.ts';
import { json, serve } from '../../../../../clients/support.ts';
import { never, problemOf, status, testCluster, valueOf } from './support.ts';

const source = { namespace: 'default', pod: 'p', container: 'agent' };
const at = (second: number, nanoseconds = 0) =>
  `2026-01-02T03:04:${String(second).padStart(2, '0')}.${String(nanoseconds).padStart(9, '0')}Z`;
const START = { last: null, atLast: 0 };
const textsOf = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

describe('the log of a container', () => {
  test('is read from a position without repeated or lost lines, even if lines have the same time', () => {
    const log = fc
      .array(fc.record({ second: fc.nat(3), nanoseconds: fc.nat(2), text: fc.string({ maxLength: 3 }) }), {
        maxLength: 30,
      })
      .map((lines) =>
        lines
          .map(({ second, nanoseconds, text }) => ({ at: at(second, nanoseconds), text }))
          .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at))),
      );
    fc.assert(
      fc.property(log, fc.array(fc.nat(30)), (lines, ends) => {
        let position: Parameters<typeof linesAfter>[1] = START;
        const read: string[] = [];
        for (const end of [...ends.toSorted((one, other) => one - other), lines.length]) {
          const second = secondOf(position);
          const since = second === undefined ? 0 : Date.parse(second);
          const sent = lines.slice(0, end).filter((line) => Date.parse(line.at) >= since);
          const next = linesAfter(sent, position);
          read.push(...textsOf(next.fresh));
          position = next.position;
        }
        expect(read).toEqual(textsOf(lines));
      }),
    );
  });

  test('contains all lines after the position if the clock of the node goes back', () => {
    const lines = [
      { at: at(9), text: 'one' },
      { at: at(4), text: 'two' },
      { at: at(5), text: 'three' },
    ];
    expect(textsOf(linesAfter(lines, { last: at(9), atLast: 1 }).fresh)).toEqual(['two', 'three']);
    expect(textsOf(linesAfter(lines, START).fresh)).toEqual(['one', 'two', 'three']);
  });

  test('contains the rest of an overlong line as a separate line with the same time', () => {
    expect(parseLog(`${at(1)} one\nthe rest\n${at(2)} \n`)).toEqual([
      { at: at(1), text: 'one' },
      { at: at(1), text: 'the rest' },
      { at: at(2), text: '' },
    ]);
  });

  test('is requested with the last lines of the previous container', async () => {
    await using server = await serve((_request, response) => response.writeHead(200).end('a\nb\n'));
    await using cluster = testCluster(server.url);
    const options = { previous: true, tailLines: 50, sinceTime: '2026-01-02T03:04:04.000Z' };
    expect(valueOf(await cluster.readLog(source, never, options))).toBe('a\nb\n');
    const { searchParams } = new URL(server.requests[0]?.path ?? '', 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({
      container: 'agent',
      limitBytes: '1048576',
      tailLines: '50',
      sinceTime: '2026-01-02T03:04:04.000Z',
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
