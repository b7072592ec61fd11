import * as z from 'zod';
import { graphConfig, rootModulesInstall } from '../../agents/fixtures.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import type { FileTree } from '../../git.ts';
import { readThreads, type RecordingAgentServer, resumeCommand } from '../agent-server.ts';
import type { Scenario } from '../attempt.ts';
import type { RunLedger, ObservedThread } from '../ledger.ts';
import { ask, allOrGone } from '../observe.ts';
import { agentScenario } from './agents.ts';

/** An agent with the graph library. The graph `echo` responds immediately, and the graph `ask` interrupts. */
const CHAT_AGENT: FileTree = {
  'package.json': `${JSON.stringify({ name: 'chat', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig('./agent.mjs:echo', {
    graphs: { echo: './agent.mjs:echo', ask: './agent.mjs:ask' },
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
export const echo = new StateGraph(State)
  .addNode('answer', ({ say }) => ({ said: say, messages: [new AIMessage('said ' + say)] }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();
/** Interrupts in two nodes. One interrupts again; in the other, the answer may wait at a gate before it is used. */
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

/**
 * Scenario with interrupts whose answers are rolled back while the answering runs are active. The interrupts must then
 * be open again.
 */
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
    // The same interrupts can be answered again after the rollback.
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

/**
 * Returns violations unless each thread contains the messages of its runs, and is interrupted exactly if an answer is
 * missing. Also checks that an interrupted thread accepts the answer.
 */
async function judgeQuestions(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]> {
  const findings: string[] = [];
  for (const thread of await readThreads(emulator, url)) {
    const key = ledger.threads.find(({ id }) => id === thread.id)?.key ?? thread.id;
    const state = await ask(emulator, 'GET', `${url}/threads/${thread.id}/state`);
    const { values, tasks } = QuestionsState.parse(state.body);
    const reported = values.messages.map(({ content }) => content).join(', ');
    const wanted = wordsOf(ledger, thread).join(', ');
    if (reported !== wanted)
      findings.push(`thread ${key} contains "${reported}"; expected "${wanted}", the output of its runs`);
    const asks = tasks.some(({ interrupts }) => interrupts.length > 0);
    if (asks !== (thread.status === 'interrupted')) {
      findings.push(`thread ${key} is ${thread.status}, and its state ${asks ? 'asks' : 'does not ask'}`);
    }
    if (asks && !(await isAnswered(emulator, `${url}/threads/${thread.id}`))) {
      findings.push(`thread ${key} does not accept a response to its interrupt`);
    }
  }
  return findings;
}

/** Answers all open interrupts: both, or only the second. */
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
      // The result of one task is visible while the other task is interrupted.
      case 'half':
        return isAnswered ? [] : [`right ${say}`];
      default:
        return [`said ${say}`, `right ${half?.say}`];
    }
  });
}
