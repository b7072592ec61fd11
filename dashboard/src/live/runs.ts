import { batch, effect, signal } from '@preact/signals';
import type { RunCounts, RunPage, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { keepNewest, listQuery, mergeRuns, type RunFilter } from '../logic/run-list.ts';
import { errorText, read } from './api.ts';
import { setMenuCount } from './menu-counts.ts';
import { connection, runListeners } from './store.ts';

/** Number of runs in one page of the list. */
const PAGE = 100;
/** Maximum number of runs that the list keeps. */
const KEPT = 20_000;
/** Maximum number of runs of a list that is not scrolled, so that a page that stays open for days remains small. */
const KEPT_AT_REST = 1_000;
/** Minimum milliseconds between two requests for the counts while runs change. */
const COUNT_EVERY_MS = 1_000;

/** List of runs that match the current screen's filter. */
export const runList = {
  runs: signal<readonly RunSummary[]>([]),
  /** ID of the run that the reader chose; null if none is chosen. */
  chosen: signal<string | null>(null),
  /** Position at which the next page begins; null after the last page. */
  next: signal<number | null>(null),
  loaded: signal(false),
  loading: signal(false),
  problem: signal(''),
};
/** Numbers of runs by state and by time, for the deployment that the screen shows. */
export const runCounts = signal<RunCounts | null>(null);
/** True while the list is paused, so that new and changed runs are not applied. */
export const paused = signal(false);

let filter: RunFilter | null = null;
let round = 0;

/** Reads the first page of the list for a filter. */
export async function loadRuns(next: RunFilter): Promise<void> {
  filter = next;
  round += 1;
  batch(() => {
    runList.loaded.value = false;
    runList.problem.value = '';
    runList.next.value = null;
    runList.runs.value = [];
  });
  scheduleCounts(0);
  await loadPage(round, undefined);
}

/** Reads the next page of the list. */
export async function loadMoreRuns(): Promise<void> {
  const before = runList.next.peek();
  if (before === null || runList.loading.peek() || filter === null) return;
  await loadPage(round, before);
}

async function loadPage(own: number, from: number | undefined): Promise<void> {
  if (filter === null) return;
  const query = listQuery(filter);
  runList.loading.value = true;
  try {
    // A page of a search may be empty although more runs exist.
    for (let before = from, found = 0; found < PAGE; ) {
      const page = await read<RunPage>('/runs', { ...query, limit: PAGE, before });
      if (own !== round) return;
      found += page.runs.length;
      batch(() => {
        const known = new Set(runList.runs.peek().map(({ run_id: id }) => id));
        const added = page.runs.filter(({ run_id: id }) => !known.has(id));
        runList.runs.value = [...runList.runs.peek(), ...added].slice(0, KEPT);
        runList.next.value = runList.runs.peek().length < KEPT ? page.next : null;
        runList.loaded.value = true;
        runList.problem.value = '';
      });
      if (page.next === null) return;
      before = page.next;
    }
  } catch (error) {
    if (own === round) runList.problem.value = errorText(error);
  } finally {
    if (own === round) runList.loading.value = false;
  }
}

/** Reads the newest page again and merges it into the list, for example after the page reconnects. */
async function refresh(): Promise<void> {
  if (filter === null || paused.peek()) return;
  const own = round;
  const page = await read<RunPage>('/runs', { ...listQuery(filter), limit: PAGE }).catch(() => undefined);
  if (page === undefined || own !== round || filter === null) return;
  const oldest = page.runs.at(-1)?.position ?? 0;
  const older = runList.runs.peek().filter(({ position }) => position < oldest);
  runList.runs.value = [...page.runs, ...(page.next === null ? [] : older)];
}

/** Applies changed runs to the list and schedules a request for the counts. */
function applyRuns(changed: readonly RunSummary[], reload: boolean): void {
  scheduleCounts(COUNT_EVERY_MS);
  if (filter === null || paused.peek()) return;
  if (reload) void refresh();
  else if (runList.loaded.peek()) showNewest(mergeRuns(runList.runs.peek(), changed, filter));
}

/** Shows a list with new runs. The oldest runs are dropped unless they may be in sight; scrolling reads them again. */
function showNewest(list: readonly RunSummary[]): void {
  const isAtRest = scrollY === 0 && runList.chosen.peek() === null;
  const { runs, next } = keepNewest(list, isAtRest ? KEPT_AT_REST : KEPT);
  batch(() => {
    runList.runs.value = runs;
    if (next !== undefined) runList.next.value = next;
  });
}

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
  const counts = await read<RunCounts>('/runs/counts', query).catch(() => null);
  if (counts === null) return;
  runCounts.value = counts;
  const isWhole = Object.values(query).every((one) => one === '');
  const live = counts.counts.running;
  if (isWhole) setMenuCount('runs', live > 0 ? { text: `${live} live` } : undefined);
}

/** Pauses or resumes the list. A resumed list is read again, so that it contains the changes since the pause. */
export function setPaused(next: boolean): void {
  paused.value = next;
  if (!next) void refresh();
}

/** Starts to follow the runs of all deployments for the sidebar and the list. */
export function startRuns(): void {
  runListeners.add(applyRuns);
  effect(() => {
    if (connection.value.kind !== 'live') return;
    scheduleCounts(0);
    void refresh();
  });
}
