import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_SETTINGS } from '../../../src/judgement/comparison.ts';
import { countRuns, describeGate, type PlannedQuestions } from '../../../src/action/gate/dry-run.ts';

const planned = (given: Partial<PlannedQuestions> = {}): PlannedQuestions => ({
  names: ['greets', 'knows the order'],
  available: 2,
  candidate: 'agent-pr-7',
  baseline: 'agent',
  repeats: 1,
  hasCommand: false,
  settings: DEFAULT_SETTINGS,
  ...given,
});
const named = (count: number) => Array.from({ length: count }, (_, index) => `case ${index + 1}`);

// docs/gate.md#what-it-costs
describe('a dry run of the gate', () => {
  test('lists the cases, the deployments and the number of runs', () => {
    expect(describeGate(planned())).toEqual([
      'Dry run: the action would send 2 cases to agent-pr-7 and to agent:',
      '  greets',
      '  knows the order',
      'First responses: 4 runs.',
      'Repeating cases that look broken: at most 16 further runs.',
    ]);
  });

  test('describes a deployment without a comparison in the same way as checks without a gate', () => {
    const lines = [
      'Dry run: the action would send 1 case to agent-pr-7:',
      '  greets',
      'First responses: 1 run.',
    ];
    const alone = { names: ['greets'], available: 1, baseline: undefined };
    expect(describeGate(planned(alone))).toEqual(lines);
    expect(describeGate(planned({ ...alone, settings: undefined }))).toEqual(lines);
  });

  test('counts a sample, repeated responses, and the executions of the score command', () => {
    const lines = describeGate(planned({ names: named(200), available: 900, repeats: 3, hasCommand: true }));
    expect(lines[0]).toBe(
      'Dry run: the action would send a sample of 200 of 900 cases to agent-pr-7 and to agent, each 3 times:',
    );
    expect(lines.slice(50)).toEqual([
      '  case 50',
      '  … and 150 more',
      'First responses: 1,200 runs.',
      // For one broken case among more than 100 cases, six answers are needed for confirmation, of which three exist.
      'Repeating cases that look broken: at most 1,200 further runs.',
      'Score command: at most 1,200 executions.',
    ]);
  });

  test('counts no repeated runs if `repeats` is large enough or `confirm` is 0', () => {
    expect(countRuns(planned({ repeats: 5 })).secondLook).toBe(0);
    expect(countRuns(planned({ repeats: 10 })).secondLook).toBe(0);
    expect(countRuns(planned({ settings: { ...DEFAULT_SETTINGS, confirm: 0 } })).secondLook).toBe(0);
  });

  test('counts two runs per case and repeat, and more runs for more cases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 10 }), (count, repeats) => {
        const { first } = countRuns(planned({ names: named(count), repeats }));
        expect(first).toBe(2 * count * repeats);
        expect(countRuns(planned({ names: named(count + 1), repeats })).first).toBeGreaterThan(first);
      }),
    );
  });
});
