import { fieldOf, parseJson } from '../../../contract/json-safety.ts';
import type { ActiveRun } from '../../ports/store.ts';
import type { Attributes, Span } from './span.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Attributes that contain the ID of a run, in the order of reading. */
const RUN_KEYS = [
  'langgraph.run_id',
  'run_id',
  'metadata.run_id',
  'langsmith.metadata.run_id',
  'traceloop.association.properties.run_id',
];
const THREAD_KEYS = [
  'langgraph.thread_id',
  'thread_id',
  'metadata.thread_id',
  'langsmith.metadata.thread_id',
  'traceloop.association.properties.thread_id',
  'gen_ai.conversation.id',
  'session.id',
];
/** Attribute where OpenInference writes metadata as JSON text. */
const METADATA = 'metadata';
/** Maximum length of the metadata that is read, in characters. */
const MAX_METADATA = 20_000;

/** A span with the IDs that can identify its run. */
export interface NamedSpan {
  span: Span;
  /** Possible IDs of the span's run, most reliable first. */
  runIds: readonly string[];
  /** ID of the span's thread, or `undefined` if the span does not contain the ID. */
  threadId: string | undefined;
}

/** Returns a span with the IDs in its attributes. The last possible ID of the span's run is the ID of the trace. */
export function nameSpan(span: Span): NamedSpan {
  const { attributes } = span;
  const metadata = metadataOf(attributes);
  const [runIds, threadIds] = [
    [...idsIn(attributes, RUN_KEYS), ...idIn(fieldOf(metadata, 'run_id'))],
    [...idsIn(attributes, THREAD_KEYS), ...idIn(fieldOf(metadata, 'thread_id'))],
  ];
  return { span, runIds: [...runIds, toUuid(span.traceId)], threadId: threadIds[0] };
}

function metadataOf(attributes: Attributes): unknown {
  const text = attributes.get(METADATA);
  return typeof text === 'string' && text.length <= MAX_METADATA ? parseJson(text) : text;
}

const idsIn = (attributes: Attributes, names: readonly string[]): string[] =>
  names.flatMap((name) => idIn(attributes.get(name)));

const idIn = (value: unknown): string[] =>
  typeof value === 'string' && UUID.test(value) ? [value.toLowerCase()] : [];

function toUuid(traceId: string): string {
  const parts = [0, 8, 12, 16, 20].map((from, index, all) => traceId.slice(from, all[index + 1]));
  return parts.join('-');
}

/** Runs of a deployment that spans might belong to. Times of the runs are epoch milliseconds of the machine's clock. */
export interface KnownRuns {
  /** IDs of runs that exist, among the IDs that the spans contain. */
  named: ReadonlySet<string>;
  /** IDs of the runs of stored spans, keyed by trace ID. A trace with spans of several runs is absent. */
  traces: ReadonlyMap<string, string>;
  active: readonly ActiveRun[];
}

/**
 * Finds the run of each span. The run of a span is the first of these runs that exists:
 *
 * 1. the run whose ID is in the span's attributes or is the ID of the trace;
 * 2. the run of the spans around the span;
 * 3. the only run of the other spans of its trace;
 * 4. the only run of its thread that is active at its start;
 * 5. the only run that is active at its start.
 *
 * @returns Spans by the ID of their run, and the spans without a run.
 */
export function matchSpans(
  spans: readonly NamedSpan[],
  { named, traces, active }: KnownRuns,
): { matched: Map<string, Span[]>; unmatched: Span[] } {
  const byId = new Map(spans.map((one) => [keyOf(one.span.traceId, one.span.spanId), one]));
  const ownRun = ({ runIds }: NamedSpan): string | undefined => runIds.find((id) => named.has(id));
  const found = new Map<NamedSpan, string | undefined>();
  /** Returns the ID of the first existing run whose ID is in the span or in a span around the span. */
  const inherited = (first: NamedSpan): string | undefined => {
    const path: NamedSpan[] = [];
    let run: string | undefined;
    for (let one: NamedSpan | undefined = first; one !== undefined && !path.includes(one); ) {
      if (found.has(one)) {
        run = found.get(one);
        break;
      }
      path.push(one);
      run = ownRun(one);
      if (run !== undefined || one.span.parentSpanId === null || path.length > MAX_ANCESTORS) break;
      one = byId.get(keyOf(one.span.traceId, one.span.parentSpanId));
    }
    for (const one of path) found.set(one, run);
    return run;
  };
  const runsOfTraces = new Map<string, Set<string>>();
  for (const one of spans) {
    const run = inherited(one);
    if (run === undefined) continue;
    const known = runsOfTraces.get(one.span.traceId);
    if (known) known.add(run);
    else runsOfTraces.set(one.span.traceId, new Set([run]));
  }
  const ofTrace = (traceId: string): string | undefined => {
    const here = runsOfTraces.get(traceId);
    return here === undefined ? traces.get(traceId) : only([...here]);
  };
  const matched = new Map<string, Span[]>();
  const unmatched: Span[] = [];
  for (const one of spans) {
    const { span } = one;
    const run = found.get(one) ?? ofTrace(span.traceId) ?? activeAt(active, one);
    if (run === undefined) {
      unmatched.push(span);
      continue;
    }
    const list = matched.get(run);
    if (list) list.push(span);
    else matched.set(run, [span]);
  }
  return { matched, unmatched };
}

/** Maximum rounding difference in milliseconds between the times of the emulator and the times of agents. */
const SLACK_MS = 50;
/** Maximum number of spans around a span that are searched for the span's run. */
const MAX_ANCESTORS = 200;

const keyOf = (traceId: string, spanId: string): string => `${traceId}/${spanId}`;

const only = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined);

function activeAt(active: readonly ActiveRun[], { span, threadId }: NamedSpan): string | undefined {
  const within = (slack: number) =>
    active.filter(
      ({ startedAt, endedAt }) =>
        startedAt - slack <= span.start && (endedAt === null || span.start <= endedAt),
    );
  const exact = within(0);
  const running = exact.length > 0 ? exact : within(SLACK_MS);
  const ofThread = threadId === undefined ? [] : running.filter((run) => run.threadId === threadId);
  return only((ofThread.length > 0 ? ofThread : running).map(({ runId }) => runId));
}
