import type { RunPage, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { keepNewest, mergeRuns, type RunFilter } from './run-list.ts';

/** Runs that changed, IDs of removed runs, and IDs of threads that were removed with their runs. */
export interface RunChanges {
  changed: readonly RunSummary[];
  removed: readonly string[];
  removedThreads: readonly string[];
}

/** Loaded part of the list of runs. The list has no gaps: every matching run from `next` to `complete` is in `runs`. */
export interface LoadedRuns {
  /** Runs, newest first. */
  runs: readonly RunSummary[];
  /** Position where the next page begins, or null after the last page. */
  next: number | null;
  /**
   * Position up to which no run is missing from the list. Runs above the position `complete` might exist that are not
   * in the list.
   */
  complete: number;
  /** Process and generation of the emulator's data that the runs belong to. */
  data: string;
}

const dataOf = ({ epoch, generation }: RunPage): string => `${epoch} ${generation}`;

/** Returns a list that contains only the newest page. */
export function toLoadedRuns(page: RunPage): LoadedRuns {
  const complete = Math.max(page.runs[0]?.position ?? 0, page.next ?? 0);
  return { runs: page.runs, next: page.next, complete, data: dataOf(page) };
}

/** Returns whether the emulator was reset, restored or started again between the list and a page. */
export const isOfOtherData = (list: LoadedRuns, page: RunPage): boolean => list.data !== dataOf(page);

/** Returns whether runs might be missing between the loaded list and the newest page. */
export const leavesGap = (list: LoadedRuns, page: RunPage): boolean =>
  page.next !== null && page.next > list.complete + 1;

/**
 * Merges the newest page into the list. Older rows of the list remain if they adjoin the page and belong to the same
 * data as the page, or else the page replaces the list.
 */
export function mergeNewestPage(list: LoadedRuns, page: RunPage): LoadedRuns {
  const newest = toLoadedRuns(page);
  if (isOfOtherData(list, page) || leavesGap(list, page)) return newest;
  return mergeOlderPage({ ...list, complete: newest.complete }, page, Number.POSITIVE_INFINITY);
}

/**
 * Merges the page that begins before the position `before` into the list. Returns the list unchanged if the page does
 * not adjoin it or belongs to other data.
 */
export function mergeOlderPage(list: LoadedRuns, page: RunPage, before: number): LoadedRuns {
  if (isOfOtherData(list, page) || (list.next !== null && before < list.next)) return list;
  const end = page.next ?? 0;
  const newer = list.runs.filter(({ position }) => position >= before);
  const older = list.runs.filter(({ position }) => position < end);
  const next = list.next === null || page.next === null ? null : Math.min(list.next, page.next);
  return { ...list, runs: [...newer, ...page.runs, ...older], next };
}

/**
 * Applies changed and removed runs of the stream to the list. `isCurrent` is true if the list has followed the stream
 * without an interruption since its newest page was read.
 */
export function applyChanges(
  list: LoadedRuns,
  { changed, removed, removedThreads }: RunChanges,
  { filter, isCurrent }: { filter: RunFilter; isCurrent: boolean },
): LoadedRuns {
  const merged = mergeRuns(list.runs, changed, filter, list.next);
  const [gone, goneThreads] = [new Set(removed), new Set(removedThreads)];
  const isRemoved = ({ run_id: id, thread_id: thread }: RunSummary) =>
    gone.has(id) || (thread !== null && goneThreads.has(thread));
  const runs = gone.size + goneThreads.size === 0 ? merged : merged.filter((run) => !isRemoved(run));
  const newest = isCurrent ? changed.reduce((most, { position }) => Math.max(most, position), 0) : 0;
  return { ...list, runs, complete: Math.max(list.complete, newest) };
}

/**
 * Drops the oldest runs of a list that is longer than `most`. After a drop, the next page begins with the dropped runs.
 */
export function limitRuns(list: LoadedRuns, most: number): LoadedRuns {
  const { runs, next } = keepNewest(list.runs, most);
  return next === undefined ? list : { ...list, runs, next };
}

const isUnfinished = ({ state }: RunSummary): boolean =>
  state === 'queued' || state === 'running' || state === 'waiting';

/** Returns the newest position below `before` whose run can still change, or `undefined` if no such run is loaded. */
export const unfinishedBefore = (list: LoadedRuns, before: number): number | undefined =>
  list.runs.find((run) => run.position < before && isUnfinished(run))?.position;
