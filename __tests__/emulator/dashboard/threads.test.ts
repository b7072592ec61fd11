import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clipTexts, isClippedText, shortenTexts } from '../../../src/contract/dashboard/clip.ts';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import { readThreadSummary } from '../../../src/emulator/dashboard/thread-summaries.ts';
import {
  parseStart,
  timeOfId,
  toStepSummary,
  toThreadSummary,
} from '../../../src/emulator/dashboard/thread-views.ts';
import type { CheckpointOutline, ThreadOutline } from '../../../src/emulator/ports/store-agent-server.ts';
import type { RunListRow } from '../../../src/emulator/ports/store-run-summaries.ts';
import { runRow, threadRow } from '../store/samples.ts';

const outline = (values: unknown, change: Partial<ThreadOutline> = {}): ThreadOutline => {
  const { values: _values, ...row } = threadRow('d');
  const text = JSON.stringify(values);
  return { ...row, valuesStart: text.slice(0, 65_536), valuesLength: text.length, ...change };
};

// docs/dashboard.md#long-texts
describe('a clipped value', () => {
  const digestOf = (text: string) => String(text.length);

  test('contains the beginning, length and hash of each long string', () => {
    const value = { a: ['x'.repeat(11), 'short'], b: 1 };
    expect(clipTexts(value, digestOf, 10)).toEqual({
      a: [{ $clipped: { text: 'x'.repeat(10), characters: 11, digest: '11' } }, 'short'],
      b: 1,
    });
    expect(clipTexts('x'.repeat(9) + '😀', digestOf, 10)).toMatchObject({
      $clipped: { text: 'x'.repeat(9) },
    });
  });

  test('is the value itself if no string is long', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => clipTexts(value, digestOf, 10_000) === value),
    );
  });

  test('has the length and hash of the original string, even if the string was shortened before', () => {
    const original = { a: ['x'.repeat(50)], b: 'short' };
    const short = shortenTexts(original, 12);
    expect(short).toEqual({ a: ['x'.repeat(12)], b: 'short' });
    expect(clipTexts(short, digestOf, 10, original)).toEqual({
      a: [{ $clipped: { text: 'x'.repeat(10), characters: 50, digest: '50' } }],
      b: 'short',
    });
    expect(clipTexts({ a: '***' }, digestOf, 10, { a: 'x'.repeat(50) })).toEqual({ a: '***' });
  });

  test.each([null, 'x', {}, { $clipped: 'x' }, { $clipped: { text: 1, characters: 2, digest: '' } }])(
    '%j is not a clipped string',
    (value) => {
      expect(isClippedText(value)).toBe(false);
    },
  );
});

describe('the summary of a thread', () => {
  test("contains the first words, the last response and the number of the thread's messages", () => {
    const values = {
      messages: [
        { type: 'human', content: ' a\nb ' },
        { type: 'ai', content: 'c' },
      ],
    };
    expect(toThreadSummary(outline(values), null)).toMatchObject({
      title: 'a b',
      last: 'c',
      messages: 2,
      state: 'finished',
      reason: '',
    });
  });

  test('contains the last response if the state contains emoji, which a database counts as single characters', () => {
    const values = {
      messages: [
        { type: 'human', content: '🧪' },
        { type: 'ai', content: 'done 👩🏽‍🚀' },
      ],
    };
    const valuesLength = [...JSON.stringify(values)].length;
    expect(toThreadSummary(outline(values, { valuesLength }), null)).toMatchObject({
      messages: 2,
      last: 'done 👩🏽‍🚀',
    });
    expect(toThreadSummary(outline(values, { valuesLength: valuesLength + 1 }), null).messages).toBeNull();
  });

  test('contains the last string of a state without messages, but no string twice', () => {
    expect(toThreadSummary(outline({ topic: 'cats', answer: 'yes' }), null)).toMatchObject({
      title: 'cats',
      last: 'yes',
      messages: 0,
    });
    expect(toThreadSummary(outline({ topic: 'cats' }), null)).toMatchObject({ title: 'cats', last: '' });
    expect(toThreadSummary(outline({ report: '# Cats' }), null)).toMatchObject({ title: 'Cats', last: '' });
  });

  test('contains only the title if the last message is 5 MB long', () => {
    const values = {
      messages: [
        { type: 'human', content: 'first' },
        { type: 'ai', content: 'x'.repeat(5e6) },
      ],
    };
    const summary = toThreadSummary(outline(values), null);
    expect(summary).toMatchObject({ title: 'first', last: '', messages: null });
    expect(JSON.stringify(summary).length).toBeLessThan(1_000);
  });

  describe('whose values are too long to be read', () => {
    const recorded = (change: Partial<RunListRow>): RunListRow => ({
      ...toRunSummary(runRow(threadRow('d'))),
      ordinal: 1,
      state: 'success',
      ...change,
    });
    const read = (values: unknown, rows: RunListRow[], next?: number, change: Partial<ThreadOutline> = {}) =>
      readThreadSummary(
        {
          runs: { list: async () => [] },
          runSummaries: { list: async () => ({ rows, next }) },
        },
        outline(values, change),
      );
    const messages = [
      { type: 'human', content: 'first' },
      { type: 'ai', content: 'x'.repeat(100_000) },
    ];

    test('contains the recorded answer of the last run that answered', async () => {
      const rows = [
        recorded({ state: 'running' }),
        recorded({ state: 'error', answer: 'out of range' }),
        // This run asked a question, which a later run answered.
        recorded({ answer: 'sure?', bars: [['waiting', 0, 1]] }),
        recorded({ answer: 'the last answer' }),
        recorded({ answer: 'an earlier answer' }),
      ];
      const summary = await read({ messages }, rows);
      expect(summary).toMatchObject({ title: 'first', last: 'the last answer', messages: null });
    });

    test('contains the title of the first run if the read part contains no message', async () => {
      const values = { documents: ['y'.repeat(100_000)], messages };
      const rows = [recorded({ title: 'second' }), recorded({ title: 'first' })];
      expect((await read(values, rows)).title).toBe('first');
      // The first run is not among the rows if older rows exist.
      expect((await read(values, rows, 7)).title).toMatch(/^yyy/);
    });

    test('contains the values themselves if they are short, whatever the runs recorded', async () => {
      const rows = [recorded({ title: 'other', answer: 'other' })];
      const short = { messages: [{ type: 'human', content: 'first' }] };
      expect(await read(short, rows)).toMatchObject({ title: 'first', last: '' });
    });

    test('contains no answer if the runs recorded no answer', async () => {
      expect(await read({ messages }, [])).toMatchObject({ title: 'first', last: '' });
    });
  });

  test('contains the question of a waiting thread, or the exception of a failed thread', () => {
    const interrupts = { task: [{ value: { question: 'sure?' } }] };
    expect(toThreadSummary(outline({}, { status: 'interrupted', interrupts }), null)).toMatchObject({
      state: 'waiting',
      reason: 'sure?',
    });
    const error = { error: 'RangeError', message: 'out of range' };
    expect(toThreadSummary(outline({}, { status: 'error' }), error)).toMatchObject({
      state: 'failed',
      reason: 'RangeError: out of range',
    });
  });

  test('does not fail for JSON text that is truncated at any position', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(500), (value, end) => {
        expect(() => parseStart(JSON.stringify(value).slice(0, end))).not.toThrow();
      }),
    );
  });
});

describe('the summary of a step', () => {
  const row = (change: Partial<CheckpointOutline>): CheckpointOutline => ({
    id: '1f1ebca0-525f-61d0-8001-b399b1fb6f83',
    parentId: null,
    runId: 'r',
    metadataType: 'json',
    metadata: Buffer.from('{"source":"loop","step":1}'),
    writes: [],
    ...change,
  });
  const write = (channel: string, text?: string, taskPath = '') => ({
    checkpointId: 'c',
    taskId: 't',
    taskPath,
    index: 0,
    channel,
    valueType: 'json',
    start: text === undefined ? null : Buffer.from(text),
  });

  test('contains its number, its time and the values that its tasks wrote', () => {
    const summary = toStepSummary(
      row({ writes: [write('steps'), write('branch:to:two'), write('__resume__')] }),
    );
    expect(summary).toMatchObject({ step: 1, source: 'loop', at_ms: Date.parse('2026-11-29T07:53:52.749Z') });
    expect(summary.tasks).toEqual([
      {
        name: null,
        channels: ['steps'],
        starts: ['two'],
        error: null,
        failed: false,
        waits: false,
        done: true,
        questions: [],
      },
    ]);
  });

  test('contains the exception, question and name of a task', () => {
    const error = write(
      '__error__',
      '{"name":"RangeError","message":"out of range"}',
      '~__pregel_pull, fail',
    );
    expect(toStepSummary(row({ writes: [error] })).tasks[0]).toMatchObject({
      name: 'fail',
      failed: true,
      error: 'RangeError: out of range',
    });
    const question = write('__interrupt__', '{"id":"i","value":"sure?"}');
    expect(toStepSummary(row({ writes: [question] })).tasks[0]).toMatchObject({
      waits: true,
      questions: ['sure?'],
    });
  });

  test('has no number if another library wrote the step, and shows a failure even with an unreadable exception', () => {
    const error = { ...write('__error__', 'x'), valueType: 'msgpack' };
    const summary = toStepSummary(row({ metadataType: 'msgpack', writes: [error] }));
    expect(summary).toMatchObject({ step: null, source: null, tasks: [{ failed: true, error: null }] });
    expect(timeOfId('not-a-uuid')).toBe(0);
  });
});
