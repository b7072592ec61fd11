import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { ApiAnswer, EmulatorHandle } from '../emulator.ts';
import type {
  RequestOutcome,
  RunIntent,
  RunLedger,
  ObservedThread,
  Strategy,
  ThreadIntent,
} from './ledger.ts';
import { ask } from './observe.ts';

const ThreadView = z.object({ thread_id: z.string(), status: z.string(), values: z.unknown() });
const ReceivedInput = z.looseObject({ said: z.unknown() });
const RunView = z.object({
  run_id: z.string(),
  status: z.string(),
  kwargs: z.looseObject({ input: z.looseObject({ say: z.string() }) }),
});

/** A client of an agent server that records all requests and responses in the ledger. */
export interface RecordingAgentServer {
  thread(key: string): Promise<void>;
  run(thread: string, graph: RunIntent['graph'], say: string, strategy?: Strategy): Promise<void>;
  /** Starts a run that interrupts with two questions, and waits for the interrupts. */
  question(thread: string, say: string): Promise<void>;
  /**
   * Answers both questions, after which one node asks another question. Waits for the end of the run or, with `gate`,
   * until the other node waits at its gate.
   */
  partialAnswer(thread: string, graph: RunIntent['graph'], say: string, strategy?: Strategy): Promise<void>;
  /** Answers the remaining question. */
  answer(thread: string, say: string): Promise<void>;
  /** Opens the gate where a run waits, so that the run continues. */
  openGate(say: string): Promise<void>;
  /** Waits until a run has ended, and throws if it did not succeed. */
  join(say: string): Promise<void>;
  cancel(say: string, how: { action: 'interrupt' | 'rollback'; wait: boolean }): Promise<void>;
  removeRun(say: string): Promise<void>;
  removeThread(key: string): Promise<void>;
  /** Starts a run on a new thread, and waits until the run has ended. */
  stateless(say: string): Promise<void>;
}

/**
 * Creates the client for the deployment at `url`. A file in the folder `gates` with the name of a run opens the run's
 * gate.
 */
export function createRecordingAgentServer(
  emulator: EmulatorHandle,
  { url, gates, ledger }: { url: string; gates: string; ledger: RunLedger },
): RecordingAgentServer {
  const call = (method: string, where: string, body?: unknown) =>
    ask(emulator, method, `${url}${where}`, body);
  const threadOf = (key: string): ThreadIntent => {
    const found = ledger.threads.find((thread) => thread.key === key);
    if (!found) throw new Error(`the scenario has no thread ${key}`);
    return found;
  };
  const runOf = (say: string): RunIntent => {
    const found = ledger.runs.find((run) => run.say === say);
    if (!found) throw new Error(`the scenario has no run ${say}`);
    return found;
  };
  const pathOf = (run: RunIntent) => `/threads/${threadOf(run.thread).id}/runs/${run.id}`;
  const body = (graph: RunIntent['graph'], say: string) => ({
    assistant_id: graph,
    input: { say, gate: path.join(gates, say), messages: [{ role: 'user', content: say }] },
  });

  const create = async ({
    strategy = 'enqueue',
    ...wanted
  }: Pick<RunIntent, 'thread' | 'graph' | 'say' | 'part'> & {
    strategy: Strategy | undefined;
  }): Promise<void> => {
    const run: RunIntent = {
      ...wanted,
      strategy,
      answered: 'lost',
      id: undefined,
      cancelled: undefined,
      deleted: undefined,
      joined: false,
    };
    ledger.runs.push(run);
    const { graph, say, part } = run;
    const thread = `/threads/${threadOf(run.thread).id}`;
    const answers = { say, gate: graph === 'gate' ? path.join(gates, say) : null };
    const request = {
      ...body(graph, say),
      ...(part && { assistant_id: 'ask' }),
      ...(part && part !== 'question' && { command: await resumeCommand(emulator, url + thread, answers) }),
      multitask_strategy: strategy,
    };
    const answer = await call('POST', `${thread}/runs`, request);
    run.answered = judge(answer);
    if (answer.status !== 200) throw new Error(`the request for run ${say} returned status ${answer.status}`);
    run.id = RunView.parse(answer.body).run_id;
  };

  const ended = async (say: string): Promise<void> => {
    const run = runOf(say);
    await call('GET', `${pathOf(run)}/join`);
    run.joined = true;
  };

  return {
    async thread(key) {
      const thread: ThreadIntent = { key, id: randomUUID(), answered: 'lost', deleted: undefined };
      ledger.threads.push(thread);
      thread.answered = judge(await call('POST', '/threads', { thread_id: thread.id }));
    },
    run: (key, graph, say, strategy) => create({ thread: key, graph, say, strategy }),
    async question(thread, say) {
      await create({ thread, graph: 'echo', say, part: 'question', strategy: undefined });
      await ended(say);
    },
    async partialAnswer(thread, graph, say, strategy) {
      await create({ thread, graph, say, part: 'half', strategy });
      if (graph === 'echo') return ended(say);
      const state = `/threads/${threadOf(thread).id}/state`;
      while (!JSON.stringify((await call('GET', state)).body).includes('left two')) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    answer: (thread, say) => create({ thread, graph: 'echo', say, part: 'answer', strategy: undefined }),
    openGate: (say) => writeFile(path.join(gates, say), ''),
    async join(say) {
      const run = runOf(say);
      const answer = await call('GET', `${pathOf(run)}/join`);
      const { said } = ReceivedInput.parse(answer.body);
      if (said !== say) throw new Error(`run ${say} ended with ${JSON.stringify(answer.body)}`);
      run.joined = true;
    },
    async cancel(say, { action, wait }) {
      const run = runOf(say);
      run.cancelled = { action, answered: 'lost' };
      const answer = await call('POST', `${pathOf(run)}/cancel?action=${action}&wait=${wait}`);
      run.cancelled.answered = judge(answer);
    },
    async removeRun(say) {
      const run = runOf(say);
      run.deleted = 'lost';
      run.deleted = judge(await call('DELETE', pathOf(run)));
    },
    async removeThread(key) {
      const thread = threadOf(key);
      thread.deleted = 'lost';
      thread.deleted = judge(await call('DELETE', `/threads/${thread.id}`));
    },
    async stateless(say) {
      const answer = await call('POST', '/runs/wait', body('echo', say));
      const { said } = ReceivedInput.parse(answer.body);
      if (said !== say) throw new Error(`the stateless run ${say} ended with ${JSON.stringify(answer.body)}`);
    },
  };
}

const InterruptedState = z.object({
  tasks: z.array(z.object({ interrupts: z.array(z.object({ id: z.string() })) })),
});

/** Returns a command that gives the same answer to all questions of the thread at this URL. */
export async function resumeCommand(
  emulator: EmulatorHandle,
  thread: string,
  answer: { say: string; gate: string | null },
): Promise<{ resume: Record<string, typeof answer> }> {
  const { tasks } = InterruptedState.parse((await ask(emulator, 'GET', `${thread}/state`)).body);
  const asked = tasks.flatMap(({ interrupts }) => interrupts);
  return { resume: Object.fromEntries(asked.map(({ id }) => [id, answer])) };
}

function judge({ status }: ApiAnswer): RequestOutcome {
  return status < 300 ? 'kept' : 'refused';
}

/** Returns all threads of an agent server with their runs. */
export async function readThreads(emulator: EmulatorHandle, url: string): Promise<ObservedThread[]> {
  const list = await ask(emulator, 'POST', `${url}/threads/search`, { limit: 100 });
  const threads = z.array(ThreadView).parse(list.body);
  const seen = await Promise.all(threads.map(({ thread_id: id }) => readThread(emulator, url, id)));
  return seen.flat();
}

async function readThread(emulator: EmulatorHandle, url: string, id: string): Promise<ObservedThread[]> {
  // Runs are read before their thread, so if all runs have ended, the status of the thread is final too.
  const runs = await ask(emulator, 'GET', `${url}/threads/${id}/runs?limit=100`);
  const thread = await ask(emulator, 'GET', `${url}/threads/${id}`);
  if (runs.status !== 200 || thread.status !== 200) return [];
  const { status, values } = ThreadView.parse(thread.body);
  const oldestFirst = z.array(RunView).parse(runs.body).toReversed();
  return [
    {
      id,
      status,
      said: ReceivedInput.safeParse(values).data?.said,
      runs: oldestFirst.map((run) => ({ id: run.run_id, say: run.kwargs.input.say, status: run.status })),
    },
  ];
}
