import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { StepList, StepSummary } from '../../../src/contract/dashboard/threads.ts';
import { NO_TIMELINE, type Timeline, timelineOf } from '../logic/thread-steps.ts';
import { errorText, read } from './api.ts';
import { stepsPath } from './run.ts';

/** Number of steps that one request returns. */
const PAGE = 1_000;

export interface LiveSteps {
  timeline: Signal<Timeline>;
  /** Number of all steps of the thread, some of which might not be loaded yet, or null before the first response. */
  total: Signal<number | null>;
  problem: Signal<string>;
  /** Reads the newest steps, and then all older steps that are not loaded yet. */
  reload(): Promise<void>;
}

/** Loads all steps of a thread page by page, newest first. Reads the newest steps again when `changes` changes. */
export function useThreadSteps(deployment: string, thread: string, changes: readonly unknown[]): LiveSteps {
  const steps = useMemo(() => createLiveSteps(`/d/${deployment}`, thread), [deployment, thread]);
  useEffect(() => {
    void steps.reload();
  }, [steps, ...changes]);
  useEffect(() => () => steps.stop(), [steps]);
  return steps;
}

function createLiveSteps(base: string, thread: string): LiveSteps & { stop(): void } {
  const timeline = signal<Timeline>(NO_TIMELINE);
  const total = signal<number | null>(null);
  const problem = signal('');
  let list: readonly StepSummary[] = [];
  let round = 0;

  const readPages = async (own: number): Promise<void> => {
    const fresh: StepSummary[] = [];
    const known = list;
    for (let before: string | undefined; ; ) {
      const page: StepList = await read(stepsPath(base, thread), { limit: PAGE, before });
      if (own !== round) return;
      total.value = page.total;
      fresh.push(...page.steps);
      const oldest = fresh.at(-1)?.id ?? '';
      // A rollback removes steps, so loaded steps that the new pages no longer contain are removed.
      const rest = page.more ? known.filter(({ id }) => id < oldest) : [];
      list = [...fresh, ...rest];
      timeline.value = timelineOf(list);
      if (!page.more || list.length >= page.total) return;
      before = oldest;
    }
  };
  return {
    timeline,
    total,
    problem,
    async reload() {
      if (thread === '') return;
      round += 1;
      const own = round;
      try {
        await readPages(own);
        if (own === round) problem.value = '';
      } catch (error) {
        if (own === round) problem.value = errorText(error);
      }
    },
    stop: () => void (round += 1),
  };
}
