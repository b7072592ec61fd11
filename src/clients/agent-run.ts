import { fieldOf, parseJson } from '../contract/json-safety.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { AgentFeedback, type AgentRun, AgentRunError, isFinalRun } from '../contract/agent-responses.ts';
import { ApiError, ignoreApiError, isApiError, isThreadBusy } from './errors.ts';
import type { AgentServer, RunBody, ThreadState } from './agent-server.ts';
import type { Clock } from './clock.ts';
import type { StreamEnd, StreamHead, StreamListener } from './event-stream.ts';
import { limitPolls, poll, type Schedule } from './poll.ts';
import { BACKOFF, backoffMs } from './retry.ts';

interface RunRequest {
  threadId: string;
  /** True if no other client knows the thread, so no other client's run can be active on the thread. */
  ownThread: boolean;
  /** True if the run creates its thread, so no earlier run has used the thread. */
  createsThread?: boolean;
  body: RunBody;
  /** Entry in the run's metadata that identifies the run. */
  mark: { key: string; value: string };
  /** Maximum duration of the run in milliseconds of wall-clock time. */
  limitMs: number;
}

/**
 * Result of a run. `gone` means that the run existed but can no longer be found. `state` is the final state of a run
 * that created its thread and succeeded. If `state` is `undefined`, the caller reads the thread's state.
 */
export type RunEnd =
  | {
      kind: 'ended';
      runId: string;
      status: string;
      error: RunError | undefined;
      state?: ThreadState | undefined;
    }
  | { kind: 'gone'; runId: string };

interface RunEvents {
  /** Called when the ID of the run is known. */
  started(runId: string): void;
  /**
   * Called when nodes have completed a step. `of` is the path of the subgraph that contains the nodes, or an empty list
   * for the root graph.
   */
  step(nodes: readonly string[], of: readonly string[]): void;
  /** Called with the feedback URLs, which are secret. */
  feedback(urls: Readonly<Record<string, string>>): void;
  /** Called when the event stream breaks. `text` describes how the client continues. */
  warning(text: string): void;
}

interface RunError {
  name: string;
  message: string;
}

/** Maximum number of reconnects to a stream, as in the official clients. */
const MAX_RECONNECTS = 5;
const MAX_STARTS = 3;

const FIND_ATTEMPTS = 4;
const END_ATTEMPTS = 3;

const POLL_MS = 1000;

/**
 * Creates one run and waits until the run ends. Before a repeated request, searches for a run that the first request
 * might have created. A broken stream loses only progress reports, because the result is read separately. Throws
 * ApiError or the signal's reason.
 */
export async function performRun(
  server: AgentServer,
  { clock, random }: { clock: Clock; random: () => number },
  request: RunRequest,
  events: RunEvents,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { threadId } = request;
  const streamState = new RunStreamState(events);
  const context: RunContext = { server, clock, random, request, events, signal, streamState };
  const { sent, attempts } = await startRun(context);
  let end = sent;
  const runId = streamState.runId ?? '';
  // After a repeated request, the thread might contain a second run.
  if (request.createsThread === true && attempts === 1 && end.kind === 'ended' && !streamState.error) {
    const state = await ignoreApiError(() => server.succeededState(threadId, signal));
    if (state !== undefined) return { kind: 'ended', runId, status: 'success', error: undefined, state };
  }
  const reader = createRunReader(context, runId);
  for (let attempt = 1; !streamState.over && attempt <= MAX_RECONNECTS; attempt += 1) {
    if (await reader.hasEnded(end)) break;
    const broken = end.kind === 'failed' ? `broke (${wordOf(end)})` : 'ended before the run finished';
    events.warning(`The stream ${broken}; reconnecting to the run.`);
    await clock.sleep(backoffMs(attempt, random, BACKOFF.run), signal);
    end = await server.watchRun(threadId, runId, streamState.place(), streamState, signal);
    if (end.kind === 'failed' && !end.opened && end.error.status !== undefined) break;
  }
  return reader.settle();
}

interface RunContext {
  server: AgentServer;
  clock: Clock;
  random: () => number;
  request: RunRequest;
  events: RunEvents;
  signal: AbortSignal;
  streamState: RunStreamState;
}

/**
 * Starts the run and stores its ID in `streamState`. Returns the end of the first stream and the number of requests.
 */
async function startRun(context: RunContext): Promise<{ sent: StreamEnd; attempts: number }> {
  const { server, clock, request, events, signal, streamState } = context;
  const { threadId, limitMs } = request;
  for (let attempt = 1; ; attempt += 1) {
    // On a thread that no other client knows, `reject` ensures that a delayed request cannot create a second run.
    const strategy = request.ownThread ? 'reject' : request.body.multitask_strategy;
    const sent = await server.startRun(
      threadId,
      {
        ...request.body,
        multitask_strategy: strategy,
        ...(request.createsThread === true && { if_not_exists: 'create' }),
      },
      streamState,
      signal,
    );
    if (streamState.runId !== undefined) return { sent, attempts: attempt };
    const wait = refusedFor(sent);
    if (wait !== undefined && wait < limitMs && attempt < MAX_STARTS) {
      events.warning('The agent server asked for a retry (Retry-After).');
      await clock.sleep(wait, signal);
      continue;
    }
    const error = sent.kind === 'failed' ? sent.error : undefined;
    const lost = error === undefined || ['ambiguous', 'network', 'timeout'].includes(error.kind);
    if (!lost && !(attempt > 1 && isThreadBusy(error))) throw error;
    events.warning('The response to the start of the run was lost; checking whether the run was created.');
    const found = await findRun(context);
    if (found !== undefined) {
      streamState.know(found);
      return { sent, attempts: attempt };
    }
    if (attempt >= MAX_STARTS || mayStartSecondRun(request, error)) throw error ?? lostStart(threadId);
  }
}

/**
 * Returns whether a request whose response was lost can still create a second run, which is possible on a thread that
 * other clients also use.
 */
function mayStartSecondRun({ ownThread, body }: RunRequest, error: ApiError | undefined): boolean {
  const sent = error === undefined || error.kind === 'ambiguous';
  return sent && !ownThread && ['enqueue', 'interrupt'].includes(body.multitask_strategy);
}

/** Finds the run whose metadata contains our entry. Searches repeatedly, because the request might still arrive. */
function findRun({ server, clock, random, request, signal }: RunContext): Promise<string | undefined> {
  const backoff: Schedule = ({ polls }) => backoffMs(polls, random, BACKOFF.run);
  return poll({ clock, signal }, limitPolls(FIND_ATTEMPTS, backoff), async () => {
    // If the run creates the thread, the thread might not exist yet.
    const runs = await ignoreApiError(() => server.listRuns(request.threadId, signal), 404);
    return runs?.find((run) => isOurs(run, request))?.run_id;
  });
}

function isOurs({ metadata }: AgentRun, { mark }: RunRequest): boolean {
  return metadata?.[mark.key] === mark.value;
}

/** Creates functions that read the result of the run. */
function createRunReader({ server, clock, request, signal, streamState }: RunContext, runId: string) {
  const { threadId, limitMs } = request;

  /**
   * Returns the run, or `undefined` if the run does not exist. Throws if the metadata contains the entry of another
   * client, which started the run.
   */
  const ours = async (): Promise<AgentRun | undefined> => {
    const run = await server.getRun(threadId, runId, signal);
    const { key } = request.mark;
    if (run?.metadata && key in run.metadata && !isOurs(run, request)) throw anotherRun(threadId, runId);
    return run;
  };

  const errorOfJoin = async (): Promise<RunError | undefined> => {
    try {
      const body = await server.join(threadId, runId, limitMs, signal);
      const read = AgentRunError.safeParse(fieldOf(body, '__error__'));
      return read.success ? { name: read.data.error, message: read.data.message } : undefined;
    } catch (error) {
      if (!isApiError(error)) throw error;
      return undefined;
    }
  };

  return {
    /** Returns whether the run has ended, or false after a failed stream. */
    async hasEnded(closed: StreamEnd): Promise<boolean> {
      if (closed.kind === 'failed') return false;
      // The server can close a stream shortly before it stores the run's result.
      const ended = await poll(
        { clock, signal },
        limitPolls(END_ATTEMPTS, () => BACKOFF.run.baseMs),
        async () => {
          const run = await ours();
          return run === undefined || isFinalRun(run.status) || undefined;
        },
      );
      return ended === true;
    },

    settle: (): Promise<RunEnd> =>
      poll(
        { clock, signal },
        () => POLL_MS,
        async (): Promise<RunEnd | undefined> => {
          const run = await ours();
          if (run === undefined) return { kind: 'gone', runId };
          if (isFinalRun(run.status)) {
            const error = run.status === 'error' ? (streamState.error ?? (await errorOfJoin())) : undefined;
            return { kind: 'ended', runId, status: run.status, error };
          }
          try {
            await server.join(threadId, runId, limitMs, signal);
          } catch (error) {
            // API errors are ignored, because the result is read separately.
            if (!isApiError(error)) throw error;
          }
          return undefined;
        },
      ),
  };
}

/** Returns the delay in milliseconds before the retry that the server requested, or `undefined` without a retry. */
function refusedFor(end: StreamEnd): number | undefined {
  if (end.kind === 'ended' || end.opened || end.retryAfterMs === undefined) return undefined;
  const { status } = end.error;
  return status === 429 || status === 503 ? Math.max(end.retryAfterMs, BACKOFF.run.baseMs) : undefined;
}

function anotherRun(threadId: string, runId: string): ApiError {
  return new ApiError({
    kind: 'malformed',
    method: 'GET',
    path: `/threads/${threadId}/runs/${runId}`,
    what: 'the run has another marker than the run that was started',
    hint: 'Check that the address is the agent server of the deployment.',
    attempts: 1,
  });
}

function lostStart(threadId: string): ApiError {
  return new ApiError({
    kind: 'ambiguous',
    method: 'POST',
    path: `/threads/${threadId}/runs/stream`,
    what: 'the response contains no run ID, and no run was found on the thread',
    hint: 'Check that the address is the agent server of the deployment.',
    attempts: MAX_STARTS,
  });
}

function wordOf({ error }: Extract<StreamEnd, { kind: 'failed' }>): string {
  return error.code ?? String(error.status ?? error.kind);
}

/** Data from all streams of one run. */
class RunStreamState implements StreamListener {
  runId: string | undefined;
  over = false;
  error: RunError | undefined;
  #location: string | undefined;
  #lastEventId: string | undefined;
  #any = false;
  readonly #events: RunEvents;
  constructor(events: RunEvents) {
    this.#events = events;
  }

  know(runId: string): void {
    if (this.runId !== undefined) return;
    this.runId = runId;
    this.#events.started(runId);
  }

  /**
   * Returns the URL of the run, and the ID of the last event. The next stream continues after the last event, or starts
   * at the beginning if no event had an ID.
   */
  place(): { location: string | undefined; lastEventId: string | undefined } {
    return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? undefined : '-1') };
  }

  opened({ location, contentLocation }: StreamHead): void {
    this.#location ??= location;
    const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? '')?.[1];
    if (found !== undefined) this.know(found);
  }

  event({ event = 'message', id, data }: EventSourceMessage): void {
    this.#any = true;
    if (id !== undefined && id !== '') this.#lastEventId = id;
    const [name = '', ...of] = event.split('|');
    if (name === 'end') this.over = true;
    const value = parseJson(data);
    if (typeof value !== 'object' || value === null) return;
    if (name === 'metadata') {
      const runId: unknown = Reflect.get(value, 'run_id');
      if (typeof runId === 'string') this.know(runId);
    } else if (name === 'updates') {
      this.#events.step(Object.keys(value), of);
    } else if (name === 'feedback') {
      const urls = AgentFeedback.safeParse(value);
      if (urls.success) this.#events.feedback(urls.data);
    } else if (name === 'error') {
      const parsed = AgentRunError.safeParse(value);
      if (parsed.success) this.error = { name: parsed.data.error, message: parsed.data.message };
    }
  }
}
