import type { NewRunSpan, RunListRow, Store } from '../../ports/store.ts';
import { type KnownRuns, matchSpans, type NamedSpan, nameSpan } from './match-spans.ts';
import { toSpanStep } from './span-step.ts';
import type { Span } from './span.ts';

/** Maximum number of run IDs that are looked up for one request. */
const MAX_NAMED = 1_000;
/** Maximum number of traces that are looked up for one request. */
const MAX_TRACES = 1_000;

/** Number of spans of a request that were not stored, by reason. */
export interface StoredSpans {
  withoutRun: number;
  aboveLimit: number;
}

/** A moment on two clocks: the clock of the service, which can be moved, and the clock of this machine. */
interface Moment {
  service: number;
  machine: number;
}

/** Stores the spans of a deployment's agent as steps of the deployment's runs. */
export async function storeSpans(
  { runSummaries }: Pick<Store, 'runSummaries'>,
  deploymentId: string,
  spans: readonly Span[],
  now: Moment,
): Promise<StoredSpans> {
  const offset = now.service - now.machine;
  const named = spans.map(nameSpan);
  const known = await findRuns({ runSummaries }, deploymentId, named, offset);
  const { matched } = matchSpans(named, known);
  const rows = await runSummaries.getMany([...matched.keys()]);
  let [aboveLimit, stored] = [0, 0];
  for (const run of rows) {
    const steps = (matched.get(run.runId) ?? []).map((span) => toRow(span, run, offset, now.service));
    const { refused } = await runSummaries.addSpans(run.runId, steps);
    aboveLimit += refused;
    stored += steps.length - refused;
  }
  // Spans whose run was deleted after the match count as spans without a run.
  return { withoutRun: spans.length - stored - aboveLimit, aboveLimit };
}

/**
 * Looks up the runs that the spans might belong to. Times of the runs are converted to times of the machine's clock.
 */
async function findRuns(
  { runSummaries }: Pick<Store, 'runSummaries'>,
  deploymentId: string,
  named: readonly NamedSpan[],
  offset: number,
): Promise<KnownRuns> {
  if (named.length === 0) return { named: new Set(), traces: new Map(), active: [] };
  const ids = [...new Set(named.flatMap(({ runIds }) => runIds))].slice(0, MAX_NAMED);
  const traceIds = [...new Set(named.map(({ span }) => span.traceId))].slice(0, MAX_TRACES);
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { span } of named) {
    from = Math.min(from, span.start);
    to = Math.max(to, span.start);
  }
  const runs = await runSummaries.getMany(ids);
  const active = await runSummaries.activeBetween(deploymentId, Math.floor(from + offset), to + offset);
  return {
    named: new Set(runs.filter((run) => run.deploymentId === deploymentId).map(({ runId }) => runId)),
    traces: singleRuns(await runSummaries.runsOfTraces(deploymentId, traceIds)),
    active: active.map((run) => ({
      ...run,
      startedAt: run.startedAt - offset,
      endedAt: run.endedAt === null ? null : run.endedAt - offset,
    })),
  };
}

/** Returns the run of each trace that has only one run. */
function singleRuns(found: readonly { traceId: string; runId: string }[]): Map<string, string> {
  const byTrace = Map.groupBy(found, ({ traceId }) => traceId);
  return new Map(
    [...byTrace].flatMap(([traceId, [first, ...more]]) =>
      first === undefined || more.length > 0 ? [] : [[traceId, first.runId] as const],
    ),
  );
}

/**
 * Converts a span to a step. A time before the run was created becomes the time of creation, and a time in the future
 * becomes the current time.
 */
function toRow(span: Span, run: RunListRow, offset: number, now: number): NewRunSpan {
  const at = (machine: number): number =>
    Math.min(Math.max(Math.round(machine + offset), run.createdAt), Math.max(now, run.createdAt));
  const { firstToken, ...step } = toSpanStep(span);
  return {
    ...step,
    runId: run.runId,
    attempt: 1,
    startedAt: at(span.start),
    endedAt: at(span.end),
    firstTokenAt: firstToken === null ? null : at(firstToken),
    graphStep: null,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
  };
}
