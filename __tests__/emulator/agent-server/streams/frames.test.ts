import { describe, expect, test } from '@jest/globals';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import {
  closingFrames,
  eventNameOf,
  framesAfter,
  HEARTBEAT,
  parseFrames,
  type StreamedRun,
  type StreamState,
  splitFrames,
  toFrame,
  toFrames,
  eventFilter,
} from '../../../../src/emulator/agent-server/streams/frames.ts';
import type { StreamedEvent } from '../../../../src/emulator/ports/worker.ts';

const MODES = ['values', 'updates', 'custom', 'messages', 'messages/partial', 'events', 'debug|a:1|b:2'];

const anEvent = fc
  .record({ event: fc.constantFrom(...MODES), value: fc.jsonValue() })
  .map(({ event, value }): StreamedEvent => ({ event, data: JSON.stringify(value) }));

/** Returns the events that an independent parser reads from a stream that is split at the given positions. */
function parsed(text: string, cuts: readonly number[] = []) {
  const events: { event: string | undefined; data: string; id: string | undefined }[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) => void events.push({ event, data, id }),
    onError: (error) => {
      throw error;
    },
  });
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].toSorted(
    (a, b) => a - b,
  );
  for (const [at, from] of places.slice(0, -1).entries()) parser.feed(text.slice(from, places[at + 1]));
  return events;
}

describe('server-sent events of the emulator', () => {
  test('are parsed to the same events wherever the text is split, even with heartbeats in between', () => {
    fc.assert(
      fc.property(
        fc.array(anEvent),
        fc.nat({ max: 1_000_000 }),
        fc.boolean(),
        fc.array(fc.nat({ max: 10_000 }), { maxLength: 5 }),
        (events, first, resumable, cuts) => {
          const frames = splitFrames(toFrames(events, first, resumable));
          const text = HEARTBEAT + frames.join(HEARTBEAT) + HEARTBEAT;
          expect(parsed(text, cuts)).toEqual(
            events.map(({ event, data }, at) => ({
              event,
              data,
              id: resumable ? String(first + at) : undefined,
            })),
          );
        },
      ),
    );
  });

  test('have exactly one data line, even for texts with line breaks', () => {
    const data = JSON.stringify({ text: 'a\nb\r\nc\u2028\u2029' });
    expect(toFrame({ event: 'values', data }, 7).split('\n')).toEqual([
      'event: values',
      `data: ${data}`,
      'id: 7',
      '',
      '',
    ]);
  });
});

describe('the stored text of a stream', () => {
  test("provides a reader with exactly the events of the requested modes after the reader's last event", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anEvent, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
        fc.nat({ max: 40 }),
        fc.option(
          fc.uniqueArray(fc.constantFrom('values', 'updates', 'messages', 'messages-tuple', 'debug')),
        ),
        (rows, place, modes) => {
          const wanted = modes === null ? undefined : eventFilter(new Set(modes));
          const all = rows.flat();
          const after = (place % (all.length + 1)) - 1;
          let firstId = 0;
          let text = '';
          for (const row of rows) {
            const lastId = firstId + row.length - 1;
            if (lastId > after) {
              const stored = { firstId, frames: toFrames(row, firstId, true) };
              text += framesAfter(stored, after, { matches: wanted });
            }
            firstId = lastId + 1;
          }
          const expected = all
            .map(({ event, data }, id) => ({ event, data, id: String(id) }))
            .slice(after + 1)
            .filter(({ event }) => wanted?.(event) ?? true);
          expect(parsed(text)).toEqual(expected);
        },
      ),
    );
  });
});

describe('a reader of certain stream modes', () => {
  test.each([
    ['values', ['values'], true],
    ['values|child:1', ['values'], true],
    ['updates', ['values'], false],
    ['messages', ['messages-tuple'], true],
    ['messages', ['messages'], false],
    ['messages/partial|child:1', ['messages'], true],
    ['messages/complete', ['messages-tuple'], false],
    ['metadata', [], true],
    ['feedback', [], true],
    ['error', [], true],
    ['end', [], true],
  ])('receives the event %s with the modes %p: %p', (event, modes, sent) => {
    expect(eventFilter(new Set(modes))(event)).toBe(sent);
    expect(eventNameOf(toFrame({ event, data: '1' }))).toBe(event);
  });
});

test('the stored events of a run are read with their IDs, without the placeholders of events without data', () => {
  const events = [{ event: 'values', data: '1' }, { event: 'feedback' }, { event: 'updates', data: '{}' }];
  expect(parseFrames({ firstId: 4, frames: toFrames(events, 4, true) })).toEqual([
    { event: 'values', data: '1', id: 4 },
    { event: 'updates', data: '{}', id: 6 },
  ]);
});

describe('the last events of a run', () => {
  const run: StreamedRun = {
    deploymentId: 'd1',
    threadId: 't1',
    id: 'r1',
    attempt: 1,
    resumable: true,
    feedbackKeys: ['score'],
  };
  const failed: StreamState = {
    kind: 'ended',
    lastId: 6,
    end: { kind: 'failed', error: 'ValueError', message: 'no' },
  };
  const reader = { after: 6, feedback: '{"score":"url"}', endsWithRun: true };
  const read = (...given: Parameters<typeof closingFrames>) =>
    parsed(closingFrames(...given)).map(({ event, id }) => [event, id]);

  test('are the error, the feedback URLs and the end, with the IDs after the last stored event', () => {
    expect(read(failed, run, reader)).toEqual([
      ['error', '7'],
      ['feedback', '8'],
      ['end', '9'],
    ]);
    expect(read(failed, { ...run, resumable: false }, reader)).toEqual([
      ['error', undefined],
      ['feedback', undefined],
      ['end', undefined],
    ]);
  });

  test('are only the events that the reader may receive and has not received', () => {
    expect(read(failed, run, { ...reader, after: 7 })).toEqual([
      ['feedback', '8'],
      ['end', '9'],
    ]);
    expect(read(failed, run, { ...reader, feedback: undefined })).toEqual([
      ['error', '7'],
      ['end', '9'],
    ]);
    expect(read(failed, run, { ...reader, endsWithRun: false })).toEqual([
      ['error', '7'],
      ['feedback', '8'],
    ]);
    expect(read(failed, { ...run, feedbackKeys: null }, reader)).toEqual([
      ['error', '7'],
      ['end', '8'],
    ]);
  });

  test.each([
    ['deleted', 'RunDeletedError'],
    ['expired', 'EventsGoneError'],
  ] as const)('report that a run or its events are gone if the run is %s', (kind, error) => {
    const events = parsed(closingFrames({ kind }, run, reader));
    expect(events.map(({ event }) => event)).toEqual(['error', 'end']);
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ error });
  });
});
