import { effect, signal } from '@preact/signals';
import type { RunCounts, RunPage } from '../../../src/contract/dashboard/runs.ts';
import { createAnswerOrder } from '../logic/answer-order.ts';
import type { RunChanges } from '../logic/loaded-runs.ts';
import { listQuery, type RunFilter } from '../logic/run-list.ts';
import { errorText, read } from './api.ts';
import { setMenuCount } from './menu-counts.ts';
import { createRunReader, PAGE } from './run-reader.ts';
import { connection, runListeners } from './store.ts';

/** Maximum number of runs in the list. */
const KEPT = 20_000;
/** Maximum number of runs of a list that is not scrolled, so that a page that stays open for days remains small. */
const KEPT_AT_REST = 1_000;
/** Minimum milliseconds between two requests for the counts while runs change. */
const COUNT_EVERY_MS = 1_000;

const reader = createRunReader({
  readPage: (filter, before) => read<RunPage>('/runs', { ...listQuery(filter), limit: PAGE, before }),
  // The oldest runs are dropped unless the user might see them, and are read again when the user scrolls.
  kept: () => (scrollY === 0 && runList.chosen.peek() === null ? KEPT_AT_REST : KEPT),
  most: KEPT,
  errorText,
});
/** List of runs that match the current screen's filter. */
export const runList = {
  ...reader,
  /** ID of the run that the reader chose, or null if no run is chosen. */
  chosen: signal<string | null>(null),
};
/** Numbers of runs by state and by time, for the deployment that the screen shows. */
export const runCounts = signal<RunCounts | null>(null);
export const { paused } = reader;

let filter: RunFilter | null = null;

/** Reads the first page of the list for a filter. */
export async function loadRuns(next: RunFilter): Promise<void> {
  filter = next;
  counting.discardOpen();
  scheduleCounts(0);
  await reader.load(next);
}

/** Reads the next page of the list. */
export const loadMoreRuns = (): Promise<void> => reader.more();

/** Applies changed runs to the list and schedules a request for the counts. */
function applyRuns(changes: RunChanges, reload: boolean): void {
  scheduleCounts(COUNT_EVERY_MS);
  if (reload) void reader.refresh();
  reader.apply(changes);
}

const counting = createAnswerOrder();
let timer: ReturnType<typeof setTimeout> | undefined;

function scheduleCounts(afterMs: number): void {
  if (afterMs === 0) {
    clearTimeout(timer);
    timer = undefined;
  }
  timer ??= setTimeout(() => {
    timer = undefined;
    void readCounts();
  }, afterMs);
}

async function readCounts(): Promise<void> {
  const query = {
    deployment_id: filter?.deployment ?? '',
    thread_id: filter?.thread ?? '',
    from: filter?.from ?? '',
    to: filter?.to ?? '',
  };
  const isNewest = counting.begin();
  const counts = await read<RunCounts>('/runs/counts', query).catch(() => null);
  if (counts === null || !isNewest()) return;
  runCounts.value = counts;
  const isWhole = Object.values(query).every((one) => one === '');
  const live = counts.counts.running;
  if (isWhole) setMenuCount('runs', live > 0 ? { text: `${live} live` } : undefined);
}

/** Pauses or resumes the list. A resumed list is read again, so that it contains the changes since the pause. */
export function setPaused(next: boolean): void {
  paused.value = next;
  if (!next) void reader.refresh();
}

/** Starts to follow the runs of all deployments for the sidebar and the list. */
export function startRuns(): void {
  runListeners.add(applyRuns);
  effect(() => {
    if (connection.value.kind !== 'live') return;
    scheduleCounts(0);
    void reader.refresh();
  });
}
