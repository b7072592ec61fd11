import { deployAgent } from '../../harness/agents/deploy.ts';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';

/** An agent whose run reports its start and its worker's memory, and then waits as for a model. */
const AGENT: FileTree = {
  'package.json': `${JSON.stringify({ name: 'waiting', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig('./agent.mjs:graph'),
  'agent.mjs': `import { setTimeout as sleep } from 'node:timers/promises';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({ wait: Annotation(), began: Annotation(), rss: Annotation() });
export const graph = new StateGraph(State)
  .addNode('start', () => ({ began: performance.timeOrigin + performance.now() }))
  .addNode('model', async ({ wait }, { signal }) => {
    await sleep(wait, undefined, { signal });
    return { rss: process.memoryUsage.rss() };
  })
  .addEdge(START, 'start')
  .addEdge('start', 'model')
  .addEdge('model', END)
  .compile();
`,
};

/** Values that a run of the agent wrote to its thread. */
export interface RunTimings {
  /** Time when the run's first node started, on the time scale of `performance.timeOrigin`. */
  began: number;
  /** Memory of the run's worker, in bytes. */
  rss: number;
}

export interface WaitingAgent {
  /** Pid of the emulator's process. */
  readonly pid: number;
  call(method: string, place: string, body?: unknown): Promise<unknown>;
  thread(): Promise<string>;
  /** Starts a run that waits for this number of milliseconds, and returns the run's ID. */
  create(thread: string, wait: number, more?: object): Promise<string>;
  join(thread: string, run: string): Promise<RunTimings>;
}

/** Deploys the agent with one worker while `work` runs. */
export async function withWaitingAgent<T>(work: (agent: WaitingAgent) => Promise<T>): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(AGENT);
  stack.defer(() => repository.remove());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const call = async (method: string, place: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${place} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return await work({
    pid: emulator.pid,
    call,
    async thread() {
      return ((await call('POST', '/threads', {})) as { thread_id: string }).thread_id;
    },
    async create(thread, wait, more = {}) {
      const body = { assistant_id: 'agent', input: { wait }, ...more };
      return ((await call('POST', `/threads/${thread}/runs`, body)) as { run_id: string }).run_id;
    },
    async join(thread, run) {
      const waited = (await call('GET', `/threads/${thread}/runs/${run}/join`)) as RunTimings;
      if (typeof waited.began !== 'number') throw new Error(`the run answered ${JSON.stringify(waited)}`);
      return waited;
    },
  });
}
