import { wallClock } from '../../clients/clock.ts';
import { tryParseExactJson } from '../../contract/exact-json.ts';
import type { TraceBatch, TraceStep } from '../../contract/run-trace.ts';
import { toLine } from '../../contract/bounded-text.ts';
import { MAX_WORKER_STEP, TRACE_EVENT } from '../../contract/trace-event.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { RunBar, RunRow, RunStepRow, Store } from '../ports/store.ts';
import type { StreamedEvent } from '../ports/worker.ts';

/** Maximum time until a reported step is stored, in milliseconds. */
const FLUSH_MS = 200;
/** Number of unstored steps above which the steps are stored without further delay. */
const FLUSH_STEPS = 300;
/** Number of unstored steps above which the run waits until the steps are stored. */
const MAX_PENDING = 2_000;
/**
 * Maximum length of the values of an attempt's steps, in characters. Beyond this length, later steps are stored without
 * values.
 */
const MAX_VALUES = 20_000_000;
/** JSON that is stored instead of an omitted value. */
const OMITTED = JSON.stringify('… (omitted, because the values of this run are too long)');
/** Number of consecutive failed writes after which no more steps are stored. */
const MAX_FAILURES = 2;
/** Maximum number of bars in the small timeline of a run. */
const SHOWN_BARS = 24;
/** Number of longest bars that remain when the list of bars is reduced. */
const KEPT_BARS = 400;

type Reported = Awaited<ReturnType<Store['runSummaries']['reported']>>;

/** Stores the steps of one attempt of a run. */
export interface StepRecorder {
  /** Stores the steps in a worker's events, and returns the other events. The worker must wait for `stored` if set. */
  take(events: readonly StreamedEvent[]): { events: StreamedEvent[]; stored: Promise<void> | undefined };
  /** Stores the remaining steps. The promise never rejects. */
  end(): Promise<void>;
}

/**
 * Creates the recorder of an attempt. Steps are only a record for people, so a failure to store a step is logged and
 * does not affect the run. A failed write is repeated once, together with the write of the next steps.
 *
 * @param startedAt Time when the attempt was claimed, in milliseconds of the service's clock.
 */
export function createStepRecorder(
  {
    store,
    clock,
    log,
    schema,
  }: {
    store: Pick<Store, 'runSummaries'>;
    clock: Pick<ServiceClock, 'now'>;
    log: (line: string) => void;
    /** Schema of the workers' reports. Only the first run loads the schema. */
    schema: typeof TraceBatch;
  },
  run: Pick<RunRow, 'id' | 'attempt' | 'fence'>,
  startedAt: number,
): StepRecorder {
  const summary = createProgress();
  const withinBudget = createValueBudget();
  let pending = new Map<number, RunStepRow>();
  /** Last step number and tokens of earlier attempts, or `undefined` if they have not been read yet. */
  let earlier: Reported | undefined = run.fence > 1 ? undefined : { lastStep: 0, tokens: 0 };
  /** Time when the attempt began in the worker, in milliseconds of the service's clock. */
  let began: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Number of writes that have failed since the last successful write. */
  let failures = 0;
  const hasFailed = (): boolean => failures >= MAX_FAILURES;

  const storePending = async (): Promise<void> => {
    if (pending.size === 0 || hasFailed()) return;
    const batch = pending;
    pending = new Map();
    try {
      earlier ??= await store.runSummaries.reported(run.id);
      const { lastStep } = earlier;
      const steps = [...batch.values()]
        .filter(({ seq }) => seq + lastStep <= MAX_WORKER_STEP)
        .map((step) => ({
          ...step,
          seq: step.seq + lastStep,
          parent: step.parent === null ? null : step.parent + lastStep,
        }));
      await store.runSummaries.record(run.id, steps, summary.read(earlier));
      failures = 0;
    } catch (failure) {
      failures += 1;
      if (hasFailed()) {
        pending.clear();
        log(`steps of run ${run.id} are not recorded: ${String(failure)}`);
        return;
      }
      pending = new Map([...batch, ...pending]);
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    last = last.then(storePending);
    return last;
  };

  return {
    take(events) {
      const left: StreamedEvent[] = [];
      for (const event of events) {
        if (event.event !== TRACE_EVENT) {
          left.push(event);
          continue;
        }
        const { data } = schema.safeParse(tryParseExactJson(event.data));
        if (hasFailed()) continue;
        if (began === undefined) {
          const now = clock.now();
          // If the service's clock was moved, it differs from the worker's clock by a constant.
          began = Math.min(Math.max(startedAt, now - wallClock.now() + (data?.began ?? 0)), now);
        }
        for (const step of data?.steps ?? []) {
          const row = withinBudget(toStepRow(run, step, began));
          summary.add(step);
          pending.set(row.seq, row);
        }
      }
      const full = pending.size > MAX_PENDING;
      if (pending.size >= FLUSH_STEPS) void flush();
      else if (pending.size > 0) timer ??= setTimeout(() => void flush(), FLUSH_MS);
      return { events: left, stored: full ? last : undefined };
    },
    async end() {
      await flush();
      // Repeats the last write if the write has failed once.
      if (pending.size > 0) await flush();
    },
  };
}

function toStepRow(run: Pick<RunRow, 'id' | 'attempt'>, step: TraceStep, startedAt: number): RunStepRow {
  const at = (ms: number): number => Math.round(startedAt + ms);
  return {
    runId: run.id,
    seq: step.s,
    parent: step.p,
    kind: step.kind,
    state: step.state,
    attempt: run.attempt,
    startedAt: at(step.at),
    endedAt: step.end === null ? null : at(step.end),
    firstTokenAt: step.first === null ? null : at(step.first),
    tokens: step.tokens,
    graphStep: step.n,
    spanId: step.id,
    traceId: null,
    parentSpanId: null,
    name: step.name,
    note: step.note,
    error: step.error,
    input: step.input,
    output: step.output,
  };
}

/** Creates the function that omits the values and frames of steps once the values of an attempt are too long. */
function createValueBudget(): (row: RunStepRow) => RunStepRow {
  let left = MAX_VALUES;
  return (row) => {
    const { input, output, error } = row;
    left -= input.length + output.length + (error === null ? 0 : JSON.stringify(error).length);
    if (left >= 0) return row;
    const short = (value: string) => (value.length > OMITTED.length ? OMITTED : value);
    return {
      ...row,
      input: short(input),
      output: short(output),
      error: error && { ...error, message: toLine(error.message), frames: [] },
    };
  };
}

function createProgress() {
  let steps = 0;
  let current = '';
  let tokens = 0;
  const parents = new Set<number>();
  const begun = new Set<number>();
  let bars: { seq: number; isNode: boolean; bar: RunBar }[] = [];
  /** Bars of the steps that contain no other steps. Bars of such steps do not overlap. */
  const leaves = () => bars.filter(({ seq, isNode }) => !(isNode && parents.has(seq)));
  const longest = (count: number) =>
    leaves()
      .toSorted((a, b) => b.bar[2] - a.bar[2])
      .slice(0, count);
  return {
    add(step: TraceStep): void {
      const { s: seq, p: parent, kind, state, at, end } = step;
      if (!begun.has(seq)) {
        begun.add(seq);
        steps += 1;
        if (kind !== 'graph') current = step.name;
      }
      if (parent !== null) parents.add(parent);
      if (end === null) return;
      tokens += step.tokens;
      if (kind === 'graph') return;
      const shown = state === 'error' || state === 'waiting' ? state : kind;
      bars.push({
        seq,
        isNode: kind === 'node',
        bar: [shown, Math.round(at), Math.max(0, Math.round(end - at))],
      });
      if (bars.length > 2 * KEPT_BARS) bars = longest(KEPT_BARS);
    },
    read: (earlier: Reported) => ({
      tokens: tokens + earlier.tokens,
      steps: steps + earlier.lastStep,
      current,
      bars: longest(SHOWN_BARS)
        .map(({ bar }) => bar)
        .toSorted((a, b) => a[1] - b[1]),
    }),
  };
}
