import * as z from 'zod';
import {
  AgentAssistant,
  AgentInfo,
  AgentRun,
  AgentThread,
  AgentThreadState,
  AgentThreadTime,
} from '../contract/agent-responses.ts';
import { isJsonObject } from '../contract/json-safety.ts';
import { assertSame, parseAnswer } from './answers.ts';
import { checkSignedUrl, isLoopback } from './base-url.ts';
import { isApiError, isNotServed, ignoreApiError } from './errors.ts';
import type { StreamEnd, StreamListener } from './event-stream.ts';
import type { Answer, Call, Transport } from './transport.ts';
import { credentialHeaders, USER_AGENT } from './headers.ts';

/**
 * Client of a deployment's agent server. Reads are retried after transient failures, and a request for a run is sent
 * once per call. Methods throw ApiError, except that methods with a stream return a failure as a result.
 */
export interface AgentServer {
  /** Returns the ID of the revision that responds, or `undefined` if the response does not contain the ID. */
  revision(signal: AbortSignal): Promise<string | undefined>;
  assistants(signal: AbortSignal): Promise<AgentAssistant[]>;
  /** Creates a thread with this ID unless the thread exists. Returns the ID in the server's spelling. */
  createThread(id: string, metadata: Record<string, unknown>, signal: AbortSignal): Promise<string>;
  deleteThread(id: string, signal: AbortSignal): Promise<void>;
  /** Deletes threads with one request, or with one request per thread if the server does not support this request. */
  deleteThreads(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Returns the time of the last update of any thread in epoch milliseconds, or `undefined` without threads.
   * Throws ApiError if the response does not prove the time.
   */
  lastThreadUpdate(signal: AbortSignal): Promise<number | undefined>;
  state(threadId: string, signal: AbortSignal): Promise<ThreadState>;
  /**
   * Returns the final state of a thread if the thread's state proves that the last run succeeded, or else `undefined`.
   * Returns `undefined` after an unfinished, failed, interrupted or cancelled run, and after a run without values.
   */
  succeededState(threadId: string, signal: AbortSignal): Promise<ThreadState | undefined>;
  startRun(threadId: string, body: RunBody, watch: StreamListener, signal: AbortSignal): Promise<StreamEnd>;
  /** Streams a run in progress, beginning after the event `lastEventId`. `location` is the URL of the run. */
  watchRun(
    threadId: string,
    runId: string,
    at: { location: string | undefined; lastEventId: string | undefined },
    watch: StreamListener,
    signal: AbortSignal,
  ): Promise<StreamEnd>;
  /** Returns a run, or `undefined` if the run does not exist. */
  getRun(threadId: string, runId: string, signal: AbortSignal): Promise<AgentRun | undefined>;
  /** Returns the runs of a thread, newest first. */
  listRuns(threadId: string, signal: AbortSignal): Promise<AgentRun[]>;
  /** Waits at most `limitMs` milliseconds until a run ends. Returns the values, or an object with `__error__`. */
  join(threadId: string, runId: string, limitMs: number, signal: AbortSignal): Promise<unknown>;
  /** Cancels a run, and waits at most ten seconds until the run has stopped. */
  cancelRun(threadId: string, runId: string, signal: AbortSignal): Promise<void>;
  /** Sends feedback once to a presigned URL, without the API key. Throws if the URL is not allowed. */
  submitFeedback(url: string, feedback: Feedback, signal: AbortSignal): Promise<void>;
}

/** Body of POST /threads/{id}/runs/stream, with the fields that checks use. */
export interface RunBody {
  assistant_id: string;
  input?: unknown;
  command?: unknown;
  config?: unknown;
  context?: unknown;
  metadata: Record<string, unknown>;
  stream_mode: 'updates';
  stream_resumable: true;
  /** Value that lets the run continue after a broken stream. */
  on_disconnect: 'continue';
  multitask_strategy: string;
  /** Value that creates a missing thread together with the run. */
  if_not_exists?: 'create';
  feedback_keys?: string[];
}

export interface ThreadState {
  values: unknown;
  /** True if the run stopped before the end of the graph and can be resumed. */
  interrupted: boolean;
  /**
   * True if the thread waits for an input that resumes the run. A cancelled run also leaves tasks, but does not wait
   * for an input.
   */
  asks: boolean;
}

/** Score of a run, which the service stores with the run's trace. */
export interface Feedback {
  score: number;
  comment: string;
}

export interface AgentServerOptions {
  transport: Transport;
  /** URL without a trailing slash, as returned by `checkAgentUrl`. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** Time limit of one attempt of a request, in milliseconds of wall-clock time. */
  requestTimeoutMs: number;
}

/** Maximum time without data or heartbeats on a stream, in milliseconds of wall-clock time. */
const SILENCE_MS = 60_000;
/** Maximum time to wait until a canceled run has stopped, in milliseconds of wall-clock time. */
const CANCEL_MS = 10_000;
const MAX_ASSISTANTS = 100;
/** Number of the newest threads to read, which show whether the server sorts threads. */
const NEWEST_THREADS = 10;

const NO_KEY = { accept: 'application/json', 'user-agent': USER_AGENT };

/** Creates a client of a deployment's agent server over HTTP. The client sends the key only to the server's origin. */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  const { transport, baseUrl } = options;
  const base = new URL(baseUrl);
  const headers = credentialHeaders(options);
  const send: Send = (method, path, more) =>
    transport.call({ method, url: new URL(`${baseUrl}${path}`), headers, ...more });

  return {
    async revision(signal) {
      try {
        const answer = await send('GET', '/info', { signal });
        return AgentInfo.safeParse(answer.json).data?.host?.revision_id ?? undefined;
      } catch (error) {
        // The server might not have this endpoint, or the agent might serve a page at its path.
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

    ...threadMethods(send),
    ...runMethods(send),
    ...streamMethods(options, headers),

    async submitFeedback(text, { score, comment }, signal) {
      const url = checkSignedUrl(text, { loopback: isLoopback(base.hostname) });
      if (url === undefined) throw new Error('the feedback URL of the server is not allowed');
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

type Send = (method: Call['method'], path: string, more: Partial<Call>) => Promise<Answer>;

const thread = (id: string) => `/threads/${encodeURIComponent(id)}`;
const run = (threadId: string, runId: string) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;

function threadMethods(send: Send) {
  const deleteThread = async (id: string, signal: AbortSignal): Promise<void> => {
    await ignoreApiError(() => send('DELETE', thread(id), { ignoreBody: true, signal }), 404);
  };
  let deletesMany = true;
  return {
    async createThread(id, metadata, signal) {
      const json = { thread_id: id, metadata, if_exists: 'do_nothing' };
      try {
        // The request is idempotent, because repetitions return the same thread.
        const answer = await send('POST', '/threads', { json, repeatable: true, signal });
        const made = parseAnswer(AgentThread, answer).thread_id;
        // The client must not use or delete a thread other than the requested thread.
        assertSame(answer, { what: 'thread', requested: id, answered: made });
        return made;
      } catch (error) {
        // A 409 means that the thread exists and the server does not support `do_nothing`.
        if (isApiError(error, 409)) return id;
        throw error;
      }
    },

    deleteThread,

    async deleteThreads(ids, signal) {
      if (deletesMany) {
        const json = { thread_ids: ids, strategy: 'delete' };
        try {
          return void (await send('POST', '/threads/prune', {
            json,
            repeatable: true,
            ignoreBody: true,
            signal,
          }));
        } catch (error) {
          // A server without this route might respond with 422, because `prune` is not a thread's ID.
          if (!isNotServed(error) && !isApiError(error, 422)) throw error;
          deletesMany = false;
        }
      }
      for (const id of ids) await deleteThread(id, signal);
    },

    async lastThreadUpdate(signal) {
      const json = { limit: NEWEST_THREADS, offset: 0, sort_by: 'updated_at', sort_order: 'desc' };
      const search = (body: unknown) =>
        send('POST', '/threads/search', { json: body, repeatable: true, signal });
      let answer: Answer;
      try {
        answer = await search({ ...json, select: ['thread_id', 'updated_at'] });
      } catch (error) {
        // Older servers do not support `select`.
        if (!isApiError(error, 422) && !isApiError(error, 400)) throw error;
        answer = await search(json);
      }
      const times = parseAnswer(z.array(AgentThreadTime), answer).map((one) => Date.parse(one.updated_at));
      // A server that ignores the order of the search does not return the newest thread.
      const isSorted = times.every((at, index) => at <= (times[index - 1] ?? at));
      if (!isSorted) throw answer.unusable(`${answer.status} with threads in another order than requested`);
      return times[0];
    },

    async state(threadId, signal) {
      const answer = await send('GET', `${thread(threadId)}/state`, { signal });
      const { values, next, tasks, interrupts, checkpoint } = parseAnswer(AgentThreadState, answer);
      assertSame(answer, { what: 'thread', requested: threadId, answered: checkpoint?.thread_id });
      const pending = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
      const asks = pending.some((list) => (list ?? []).length > 0);
      return { values, interrupted: asks || next.length > 0, asks };
    },

    async succeededState(threadId, signal) {
      const answer = await send('GET', thread(threadId), { signal });
      const { thread_id: answered, status, values, interrupts, error } = parseAnswer(AgentThread, answer);
      assertSame(answer, { what: 'thread', requested: threadId, answered });
      const isSuccess = status === 'idle' && (error ?? undefined) === undefined && isEmpty(interrupts);
      // A cancelled run can leave an idle thread without values.
      if (!isSuccess || !isJsonObject(values) || isEmpty(values)) return undefined;
      return { values, interrupted: false, asks: false };
    },
  } satisfies Partial<AgentServer>;
}

const isEmpty = (list: unknown): boolean => Object.keys(list ?? {}).length === 0;

function runMethods(send: Send) {
  return {
    async getRun(threadId, runId, signal) {
      const answer = await ignoreApiError(() => send('GET', run(threadId, runId), { signal }), 404);
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
      // The server responds with 404 if the run has already ended.
      await ignoreApiError(() => send('POST', path, options), 404);
    },
  } satisfies Partial<AgentServer>;
}

function streamMethods(
  { transport, baseUrl, requestTimeoutMs }: AgentServerOptions,
  headers: Record<string, string>,
): Pick<AgentServer, 'startRun' | 'watchRun'> {
  const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };
  const at = (path: string) => new URL(`${baseUrl}${path}`);
  return {
    startRun: (threadId, json: RunBody, watch, signal) =>
      transport.stream(
        { ...streaming, method: 'POST', url: at(`${thread(threadId)}/runs/stream`), headers, json, signal },
        watch,
      ),

    watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
      const own = at(`${run(threadId, runId)}/stream`);
      const target = location === undefined ? null : URL.parse(location, own.href);
      // A location outside the server's base URL is ignored, because the request contains the key.
      const url = target !== null && target.href.startsWith(`${baseUrl}/`) ? target : own;
      const from = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      return transport.stream(
        { ...streaming, method: 'GET', url, headers: { ...headers, ...from }, signal },
        watch,
      );
    },
  };
}
