import { type Signal, signal } from '@preact/signals';
import type { StepList } from '../../../src/contract/dashboard/threads.ts';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { createEventReader, reconnectDelay } from '../logic/frames.ts';
import { type FrameRows, NO_FRAMES, withFrames } from '../logic/frame-rows.ts';
import { NO_RUN, type RunView, withFrame, withState } from '../logic/run-view.ts';
import type { ChatMessage } from '../logic/chat-messages.ts';
import { timelineOf } from '../logic/thread-steps.ts';
import { ApiError, errorText, forward, inspect, read as readList, request } from './api.ts';
import { abortWhenHidden, createWakeablePause, waitUntilVisible } from './waiting.ts';

interface RunRow {
  run_id: string;
  status: string;
}

/**
 * Live view of a thread and its runs. Any client might have started the runs of the thread. The view keeps one
 * connection at a time: the stream of the active run, or a stream that waits for the next run.
 */
export interface LiveThread {
  view: Signal<RunView>;
  frames: Signal<FrameRows>;
  /** State of the stream. In the state `lost`, the stream has broken and the page is reconnecting. */
  state: Signal<'idle' | 'streaming' | 'lost'>;
  problem: Signal<string>;
  /** Number of runs that have ended since the view began to follow the thread. */
  ended: Signal<number>;
  /**
   * Follows a thread, or no thread if the ID is empty. The returned function stops following, but does not stop runs.
   */
  follow(thread: string): () => void;
  /**
   * Starts a run on a thread, which can differ from the followed thread. The view shows `messages` until the first
   * state of the run arrives. Throws `ApiError` if the agent refuses the run.
   */
  start(thread: string, body: object, messages?: readonly ChatMessage[]): Promise<void>;
  /** Reconnects a broken stream without waiting for the next attempt. */
  rejoin(): void;
  /** Shows a run of the followed thread from its first stored event, until another run starts. */
  replay(run: string): void;
}

/** Returns the path of a thread's steps. `base` is the path of the agent, such as `/d/<id>`. */
export const stepsPath = (base: string, thread: string): string =>
  `/deployments/${base.slice('/d/'.length)}/threads/${thread}/steps`;

/** Cancels a run. The action `interrupt` keeps the run's results; the action `rollback` removes them. */
export const cancelRun = (
  base: string,
  thread: string,
  run: string,
  how: 'interrupt' | 'rollback',
): Promise<unknown> => forward('POST', `${base}/threads/${thread}/runs/${run}/cancel?action=${how}`, {});

/** Creates a live view for the agent at `base`, such as `/d/<id>`. The view follows no thread at first. */
export function createLiveThread(base: string): LiveThread {
  const shown = createShownRun(base);
  const { view, state } = shown.signals;
  const problem = signal('');
  /**
   * The run or response that is read next for the followed thread. If `next` is null, the loop looks for an active run.
   */
  let next: { run: string } | { answer: Response; thread: string } | null = null;
  let isStarting: Promise<unknown> | null = null;
  /** Aborts the current stream, or the current wait for a run. */
  let current = new AbortController();
  const retry = createWakeablePause();

  /** Reads one run until it ends. If no run is active, waits until a run starts. */
  const step = async (thread: string, signal: AbortSignal): Promise<void> => {
    const given = next;
    next = null;
    if (given !== null && 'answer' in given) {
      if (given.thread !== thread) return;
      await shown.read(given.answer);
    } else {
      const run = given?.run ?? (await activeRun(base, thread));
      if (run === undefined) {
        state.value = 'idle';
        const started = await nextRun(base, thread, signal);
        if (started !== undefined && next === null) next = { run: started };
        return;
      }
      await shown.join(thread, run, signal).catch((error: unknown) => {
        // Remembers the run for the next attempt, because the run might end before the attempt and then be missing from
        // the active runs.
        if (!signal.aborted) next ??= { run };
        throw error;
      });
    }
    await shown.finish(thread, signal);
  };

  const loop = async (thread: string, left: AbortSignal): Promise<void> => {
    let isRead = next !== null;
    for (let attempt = 0; !left.aborted; ) {
      await isStarting?.catch(() => undefined);
      await waitUntilVisible(left);
      if (left.aborted) return;
      const { signal } = (current = abortWhenHidden(left));
      try {
        if (!isRead) await shown.readState(thread, signal);
        isRead = true;
        await step(thread, signal);
        attempt = 0;
        problem.value = '';
      } catch (error) {
        const { runId } = view.peek();
        if (state.peek() === 'streaming' && isStarting === null && runId !== null) next ??= { run: runId };
        if (signal.aborted) continue;
        problem.value = errorText(error);
        // A retry is useless if the thread no longer exists or the session has ended.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
          state.value = 'idle';
          return;
        }
        state.value = 'lost';
        await retry.pause(reconnectDelay(attempt, Math.random()));
        attempt += 1;
      } finally {
        // Closes the stream that waits for a run.
        current.abort();
      }
    }
  };

  return {
    ...shown.signals,
    problem,
    follow(thread) {
      const isStarted = next !== null && 'answer' in next && next.thread === thread;
      if (!isStarted) {
        next = null;
        problem.value = '';
        shown.clear();
      }
      const left = new AbortController();
      if (thread !== '') void loop(thread, left.signal);
      return () => left.abort();
    },
    rejoin: retry.wake,
    async start(thread, body, messages) {
      if (state.peek() === 'streaming') {
        // The multitask strategy decides what happens to the active run. The stream of the new run is joined once the
        // run starts.
        return void (await forward('POST', `${base}/threads/${thread}/runs`, body));
      }
      const starting = request('POST', `/forward${base}/threads/${thread}/runs/stream`, { body });
      isStarting = starting;
      current.abort();
      try {
        const answer = await starting;
        shown.begin(null, messages);
        state.value = 'streaming';
        next = { answer, thread };
      } finally {
        isStarting = null;
      }
    },
    replay(run) {
      next = { run };
      view.value = { ...view.peek(), runId: null };
      current.abort();
    },
  };
}

/** Ignores a 404 response, and rethrows all other errors. */
function onlyIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Creates the view of a single run and of the frames of its stream. */
function createShownRun(base: string) {
  const view = signal(NO_RUN);
  const frames = signal<FrameRows>(NO_FRAMES);
  const state = signal<'idle' | 'streaming' | 'lost'>('idle');
  const ended = signal(0);

  const readState = async (thread: string, signal: AbortSignal): Promise<void> => {
    const stored = await request('GET', `/inspect${base}/threads/${thread}/state`, { signal });
    view.value = withState(view.peek(), parseExactJson(await stored.text()));
  };

  /** Reads the nodes of the run from the thread's steps if the stream's modes did not include the nodes. */
  const readNodes = async (thread: string): Promise<void> => {
    const { runId, nodes, error } = view.peek();
    if (runId === null || nodes.length > 0 || error !== null) return;
    const list = await readList<StepList>(stepsPath(base, thread), { limit: 1_000 })
      // An agent might store no steps.
      .catch(() => ({ steps: [] }));
    const ran = timelineOf(list.steps).rows.filter(
      ({ kind, step }) =>
        kind === 'step' && step.run_id === runId && step.source === 'loop' && (step.step ?? 1) > 0,
    );
    if (view.peek().runId === runId)
      view.value = { ...view.peek(), nodes: ran.toReversed().map(({ title }) => title) };
  };

  /** Reads the events of a run until the stream ends. */
  const read = async ({ body }: Response): Promise<void> => {
    state.value = 'streaming';
    if (body === null) return;
    const reader = createEventReader();
    for await (const chunk of body) {
      const fresh = reader.read(chunk);
      if (fresh.length === 0) continue;
      view.value = fresh.reduce(withFrame, view.peek());
      frames.value = withFrames(frames.peek(), fresh);
    }
  };

  /** Shows a new run. The chat keeps the messages of the previous run until the first state of the new run arrives. */
  const begin = (runId: string | null, messages = view.peek().messages): void => {
    const { values } = view.peek();
    view.value = { ...NO_RUN, messages, values, runId };
    frames.value = NO_FRAMES;
  };

  const join = async (thread: string, run: string, signal: AbortSignal): Promise<void> => {
    const isSame = view.peek().runId === run;
    if (!isSame) begin(run);
    const last = view.peek().lastEventId;
    const answer = await request('GET', `/forward${base}/threads/${thread}/runs/${run}/stream`, {
      headers: { 'last-event-id': isSame && last !== '' ? last : '-1' },
      signal,
    }).catch(onlyIfGone);
    if (answer === undefined) return;
    await read(answer);
  };

  return {
    signals: { view, frames, state, ended },
    readState,
    read,
    begin,
    join,
    clear(): void {
      view.value = NO_RUN;
      frames.value = NO_FRAMES;
      state.value = 'idle';
    },
    /** Shows the result of a run after its stream has ended. */
    async finish(thread: string, signal: AbortSignal): Promise<void> {
      await readState(thread, signal);
      await readNodes(thread);
      state.value = 'idle';
      ended.value += 1;
    },
  };
}

/** Returns the running run, or else the oldest pending run. */
async function activeRun(base: string, thread: string): Promise<string | undefined> {
  const runs = await inspect.get<RunRow[]>(`${base}/threads/${thread}/runs`, { limit: 100 });
  const oldestFirst = runs.toReversed();
  const status = (name: string) => oldestFirst.find((run) => run.status === name)?.run_id;
  return status('running') ?? status('pending');
}

/** Waits until a run starts on the thread and returns its ID. */
async function nextRun(base: string, thread: string, signal: AbortSignal): Promise<string | undefined> {
  const { body } = await request('GET', `/inspect${base}/threads/${thread}/stream`, { signal });
  // The run might have started before this stream opened.
  const active = await activeRun(base, thread);
  if (active !== undefined || body === null) return active;
  const reader = createEventReader();
  for await (const chunk of body) {
    const { runId } = reader.read(chunk).reduce(withFrame, NO_RUN);
    if (runId !== null) return runId;
  }
  return undefined;
}
