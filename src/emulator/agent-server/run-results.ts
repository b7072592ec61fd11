import type { RunResult } from './run-outcome.ts';

/** Watch for the end of one run. The client must call `stop`. */
export interface RunWatch {
  result: Promise<RunResult>;
  stop: () => void;
}

/** Creates the registry of clients that wait for the results of runs. */
export function createRunResults() {
  const waiting = new Map<string, Set<(result: RunResult) => void>>();
  const existing = new Set<string>();
  const forget = (runId: string): void => {
    waiting.delete(runId);
    existing.delete(runId);
  };
  return {
    /**
     * Returns the IDs of runs that clients wait for. The value of an ID is true if the run is known to have existed.
     */
    waiting: (): ReadonlyMap<string, boolean> =>
      new Map([...waiting.keys()].map((runId) => [runId, existing.has(runId)])),
    created(runIds: readonly string[]): void {
      for (const runId of runIds) if (waiting.has(runId)) existing.add(runId);
    },
    announce(runId: string, result: RunResult): void {
      for (const resolve of waiting.get(runId) ?? []) resolve(result);
      forget(runId);
    },
    watch(runId: string): RunWatch {
      const { promise, resolve } = Promise.withResolvers<RunResult>();
      const set = waiting.get(runId) ?? new Set();
      waiting.set(runId, set.add(resolve));
      return {
        result: promise,
        stop() {
          set.delete(resolve);
          if (set.size === 0 && waiting.get(runId) === set) forget(runId);
        },
      };
    },
  };
}
