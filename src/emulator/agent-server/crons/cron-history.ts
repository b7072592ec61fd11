import { createListeners } from '../../../clients/listeners.ts';
import type { CronOutcome } from '../../ports/agent-records.ts';
import type { RunResult } from '../run-outcome.ts';

/** Number of outcomes that are kept for each cron, and of crons with outcomes. */
const KEPT = 5;
const CRONS_KEPT = 1_000;
/** Maximum length of a reason in characters. */
const MAX_REASON = 500;

/** Last outcomes of crons, in memory. */
export type CronHistory = ReturnType<typeof createCronHistory>;

/** Creates an empty history. */
export function createCronHistory() {
  const outcomes = new Map<string, CronOutcome[]>();
  const listeners = createListeners();
  const add = (cronId: string, outcome: CronOutcome): void => {
    const kept = [...(outcomes.get(cronId) ?? []), outcome].slice(-KEPT);
    // The cron that ran last is moved to the end of the map, so the first cron in the map is removed.
    outcomes.delete(cronId);
    outcomes.set(cronId, kept);
    const [oldest] = outcomes.keys();
    if (outcomes.size > CRONS_KEPT && oldest !== undefined) outcomes.delete(oldest);
    listeners.notify();
  };
  return {
    of: (cronId: string): readonly CronOutcome[] => outcomes.get(cronId) ?? [],
    refused(cronId: string, at: number, reason: string): void {
      const clipped = reason.slice(0, MAX_REASON).toWellFormed();
      add(cronId, { at, status: 'refused', runId: null, threadId: null, reason: clipped });
    },
    /** Adds a run. `result` resolves when the run has ended. */
    started(
      cronId: string,
      run: { id: string; threadId: string; createdAt: number },
      result: Promise<RunResult>,
    ): void {
      const outcome: CronOutcome = {
        at: run.createdAt,
        status: 'running',
        runId: run.id,
        threadId: run.threadId,
        reason: '',
      };
      add(cronId, outcome);
      void result.then((ended) => {
        Object.assign(outcome, statusOf(ended));
        listeners.notify();
      });
    },
    onChange: listeners.add,
  };
}

function statusOf(result: RunResult): Pick<CronOutcome, 'status' | 'reason'> {
  switch (result.kind) {
    case 'values':
      return { status: 'success', reason: '' };
    case 'failed':
      return {
        status: 'error',
        reason: `${result.error}: ${result.message}`.slice(0, MAX_REASON).toWellFormed(),
      };
    default:
      return { status: 'stopped', reason: '' };
  }
}
