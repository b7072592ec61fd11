import { describe, expect, test } from '@jest/globals';
import type {
  ClusterProblem,
  Outcome,
} from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import { retryTemporary } from '../../../../../src/emulator/data-plane/places/kubernetes/retry-temporary.ts';

const BUSY: ClusterProblem = { kind: 'busy', retryAfterMs: undefined, message: 'busy', hint: 'Wait.' };
const UNAVAILABLE: ClusterProblem = { kind: 'unavailable', message: 'restarting', hint: 'Wait.' };
const CONFLICT: ClusterProblem = { kind: 'conflict', message: 'changed', hint: 'Read it again.' };

/** Creates a request that returns these outcomes in order; `log` has a line for each call, problem and delay. */
function rigOf(outcomes: Outcome<string>[], signal = new AbortController().signal) {
  const log: string[] = [];
  const work = async () => {
    log.push('attempt');
    const outcome = outcomes.shift();
    if (outcome === undefined) throw new Error('there was one attempt too many');
    return outcome;
  };
  const clock = {
    sleep: async (ms: number, over?: AbortSignal) => {
      log.push(`sleep ${ms}`);
      over?.throwIfAborted();
    },
  };
  const onProblem = ({ kind }: ClusterProblem) => void log.push(kind);
  return { log, result: retryTemporary(work, { clock, signal, onProblem, random: () => 0 }) };
}

describe('a request that is repeated while its problem is temporary', () => {
  test('returns the value of the first successful attempt, and reports each earlier problem', async () => {
    const { log, result } = rigOf([
      { ok: false, problem: UNAVAILABLE },
      { ok: false, problem: BUSY },
      { ok: true, value: 'done' },
    ]);
    expect(await result).toEqual({ ok: true, value: 'done' });
    expect(log).toEqual(['attempt', 'unavailable', 'sleep 1000', 'attempt', 'busy', 'sleep 2000', 'attempt']);
  });

  test('returns a permanent problem immediately', async () => {
    const lasting: Outcome<string> = { ok: false, problem: CONFLICT };
    const { log, result } = rigOf([lasting]);
    expect(await result).toEqual(lasting);
    expect(log).toEqual(['attempt']);
  });

  test('fails with the abort reason of its signal', async () => {
    const reason = new Error('the pod runtime closes');
    const { log, result } = rigOf([{ ok: false, problem: BUSY }], AbortSignal.abort(reason));
    await expect(result).rejects.toBe(reason);
    expect(log).toEqual(['attempt', 'busy', 'sleep 1000']);
  });
});
