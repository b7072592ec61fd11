import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { axisOf, positionOf, textToTry } from '../../dashboard/src/logic/experiments.ts';
import { formOf, inputOfText } from '../../dashboard/src/logic/input-form.ts';
import { namespaceRows, namespaceTree, pathOfText, pathText } from '../../dashboard/src/logic/namespaces.ts';
import { parseHeaders, replayForm, replayOf } from '../../dashboard/src/logic/replay-form.ts';
import type { RequestDetail } from '../../src/contract/dashboard/events.ts';
import { formatInZone } from '../../dashboard/src/logic/format.ts';

const label = fc.stringMatching(/^[^.]{1,8}$/);

describe('the tree of store namespaces', () => {
  test('contains each namespace once, below its prefix', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(label, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
        (namespaces) => {
          const paths = namespaceRows(namespaceTree(namespaces), () => false).map(({ node }) =>
            pathText(node.path),
          );
          expect(new Set(paths).size).toBe(paths.length);
          for (const namespace of namespaces) {
            expect(paths).toContain(pathText(namespace));
            expect(pathOfText(pathText(namespace))).toEqual(namespace);
          }
        },
      ),
    );
  });

  test('omits the children of a folded namespace', () => {
    const rows = namespaceRows(namespaceTree([['a', 'b'], ['c']]), (path) => path === 'a');
    expect(rows.map(({ node }) => node.label)).toEqual(['a', 'c']);
  });
});

describe('the input that repeats a test case', () => {
  test('is the last human message, or else the complete input', () => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: [{ type: 'text', text: 'Refund order 7' }] },
    ];
    expect(textToTry(JSON.stringify(messages))).toBe('Refund order 7');
    expect(textToTry('Refund order 7')).toBe('Refund order 7');
    expect(textToTry('{"order":7}')).toBe('{"order":7}');
  });

  test('is the content of the form if the agent has no messages', () => {
    const fields = formOf({ properties: { count: { type: 'integer' }, question: { type: 'string' } } }) ?? [];
    expect(inputOfText(fields, 'Where is it?')).toEqual({ question: 'Where is it?' });
    expect(inputOfText(fields, '{"count": 2}')).toEqual({ count: 2 });
  });
});

describe('the chart of score differences', () => {
  test('shows each interval within its axis', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 6 }), (triples) => {
        const scores = triples.map((triple) => {
          const [low = 0, value = 0, high = 0] = triple.toSorted((a, b) => a - b);
          return {
            key: 'k',
            margin: 0.02,
            pairs: 10,
            verdict: null,
            baseline: 0,
            candidate: 0,
            difference: { value, low, high },
            cases_needed: null,
          };
        });
        const axis = axisOf(scores);
        expect(axis.ticks.length).toBeLessThan(12);
        for (const { difference } of scores) {
          for (const one of [difference.low, difference.value, difference.high]) {
            expect(Math.abs(one)).toBeLessThanOrEqual(axis.limit + 1e-9);
            expect(positionOf(one, axis)).toBeGreaterThanOrEqual(-1e-9);
            expect(positionOf(one, axis)).toBeLessThanOrEqual(100 + 1e-9);
          }
        }
      }),
    );
  });
});

describe('the form that sends a request again', () => {
  const detail = {
    epoch: 'e',
    request: { seq: 1, method: 'POST', path: '/d/a/runs', query: 'x=1' },
    headers: [
      ['x-api-key', '***'],
      ['accept', 'a: b'],
    ],
    sent: { kind: 'value', value: { a: [1] } },
    received: { kind: 'none' },
    events: [],
  } as unknown as RequestDetail;

  test('sends only the edited parts', () => {
    const before = replayForm(detail);
    expect(replayOf(before, before)).toEqual({ change: {} });
    expect(replayOf(before, { ...before, body: '{"a": 2}' })).toEqual({ change: { body: { a: 2 } } });
    expect(replayOf(before, { ...before, body: '' })).toEqual({ change: { body: null } });
    expect(replayOf(before, { ...before, body: '{' })).toMatchObject({ field: 'body' });
    expect(replayOf(before, { ...before, headers: 'no colon' })).toMatchObject({ field: 'headers' });
    expect(replayOf(before, { ...before, path: 'x' })).toMatchObject({ field: 'path' });
  });

  test('parses the headers that it displays', () => {
    expect(parseHeaders(replayForm(detail).headers)).toEqual(detail.headers);
    fc.assert(fc.property(fc.string(), (text) => void parseHeaders(text)));
  });
});

test('a time is formatted in its time zone, or in UTC if the time zone is unknown', () => {
  const at = Date.parse('2026-01-01T01:30:00Z');
  expect([formatInZone(at, 'Europe/Berlin'), formatInZone(at, 'No/Where')]).toEqual([
    'Thu 1 Jan, 02:30',
    'Thu 1 Jan, 01:30',
  ]);
});
