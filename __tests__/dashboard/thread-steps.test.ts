import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forksOf, pathToStep, timelineOf } from '../../dashboard/src/logic/thread-steps.ts';
import { questionOf } from '../../dashboard/src/logic/questions.ts';
import type { StepSummary, StepTask } from '../../src/contract/dashboard/threads.ts';

const task = (change: Partial<StepTask> = {}): StepTask => ({
  name: null,
  channels: [],
  starts: [],
  error: null,
  failed: false,
  waits: false,
  done: true,
  questions: [],
  ...change,
});
const step = (id: string, parent: string | null, change: Partial<StepSummary> = {}): StepSummary => ({
  id,
  parent_id: parent,
  run_id: null,
  step: null,
  source: 'loop',
  at_ms: Number(id) * 10,
  tasks: [],
  ...change,
});

/** A run of two nodes, newest step first. The JavaScript library does not store the names of tasks. */
const RUN = [
  step('4', '3', { step: 2 }),
  step('3', '2', { step: 1, tasks: [task({ channels: ['total'] })] }),
  step('2', '1', { step: 0, tasks: [task({ channels: ['messages'], starts: ['two'] })] }),
  step('1', null, { step: -1, source: 'input', tasks: [task({ starts: ['one'] })] }),
];

describe('the timeline of a thread', () => {
  test('names each step after its node, and shows the keys that the step changed', () => {
    expect(timelineOf(RUN).rows.map(({ title, detail, ms }) => [title, detail, ms])).toEqual([
      ['two', 'total', 10],
      ['one', 'messages', 10],
      ['start', 'no change', 10],
      ['input', '', null],
    ]);
  });

  test('uses the names of tasks if the library stores them', () => {
    const { rows } = timelineOf([step('2', '1'), step('1', null, { tasks: [task({ name: 'plan' })] })]);
    expect(rows[0]?.title).toBe('plan');
  });

  test('shows a failed or waiting task above its step until the task is done', () => {
    const failed = task({ done: false, failed: true, error: 'RangeError: out of range' });
    const waits = task({ done: false, waits: true, questions: ['sure?'] });
    const { rows } = timelineOf([step('3', '2', { tasks: [failed, waits] }), ...RUN.slice(2)]);
    expect(rows.slice(0, 2).map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
      ['failed', 'two', 'RangeError: out of range'],
      ['waiting', 'two', 'sure?'],
    ]);
    expect(timelineOf([step('2', null, { tasks: [task({ failed: true })] })]).rows).toHaveLength(1);
  });

  test('draws each branch in a separate lane that begins at the shared step', () => {
    const { rows, tips } = timelineOf([step('6', '5'), step('5', '2'), ...RUN]);
    expect(rows.map(({ key, lane, passes, joins, branch }) => [key, lane, passes, joins, branch])).toEqual([
      ['6', 0, [], [], 1],
      ['5', 0, [], [], 1],
      ['4', 1, [0], [], 2],
      ['3', 1, [0], [], 2],
      ['2', 0, [], [1], 1],
      ['1', 0, [], [], 1],
    ]);
    expect(tips.map(({ key }) => key)).toEqual(['6', '4']);
  });

  test('numbers steps by their ancestors if the library provides no numbers', () => {
    const list = [step('3', '2'), step('2', '1'), step('1', null)];
    expect(timelineOf(list).rows.map(({ number }) => number)).toEqual([1, 0, -1]);
  });

  test("has one row per step, and each line ends at the step's parent", () => {
    const trees = fc
      .array(fc.nat(), { minLength: 1, maxLength: 60 })
      .map((parents) =>
        parents
          .map((parent, index) =>
            step(String(index + 100), index === 0 ? null : String((parent % index) + 100)),
          )
          .toReversed(),
      );
    fc.assert(
      fc.property(trees, (list) => {
        const { rows, tips, steps } = timelineOf(list);
        expect(rows.map(({ key }) => key)).toEqual(list.map(({ id }) => id));
        expect(rows.every(({ branch }) => branch >= 1 && branch <= tips.length)).toBe(true);
        let open = new Set<number>();
        for (const row of rows) {
          const above = new Set([...row.passes, ...row.joins, ...(row.up ? [row.lane] : [])]);
          expect(above).toEqual(open);
          open = new Set([...row.passes, ...(row.down ? [row.lane] : [])]);
        }
        expect(open.size).toBe(0);
        for (const one of list) expect(pathToStep(one.id, { steps }).at(-1)).toBe(one.id);
      }),
    );
  });
});

describe('the forks on the path to a step', () => {
  const timeline = timelineOf([step('6', '5'), step('5', '2'), ...RUN]);

  test('contain the index of the chosen branch and the newest step of each branch', () => {
    expect(forksOf('6', timeline)).toEqual([{ step: '2', index: 1, tips: ['4', '6'] }]);
    expect(forksOf('4', timeline)).toEqual([{ step: '2', index: 0, tips: ['4', '6'] }]);
    expect(forksOf('2', timeline)).toEqual([]);
    expect(forksOf('unknown', timeline)).toEqual([]);
  });
});

describe('the question of an interrupt', () => {
  const labels = (value: unknown) => questionOf({ id: 'i', value }).choices.map(({ label }) => label);

  test.each([
    ['sure?', 'sure?', []],
    [{ question: 'Refund?', options: ['Yes', 'No'] }, 'Refund?', ['Yes', 'No']],
    [{ message: 'Refund?', choices: [{ label: 'Do it', value: true }] }, 'Refund?', ['Do it']],
    [{ type: 'confirm', text: 'Refund?' }, 'Refund?', ['Yes', 'No']],
    [{ action_requests: [{ name: 'refund', args: { total: 160 } }] }, 'Run refund?', ['Approve', 'Reject']],
    [
      { action_requests: [{ name: 'refund' }], review_configs: [{ allowed_decisions: ['approve'] }] },
      'Run refund?',
      ['Approve'],
    ],
    [
      [{ action_request: { action: 'send', args: {} }, config: { allow_accept: true, allow_ignore: true } }],
      'Run send?',
      ['Accept', 'Ignore'],
    ],
    [7, '7', []],
  ])('%j is shown with its choices', (value, text, expected) => {
    expect(questionOf({ id: 'i', value }).text).toBe(text);
    expect(labels(value)).toEqual(expected);
  });

  test('is answered with the value of a choice, with plain text, or with JSON', () => {
    const plain = questionOf({ value: { question: 'q', options: [{ label: 'Do it', value: { go: 1 } }] } });
    expect(plain.choices[0]?.value).toEqual({ go: 1 });
    expect([plain.answerOf('no thanks'), plain.answerOf('{"a":1}'), plain.answerOf('true')]).toEqual([
      'no thanks',
      { a: 1 },
      true,
    ]);
    const approval = questionOf({ value: { action_requests: [{ name: 'a' }] } });
    expect(approval.answerOf('too much')).toEqual({ decisions: [{ type: 'reject', message: 'too much' }] });
  });

  test('has a text even if its format is unknown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof questionOf(value).text).toBe('string');
        expect(typeof questionOf({ value }).text).toBe('string');
      }),
    );
  });
});
