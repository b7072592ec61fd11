import type { RunRow, ThreadRow } from '../seams/store.ts';

/** How a run ended, for whoever waits for it. */
export type RunEnd =
  /** `asked`: what its graph stopped to ask, when it did. */
  | { kind: 'values'; values: unknown; asked?: unknown[] }
  | { kind: 'failed'; error: string; message: string }
  | { kind: 'deleted' };

/** Somebody's wait for the end of one run, until they `stop`. */
export interface RunWatch {
  end: Promise<RunEnd>;
  stop: () => void;
}

/** Tells those who wait that a run ended, the moment it does: nobody polls. */
export interface RunEnds {
  announce(runId: string, end: RunEnd): void;
  next(runId: string): RunWatch;
}

export function createRunEnds(): RunEnds {
  const waiting = new Map<string, Set<(end: RunEnd) => void>>();
  return {
    announce(runId, end) {
      for (const resolve of waiting.get(runId) ?? []) resolve(end);
      waiting.delete(runId);
    },
    next(runId) {
      const { promise, resolve } = Promise.withResolvers<RunEnd>();
      const set = waiting.get(runId) ?? new Set();
      waiting.set(runId, set.add(resolve));
      return {
        end: promise,
        stop() {
          set.delete(resolve);
          if (set.size === 0 && waiting.get(runId) === set) waiting.delete(runId);
        },
      };
    },
  };
}

/** True for a run that will not change any more. */
export function isFinal(run: RunRow): boolean {
  return run.status !== 'pending' && run.status !== 'running';
}

/** The end of a run that stopped or finished: the values, and what waits for an answer, by task. */
export function valuesEnd(values: unknown, interrupts: Record<string, unknown>): RunEnd {
  const asked = Object.values(interrupts).flat();
  return { kind: 'values', values, ...(asked.length > 0 && { asked }) };
}

/** What a finished run and its thread, as it is now, say to somebody who joins it late. */
export function endOf(run: RunRow, left: Pick<ThreadRow, 'values' | 'interrupts'> | undefined): RunEnd {
  if (run.status !== 'error' && run.status !== 'timeout') {
    return valuesEnd(left?.values ?? {}, left?.interrupts ?? {});
  }
  return {
    kind: 'failed',
    ...(run.error ?? { error: 'Error', message: `the run ended with status ${run.status}` }),
  };
}
