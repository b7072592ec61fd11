import * as z from 'zod';
import { graphConfig, rootModulesInstall } from '../../agents/working.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import type { FileTree } from '../../git/repository.ts';
import { type AgentServer, readThreads } from '../agent-server.ts';
import { together } from '../gone.ts';
import { ask } from '../read-deployments.ts';
import type { RunLedger, SeenThread } from '../run-ledger.ts';
import type { Scenario } from '../scenario.ts';
import { agentScenario } from './agents.ts';

/** An agent of the graph library whose threads grow with every run: what is said, that it was heard, and the answer. */
export const CHAT_AGENT: FileTree = {
  'package.json': `${JSON.stringify({ name: 'chat', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig('./agent.mjs:echo', {
    graphs: { echo: './agent.mjs:echo', gate: './agent.mjs:gate', ask: './agent.mjs:ask' },
  }),
  'agent.mjs': `import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  say: Annotation(),
  gate: Annotation(),
  said: Annotation(),
});
const graph = (waits) =>
  new StateGraph(State)
    .addNode('hear', ({ say }) => ({ messages: [new AIMessage('heard ' + say)] }))
    .addNode('answer', async ({ say, gate }, { signal }) => {
      while (waits && !existsSync(gate)) {
        signal?.throwIfAborted();
        await sleep(5);
      }
      return { said: say, messages: [new AIMessage('said ' + say)] };
    })
    .addEdge(START, 'hear')
    .addEdge('hear', 'answer')
    .addEdge('answer', END)
    .compile();
export const echo = graph(false);
export const gate = graph(true);
/** Asks in two places, and in one of them again; in the other the answer may wait at a gate before it is heard. */
export const ask = new StateGraph(State)
  .addNode('hear', ({ say }) => ({ said: say, messages: [new AIMessage('heard ' + say)] }))
  .addNode('left', () => {
    interrupt('left one');
    const { say } = interrupt('left two');
    return { said: say, messages: [new AIMessage('said ' + say)] };
  })
  .addNode('right', async (_, { signal }) => {
    const { say, gate } = interrupt('right one');
    while (gate !== null && !existsSync(gate)) {
      signal?.throwIfAborted();
      await sleep(5);
    }
    return { messages: [new AIMessage('right ' + say)] };
  })
  .addEdge(START, 'hear')
  .addEdge('hear', 'left')
  .addEdge('hear', 'right')
  .addEdge('left', END)
  .addEdge('right', END)
  .compile();
`,
};

/** Conversations of an agent of the real graph library, whose checkpoints are the store's. */
export const chats: Scenario = agentScenario({
  name: 'chats',
  agent: CHAT_AGENT,
  installCommand: rootModulesInstall(),
  use: talk,
  judgeMore: judgeThreads,
});

async function talk(server: AgentServer): Promise<void> {
  const queue = async () => {
    await server.thread('queue');
    await server.run('queue', 'echo', 'q1');
    await server.run('queue', 'gate', 'q2');
    await server.run('queue', 'echo', 'q3');
    await server.open('q2');
    await server.join('q3');
  };
  const takeOver = async () => {
    await server.thread('take-over');
    await server.run('take-over', 'echo', 't1');
    await server.join('t1');
    await server.run('take-over', 'gate', 't2');
    await server.run('take-over', 'echo', 't3', 'rollback');
    await server.join('t3');
    await server.run('take-over', 'gate', 't4');
    await server.run('take-over', 'echo', 't5', 'interrupt');
    await server.join('t5');
    await server.run('take-over', 'gate', 't6');
    await server.cancel('t6', { action: 'rollback', wait: false });
    await server.run('take-over', 'echo', 't7');
    await server.join('t7');
  };
  await together(queue(), takeOver());
}

const State = z.object({
  values: z
    .object({ messages: z.array(z.object({ content: z.string() })).default([]) })
    .catch({ messages: [] }),
});

/** Each thread holds exactly what its runs said, in their order: nothing of one that is gone, nothing twice. */
async function judgeThreads(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]> {
  const findings: string[] = [];
  for (const thread of await readThreads(emulator, url)) {
    const state = await ask(emulator, 'GET', `${url}/threads/${thread.id}/state`);
    const said = State.parse(state.body).values.messages.map(({ content }) => content);
    const key = ledger.threads.find(({ id }) => id === thread.id)?.key ?? thread.id;
    if (!isTold(thread, said)) findings.push(`thread ${key} holds ${said.join(', ')} of ${shown(thread)}`);
  }
  return findings;
}

function isTold({ runs }: SeenThread, said: readonly string[]): boolean {
  let at = 0;
  for (const { say, status } of runs) {
    const words = [say, `heard ${say}`, `said ${say}`];
    const told = words.findIndex((word, index) => said[at + index] !== word);
    const count = told === -1 ? words.length : told;
    // One that was interrupted got as far as it got.
    if (count < words.length && status !== 'interrupted') return false;
    at += count;
  }
  return at === said.length;
}

function shown({ runs }: SeenThread): string {
  return runs.map(({ say, status }) => `${say} (${status})`).join(', ');
}
