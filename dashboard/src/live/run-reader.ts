import { batch, type Signal, signal } from '@preact/signals';
import type { RunPage, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import {
  applyChanges,
  isOfOtherData,
  leavesGap,
  limitRuns,
  type LoadedRuns,
  mergeNewestPage,
  mergeOlderPage,
  type RunChanges,
  toLoadedRuns,
  unfinishedBefore,
} from '../logic/loaded-runs.ts';
import type { RunFilter } from '../logic/run-list.ts';

/** Number of runs in one page of the list. */
export const PAGE = 100;
/** Maximum number of pages with unfinished runs that one refresh reads in addition to the newest page. */
const MAX_CHECKED_PAGES = 5;

/** Functions and limits that a list of runs depends on. */
interface Dependencies {
  /** Reads the page that begins before a position, or the newest page if the position is `undefined`. */
  readPage: (filter: RunFilter, before: number | undefined) => Promise<RunPage>;
  /** Returns the current maximum number of runs in the list. */
  kept: () => number;
  /** Maximum number of runs that scrolling can load. */
  most: number;
  /** Returns the message of an error, for display. */
  errorText: (error: unknown) => string;
}

/** List of runs that match a filter. The list is loaded page by page and updated from the stream of changed runs. */
export interface RunReader {
  runs: Signal<readonly RunSummary[]>;
  /** Position where the next page begins, or null after the last page. */
  next: Signal<number | null>;
  loaded: Signal<boolean>;
  loading: Signal<boolean>;
  problem: Signal<string>;
  /** True while the list is paused, so that new and changed runs are not applied. */
  paused: Signal<boolean>;
  /** Reads the first page of the list for a filter. */
  load(filter: RunFilter): Promise<void>;
  /** Reads the next page of the list. */
  more(): Promise<void>;
  /** Reads the newest page again, and older pages with unfinished runs. At most one refresh runs at a time. */
  refresh(): Promise<void>;
  /** Applies changed and removed runs of the stream. */
  apply(changes: RunChanges): void;
}

/**
 * Creates a list of runs. A page might be older than changes that arrived while the page was being read, so such
 * changes are applied after the page.
 */
export function createRunReader(dependencies: Dependencies): RunReader {
  const { readPage, most, errorText } = dependencies;
  const view = createRunView(dependencies);
  const refreshes = createRefreshes(view, dependencies);
  const loading = signal(false);
  const problem = signal('');

  /** Reads pages from the first page or from the position `from`, until the pages contain enough runs. */
  const readPages = async (filter: RunFilter, from: number | undefined): Promise<void> => {
    const { round } = view;
    loading.value = true;
    try {
      // A page of a search can be empty although more runs exist.
      for (let before = from, found = 0; found < PAGE; ) {
        const page = await readPage(filter, before);
        if (view.round !== round) return;
        problem.value = '';
        found += page.runs.length;
        if (before === undefined || view.list === null) {
          view.show(toLoadedRuns(page));
        } else {
          if (isOfOtherData(view.list, page)) void refreshes.request();
          view.show(limitRuns(mergeOlderPage(view.list, page, before), most));
        }
        if (page.next === null || view.list?.next !== page.next) return;
        before = page.next;
      }
    } catch (error) {
      if (view.round === round) problem.value = errorText(error);
    } finally {
      if (view.round === round) loading.value = false;
    }
  };
  const load = async (filter: RunFilter): Promise<void> => {
    refreshes.clear();
    problem.value = '';
    view.clear(filter);
    const { round } = view;
    await readPages(filter, undefined);
    if (view.round !== round) return;
    view.release();
    await refreshes.run();
  };
  return {
    runs: view.runs,
    next: view.next,
    loaded: view.loaded,
    paused: view.paused,
    loading,
    problem,
    load,
    async more() {
      const before = view.next.peek();
      if (before !== null && !loading.peek() && view.filter !== null) await readPages(view.filter, before);
    },
    async refresh() {
      // If the first page could not be read, reads it again.
      if (view.list === null && view.filter !== null && !loading.peek()) await load(view.filter);
      else await refreshes.request();
    },
    apply: (changes) => view.apply(changes),
  };
}

/**
 * The loaded runs, the signals through which screens read the runs, and the control that holds back changes until a
 * page was loaded.
 */
interface RunView extends Pick<RunReader, 'runs' | 'next' | 'loaded' | 'paused'> {
  readonly filter: RunFilter | null;
  /** Number of the filter, which increases when a new filter is set. */
  readonly round: number;
  /** Loaded runs, or null until the first page was read. */
  readonly list: LoadedRuns | null;
  /** True if the list has missed no change of the stream since its newest page was read. */
  isCurrent: boolean;
  /** Sets the filter, empties the list and holds changes. */
  clear(filter: RunFilter): void;
  show(list: LoadedRuns): void;
  /** Holds changes until `release` is called. */
  hold(): void;
  release(): void;
  apply(changes: RunChanges): void;
}

function createRunView({ kept, most }: Dependencies): RunView {
  const runs = signal<readonly RunSummary[]>([]);
  const next = signal<number | null>(null);
  const [loaded, paused] = [signal(false), signal(false)];
  const state: { filter: RunFilter | null; round: number; list: LoadedRuns | null } = {
    filter: null,
    round: 0,
    list: null,
  };
  /**
   * Changes that arrived while the list was paused or loading, or `undefined` while changes are applied immediately.
   */
  let held: RunChanges[] | undefined;
  const view: RunView = {
    runs,
    next,
    loaded,
    paused,
    isCurrent: true,
    get filter() {
      return state.filter;
    },
    get round() {
      return state.round;
    },
    get list() {
      return state.list;
    },
    clear(filter) {
      Object.assign(state, { filter, round: state.round + 1, list: null });
      view.isCurrent = true;
      held = [];
      batch(() => {
        loaded.value = false;
        next.value = null;
        runs.value = [];
      });
    },
    show(list) {
      state.list = list;
      batch(() => {
        runs.value = list.runs;
        next.value = list.runs.length < most ? list.next : null;
        loaded.value = true;
      });
    },
    hold() {
      held = [];
    },
    release() {
      const arrived = held ?? [];
      held = undefined;
      batch(() => {
        for (const changes of arrived) view.apply(changes);
      });
    },
    apply(changes) {
      const { list, filter } = state;
      if (paused.peek() || filter === null) return;
      if (held !== undefined) held.push(changes);
      else if (list !== null) {
        const { isCurrent } = view;
        view.show(limitRuns(applyChanges(list, changes, { filter, isCurrent }), kept()));
      }
    },
  };
  return view;
}

interface Refreshes {
  /** Requests a refresh, and runs the refresh if the list is loaded and not paused. */
  request(): Promise<void>;
  /** Runs the requested refresh, if any. */
  run(): Promise<void>;
  /** Discards the requested refresh, because the list is read from its beginning. */
  clear(): void;
}

/**
 * Creates the functions that refresh a list. A refresh that is requested during another refresh runs after that
 * refresh.
 */
function createRefreshes(view: RunView, { readPage, kept }: Dependencies): Refreshes {
  let isDue = false;
  let running: Promise<void> | undefined;
  /** Position below which the next refresh looks for unfinished runs. */
  let checkedTo = Number.POSITIVE_INFINITY;

  /** Reads the newest page. A search reads more pages until it reaches the runs of the list. */
  const readNewest = async (filter: RunFilter): Promise<RunPage> => {
    let page = await readPage(filter, undefined);
    const { list } = view;
    if (list === null) return page;
    while (page.next !== null && page.runs.length < PAGE) {
      if (isOfOtherData(list, page) || !leavesGap(list, page)) break;
      const older = await readPage(filter, page.next);
      page = { ...older, runs: [...page.runs, ...older.runs] };
    }
    return page;
  };
  /**
   * Reads older pages again if they contain runs that can still change, because the event stream might not have
   * reported the end of such a run.
   */
  const readUnfinished = async (filter: RunFilter, newest: RunPage, isOutdated: () => boolean) => {
    let before = Math.min(newest.next ?? 0, checkedTo);
    for (let count = 0; count < MAX_CHECKED_PAGES && view.list !== null; count += 1) {
      const position = unfinishedBefore(view.list, before);
      if (position === undefined) {
        before = Number.POSITIVE_INFINITY;
        break;
      }
      const page = await readPage(filter, position + 1);
      if (isOutdated()) return;
      view.show(mergeOlderPage(view.list, page, position + 1));
      before = page.next ?? 0;
    }
    checkedTo = before;
  };
  const refreshOnce = async (filter: RunFilter): Promise<void> => {
    const { round, paused } = view;
    const isOutdated = () => view.round !== round || paused.peek();
    view.hold();
    try {
      const page = await readNewest(filter);
      if (isOutdated() || view.list === null) return;
      view.show(limitRuns(mergeNewestPage(view.list, page), kept()));
      view.isCurrent = !isDue;
      await readUnfinished(filter, page, isOutdated);
    } catch {
      // If a read fails, the list stays unchanged, and the next refresh reads the page again.
    } finally {
      if (view.round === round) view.release();
    }
  };
  const runAll = async (): Promise<void> => {
    while (isDue && view.filter !== null && view.list !== null && !view.paused.peek()) {
      isDue = false;
      await refreshOnce(view.filter);
    }
  };
  const run = async (): Promise<void> => {
    running ??= runAll().finally(() => (running = undefined));
    await running;
  };
  return {
    request() {
      view.isCurrent = false;
      isDue = true;
      return run();
    },
    run,
    clear() {
      isDue = false;
      checkedTo = Number.POSITIVE_INFINITY;
    },
  };
}
