import type { ThreadSummary } from '../../contract/dashboard/threads.ts';
import type { Runs, ThreadOutline } from '../ports/store-agent-server.ts';
import type { RunListRow, RunSummaries } from '../ports/store-run-summaries.ts';
import { isWholeOutline, type RecordedTexts, toThreadSummary } from './thread-views.ts';

/** Number of characters of a thread's values that are read for a list. */
export const VALUES_READ = 64 * 1024;
/** Maximum number of runs whose recorded texts are read for a thread with longer values. */
const RUNS_READ = 20;

/**
 * Reads the summary of a thread. For a thread with long values, the texts come from the recorded summaries of the
 * thread's runs, so that the values need not be read.
 */
export async function readThreadSummary(
  store: { runs: Pick<Runs, 'list'>; runSummaries: Pick<RunSummaries, 'list'> },
  row: ThreadOutline,
): Promise<ThreadSummary> {
  const [failed] =
    row.status === 'error' ? await store.runs.list(row.deploymentId, row.id, { limit: 1, offset: 0 }) : [];
  const recorded = isWholeOutline(row)
    ? null
    : toRecordedTexts(await store.runSummaries.list({ threadId: row.id }, { limit: RUNS_READ }));
  return toThreadSummary(row, failed?.error ?? null, recorded);
}

/** Returns the title of a thread's first run and the last reply. `rows` are the newest runs of the thread. */
function toRecordedTexts({
  rows,
  next,
}: {
  rows: readonly RunListRow[];
  next: number | undefined;
}): RecordedTexts {
  return {
    title: (next === undefined ? rows.at(-1)?.title : undefined) ?? '',
    last: rows.find(hasAnswered)?.answer ?? '',
  };
}

/** Returns whether a run ended with a reply. The recorded text of an interrupted run is its question instead. */
const hasAnswered = ({ state, answer, bars }: RunListRow): boolean =>
  state === 'success' && answer !== '' && !bars.some(([kind]) => kind === 'waiting');
