import { stringifyExactJson } from '../../../contract/exact-json.ts';
import type { EventStreamRequest, ProtocolEvent } from '../../../contract/protocol.ts';
import type { RunRow, Store, StreamedRunDetails } from '../../ports/store.ts';
import type { AccessRecheck } from '../access/lasting-access.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { RunKey } from '../run-row.ts';
import { parseFrames, type StreamState } from '../streams/frames.ts';
import {
  createWakeSignal,
  readSequentially,
  type RunSubscription,
  subscribeToRun,
  type ThreadSubscription,
} from '../streams/stream-reader.ts';
import {
  createProtocolSession,
  firstSeqOf,
  matchesFilter,
  type ProtocolSession,
  type RunEnd,
} from './session.ts';

type ThreadKey = Pick<RunRow, 'deploymentId' | 'threadId'>;
type ReadThread = ThreadKey & { access: AccessRecheck };

/** A run whose events are still to be read. */
interface QueuedRun {
  id: string;
  /** Reads the run, or returns `undefined` if the run was deleted. */
  find: () => Promise<StreamedRunDetails | undefined>;
  subscription: RunSubscription;
}

/**
 * Subscribes to a thread's events in the streaming protocol: events of stored runs, of the active run, and of later
 * runs, until the connection or the thread ends. The thread might not exist yet. The caller must always call `stop`.
 */
export function subscribeToThreadEvents(
  dependencies: AgentServerDependencies,
  { access, ...thread }: ReadThread,
  filter: EventStreamRequest,
): ThreadSubscription {
  const { store, executor } = dependencies;
  const signal = createWakeSignal();
  const queue: QueuedRun[] = [];
  const seen = new Set<string>();

  const enqueue = (run: RunKey, find: QueuedRun['find']): void => {
    // Ignores runs of other deployments, because two deployments can use the same thread ID. Ignores repeated attempts
    // of a run, because they continue the stream of the first attempt.
    if (run.deploymentId !== thread.deploymentId || seen.has(run.id)) return;
    seen.add(run.id);
    queue.push({ id: run.id, find, subscription: subscribeToRun(dependencies, run.id) });
    signal.wake('events');
  };
  const runs = executor.streams.subscribeToThread(
    thread,
    (run) => enqueue(run, () => Promise.resolve(toDetails(run))),
    // Enqueues a run that ended before a worker started it.
    (run) =>
      enqueue(run, async () => {
        const row = await store.runs.get(run.deploymentId, run.threadId, run.id);
        return row && toDetails(row);
      }),
  );
  const prepare = async (): Promise<void> => {
    await runs.ready;
    for (const { subscription } of queue) await subscription.ready;
    const earlier: QueuedRun[] = [];
    for (const details of await store.runStreams.runsOfThread(thread.deploymentId, thread.threadId)) {
      if (seen.has(details.id)) continue;
      seen.add(details.id);
      const find = () => Promise.resolve(details);
      const subscription = subscribeToRun(dependencies, details.id, { isNew: true });
      earlier.push({ id: details.id, find, subscription });
    }
    queue.unshift(...earlier);
  };
  const ready = prepare();
  // If the caller awaits `ready`, the caller handles its rejection.
  ready.catch(() => undefined);

  let lastSeq = 0;
  let existed = false;
  async function* readRun(run: QueuedRun): AsyncGenerator<string> {
    existed = true;
    const details = await run.find();
    if (!details) return;
    const session = createProtocolSession({
      id: details.id,
      graphName: details.graphId,
      firstSeq: Math.max(lastSeq + 1, firstSeqOf(details)),
      now: () => dependencies.clock.now(),
    });
    const streamed = {
      ...thread,
      id: details.id,
      attempt: details.attempt,
      resumable: details.resumable,
      feedbackKeys: null,
    };
    for await (const part of run.subscription.parts(streamed, -1)) {
      if (part.kind === 'heartbeat') {
        yield '';
        continue;
      }
      const events: ProtocolEvent[] = [];
      if (part.kind === 'stored') {
        events.push(...session.begin());
        for (const stored of parseFrames(part.row)) events.push(...session.add(stored));
      } else {
        events.push(
          ...(await endRun(store, session, { key: { ...thread, id: details.id }, state: part.state })),
        );
      }
      lastSeq = Math.max(lastSeq, session.lastSeq());
      const text = toText(events, filter);
      if (text !== '') yield text;
    }
  }
  const isGone = async (): Promise<boolean> => {
    const exists = await store.threads.exists(thread.deploymentId, thread.threadId);
    if (existed && !exists) return true;
    existed = exists;
    // Access is checked, because another caller might have created the thread since the subscription began.
    return exists && !(await access.isAllowed());
  };

  return { ...readSequentially({ queue, signal, readRun, access, isGone, unsubscribe: runs.stop }), ready };
}

/** Returns the last events of a run whose stream has ended or was removed. */
async function endRun(
  store: Pick<Store, 'runs'>,
  session: ProtocolSession,
  { key, state }: { key: RunKey; state: Exclude<StreamState, { kind: 'open' }> },
): Promise<ProtocolEvent[]> {
  // The events of a rolled-back run are deleted, so no final event is sent.
  if (state.kind !== 'ended') return [];
  const run = await store.runs.head(key.deploymentId, key.threadId, key.id);
  if (!run) return [];
  const end: RunEnd =
    state.end.kind === 'failed'
      ? { status: 'failed', error: state.end.message }
      : { status: run.status === 'interrupted' ? 'interrupted' : 'completed' };
  return [...session.begin(), ...session.end(end)];
}

function toDetails(run: RunRow): StreamedRunDetails {
  const { id, graphId, attempt, createdAt, kwargs } = run;
  return { id, graphId, attempt, createdAt, resumable: kwargs['stream_resumable'] === true };
}

/** Returns the events that pass the reader's filter and are new to the reader, as server-sent events. */
function toText(events: readonly ProtocolEvent[], filter: EventStreamRequest): string {
  return events
    .filter((event) => event.seq > (filter.since ?? -1) && matchesFilter(event, filter))
    .map((event) => `event: ${event.method}\ndata: ${stringifyExactJson(event)}\nid: ${event.seq}\n\n`)
    .join('');
}
