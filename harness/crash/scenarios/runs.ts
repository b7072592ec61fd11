import { graphConfig } from '../../agents/working.ts';
import type { FileTree } from '../../git/repository.ts';
import type { AgentServer } from '../agent-server.ts';
import { together } from '../gone.ts';
import type { Scenario } from '../scenario.ts';
import { agentScenario } from './agents.ts';

/** An agent without packages: one graph answers at once, the other when a file is there. */
export const PLAIN_AGENT: FileTree = {
  'langgraph.json': graphConfig('./agent.mjs:echo', {
    graphs: { echo: './agent.mjs:echo', gate: './agent.mjs:gate' },
  }),
  'agent.mjs': `import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const echo = { invoke: (input) => ({ said: input.say }) };
export const gate = {
  async invoke(input, { signal }) {
    while (!existsSync(input.gate)) {
      signal?.throwIfAborted();
      await sleep(5);
    }
    return { said: input.say };
  },
};
`,
};

/** Runs on the threads of a deployed agent: queued, rolled back, interrupted, cancelled, deleted, and joined. */
export const runs: Scenario = agentScenario({ name: 'runs', agent: PLAIN_AGENT, use: useThreads });

async function useThreads(server: AgentServer): Promise<void> {
  const queue = async () => {
    await server.thread('queue');
    await server.run('queue', 'gate', 'q1');
    await server.run('queue', 'echo', 'q2');
    await server.run('queue', 'echo', 'q3');
    await server.open('q1');
    await server.join('q3');
    await server.removeRun('q2');
  };
  const takeOver = async () => {
    await server.thread('take-over');
    await server.run('take-over', 'gate', 't1');
    await server.run('take-over', 'echo', 't2', 'rollback');
    await server.join('t2');
    await server.run('take-over', 'gate', 't3');
    await server.run('take-over', 'gate', 't4');
    await server.run('take-over', 'gate', 't5', 'interrupt');
    await server.run('take-over', 'echo', 't6', 'rollback');
    await server.join('t6');
  };
  const cancel = async () => {
    await server.thread('cancel');
    await server.run('cancel', 'gate', 'c1');
    await server.cancel('c1', { action: 'interrupt', wait: true });
    await server.run('cancel', 'gate', 'c2');
    await server.cancel('c2', { action: 'interrupt', wait: false });
    await server.run('cancel', 'gate', 'c3');
    await server.cancel('c3', { action: 'rollback', wait: false });
    await server.run('cancel', 'echo', 'c4');
    await server.join('c4');
  };
  const remove = async () => {
    await server.thread('remove');
    await server.run('remove', 'gate', 'r1');
    await server.run('remove', 'echo', 'r2');
    await server.removeRun('r2');
    await server.removeRun('r1');
    await server.run('remove', 'gate', 'r3');
    await server.removeThread('remove');
    await server.stateless('alone');
  };
  await together(queue(), takeOver(), cancel(), remove());
}
