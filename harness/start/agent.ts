import * as z from 'zod';

const Thread = z.looseObject({ thread_id: z.string() });
const Run = z.looseObject({ run_id: z.string() });
const Message = z.looseObject({ type: z.string(), content: z.unknown() });
const State = z.looseObject({ values: z.looseObject({ messages: z.array(Message) }) });
const Info = z.looseObject({ host: z.looseObject({ revision_id: z.string().nullish() }).nullish() });

/** A deployed agent, spoken to at its URL as any of its users would (spec §4.10). */
export interface AgentClient {
  /** Thread, run, join, state: what the agent answered. */
  converse(text: string): Promise<string>;
  /** The revision that answers at the URL, when it tells. */
  revision(): Promise<string | null>;
  /** Requests made and failed so far. */
  counts(): { requests: number; failed: number; problems: string[] };
}

/** Makes a client for the agent at `url`. Every method throws when a request fails, after counting it. */
export function agentClient(url: string, apiKey: string, signal: AbortSignal): AgentClient {
  let requests = 0;
  const problems: string[] = [];
  const call = async <T extends z.ZodType>(
    schema: T,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.infer<T>> => {
    requests += 1;
    try {
      const answer = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
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
    counts: () => ({ requests, failed: problems.length, problems: [...problems] }),
  };
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}
