import type { RunChanges } from './ports/store-run-summaries.ts';
import type { Repositories, Store } from './ports/store.ts';

/** Store methods that change the runs that the dashboard lists and updates live. */
type Observed = Pick<Repositories, 'runs' | 'runSummaries' | 'threads'>;

/** Receives the IDs of runs that changed, and of threads that were removed. */
interface Report {
  runs(ids: readonly string[]): void;
  removedThreads(ids: readonly string[]): void;
}

/**
 * Wraps a store so that it reports each committed change of a run's summary or state.
 *
 * @param notify Receives the changes.
 */
export function observeRuns(store: Store, notify: (changes: RunChanges) => void): Store {
  const report: Report = {
    runs(runIds) {
      if (runIds.length > 0) notify({ runIds, removedThreadIds: [] });
    },
    removedThreads(ids) {
      if (ids.length > 0) notify({ runIds: [], removedThreadIds: ids });
    },
  };
  return {
    ...store,
    ...observe(store, report),
    async transaction(work) {
      let [runIds, removedThreadIds]: [string[], string[]] = [[], []];
      const result = await store.transaction((tx) => {
        // A retried transaction starts with no recorded changes, so only the changes of the committed attempt are
        // reported.
        [runIds, removedThreadIds] = [[], []];
        const gathered: Report = {
          runs: (ids) => runIds.push(...ids),
          removedThreads: (ids) => removedThreadIds.push(...ids),
        };
        return work({ ...tx, ...observe(tx, gathered) });
      });
      if (runIds.length > 0 || removedThreadIds.length > 0) notify({ runIds, removedThreadIds });
      return result;
    },
  };
}

function observe({ runs, runSummaries, threads }: Observed, report: Report): Observed {
  return {
    runs: {
      ...runs,
      async claimNext(...given) {
        const run = await runs.claimNext(...given);
        if (run) report.runs([run.id]);
        return run;
      },
      async remove(id) {
        await runs.remove(id);
        report.runs([id]);
      },
    },
    runSummaries: {
      ...runSummaries,
      async insert(row) {
        await runSummaries.insert(row);
        report.runs([row.runId]);
      },
      async end(runId, end, kept) {
        await runSummaries.end(runId, end, kept);
        report.runs([runId]);
      },
      async markAnswered(threadId) {
        const ids = await runSummaries.markAnswered(threadId);
        report.runs(ids);
        return ids;
      },
      async markWaiting(threadId) {
        const ids = await runSummaries.markWaiting(threadId);
        report.runs(ids);
        return ids;
      },
      async record(runId, steps, progress) {
        await runSummaries.record(runId, steps, progress);
        report.runs([runId]);
      },
      async addSpans(runId, spans) {
        const added = await runSummaries.addSpans(runId, spans);
        report.runs([runId]);
        return added;
      },
    },
    threads: {
      ...threads,
      async insert(row) {
        const expired = await threads.insert(row);
        report.removedThreads(expired);
        return expired;
      },
      async remove(id) {
        await threads.remove(id);
        report.removedThreads([id]);
      },
      async removeMany(ids) {
        await threads.removeMany(ids);
        report.removedThreads(ids);
      },
    },
  };
}
