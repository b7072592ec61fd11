import { describe, expect, test } from '@jest/globals';
import { barKind, type TimelineRow, layOutTimeline } from '../../dashboard/src/logic/timeline.ts';

const lane = (more: Partial<TimelineRow>): TimelineRow => ({
  id: 'one',
  label: 'shop #1',
  phases: [],
  serving: null,
  reason: null,
  ...more,
});
const phase = (status: string, at: number) => ({ status, at_ms: at });

describe('the timeline of a deployment in the dashboard', () => {
  test('has a bar for each phase, and for the time in which a revision is active', () => {
    const { lanes, from, to } = layOutTimeline(
      [
        lane({
          phases: [
            phase('CREATING', 0),
            phase('BUILDING', 10),
            phase('DEPLOYING', 60),
            phase('DEPLOYED', 80),
          ],
          serving: { from_ms: 80, until_ms: null },
        }),
      ],
      { now: 100, collapseIdle: false },
    );
    expect([from, to]).toEqual([0, 100]);
    expect(lanes[0]?.bars.map(({ word, left, width, open }) => [word, left, width, open])).toEqual([
      ['Queued', 0, 0.1, false],
      ['Building', 0.1, 0.5, false],
      ['Starting', 0.6, expect.closeTo(0.2), false],
      ['Serving', 0.8, expect.closeTo(0.2), true],
    ]);
  });

  test('extends active phases to the present, but not phases that failed', () => {
    const { lanes } = layOutTimeline(
      [
        lane({ phases: [phase('BUILDING', 0)] }),
        lane({
          id: 'two',
          phases: [phase('BUILDING', 0), phase('BUILD_FAILED', 40)],
          reason: 'no such file',
        }),
      ],
      { now: 100, collapseIdle: false },
    );
    expect(lanes[0]?.bars).toMatchObject([{ to: 100, open: true }]);
    expect(lanes[1]?.bars).toMatchObject([
      { word: 'Building', to: 40 },
      { kind: 'failed', from: 40, to: 40, open: false },
    ]);
  });

  test('can collapse long idle times without changing the order of events', () => {
    const lanes = [
      lane({
        phases: [phase('BUILDING', 0), phase('DEPLOYED', 100)],
        serving: { from_ms: 100, until_ms: null },
      }),
      lane({ id: 'two', phases: [phase('BUILDING', 10_000), phase('DEPLOYED', 10_100)] }),
    ];
    const plain = layOutTimeline(lanes, { now: 10_100, collapseIdle: false });
    const narrow = layOutTimeline(lanes, { now: 10_100, collapseIdle: true });
    expect(plain.collapsed).toEqual([]);
    expect(narrow.collapsed).toMatchObject([{ ms: 9_900 }]);
    expect(plain.lanes[0]?.bars[0]?.width).toBeCloseTo(0.01, 2);
    expect(narrow.lanes[0]?.bars[0]?.width).toBeCloseTo(0.49, 2);
    const second = narrow.lanes[1]?.bars[0];
    expect((second?.left ?? 0) + (second?.width ?? 0)).toBeCloseTo(1);
  });

  test('has ticks at round intervals from the start, except in collapsed idle times', () => {
    const lanes = [
      lane({ phases: [phase('BUILDING', 1_437), phase('DEPLOYED', 5_437)] }),
      lane({ id: 'two', phases: [phase('BUILDING', 9_001_437), phase('DEPLOYED', 9_003_437)] }),
    ];
    const { from, ticks } = layOutTimeline(lanes, { now: 9_003_437, collapseIdle: true });
    expect(ticks.map(({ at }) => at - from)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 9_001_000]);
    expect(ticks.map(({ left }) => left)).toEqual(ticks.map(({ left }) => left).toSorted((a, b) => a - b));
  });

  test('handles an empty list, a single moment, and a clock that was set back', () => {
    expect(layOutTimeline([], { now: 5, collapseIdle: true }).lanes).toEqual([]);
    const single = layOutTimeline([lane({ phases: [phase('CREATING', 5)] })], { now: 5, collapseIdle: true });
    expect(single.lanes[0]?.bars[0]).toMatchObject({ left: 0, width: 0 });
    const back = layOutTimeline([lane({ phases: [phase('CREATING', 50), phase('BUILDING', 10)] })], {
      now: 20,
      collapseIdle: false,
    });
    for (const bar of back.lanes[0]?.bars ?? []) expect(bar.width).toBeGreaterThanOrEqual(0);
  });

  test('shows an unknown status as work in progress', () => {
    expect(['QUEUED', 'NEVER_SEEN', 'DEPLOY_FAILED', 'SKIPPED'].map(barKind)).toEqual([
      'waiting',
      'building',
      'failed',
      'ended',
    ]);
  });
});
