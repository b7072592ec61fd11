import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ganttOf, renderRollout } from '../../../src/action/report/summary.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';

const HOUR = 60 * 60_000;
const span = (status: string, startMs: number, endMs?: number) => ({ status, startMs, endMs });

/**
 * Parses one line like Mermaid's grammar: its first word is a keyword, unless the name of a task begins differently.
 */
const WORDS =
  /^\s*(gantt$|dateFormat\s|axisFormat\s|todayMarker\s|section\s|title\s|click\s|excludes\s|includes\s|tickInterval\s|accTitle|accDescr|topAxis|inclusiveEndDates|weekday\s|weekend\s|%%|\d{4}-\d\d-\d\d)/i;
const TASK =
  /^ {2}\d+\. [^:#;\n]+ :(active|done|crit|milestone), [pe]\d+, (\d\d:\d\d:\d\d\.\d{3}), (\d\d:\d\d:\d\d\.\d{3}|0s)$/;

function tasksOf(chart: string): string[] {
  const lines = chart.split('\n');
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['```mermaid', 'gantt', '```']);
  return lines.slice(1, -1).filter((line) => {
    if (WORDS.test(line)) {
      expect(line).toMatch(
        /^(gantt|  (dateFormat HH:mm:ss\.SSS|axisFormat %[HM]:%[MS]|todayMarker off|section [\w ]+))$/,
      );
      return false;
    }
    expect(line).toMatch(TASK);
    const [, , from = '', until = ''] = TASK.exec(line) ?? [];
    expect(until === '0s' || until > from).toBe(true);
    return true;
  });
}

describe('the chart of a rollout', () => {
  test('draws each phase of the rollout, and the total durations of earlier revisions', () => {
    const timeline = [
      span('BUILDING', 0, 65_250),
      span('DEPLOYING', 65_250, 90_000),
      span('DEPLOYED', 90_000, 90_000),
    ];
    const earlier = [{ id: 'r1', commit: 'b'.repeat(40), tookMs: 100_000 }];
    expect(ganttOf(timeline, earlier)).toBe(
      [
        '```mermaid',
        'gantt',
        '  dateFormat HH:mm:ss.SSS',
        '  axisFormat %M:%S',
        '  todayMarker off',
        '  section This revision',
        '  1. BUILDING 1m 05s :active, p1, 00:00:00.000, 00:01:05.250',
        '  2. DEPLOYING 25s :active, p2, 00:01:05.250, 00:01:30.000',
        '  3. DEPLOYED 0.0s :milestone, p3, 00:01:30.000, 0s',
        '  section Earlier revisions',
        '  1. bbbbbbb 1m 40s :done, e1, 00:00:00.000, 00:01:40.000',
        '```',
      ].join('\n'),
    );
  });

  test('marks failed phases, and shows hours for long rollouts', () => {
    const chart =
      ganttOf([span('BUILDING', 0, 2 * HOUR), span('BUILD_FAILED', 2 * HOUR, 2 * HOUR + 1)], []) ?? '';
    expect(chart).toContain('axisFormat %H:%M');
    expect(chart).toContain(':crit, p2, 02:00:00.000, 02:00:00.001');
  });

  test('is omitted for an empty timeline, or a timeline of a day or more', () => {
    expect(ganttOf([], [{ id: 'r', commit: undefined, tookMs: 1 }])).toBeUndefined();
    expect(ganttOf([span('BUILDING', 0, 24 * HOUR)], [])).toBeUndefined();
  });

  test('is valid Mermaid for any statuses and durations', () => {
    const words = fc.constantFrom(
      'title x',
      'section',
      'done',
      'a:b',
      '#1;2',
      '%%{init}%%',
      '2026-01-02',
      '```',
      '',
    );
    const status = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 60 }));
    const lengths = fc.array(
      fc.tuple(status, fc.oneof(fc.constant(0), fc.double({ min: 0, max: HOUR, noNaN: true }))),
      {
        minLength: 1,
        maxLength: 20,
      },
    );
    const earlier = fc.array(
      fc.record({
        id: status,
        commit: fc.option(status, { nil: undefined }),
        tookMs: fc.integer({ min: 1, max: 23 * HOUR }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(lengths, earlier, (phases, others) => {
        let at = 0;
        const timeline = phases.map(([name, ms]) => {
          at += ms;
          return span(name, at - ms, at);
        });
        const chart = ganttOf(timeline, others) ?? '';
        expect(tasksOf(chart)).toHaveLength(timeline.length + Math.min(3, others.length));
      }),
      { numRuns: 200 },
    );
  });

  test("stays short if the revision's status alternates for hours", () => {
    const timeline = Array.from({ length: 5000 }, (_, index) =>
      span(index % 2 ? 'A' : 'B', index, index + 1),
    );
    const part = renderRollout({ ...createRunRecord(0), timeline });
    expect(part.length).toBeLessThan(20_000);
    expect(part).toContain('and 4940 more');
  });
});
