import type { StepKind } from '../tables/run-summaries.ts';

/** Fields of a step that determine which other step contains the step. */
export interface StepOutline {
  seq: number;
  parent: number | null;
  kind: StepKind;
  name: string;
  startedAt: number;
  endedAt: number | null;
  traceId: string | null;
  spanId: string;
  parentSpanId: string | null;
}

/** Maximum rounding difference in milliseconds between the times of a worker and the times of a span. */
const SLACK_MS = 5;
/**
 * Maximum difference in milliseconds between the times that the worker and an instrumentation report for the same call.
 * On a busy machine, the worker and the instrumentation notice the start or the end of a call at different times.
 */
const CALL_SLACK_MS = 100;

/**
 * Determines the step that contains each span of a run. If the worker reports the same model or tool call as a span,
 * the span is inside the worker's step. Any other span is inside its parent span, or else inside the innermost step of
 * the worker that contains the span's time. If several simultaneous steps contain the span's time, the span is inside
 * the step that contains these steps.
 *
 * The result does not depend on the order in which spans arrived, and contains no cycle.
 *
 * @param steps Steps of the worker. @param spans Spans of the run.
 * @returns The number of the containing step, or null, for each span.
 */
export function placeSpans(
  steps: readonly StepOutline[],
  spans: readonly StepOutline[],
): Map<number, number | null> {
  const calls = Map.groupBy(
    steps.filter(({ kind }) => kind === 'model' || kind === 'tool'),
    ({ kind }) => kind,
  );
  const inside = Map.groupBy(steps, ({ parent }) => parent);
  const byId = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const parents = new Map<StepOutline, StepOutline>();
  const places = new Map<number, number | null>();
  for (const span of spans) {
    const same = sameCall(span, calls.get(span.kind) ?? []);
    const parent = span.parentSpanId === null ? undefined : byId.get(keyOf(span.traceId, span.parentSpanId));
    if (same === undefined && parent !== undefined) parents.set(span, parent);
    else places.set(span.seq, same?.seq ?? enclosing(span, inside));
  }
  for (const span of cycleStarts(spans, parents)) {
    parents.delete(span);
    places.set(span.seq, enclosing(span, inside));
  }
  for (const [span, parent] of parents) places.set(span.seq, parent.seq);
  return places;
}

const keyOf = (traceId: string | null, spanId: string): string => `${traceId}/${spanId}`;
const endOf = ({ endedAt }: StepOutline): number => endedAt ?? Number.POSITIVE_INFINITY;

/** Returns whether a step contains the time of a span. */
const contains = (step: StepOutline, span: StepOutline, slack: number): boolean =>
  step.startedAt - slack <= span.startedAt && endOf(span) <= endOf(step) + slack;

/**
 * Returns the worker's step for the same call as the span: a call of the same kind that contains the time of the
 * span, preferably with the same name, and then with the closest times.
 */
function sameCall(span: StepOutline, calls: readonly StepOutline[]): StepOutline | undefined {
  const around = calls.filter((step) => contains(step, span, CALL_SLACK_MS));
  const named = around.filter(({ name }) => name === span.name);
  const distance = (step: StepOutline): number =>
    Math.abs(step.startedAt - span.startedAt) + Math.abs((step.endedAt ?? endOf(span)) - endOf(span));
  let closest: StepOutline | undefined;
  for (const step of named.length > 0 ? named : around) {
    if (closest === undefined || distance(step) < distance(closest)) closest = step;
  }
  return closest;
}

/** Returns the number of the innermost step that contains the time of a span, or null if no step contains the time. */
function enclosing(
  span: StepOutline,
  inside: ReadonlyMap<number | null, readonly StepOutline[]>,
): number | null {
  let found: number | null = null;
  for (;;) {
    const next = only(inside.get(found) ?? [], span);
    // The search ends, because the parent of a worker's step always has a smaller number than the step.
    if (next === undefined || next.seq <= (found ?? 0)) return found;
    found = next.seq;
  }
}

/**
 * Returns the only step that contains the time of a span, or `undefined` if several steps or no step contain the time.
 */
function only(steps: readonly StepOutline[], span: StepOutline): StepOutline | undefined {
  const near = steps.filter((step) => contains(step, span, SLACK_MS));
  const exact = near.length > 1 ? near.filter((step) => contains(step, span, 0)) : near;
  return exact.length === 1 ? exact[0] : undefined;
}

/** Returns the first span of each cycle of spans that contain each other. */
function cycleStarts(
  spans: readonly StepOutline[],
  parents: ReadonlyMap<StepOutline, StepOutline>,
): StepOutline[] {
  const starts: StepOutline[] = [];
  /** Span where the first walk that reached a span began, keyed by the reached span. */
  const walks = new Map<StepOutline, StepOutline>();
  for (const span of spans) {
    let at: StepOutline | undefined = span;
    while (at !== undefined && !walks.has(at)) {
      walks.set(at, span);
      at = parents.get(at);
    }
    if (at === undefined || walks.get(at) !== span) continue;
    let first = at;
    for (let one = parents.get(at); one !== undefined && one !== at; one = parents.get(one)) {
      if (isBefore(one, first)) first = one;
    }
    starts.push(first);
  }
  return starts;
}

const isBefore = (one: StepOutline, other: StepOutline): boolean =>
  one.startedAt === other.startedAt
    ? keyOf(one.traceId, one.spanId) < keyOf(other.traceId, other.spanId)
    : one.startedAt < other.startedAt;
