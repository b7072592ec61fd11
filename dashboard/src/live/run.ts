import { type Signal, signal } from '@preact/signals';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { createEventReader, reconnectDelay } from '../logic/frames.ts';
import { type FrameRows, NO_FRAMES, withFrames } from '../logic/frame-rows.ts';
import { NO_RUN, type RunView, withFrame, withState } from '../logic/run-view.ts';
import { type CheckpointState, nodesOfHistory } from '../logic/steps.ts';
import { act, ApiError, errorText, look, request } from './api.ts';
import { pause, untilVisible } from './waiting.ts';

interface RunRow {
  run_id: string;
  status: string;
}

/**
 * A thread as its runs unfold, those of this page, of another tab and of any client. It has one connection at a time:
 * the stream of the run under way, else one that waits for the next.
 */
export interface LiveThread {
  view: Signal<RunView>;
  frames: Signal<FrameRows>;
  /** `lost`: the stream broke, and is tried again. */
  state: Signal<'idle' | 'streaming' | 'lost'>;
  problem: Signal<string>;
  /** How many runs ended meanwhile. */
  ended: Signal<number>;
  /** Shows this thread from now on; none: nothing. The function ends it, not its runs. */
  follow(thread: string): () => void;
  /** Starts a run on a thread, which need not be the followed one yet. Throws when the agent refuses it. */
  start(thread: string, body: object): Promise<void>;
  /** Shows a run of the followed thread from its first event that is kept, until another one starts. */
  replay(run: string): void;
}

/** Ends a run: `interrupt` keeps what it did, `rollback` removes it. */
export const cancelRun = (
  base: string,
  thread: string,
  run: string,
  how: 'interrupt' | 'rollback',
): Promise<unknown> => act('POST', `${base}/threads/${thread}/runs/${run}/cancel?action=${how}`, {});

/** The threads of the agent at `base`, such as `/d/<id>`; none is followed yet. */
export function createLiveThread(base: string): LiveThread {
  const view = signal(NO_RUN);
  const frames = signal<FrameRows>(NO_FRAMES);
  const state = signal<'idle' | 'streaming' | 'lost'>('idle');
  const problem = signal('');
  const ended = signal(0);
  /** What the loop reads next, instead of looking for a run itself. */
  let next: { run: string } | { answer: Response; thread: string } | null = null;
  /** Ends what the loop waits for or reads. */
  let current = new AbortController();
  let isStarting: Promise<unknown> | null = null;

  const readState = async (thread: string, signal: AbortSignal): Promise<void> => {
    const stored = await request('GET', `/look${base}/threads/${thread}/state`, { signal });
    view.value = withState(view.peek(), parseExactJson(await stored.text()));
  };

  /** A run that no client streamed, or in other modes, has named no node: its history does. */
  const readNodes = async (thread: string): Promise<void> => {
    const { runId, nodes, error } = view.peek();
    if (runId === null || nodes.length > 0 || error !== null) return;
    const history = await look
      .post<Pick<CheckpointState, 'tasks'>[]>(`${base}/threads/${thread}/history`, {
        limit: 1_000,
        metadata: { run_id: runId },
        select: ['tasks'],
      })
      // An agent may keep none.
      .catch(() => []);
    if (view.peek().runId === runId) view.value = { ...view.peek(), nodes: nodesOfHistory(history) };
  };

  /** Reads the events of a run until its stream ends. */
  const read = async ({ body }: Response): Promise<void> => {
    if (body === null) return;
    const reader = createEventReader();
    for await (const chunk of body) {
      const fresh = reader.read(chunk);
      if (fresh.length === 0) continue;
      view.value = fresh.reduce(withFrame, view.peek());
      frames.value = withFrames(frames.peek(), fresh);
    }
  };

  /** Another run than the one that is shown: what the chat shows stays until its first state comes. */
  const begin = (runId: string | null): void => {
    const { messages, values } = view.peek();
    view.value = { ...NO_RUN, messages, values, runId };
    frames.value = NO_FRAMES;
  };

  const join = async (thread: string, run: string, signal: AbortSignal): Promise<void> => {
    const isSame = view.peek().runId === run;
    if (!isSame) begin(run);
    const last = view.peek().lastEventId;
    const answer = await request('GET', `/act${base}/threads/${thread}/runs/${run}/stream`, {
      headers: { 'last-event-id': isSame && last !== '' ? last : '-1' },
      signal,
    }).catch(onlyIfGone);
    if (answer === undefined) return;
    state.value = 'streaming';
    await read(answer);
  };

  /** The run under way; else the one that waits longest. */
  const activeRun = async (thread: string): Promise<string | undefined> => {
    const runs = await look.get<RunRow[]>(`${base}/threads/${thread}/runs`, { limit: 100 });
    const oldestFirst = runs.toReversed();
    const status = (name: string) => oldestFirst.find((run) => run.status === name)?.run_id;
    return status('running') ?? status('pending');
  };

  /** Waits until a run starts on the thread, and gives it. */
  const nextRun = async (thread: string, signal: AbortSignal): Promise<string | undefined> => {
    const { body } = await request('GET', `/look${base}/threads/${thread}/stream`, { signal });
    // It may have begun before this stream did.
    const active = await activeRun(thread);
    if (active !== undefined || body === null) return active;
    const reader = createEventReader();
    for await (const chunk of body) {
      const { runId } = reader.read(chunk).reduce(withFrame, NO_RUN);
      if (runId !== null) return runId;
    }
    return undefined;
  };

  /** One run, from where it is to its end; or the wait for one. */
  const step = async (thread: string, signal: AbortSignal): Promise<void> => {
    const given = next;
    next = null;
    if (given !== null && 'answer' in given) {
      if (given.thread !== thread) return;
      state.value = 'streaming';
      await read(given.answer);
    } else {
      const run = given?.run ?? (await activeRun(thread));
      if (run === undefined) {
        state.value = 'idle';
        const started = await nextRun(thread, signal);
        if (started !== undefined && next === null) next = { run: started };
        return;
      }
      await join(thread, run, signal);
    }
    await readState(thread, signal);
    await readNodes(thread);
    state.value = 'idle';
    ended.value += 1;
  };

  const loop = async (thread: string, left: AbortSignal): Promise<void> => {
    let attempt = 0;
    let isRead = next !== null;
    while (!left.aborted) {
      await isStarting?.catch(() => undefined);
      await untilVisible(left);
      if (left.aborted) return;
      current = new AbortController();
      const { signal } = current;
      const onHidden = () => document.hidden && current.abort();
      document.addEventListener('visibilitychange', onHidden);
      const leave = () => current.abort();
      left.addEventListener('abort', leave);
      try {
        if (!isRead) await readState(thread, signal);
        isRead = true;
        await step(thread, signal);
        attempt = 0;
        problem.value = '';
      } catch (error) {
        const { runId } = view.peek();
        // It may end before the next attempt, and is not among the active ones then.
        const isCut = state.peek() === 'streaming' && next === null && isStarting === null;
        if (isCut && runId !== null) next = { run: runId };
        if (signal.aborted) continue;
        problem.value = errorText(error);
        // Asking again changes nothing about a thread that is gone, or a session that has ended.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
          state.value = 'idle';
          return;
        }
        state.value = 'lost';
        await pause(reconnectDelay(attempt, Math.random()));
        attempt += 1;
      } finally {
        document.removeEventListener('visibilitychange', onHidden);
        left.removeEventListener('abort', leave);
        // A stream that waited has served its purpose.
        current.abort();
      }
    }
  };

  return {
    view,
    frames,
    state,
    problem,
    ended,
    follow(thread) {
      const isStarted = next !== null && 'answer' in next && next.thread === thread;
      if (!isStarted) {
        next = null;
        view.value = NO_RUN;
        frames.value = NO_FRAMES;
        problem.value = '';
        state.value = 'idle';
      }
      const left = new AbortController();
      if (thread !== '') void loop(thread, left.signal);
      return () => left.abort();
    },
    async start(thread, body) {
      if (state.peek() === 'streaming') {
        // What becomes of the run under way is up to the strategy; this one is joined when it is its turn.
        await act('POST', `${base}/threads/${thread}/runs`, body);
        return;
      }
      const starting = request('POST', `/act${base}/threads/${thread}/runs/stream`, { body });
      isStarting = starting;
      current.abort();
      try {
        const answer = await starting;
        begin(null);
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

/** What was asked for is not there any more: undefined. */
function onlyIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
