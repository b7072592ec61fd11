import type { RunRow, ThreadRow } from '../ports/store.ts';

/** How a run ended, for whoever waits for it. */
export type RunResult =
  /** `asked`: what its graph stopped to ask, when it did. */
  | { kind: 'values'; values: unknown; interrupts?: unknown[] }
  | { kind: 'failed'; error: string; message: string }
  | { kind: 'deleted' };

/** Somebody's wait for the end of one run, until they `stop`. */
export interface RunWatch {
  result: Promise<RunResult>;
  stop: () => void;
}

/** Tells those who wait that a run ended, the moment it does: nobody polls. */
export interface RunResultNotifier {
  notify(runId: string, end: RunResult): void;
  watch(runId: string): RunWatch;
}

export function createRunResultNotifier(): RunResultNotifier {
  const waiting = new Map<string, Set<(end: RunResult) => void>>();
  return {
    notify(runId, end) {
      for (const resolve of waiting.get(runId) ?? []) resolve(end);
      waiting.delete(runId);
    },
    watch(runId) {
      const { promise, resolve } = Promise.withResolvers<RunResult>();
      const set = waiting.get(runId) ?? new Set();
      waiting.set(runId, set.add(resolve));
      return {
        result: promise,
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
export function toValuesResult(values: unknown, interrupts: Record<string, unknown>): RunResult {
  const asked = Object.values(interrupts).flat();
  return { kind: 'values', values, ...(asked.length > 0 && { interrupts: asked }) };
}

/** What a finished run and its thread, as it is now, say to somebody who joins it late. */
export function toRunResult(
  run: RunRow,
  left: Pick<ThreadRow, 'values' | 'interrupts'> | undefined,
): RunResult {
  if (run.status !== 'error' && run.status !== 'timeout') {
    return toValuesResult(left?.values ?? {}, left?.interrupts ?? {});
  }
  return {
    kind: 'failed',
    ...(run.error ?? { error: 'Error', message: `the run ended with status ${run.status}` }),
  };
}
