import type { Repositories, Store } from './ports/store.ts';

/** Methods of a store that change the state of runs in lists, as far as the dashboard shows them live. */
type Observed = Pick<Repositories, 'runs' | 'runSummaries'>;

/**
 * Wraps a store so that it reports each committed change of a run's summary or state.
 *
 * @param notify Receives the IDs of the changed runs.
 */
export function observeRuns(store: Store, notify: (runIds: readonly string[]) => void): Store {
  return {
    ...store,
    ...observe(store, (runId) => notify([runId])),
    async transaction(work) {
      let changed: string[] = [];
      const result = await store.transaction((tx) => {
        // A retried transaction starts without changes, so only the changes of the committed attempt are reported.
        changed = [];
        return work({ ...tx, ...observe(tx, (runId) => changed.push(runId)) });
      });
      if (changed.length > 0) notify(changed);
      return result;
    },
  };
}

function observe({ runs, runSummaries }: Observed, report: (runId: string) => void): Observed {
  return {
    runs: {
      ...runs,
      async claimNext(...given) {
        const run = await runs.claimNext(...given);
        if (run) report(run.id);
        return run;
      },
      async remove(id) {
        await runs.remove(id);
        report(id);
      },
    },
    runSummaries: {
      ...runSummaries,
      async insert(row) {
        await runSummaries.insert(row);
        report(row.runId);
      },
      async end(runId, end) {
        await runSummaries.end(runId, end);
        report(runId);
      },
      async record(runId, steps, progress) {
        await runSummaries.record(runId, steps, progress);
        report(runId);
      },
      async addSpans(runId, spans) {
        const added = await runSummaries.addSpans(runId, spans);
        report(runId);
        return added;
      },
    },
  };
}
