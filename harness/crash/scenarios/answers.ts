import * as z from 'zod';
import { rootModulesInstall } from '../../agents/working.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import { type AgentServer, answerTo, readThreads } from '../agent-server.ts';
import { together } from '../gone.ts';
import { ask } from '../read-deployments.ts';
import type { RunLedger, SeenThread } from '../run-ledger.ts';
import type { Scenario } from '../scenario.ts';
import { agentScenario } from './agents.ts';
import { CHAT_AGENT } from './chats.ts';

/** Questions of a graph, whose answers are undone while they are at work: each time the question stands again. */
export const answers: Scenario = agentScenario({
  name: 'answers',
  agent: CHAT_AGENT,
  installCommand: rootModulesInstall(),
  use: answerAndUndo,
  judgeMore: judgeQuestions,
});

async function answerAndUndo(server: AgentServer): Promise<void> {
  const undone = async () => {
    await server.thread('undone');
    await server.question('undone', 'u1');
    await server.half('undone', 'gate', 'u2');
    await server.cancel('u2', { action: 'rollback', wait: true });
    await server.half('undone', 'echo', 'u3');
    await server.answer('undone', 'u4');
    await server.join('u4');
  };
  const replaced = async () => {
    await server.thread('replaced');
    await server.question('replaced', 'r1');
    await server.half('replaced', 'gate', 'r2');
    // What the client knows of the questions is what they are once more.
    await server.cancel('r2', { action: 'rollback', wait: false });
    await server.half('replaced', 'echo', 'r3');
    await server.answer('replaced', 'r4');
    await server.join('r4');
  };
  await together(undone(), replaced());
}

const State = z.object({
  values: z.object({ messages: z.array(z.object({ content: z.string() })) }).catch({ messages: [] }),
  tasks: z.array(z.object({ interrupts: z.array(z.unknown()) })),
});

/** Each thread holds what its runs said, and asks exactly when nobody has answered: then it takes an answer. */
async function judgeQuestions(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]> {
  const findings: string[] = [];
  for (const thread of await readThreads(emulator, url)) {
    const key = ledger.threads.find(({ id }) => id === thread.id)?.key ?? thread.id;
    const state = await ask(emulator, 'GET', `${url}/threads/${thread.id}/state`);
    const { values, tasks } = State.parse(state.body);
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
    const command = await answerTo(emulator, thread, { say: 'late', gate: null });
    const request = { assistant_id: 'ask', command };
    const { status, body } = await ask(emulator, 'POST', `${thread}/runs/wait`, request);
    if (status !== 200) return false;
    if (JSON.stringify(body).includes('"said":"late"')) return true;
  }
  return false;
}

function wordsOf(ledger: RunLedger, { runs }: SeenThread): string[] {
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
