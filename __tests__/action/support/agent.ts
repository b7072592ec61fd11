import type { AgentServer, Feedback, RunBody } from '../../../src/clients/agent-server.ts';
import type { AgentRun } from '../../../src/contract/agent-responses.ts';
import { ApiError } from '../../../src/clients/errors.ts';
import type { StreamEnd } from '../../../src/clients/event-stream.ts';
import { createFakeAgentData, type FakeAgentData } from './agent-data.ts';

type Method = keyof AgentServer;

/** A live agent in this process, which the test controls and which records its requests. */
export interface FakeAgentServer {
  server: AgentServer;
  /** URLs at which the agent was called. */
  urls: string[];
  calls: Method[];
  /** Request bodies of the started runs. */
  bodies: RunBody[];
  threads: Set<string>;
  /** Time of the last update of a thread in epoch milliseconds, or `undefined` without threads. */
  lastThreadAt: number | undefined;
  /** Final values of the runs. */
  values: unknown;
  /** Returns the final values of the run on a thread, instead of `values`. */
  respond: ((body: RunBody) => unknown) | undefined;
  status: string;
  interrupted: boolean;
  error: { error: string; message: string } | undefined;
  /** Nodes that execute a step, in order. */
  nodes: string[];
  /** True if runs never end. */
  hangs: boolean;
  graphs: string[];
  /** Returns the revision that the agent reports. */
  revision: () => string | undefined;
  /** The feedback URL, or `undefined` if the server returns none. */
  feedbackUrl: string | undefined;
  submitted: { url: string; feedback: Feedback }[];
  /** Stored data of the agent server. */
  data: FakeAgentData;
  /** Returns the runs of other clients for the thread's list of runs. */
  others: (ours: AgentRun) => AgentRun[];
  fail(method: Method, error: Error, times?: number): void;
}

export const RUN_ID = '70000000-0000-4000-8000-000000000001';
export const FEEDBACK_URL =
  'https://tracing.example.org/api/v1/feedback/tokens/80000000-0000-4000-8000-00000000f00d';

/** Creates an error as the agent server's client throws it. */
export function agentError(kind: ApiError['kind'], status?: number, detail = 'the agent said so'): ApiError {
  const what = status === undefined ? `a ${kind} fault` : `${status} ${detail}`;
  return new ApiError({
    kind,
    method: 'POST',
    path: '/threads/x/runs/stream',
    what,
    hint: 'Try again.',
    attempts: 1,
    status,
    detail,
  });
}

/** Rejects as an aborted call does. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export function createFakeAgent(): FakeAgentServer {
  const faults: { method: Method; error: Error; times: number }[] = [];
  const runs = new Map<string, { threadId: string; status: string }>();
  const bodies = new Map<string, RunBody>();
  const called = (method: Method) => {
    fake.calls.push(method);
    const fault = faults.find((one) => one.method === method && one.times > 0);
    if (fault === undefined) return;
    fault.times -= 1;
    throw fault.error;
  };
  const valuesOf = (threadId: string): unknown => {
    const body = bodies.get(threadId);
    return body === undefined || fake.respond === undefined ? fake.values : fake.respond(body);
  };
  const fake: FakeAgentServer = {
    urls: [],
    calls: [],
    bodies: [],
    threads: new Set(),
    lastThreadAt: undefined,
    values: { messages: [{ type: 'ai', content: 'hello from the agent' }] },
    respond: undefined,
    status: 'success',
    interrupted: false,
    error: undefined,
    nodes: ['answer'],
    hangs: false,
    graphs: ['agent'],
    revision: () => undefined,
    feedbackUrl: FEEDBACK_URL,
    submitted: [],
    data: createFakeAgentData(),
    others: () => [],
    fail: (method, error, times = 1) => void faults.push({ method, error, times }),
    server: {
      revision: async () => {
        called('revision');
        return fake.revision();
      },
      assistants: async () => {
        called('assistants');
        return fake.graphs.map((graph) => ({ assistant_id: `id of ${graph}`, graph_id: graph }));
      },
      createThread: async (id, metadata) => {
        called('createThread');
        fake.threads.add(id);
        fake.data.createThread(id, metadata);
        return id;
      },
      deleteThread: async (id) => {
        called('deleteThread');
        fake.threads.delete(id);
        fake.data.deleteThread(id);
      },
      deleteThreads: async (ids) => {
        called('deleteThreads');
        for (const id of ids) fake.threads.delete(id);
      },
      lastThreadUpdate: async () => {
        called('lastThreadUpdate');
        return fake.lastThreadAt;
      },
      state: async (threadId) => {
        called('state');
        return { values: valuesOf(threadId), interrupted: fake.interrupted, asks: fake.interrupted };
      },
      succeededState: async (threadId) => {
        called('succeededState');
        const run = [...runs.values()].findLast((one) => one.threadId === threadId);
        const isSuccess = run?.status === 'success' && fake.error === undefined && !fake.interrupted;
        return isSuccess ? { values: valuesOf(threadId), interrupted: false, asks: false } : undefined;
      },
      startRun: async (threadId, body, watch, signal): Promise<StreamEnd> => {
        called('startRun');
        fake.bodies.push(body);
        bodies.set(threadId, body);
        if (body.if_not_exists === 'create') fake.threads.add(threadId);
        const runId = `${RUN_ID.slice(0, -4)}${String(fake.bodies.length).padStart(4, '0')}`;
        runs.set(runId, { threadId, status: 'running' });
        watch.opened({ status: 200, location: undefined, contentLocation: undefined });
        const say = (event: string, data: unknown) => watch.event({ event, data: JSON.stringify(data) });
        say('metadata', { run_id: runId });
        if (fake.feedbackUrl !== undefined) {
          say(
            'feedback',
            Object.fromEntries((body.feedback_keys ?? []).map((key) => [key, fake.feedbackUrl])),
          );
        }
        if (fake.hangs) {
          await untilAborted(signal);
        }
        for (const node of fake.nodes) say('updates', { [node]: { messages: ['never to be seen'] } });
        if (fake.error !== undefined) say('error', fake.error);
        runs.set(runId, { threadId, status: fake.status });
        return { kind: 'ended' };
      },
      watchRun: async () => {
        called('watchRun');
        return { kind: 'ended' };
      },
      getRun: async (_threadId, runId) => {
        called('getRun');
        const run = runs.get(runId);
        return run && { run_id: runId, status: run.status };
      },
      listRuns: async (threadId) => {
        called('listRuns');
        const [id, run] = [...runs].findLast(([, one]) => one.threadId === threadId) ?? [];
        if (id === undefined || run === undefined) return [];
        const ours = { run_id: id, status: run.status, created_at: '2026-01-01T00:00:01.000001+00:00' };
        return [ours, ...fake.others(ours)];
      },
      join: async () => {
        called('join');
        return {};
      },
      cancelRun: async (threadId, runId) => {
        called('cancelRun');
        runs.set(runId, { threadId, status: 'interrupted' });
      },
      submitFeedback: async (url, feedback) => {
        called('submitFeedback');
        fake.submitted.push({ url, feedback });
      },
    },
  };
  return fake;
}
