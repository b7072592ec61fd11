import { expect, test } from '@jest/globals';
import { describeTimeline } from '../../../../src/emulator/data-plane/reconcile/timeline.ts';

const at = (...statuses: [string, number][]) =>
  statuses.map(([status, ms]) => ({ status, at: 1_000_000 + ms }));

test('the timeline of a rollout contains the duration of each part, and of the parts of the build', () => {
  const history = at(
    ['CREATING', 0],
    ['AWAITING_BUILD', 5],
    ['BUILDING', 8],
    ['AWAITING_DEPLOY', 158],
    ['DEPLOYING', 160],
  );
  const phases = [
    { name: 'checkout', ms: 90.4 },
    { name: 'bundle', ms: 20 },
  ];
  expect(describeTimeline(history, phases, 1_001_358)).toBe(
    'Ready 1.4 s after its creation: waiting 8 ms, build 150 ms (checkout 90 ms, bundle 20 ms), start 1.2 s.',
  );
});

test('the timeline adds up repeated attempts, and names unknown statuses', () => {
  const history = at(['BUILDING', 0], ['PAUSED', 10], ['BUILDING', 30]);
  expect(describeTimeline(history, [], 1_000_040)).toBe(
    'Ready 40 ms after its creation: build 20 ms, other 20 ms.',
  );
});

test('a revision without a history has no timeline', () => {
  expect(describeTimeline([], [], 0)).toBeUndefined();
});
