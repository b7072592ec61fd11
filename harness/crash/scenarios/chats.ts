import * as z from 'zod';
import { graphConfig, rootModulesInstall } from '../../agents/fixtures.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import type { FileTree } from '../../git.ts';
import { type RecordingAgentServer, resumeCommand, readThreads } from '../agent-server.ts';
import type { Scenario } from '../attempt.ts';
import type { RunLedger, ObservedThread } from '../ledger.ts';
import { ask, allOrGone } from '../observe.ts';
import { agentScenario } from './agents.ts';

/** An agent of the graph library whose threads grow with every run: what is said, that it was heard, and the answer. */
const CHAT_AGENT: FileTree = {
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

async function talk(server: RecordingAgentServer): Promise<void> {
  const queue = async () => {
    await server.thread('queue');
    await server.run('queue', 'echo', 'q1');
    await server.run('queue', 'gate', 'q2');
    await server.run('queue', 'echo', 'q3');
    await server.openGate('q2');
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
  await allOrGone(queue(), takeOver());
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

function isTold({ runs }: ObservedThread, said: readonly string[]): boolean {
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

function shown({ runs }: ObservedThread): string {
  return runs.map(({ say, status }) => `${say} (${status})`).join(', ');
}

/** Questions of a graph, whose answers are undone while they are at work: each time the question stands again. */
export const answers: Scenario = agentScenario({
  name: 'answers',
  agent: CHAT_AGENT,
  installCommand: rootModulesInstall(),
  use: answerAndUndo,
  judgeMore: judgeQuestions,
});

async function answerAndUndo(server: RecordingAgentServer): Promise<void> {
  const undone = async () => {
    await server.thread('undone');
    await server.question('undone', 'u1');
    await server.partialAnswer('undone', 'gate', 'u2');
    await server.cancel('u2', { action: 'rollback', wait: true });
    await server.partialAnswer('undone', 'echo', 'u3');
    await server.answer('undone', 'u4');
    await server.join('u4');
  };
  const replaced = async () => {
    await server.thread('replaced');
    await server.question('replaced', 'r1');
    await server.partialAnswer('replaced', 'gate', 'r2');
    // What the client knows of the questions is what they are once more.
    await server.cancel('r2', { action: 'rollback', wait: false });
    await server.partialAnswer('replaced', 'echo', 'r3');
    await server.answer('replaced', 'r4');
    await server.join('r4');
  };
  await allOrGone(undone(), replaced());
}

const QuestionsState = z.object({
  values: z.object({ messages: z.array(z.object({ content: z.string() })) }).catch({ messages: [] }),
  tasks: z.array(z.object({ interrupts: z.array(z.unknown()) })),
});

/** Each thread holds what its runs said, and asks exactly when it has no answer: then it takes one. */
async function judgeQuestions(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]> {
  const findings: string[] = [];
  for (const thread of await readThreads(emulator, url)) {
    const key = ledger.threads.find(({ id }) => id === thread.id)?.key ?? thread.id;
    const state = await ask(emulator, 'GET', `${url}/threads/${thread.id}/state`);
    const { values, tasks } = QuestionsState.parse(state.body);
    const said = values.messages.map(({ content }) => content).join(', ');
    const wanted = wordsOf(ledger, thread).join(', ');
    if (said !== wanted) findings.push(`thread ${key} holds "${said}", and its runs said "${wanted}"`);
    const asks = tasks.some(({ interrupts }) => interrupts.length > 0);
    if (asks !== (thread.status === 'interrupted')) {
      findings.push(`thread ${key} is ${thread.status}, and its state ${asks ? 'asks' : 'does not ask'}`);
    }
    if (asks && !(await isAnswered(emulator, `${url}/threads/${thread.id}`))) {
      findings.push(`thread ${key} takes no answer`);
    }
  }
  return findings;
}

/** Answers what is asked, which may be both questions or the second one. */
async function isAnswered(emulator: EmulatorHandle, thread: string): Promise<boolean> {
  for (let left = 2; left > 0; left -= 1) {
    const command = await resumeCommand(emulator, thread, { say: 'late', gate: null });
    const request = { assistant_id: 'ask', command };
    const { status, body } = await ask(emulator, 'POST', `${thread}/runs/wait`, request);
    if (status !== 200) return false;
    if (JSON.stringify(body).includes('"said":"late"')) return true;
  }
  return false;
}

function wordsOf(ledger: RunLedger, { runs }: ObservedThread): string[] {
  const partOf = (say: string) => ledger.runs.find((run) => run.say === say)?.part;
  const half = runs.find(({ say }) => partOf(say) === 'half');
  const isAnswered = runs.some(({ say }) => partOf(say) === 'answer');
  return runs.flatMap(({ say }) => {
    switch (partOf(say)) {
      case 'question':
        return [say, `heard ${say}`];
      // What one of two tasks came to is shown already while the other asks.
      case 'half':
        return isAnswered ? [] : [`right ${say}`];
      default:
        return [`said ${say}`, `right ${half?.say}`];
    }
  });
}
