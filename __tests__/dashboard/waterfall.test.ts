import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RunStep } from '../../src/contract/dashboard/runs.ts';
import { turnsOf } from '../../dashboard/src/logic/turns.ts';
import {
  ancestorsOf,
  barOf,
  buildTree,
  nextFailure,
  positionOf,
  spanOf,
  stepsToRead,
  ticksOf,
  visibleRows,
  waitingGaps,
} from '../../dashboard/src/logic/waterfall.ts';

const aStep = (seq: number, parent: number | null, change: Partial<RunStep> = {}): RunStep => ({
  seq,
  parent,
  kind: 'node',
  state: 'ok',
  attempt: 1,
  name: `step-${seq}`,
  note: '',
  started_at_ms: 1_000 + seq,
  ended_at_ms: 2_000,
  first_token_at_ms: null,
  tokens: 0,
  graph_step: null,
  error: null,
  ...change,
});

describe('the steps of a run that are read again after a change', () => {
  const known = (...steps: RunStep[]) => new Map(steps.map((step) => [step.seq, step]));
  const isRunning = { state: 'running' } as const;

  test('are the new steps and the running steps', () => {
    expect(stepsToRead(known())).toEqual({ after: 0 });
    expect(stepsToRead(known(aStep(1, null), aStep(2, 1)))).toEqual({ after: 2 });
    const steps = known(aStep(1, null, isRunning), aStep(2, 1), aStep(3, 1, isRunning), aStep(4, 3));
    expect(stepsToRead(steps)).toEqual({ after: 4, again: '1,3' });
  });

  test('are all steps if the run has a span, because a later span can contain earlier spans', () => {
    expect(stepsToRead(known(aStep(1, null), aStep(1_000_001, 1)))).toEqual({ after: 0 });
  });

  test('are all steps from the first running step on if very many steps are running', () => {
    const steps = Array.from({ length: 101 }, (_, index) => aStep(index + 7, null, isRunning));
    expect(stepsToRead(known(aStep(1, null), ...steps))).toEqual({ after: 6 });
  });
});

describe("the tree of a run's steps", () => {
  const steps = [aStep(1, null), aStep(2, 1), aStep(3, 2), aStep(4, 1), aStep(5, 99)];

  test("shows each step below the step that contains it, or as a root if the step's parent is unknown", () => {
    const rows = visibleRows(buildTree(steps), new Set());
    expect(rows.map(({ step, depth, inside }) => [step.seq, depth, inside])).toEqual([
      [1, 0, 3],
      [2, 1, 1],
      [3, 2, 0],
      [4, 1, 0],
      [5, 0, 0],
    ]);
  });

  // docs/local-controls/spans.md#tree
  test('orders steps by their start, because spans arrive later than steps', () => {
    const late = [
      aStep(1, null),
      aStep(2, 1, { started_at_ms: 5_000 }),
      aStep(1_000_001, 1_000_002, { started_at_ms: 4_100 }),
      aStep(1_000_002, 1, { started_at_ms: 4_000 }),
    ];
    const rows = visibleRows(buildTree(late), new Set());
    expect(rows.map(({ step, depth }) => [step.seq, depth])).toEqual([
      [1, 0],
      [1_000_002, 1],
      [1_000_001, 2],
      [2, 1],
    ]);
    const bySeq = new Map(late.map((step) => [step.seq, step]));
    expect(ancestorsOf(bySeq, 1_000_001)).toEqual([1_000_002, 1]);
  });

  test('hides the steps inside a collapsed step', () => {
    const rows = visibleRows(buildTree(steps), new Set([2]));
    expect(rows.map(({ step }) => step.seq)).toEqual([1, 2, 4, 5]);
  });

  test('shows each step once, even if its parents form a cycle', () => {
    const parents = fc.array(fc.option(fc.integer({ min: -5, max: 40 })), { maxLength: 40 });
    fc.assert(
      fc.property(parents, (given) => {
        const any = given.map((parent, index) => aStep(index + 1, parent));
        const rows = visibleRows(buildTree(any), new Set());
        expect(rows.map(({ step }) => step.seq).toSorted((a, b) => a - b)).toEqual(any.map(({ seq }) => seq));
        const bySeq = new Map(any.map((step) => [step.seq, step]));
        for (const { seq } of any) expect(ancestorsOf(bySeq, seq).length).toBeLessThanOrEqual(any.length);
      }),
    );
  });

  test('finds the innermost failures one after another, and then starts again', () => {
    const failed = [
      aStep(1, null, { state: 'error' }),
      aStep(2, 1, { state: 'error' }),
      aStep(3, 1, { state: 'error' }),
    ];
    const tree = buildTree(failed);
    expect(nextFailure(tree, failed, null)?.seq).toBe(2);
    expect(nextFailure(tree, failed, 2)?.seq).toBe(3);
    expect(nextFailure(tree, failed, 3)?.seq).toBe(2);
    expect(nextFailure(tree, [], null)).toBeUndefined();
  });

  test('can contain 10,000 nested steps', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) => aStep(index + 1, index === 0 ? null : index));
    expect(visibleRows(buildTree(deep), new Set()).at(-1)?.depth).toBe(9_999);
  });
});

describe("the bars of a run's steps", () => {
  const span = { from: 1_000, to: 2_000 };

  test('lie within the width, even for invalid times', () => {
    fc.assert(
      fc.property(fc.integer(), fc.option(fc.integer()), fc.integer(), (start, end, now) => {
        const bar = barOf(aStep(1, null, { started_at_ms: start, ended_at_ms: end }), span, now, {
          isLive: true,
          isInnermost: true,
        });
        expect(bar.x).toBeGreaterThanOrEqual(0);
        expect(bar.width).toBeGreaterThan(0);
        expect(bar.x + bar.width).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('of an unfinished step extend to the present, or to the end of a finished run', () => {
    const step = aStep(1, null, { kind: 'tool', state: 'running', started_at_ms: 1_000, ended_at_ms: null });
    expect(barOf(step, span, 1_500, { isLive: true, isInnermost: true })).toMatchObject({
      className: 'bar-live',
      width: 48,
    });
    expect(barOf(step, span, 2_000, { isLive: false, isInnermost: true })).toMatchObject({
      className: 'bar-tool',
      width: 96,
    });
  });

  test('are hollow if the step contains other steps, so only the innermost failed step is solid', () => {
    const failed = aStep(1, null, { state: 'error' });
    const classOf = (isInnermost: boolean) =>
      barOf(failed, span, 2_000, { isLive: false, isInnermost }).className;
    expect([classOf(true), classOf(false)]).toEqual(['bar-failed', 'bar-hollow-failed']);
  });

  test('include steps that begin before the run or end after it', () => {
    expect(spanOf([aStep(1, null, { started_at_ms: 500, ended_at_ms: 9_000 })], 1_000, 2_000)).toEqual({
      from: 500,
      to: 9_000,
    });
    expect(positionOf(1_500, span)).toBe(50);
  });

  test('have an axis with at most six ticks at round times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (total) => {
        const ticks = ticksOf({ from: 0, to: total });
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeLessThanOrEqual(total);
      }),
    );
    expect(ticksOf({ from: 0, to: 4_210 })).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });
});

describe('long idle times of a run', () => {
  const inner = (seq: number, from: number, to: number) =>
    aStep(seq, 1, { kind: 'tool', started_at_ms: from, ended_at_ms: to });
  const steps = [
    aStep(1, null, { started_at_ms: 0, ended_at_ms: 10_000 }),
    inner(2, 0, 1_000),
    inner(3, 9_000, 10_000),
  ];
  const whole = { from: 0, to: 10_000 };

  test("are gaps between innermost steps that exceed a fifth of the run's duration", () => {
    expect(waitingGaps(buildTree(steps), steps, whole, false)).toEqual([{ from: 1_000, to: 9_000 }]);
    const busy = [...steps, inner(4, 2_900, 7_100)];
    expect(waitingGaps(buildTree(busy), busy, whole, false)).toEqual([]);
  });

  test('do not include the idle time at the end of an active run', () => {
    const begun = steps.slice(0, 2);
    expect(waitingGaps(buildTree(begun), begun, whole, true)).toEqual([]);
    expect(waitingGaps(buildTree(begun), begun, whole, false)).toEqual([{ from: 1_000, to: 10_000 }]);
  });

  test('are drawn narrow and without ticks if they are collapsed, and the order of times stays the same', () => {
    const span = { ...whole, gaps: [{ from: 1_000, to: 9_000 }] };
    expect(positionOf(1_000, span)).toBeCloseTo(49, 0);
    expect(positionOf(9_000, span) - positionOf(1_000, span)).toBeLessThan(3);
    expect(ticksOf(span).filter((ms) => ms > 1_000 && ms < 9_000)).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }), (one, other) => {
        const [first, second] = [Math.min(one, other), Math.max(one, other)];
        expect(positionOf(first, span)).toBeLessThanOrEqual(positionOf(second, span));
      }),
    );
  });
});

test('only a list of messages is shown as a conversation', () => {
  const messages = [
    { type: 'human', content: 'hi' },
    { type: 'ai', content: [{ type: 'text', text: 'ho' }], tool_calls: [{ name: 'find' }] },
  ];
  expect(turnsOf({ messages })).toEqual([
    { role: 'human', text: 'hi' },
    { role: 'ai', text: 'ho\ncalls find' },
  ]);
  for (const other of [{ order: '1' }, 'text', null, [], [1], { messages: [{ a: 1 }] }]) {
    expect(turnsOf(other)).toBeUndefined();
  }
});
