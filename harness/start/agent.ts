import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

const Thread = z.looseObject({ thread_id: z.string() });
const Run = z.looseObject({ run_id: z.string() });
const Message = z.looseObject({ type: z.string(), content: z.unknown() });
const State = z.looseObject({ values: z.looseObject({ messages: z.array(Message) }) });
const Info = z.looseObject({ host: z.looseObject({ revision_id: z.string().nullish() }).nullish() });

/** Client of a deployed agent at its URL. */
export interface AgentClient {
  /** Creates a thread, starts a run, waits for its end and reads the state, and returns the agent's reply. */
  converse(text: string): Promise<string>;
  /** Returns the ID of the revision that responds, or null if the agent does not report it. */
  revision(): Promise<string | null>;
  /** Checks the health endpoint, and returns the active revision, or null if the program does not report it. */
  health(): Promise<{ revision: string | null }>;
  /** Returns the numbers of requests and failures since the start. */
  counts(): { requests: number; failed: number; problems: string[] };
}

/** Creates a client for the agent at `url`. The client's methods count a failed request, and throw. */
export function agentClient(url: string, apiKey: string, signal: AbortSignal): AgentClient {
  let requests = 0;
  const problems: string[] = [];
  const base = url.replace(/\/+$/, '');
  const call = async <T extends z.ZodType>(
    schema: T,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.infer<T>> => {
    requests += 1;
    try {
      const answer = await fetch(`${base}${path}`, {
        method,
        signal,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      return schema.parse(await answer.json());
    } catch (cause) {
      const problem = `${method} ${path}: ${describe(cause)}`;
      if (!signal.aborted) problems.push(problem);
      throw new Error(problem, { cause });
    }
  };
  return {
    async converse(text) {
      const thread = await call(Thread, 'POST', '/threads', {});
      const at = `/threads/${thread.thread_id}`;
      const run = await call(Run, 'POST', `${at}/runs`, {
        assistant_id: 'agent',
        input: { messages: [{ role: 'user', content: text }] },
      });
      await call(z.unknown(), 'GET', `${at}/runs/${run.run_id}/join`);
      const state = await call(State, 'GET', `${at}/state`);
      return String(state.values.messages.at(-1)?.content);
    },
    async revision() {
      return (await call(Info, 'GET', '/info')).host?.revision_id ?? null;
    },
    async health() {
      await call(z.unknown(), 'GET', '/ok');
      const answer = await fetch(`${base}/info`, { signal, headers: { 'x-api-key': apiKey } });
      const info = Info.safeParse(answer.ok ? await answer.json().catch(() => null) : null);
      return { revision: info.data?.host?.revision_id ?? null };
    },
    counts: () => ({ requests, failed: problems.length, problems: [...problems] }),
  };
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}

const PAUSE_MS = 20;

/** Results of continuous requests. */
interface LoadReport {
  requests: number;
  failed: number;
  problems: string[];
  /** First words of replies, in the order of their first appearance. */
  versions: string[];
  /** IDs of revisions from /info, in the order of their first appearance. */
  revisions: string[];
}
interface LoadLoop {
  /**
   * Resolves once `revision` has responded and another conversation has succeeded, or rejects after the wait limit.
   */
  sees(revision: string): Promise<void>;
  stop(): Promise<LoadReport>;
}

/** Sends requests to an agent from several concurrent callers until `stop` is called. */
export function startLoad(client: AgentClient, callers = 3): LoadLoop {
  const stop = new AbortController();
  let conversations = 0;
  const versions = new Set<string>();
  const revisions = new Set<string>();
  const before = client.counts();
  const waiting = new Set<() => void>();
  const loop = async (step: () => Promise<void>) => {
    while (!stop.signal.aborted) {
      // The client counts failures, and the caller continues after a failure, as users do.
      await step().catch(() => {});
      for (const check of waiting) check();
      // Each caller pauses between two requests, because the simultaneous build also needs the machine.
      await setTimeout(PAUSE_MS);
    }
  };
  const loops = [
    ...Array.from({ length: callers }, () =>
      loop(async () => {
        const answer = await client.converse('are you there?');
        conversations += 1;
        versions.add(/^[^:]*/.exec(answer)?.[0] ?? answer);
      }),
    ),
    loop(async () => {
      const revision = await client.revision();
      if (revision !== null) revisions.add(revision);
    }),
  ];
  return {
    sees(revision) {
      return new Promise((resolve, reject) => {
        let from: number | null = null;
        const check = () => {
          if (from === null && revisions.has(revision)) from = conversations;
          // A pending request may still get a response of the old revision, so all callers must complete one more
          // round.
          if (from === null || conversations < from + 2 * callers) return;
          settle();
          resolve();
        };
        const timer = globalThis.setTimeout(() => {
          settle();
          reject(new Error(`the URL did not respond from revision ${revision} within ${WAIT_LIMIT_MS} ms`));
        }, WAIT_LIMIT_MS);
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      });
    },
    async stop() {
      stop.abort();
      await Promise.all(loops);
      const after = client.counts();
      return {
        requests: after.requests - before.requests,
        failed: after.failed - before.failed,
        problems: after.problems.slice(before.problems.length),
        versions: [...versions],
        revisions: [...revisions],
      };
    },
  };
}
