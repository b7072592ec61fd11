import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderPhases } from '../../../src/action/report/phases.ts';

const HOUR = 60 * 60_000;
const span = (status: string, startMs: number, endMs?: number) => ({ status, startMs, endMs });

describe('the phases of a rollout', () => {
  test('have a bar in proportion to their duration, except for the final status', () => {
    const timeline = [
      span('QUEUED', 0, 400),
      span('BUILDING', 400, 24_500),
      span('DEPLOYING', 24_500, 30_700),
      span('DEPLOYED', 30_700, 30_700),
    ];
    expect(renderPhases(timeline)).toBe(
      [
        '```text',
        'queued         0.4 s  │',
        'building        24 s  ├─────────────────┤',
        'deploying        6 s                     ├───┤',
        'serving                                       ●──▶',
        '```',
      ].join('\n'),
    );
  });

  test('mark the failed phase, and show long durations in hours', () => {
    const text = renderPhases([span('BUILDING', 0, 2 * HOUR), span('BUILD_FAILED', 2 * HOUR, 2 * HOUR + 1)]);
    expect(text).toContain('building 2 h 00 min  ├──────────────────────┤ ✕ build failed');
    expect(text).not.toContain('serving');
  });

  test('of a revision that was rolled back do not end with serving', () => {
    const timeline = [span('BUILDING', 0, 9_000), span('DEPLOYED', 9_000, 9_000)];
    expect(renderPhases(timeline)).toContain('serving');
    expect(renderPhases(timeline, { isServing: false })).not.toContain('serving');
  });

  test('are separated from their durations by a space, even if the duration is long', () => {
    expect(renderPhases([span('BUILDING', 0, 30 * 60_000)])).toContain('building 30 min 00 s  ├');
  });

  test('are omitted if the run did not wait or no phase took time', () => {
    expect(renderPhases([])).toBe('');
    expect(renderPhases([span('DEPLOYED', 0, 0)])).toBe('');
  });

  test('are one code block, even if the service returns unusual status names', () => {
    const name = fc.oneof(
      fc.constantFrom('BUILDING', '```', '@octocat', '<!--', 'WARMING_CACHES', '\u001b[31m', '#1'),
      fc.string({ unit: 'grapheme' }),
    );
    const lengths = fc.array(fc.tuple(name, fc.integer({ min: 0, max: 30 * HOUR })), { maxLength: 20 });
    fc.assert(
      fc.property(lengths, (phases) => {
        let at = 0;
        const timeline = phases.map(([status, ms]) => {
          at += ms;
          return span(status, at - ms, at);
        });
        const text = renderPhases(timeline);
        if (text === '') return;
        const fence = /^`+/.exec(text)?.[0] ?? '';
        expect(text.startsWith(`${fence}text\n`)).toBe(true);
        expect(text.split('\n').filter((line) => line.startsWith(fence))).toHaveLength(2);
      }),
      { numRuns: 200 },
    );
  });

  test("stay short even if the revision's status alternates for hours", () => {
    const timeline = Array.from({ length: 5000 }, (_, index) =>
      span(index % 2 ? 'A' : 'B', index * 100, index * 100 + 100),
    );
    const part = renderPhases(timeline);
    expect(part.length).toBeLessThan(20_000);
    expect(part).toContain('… and 4940 more');
  });
});
