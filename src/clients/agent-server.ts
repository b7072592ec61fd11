import * as z from 'zod';
import {
  AgentAssistant,
  AgentInfo,
  AgentRun,
  AgentThread,
  AgentThreadState,
} from '../contract/agent-responses.ts';
import { assertSame, parseAnswer } from './answers.ts';
import { checkSignedUrl, isLoopback } from './base-url.ts';
import { isApiError, isNotServed, unlessApiError } from './errors.ts';
import type { StreamEnd, StreamListener } from './event-stream.ts';
import type { Call, Transport } from './transport.ts';
import { credentialHeaders, USER_AGENT } from './headers.ts';

/**
 * The agent server of one deployment as a check sees it. Reads survive transient faults for a while; a run is started
 * once per call. Methods throw an ApiError of `clients/errors.ts`, except the streams, which return how they ended.
 */
export interface AgentServer {
  /** The revision that answers; undefined if the server does not tell. */
  revision(signal: AbortSignal): Promise<string | undefined>;
  assistants(signal: AbortSignal): Promise<AgentAssistant[]>;
  /** Ensures a thread of this ID. Returns the server's ID of it. */
  createThread(id: string, metadata: Record<string, unknown>, signal: AbortSignal): Promise<string>;
  deleteThread(id: string, signal: AbortSignal): Promise<void>;
  state(threadId: string, signal: AbortSignal): Promise<ThreadState>;
  startRun(threadId: string, body: RunBody, watch: StreamListener, signal: AbortSignal): Promise<StreamEnd>;
  /** Streams a run in progress, after the event `lastEventId`. `location`: the URL the server gave. */
  watchRun(
    threadId: string,
    runId: string,
    at: { location: string | undefined; lastEventId: string | undefined },
    watch: StreamListener,
    signal: AbortSignal,
  ): Promise<StreamEnd>;
  /** Undefined: there is no such run (any more). */
  getRun(threadId: string, runId: string, signal: AbortSignal): Promise<AgentRun | undefined>;
  /** Latest first. */
  listRuns(threadId: string, signal: AbortSignal): Promise<AgentRun[]>;
  /** Waits for the end of a run, at most `limitMs`; gives its values, or `__error__`. */
  join(threadId: string, runId: string, limitMs: number, signal: AbortSignal): Promise<unknown>;
  /** Stops a run, and waits for that a little. */
  cancelRun(threadId: string, runId: string, signal: AbortSignal): Promise<void>;
  /** Submits feedback to a pre-signed URL, once, without the key. Throws when the URL must not be used. */
  submitFeedback(url: string, feedback: Feedback, signal: AbortSignal): Promise<void>;
}

/** Body of POST /threads/{id}/runs/stream, as far as a check needs it. */
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

/** A thread's content after a run. */
interface ThreadState {
  values: unknown;
  /** It stopped before its end, to be resumed. */
  interrupted: boolean;
  /** It waits for an answer to an interrupt. A cancelled run leaves tasks too, and waits for none. */
  asks: boolean;
}

/** A score of a run, for the trace. */
export interface Feedback {
  score: number;
  comment: string;
}

export interface AgentServerOptions {
  transport: Transport;
  /** From `checkAgentUrl`: no trailing slash. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** Timeout of one attempt of one request, in real milliseconds. */
  requestTimeoutMs: number;
}

/** A stream sends something at least this often, if only a heartbeat. Real milliseconds. */
const SILENCE_MS = 60_000;
/** How long stopping a run may take, in real milliseconds. */
const CANCEL_MS = 10_000;
const MAX_ASSISTANTS = 100;

const NO_KEY = { accept: 'application/json', 'user-agent': USER_AGENT };

/** The agent server of a deployment over HTTP. The key is sent to its own origin only. */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  const { transport, requestTimeoutMs } = options;
  const base = new URL(options.baseUrl);
  const headers = credentialHeaders(options);
  const at = (path: string) => new URL(`${options.baseUrl}${path}`);
  const send = (method: Call['method'], path: string, more: Partial<Call>) =>
    transport.call({ method, url: at(path), headers, ...more });
  const thread = (id: string) => `/threads/${encodeURIComponent(id)}`;
  const run = (threadId: string, runId: string) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;

  const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };

  return {
    async revision(signal) {
      try {
        const answer = await send('GET', '/info', { signal });
        return AgentInfo.safeParse(answer.json).data?.host?.revision_id ?? undefined;
      } catch (error) {
        // A server may lack this page, and an agent have one of its own.
        if (isNotServed(error)) return undefined;
        if (isApiError(error) && error.kind === 'malformed') return undefined;
        throw error;
      }
    },

    async assistants(signal) {
      const json = { limit: MAX_ASSISTANTS, offset: 0 };
      const answer = await send('POST', '/assistants/search', { json, repeatable: true, signal });
      return parseAnswer(z.array(AgentAssistant), answer);
    },

    async createThread(id, metadata, signal) {
      const json = { thread_id: id, metadata, if_exists: 'do_nothing' };
      try {
        // Idempotent: the same thread however often it is requested.
        const answer = await send('POST', '/threads', { json, repeatable: true, signal });
        const made = parseAnswer(AgentThread, answer).thread_id;
        // Another one is not ours to run on, nor to delete.
        assertSame(answer, { what: 'thread', requested: id, answered: made });
        return made;
      } catch (error) {
        // A server that does not know `do_nothing`: the thread exists, as requested.
        if (isApiError(error, 409)) return id;
        throw error;
      }
    },

    async deleteThread(id, signal) {
      await unlessApiError(() => send('DELETE', thread(id), { ignoreBody: true, signal }), 404);
    },

    async state(threadId, signal) {
      const answer = await send('GET', `${thread(threadId)}/state`, { signal });
      const { values, next, tasks, interrupts, checkpoint } = parseAnswer(AgentThreadState, answer);
      assertSame(answer, { what: 'thread', requested: threadId, answered: checkpoint?.thread_id });
      const pending = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
      const asks = pending.some((list) => (list ?? []).length > 0);
      return { values, interrupted: asks || next.length > 0, asks };
    },

    startRun: (threadId, json: RunBody, watch, signal) =>
      transport.stream(
        { ...streaming, method: 'POST', url: at(`${thread(threadId)}/runs/stream`), headers, json, signal },
        watch,
      ),

    watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
      const own = at(`${run(threadId, runId)}/stream`);
      const target = location === undefined ? null : URL.parse(location, own.href);
      // The key must not be sent elsewhere; a path without our prefix is elsewhere too.
      const url = target !== null && target.href.startsWith(`${options.baseUrl}/`) ? target : own;
      const from = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      return transport.stream(
        { ...streaming, method: 'GET', url, headers: { ...headers, ...from }, signal },
        watch,
      );
    },

    async getRun(threadId, runId, signal) {
      const answer = await unlessApiError(() => send('GET', run(threadId, runId), { signal }), 404);
      if (answer === undefined) return undefined;
      const target = parseAnswer(AgentRun, answer);
      assertSame(
        answer,
        { what: 'run', requested: runId, answered: target.run_id },
        { what: 'thread', requested: threadId, answered: target.thread_id },
      );
      return target;
    },

    async listRuns(threadId, signal) {
      const answer = await send('GET', `${thread(threadId)}/runs?limit=100`, { signal });
      const runs = parseAnswer(z.array(AgentRun), answer);
      for (const { thread_id: answered } of runs) {
        assertSame(answer, { what: 'thread', requested: threadId, answered });
      }
      return runs;
    },

    async join(threadId, runId, limitMs, signal) {
      const answer = await send('GET', `${run(threadId, runId)}/join`, { attemptTimeoutMs: limitMs, signal });
      return answer.json;
    },

    async cancelRun(threadId, runId, signal) {
      const path = `${run(threadId, runId)}/cancel?wait=true&action=interrupt`;
      const options = { ignoreBody: true, attemptTimeoutMs: CANCEL_MS, json: {}, signal };
      // A run that has ended is a 404.
      await unlessApiError(() => send('POST', path, options), 404);
    },

    async submitFeedback(text, { score, comment }, signal) {
      const url = checkSignedUrl(text, { loopback: isLoopback(base.hostname) });
      if (url === undefined) throw new Error('its address is not one that feedback may be sent to');
      await transport.call({
        method: 'POST',
        url,
        shownPath: '(the feedback URL)',
        headers: NO_KEY,
        json: { score, comment },
        ignoreBody: true,
        signal,
      });
    },
  };
}
