import type { AgentAssistant, AgentRun } from '../contract/agent-responses.ts';
import type { StreamWatch } from './event-stream.ts';
import type { StreamEnd } from './transport-stream.ts';

/** Body of POST /threads/{id}/runs/stream, as far as a check needs it (spec §4.10; facts: service §4.1). */
export interface RunBody {
  assistant_id: string;
  input?: unknown;
  command?: unknown;
  config?: unknown;
  context?: unknown;
  metadata: Record<string, unknown>;
  stream_mode: 'updates';
  stream_resumable: true;
  /** The stream may break without the run. */
  on_disconnect: 'continue';
  multitask_strategy: string;
  feedback_keys?: string[];
}

/** What a thread holds after a run. */
export interface ThreadState {
  values: unknown;
  /** It stopped before its end, to be resumed. */
  interrupted: boolean;
  /** It asks somebody. A run that was stopped from outside leaves work to be done as well, and asks nobody. */
  asks: boolean;
}

/** A score of a run, for the trace. */
export interface Feedback {
  score: number;
  comment: string;
}

/**
 * The agent server of one deployment as a check sees it (spec §4.10). Reads survive passing faults for a while; a run is
 * started once per call. Methods throw an ApiError of `clients/errors.ts`, but for the streams, which tell how they ended.
 */
export interface AgentServer {
  /** Which revision answers; undefined where the server does not say. */
  revision(signal: AbortSignal): Promise<string | undefined>;
  assistants(signal: AbortSignal): Promise<AgentAssistant[]>;
  /** A thread of this id, whether it was there or not. Gives the id that the server gave it. */
  createThread(id: string, metadata: Record<string, unknown>, signal: AbortSignal): Promise<string>;
  deleteThread(id: string, signal: AbortSignal): Promise<void>;
  state(threadId: string, signal: AbortSignal): Promise<ThreadState>;
  /** Starts a run and streams it. */
  startRun(threadId: string, body: RunBody, watch: StreamWatch, signal: AbortSignal): Promise<StreamEnd>;
  /** Streams a run that is on its way, from after the event `lastEventId`. `location`: where the server said to. */
  watchRun(
    threadId: string,
    runId: string,
    at: { location: string | undefined; lastEventId: string | undefined },
    watch: StreamWatch,
    signal: AbortSignal,
  ): Promise<StreamEnd>;
  /** Undefined: there is no such run (any more). */
  getRun(threadId: string, runId: string, signal: AbortSignal): Promise<AgentRun | undefined>;
  /** Latest first. */
  listRuns(threadId: string, signal: AbortSignal): Promise<AgentRun[]>;
  /** Waits for the end of a run, `limitMs` at most; gives its values, or `__error__`. */
  join(threadId: string, runId: string, limitMs: number, signal: AbortSignal): Promise<unknown>;
  /** Stops a run, and waits for that a little. */
  cancelRun(threadId: string, runId: string, signal: AbortSignal): Promise<void>;
  /** Submits feedback to a pre-signed URL, once, without the key. Throws when the URL must not be used. */
  submitFeedback(url: string, feedback: Feedback, signal: AbortSignal): Promise<void>;
}
