import { describe, expect, test } from '@jest/globals';
import { type SimulatedChange, simulatePullRequest } from '../../../bench/support/gate-simulation.ts';
import { settings } from './support.ts';

const PULL_REQUESTS = 300;

/** Returns the share of failed pull requests, and the share of requests that repeat cases that look broken. */
function simulate(change: SimulatedChange): { red: number; extra: number } {
  let [red, requests, secondLook] = [0, 0, 0];
  for (let one = 0; one < PULL_REQUESTS; one += 1) {
    const result = simulatePullRequest(change, settings({ seed: `test ${one}` }));
    red += Number(result.judgement.isRed);
    requests += result.requests;
    secondLook += result.secondLook;
  }
  return { red: red / PULL_REQUESTS, extra: secondLook / (requests - secondLook) };
}

// The seeds are fixed, so the results are the same in every run. `npm run bench -- gate` simulates more pull requests.
describe('simulated pull requests with 50 cases', () => {
  test('are rarely red if nothing changed, and the repeated cases add few requests', () => {
    const { red, extra } = simulate({ cases: 50, brokenShare: 0, isScored: false });
    expect(red).toBeLessThanOrEqual(0.04);
    expect(extra).toBeLessThanOrEqual(0.35);
    expect(extra).toBeGreaterThan(0.15);
  });

  test('are rarely red if nothing changed, even if a language model also scores the responses', () => {
    expect(simulate({ cases: 50, brokenShare: 0, isScored: true }).red).toBeLessThanOrEqual(0.05);
  });

  test('are nearly always red if a tenth of the cases is broken', () => {
    expect(simulate({ cases: 50, brokenShare: 0.1, isScored: false }).red).toBeGreaterThanOrEqual(0.9);
  });

  test('have the same result for the same seed', () => {
    const change = { cases: 20, brokenShare: 0.1, isScored: true };
    expect(simulatePullRequest(change, settings())).toEqual(simulatePullRequest(change, settings()));
  });
});
