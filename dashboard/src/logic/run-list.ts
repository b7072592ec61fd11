import type { RunState, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { formatDuration } from './format.ts';
import { STATES, type State, type Tone } from './words.ts';

/** Filter of the list of runs, read from the URL. An empty value in the filter matches all runs. */
export interface RunFilter {
  state: string;
  deployment: string;
  graph: string;
  thread: string;
  source: string;
  replays: string;
  metadata: string;
  text: string;
  from: string;
  to: string;
}

const FILTER_NAMES = [
  'state',
  'deployment',
  'graph',
  'thread',
  'source',
  'replays',
  'metadata',
  'text',
  'from',
  'to',
] as const;

/** Reads the filter from the query parameters of the URL. */
export function filterOf(query: Readonly<Record<string, string>>): RunFilter {
  const filter = Object.fromEntries(FILTER_NAMES.map((name) => [name, query[name] ?? '']));
  // `FILTER_NAMES` contains every property of a filter.
  return filter as unknown as RunFilter;
}

/** Returns the filter as query parameters for the emulator's API. */
export function listQuery(filter: RunFilter): Record<string, string> {
  return {
    state: filter.state,
    deployment_id: filter.deployment,
    graph_id: filter.graph,
    thread_id: filter.thread,
    source: filter.source,
    replay_of: filter.replays,
    metadata: filter.metadata,
    text: filter.text,
    from: filter.from,
    to: filter.to,
  };
}

/** Returns whether a run matches a filter. The page does not know the metadata of runs, so metadata is not compared. */
export function matchesFilter(run: RunSummary, filter: RunFilter): boolean {
  const wanted = filter.text.trim().toLowerCase();
  return (
    (filter.state === '' || run.state === filter.state) &&
    (filter.deployment === '' || run.deployment_id === filter.deployment) &&
    (filter.graph === '' || run.graph_id === filter.graph) &&
    (filter.thread === '' || run.thread_id === filter.thread) &&
    (filter.source === '' || run.source === filter.source) &&
    (filter.replays === '' || run.replay_of === filter.replays) &&
    (filter.from === '' || run.created_at_ms >= Number(filter.from)) &&
    (filter.to === '' || run.created_at_ms < Number(filter.to)) &&
    (wanted === '' || `${run.title}\n${run.answer}`.toLowerCase().includes(wanted))
  );
}

/**
 * Applies changed runs to a list, newest first. A run that matches for the first time is added at its position, unless
 * its position is below `next` and therefore belongs to a page that is not loaded. If the filter contains metadata, no
 * runs are added.
 */
export function mergeRuns(
  list: readonly RunSummary[],
  changed: readonly RunSummary[],
  filter: RunFilter,
  next: number | null,
): RunSummary[] {
  const byId = new Map(changed.map((run) => [run.run_id, run]));
  const known = new Set(list.map((run) => run.run_id));
  const updated = list
    .map((run) => byId.get(run.run_id) ?? run)
    .filter((run) => !byId.has(run.run_id) || matchesFilter(run, filter));
  const added = [...byId.values()].filter(
    (run) =>
      !known.has(run.run_id) &&
      run.position >= (next ?? 0) &&
      filter.metadata === '' &&
      matchesFilter(run, filter),
  );
  return added.length === 0 ? updated : [...added, ...updated].toSorted((a, b) => b.position - a.position);
}

/**
 * Drops the oldest runs of a list that is longer than `most`.
 *
 * @returns The kept runs. `next` is the position of the oldest kept run, or `undefined` if no run was dropped.
 */
export function keepNewest(
  list: readonly RunSummary[],
  most: number,
): { runs: readonly RunSummary[]; next: number | undefined } {
  if (list.length <= most) return { runs: list, next: undefined };
  const runs = list.slice(0, most);
  return { runs, next: runs.at(-1)?.position };
}

const SHOWN: Readonly<Record<RunState, State>> = {
  queued: STATES.queued,
  running: STATES.running,
  waiting: STATES.waiting,
  succeeded: STATES.succeeded,
  failed: STATES.failed,
  'timed-out': STATES.timedOut,
  stopped: STATES.stopped,
};

/** Returns the displayed state of a run. */
export const shownState = (state: RunState): State => SHOWN[state];

/** Returns the title of a run. A run without a text is named after its graph. */
export function runTitle(run: Pick<RunSummary, 'title' | 'graph_id'>): string {
  return run.title === '' ? `Run of ${run.graph_id}` : run.title;
}

/** Returns the second line of a run's row: its last reply, its question, its failure or its current step. */
export function runLine(run: RunSummary): { text: string; tone: Tone | undefined } {
  switch (run.state) {
    case 'queued':
      return { text: 'Waits for its turn', tone: undefined };
    case 'running':
      return { text: run.current === '' ? 'Starting' : `${run.current} is running`, tone: 'live' };
    case 'waiting':
      return { text: run.answer === '' ? 'Waits for your answer' : `Asks: ${run.answer}`, tone: 'wait' };
    case 'failed':
    case 'timed-out':
      return {
        text: [run.error, run.answer].filter((one) => one !== null && one !== '').join(': '),
        tone: 'bad',
      };
    case 'stopped':
      return {
        text: run.current === '' ? 'Stopped before it began' : `Stopped in ${run.current}`,
        tone: undefined,
      };
    default:
      return { text: run.answer, tone: undefined };
  }
}

/** Returns the duration of a run in milliseconds, or `undefined` if the run has not started. */
export function runDuration(run: RunSummary, now: number): number | undefined {
  const { started_at_ms: began, ended_at_ms: ended, state } = run;
  if (began === null) return undefined;
  if (ended !== null) return Math.max(ended - began, 0);
  return state === 'running' ? Math.max(now - began, 0) : undefined;
}

/** Formats the duration of a run. */
export function durationText(run: RunSummary, now: number): string {
  const ms = runDuration(run, now);
  return ms === undefined ? '–' : formatDuration(ms);
}

/** A bar of the small waterfall in a run's row, with position and width in percent of the waterfall's width. */
export interface MiniBar {
  className: string;
  x: number;
  width: number;
}

const BAR_CLASSES: Readonly<Record<RunSummary['bars'][number][0], string>> = {
  graph: 'bar-node',
  node: 'bar-node',
  span: 'bar-node',
  model: 'bar-model',
  tool: 'bar-tool',
  error: 'bar-failed',
  waiting: 'bar-wait',
};

/** Returns the bars of a run's small waterfall. The bar of a running step extends to the present. */
export function miniBars(run: RunSummary, now: number): MiniBar[] {
  const last = run.bars.reduce((end, [, from, ms]) => Math.max(end, from + ms), 0);
  const total = Math.max(runDuration(run, now) ?? 0, last, 1);
  const bars = run.bars.map(([kind, from, ms]) => ({
    className: BAR_CLASSES[kind],
    x: (100 * from) / total,
    width: Math.max((100 * ms) / total, 1),
  }));
  if (run.state === 'running' && last < total) {
    bars.push({ className: 'bar-live', x: (100 * last) / total, width: (100 * (total - last)) / total });
  }
  return bars;
}

/**
 * Returns the start and end of the period that the user selected in the chart. `from` and `to` are fractions of the
 * chart's width.
 */
export function selectedTime(
  chart: { from_ms: number; width_ms: number; periods: readonly unknown[] },
  from: number,
  to: number,
): { from: number; to: number } {
  const count = chart.periods.length;
  const index = (fraction: number) => Math.min(Math.max(Math.floor(fraction * count), 0), count - 1);
  const [first, last] = [index(Math.min(from, to)), index(Math.max(from, to))];
  return {
    from: chart.from_ms + first * chart.width_ms,
    to: chart.from_ms + (last + 1) * chart.width_ms,
  };
}
