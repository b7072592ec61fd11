import { describe, expect, test } from '@jest/globals';
import { type CheckedWorker, watchHealth } from '../../../../src/emulator/data-plane/worker/health-watch.ts';

const NODE = { runId: 'run', graphId: 'agent', node: 'act' };

/** Watches a worker whose checks have these results, in order. The watch ends after the last result. */
async function watch(checks: readonly (Partial<{ blockedMs: number }> | 'silent')[], isRestarted = true) {
  const over = new AbortController();
  const slept: number[] = [];
  const lines: string[] = [];
  let next = 0;
  let blockedMs = 0;
  const worker: CheckedWorker = {
    ping() {
      const check = checks[next];
      next += 1;
      if (next > checks.length) over.abort();
      blockedMs = typeof check === 'object' ? (check.blockedMs ?? 0) : blockedMs;
      return Promise.resolve(check !== 'silent');
    },
    blockedMs: () => blockedMs,
    lastNodes: () => [NODE],
  };
  const outcome = await watchHealth(worker, {
    clock: { sleep: (ms) => Promise.resolve(void slept.push(ms)) },
    timing: { healthIntervalMs: 15_000, pingTimeoutMs: 5_000, stuckMs: 10_000 },
    log: (message) => lines.push(message),
    isRestarted,
    over: over.signal,
  });
  return { outcome, slept, lines, checked: next };
}

describe('the health checks of a worker', () => {
  test('report a worker and its node as stuck if the event loop is blocked beyond the deadline', async () => {
    const { outcome, slept, lines, checked } = await watch([
      {},
      { blockedMs: 100 },
      { blockedMs: 8_000 },
      { blockedMs: 10_000 },
      {},
    ]);
    expect(outcome).toBe('stuck');
    expect(checked).toBe(4);
    expect(slept).toEqual([15_000, 15_000, 1_000, 1_000]);
    expect(lines).toEqual([
      'The agent is stuck: its event loop has been blocked for 10 s. Its process is stopped, and its runs are retried. The last node that it started is "act" of the graph "agent" (run run).',
    ]);
  });

  test('do not report a worker as stuck if its process was suspended', async () => {
    // The first checks after a suspension may include its whole duration.
    const { outcome, lines } = await watch([{ blockedMs: 60_000 }, { blockedMs: 60_000 }, {}, {}]);
    expect(outcome).toBe('over');
    expect(lines).toEqual([]);
  });

  test('log only once that a worker does not respond, and once that it responds again', async () => {
    const { outcome, lines } = await watch(['silent', 'silent', {}]);
    expect(outcome).toBe('over');
    expect(lines).toEqual([
      expect.stringContaining('It will be restarted if it does not respond for 10 s'),
      'The agent responds to its health check again.',
    ]);
  });

  test('never report a server as stuck if the server cannot be restarted', async () => {
    const blocked = Array.from({ length: 5 }, () => ({ blockedMs: 60_000 }));
    const { outcome, lines } = await watch([...blocked, 'silent'], false);
    expect(outcome).toBe('over');
    expect(lines).toEqual([expect.stringContaining('It continues to run')]);
  });

  test("end when the emulator's clock is closed", async () => {
    const outcome = await watchHealth(
      { ping: () => Promise.reject(new Error('not asked')) },
      {
        clock: { sleep: () => Promise.reject(new Error('closed')) },
        timing: { healthIntervalMs: 1, pingTimeoutMs: 1, stuckMs: 1 },
        log: () => undefined,
        isRestarted: true,
        over: new AbortController().signal,
      },
    );
    expect(outcome).toBe('over');
  });
});
