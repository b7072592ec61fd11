import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { FileTree } from '../../git/repository.ts';
import { createRepository } from '../../git/index.ts';
import { graphConfig } from '../../agents/working.ts';
import { type AgentServer, createAgentServer, readThreads } from '../agent-server.ts';
import { ask, createControlPlane } from '../control-plane.ts';
import { together } from '../gone.ts';
import { judgeRuns, runsAtRest } from '../judge/runs.ts';
import { newDeploymentLedger } from '../ledger.ts';
import type { RunLedger, SeenThread } from '../run-ledger.ts';
import type { Play, Scenario } from '../scenario.ts';
import type { EmulatorHandle } from '../../emulator.ts';

const REST_WITHIN_MS = 60_000;

/** An agent without packages: one graph answers at once, the other when a file is there. */
const AGENT: FileTree = {
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
export const runs: Scenario = {
  name: 'runs',
  options: { runtime: 'process' },
  async prepare(emulator, scratch) {
    if (!emulator) throw new Error('this scenario begins with a deployed agent');
    const repository = await createRepository(AGENT, 'main', scratch);
    const plane = createControlPlane(emulator, newDeploymentLedger());
    await plane.create({ key: 'agent', marker: 'main', repoUrl: repository.url });
    await plane.settled('agent');
    const url = (await plane.look('agent'))?.url;
    if (url === null || url === undefined) throw new Error(`the agent did not come up:\n${emulator.log()}`);
    return () => runPlay(url, scratch);
  },
};

function runPlay(url: string, scratch: string): Play {
  const ledger: RunLedger = { threads: [], runs: [] };
  const gates = mkdtemp(path.join(scratch, 'gates-'));
  return {
    async act(emulator) {
      await serving(emulator, url);
      await useThreads(createAgentServer(emulator, { url, gates: await gates, ledger }));
    },
    secrets: () => [],
    async judge(emulator) {
      await serving(emulator, url);
      const server = createAgentServer(emulator, { url, gates: await gates, ledger });
      await Promise.all(ledger.runs.map(({ say }) => server.open(say)));
      const seen = await rest(emulator, url);
      return [...judgeRuns(ledger, seen), ...(await tryAgain(emulator, url, seen))];
    },
    judgeKept: () => [],
  };
}

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

/** The deployment's port came back, and its agent is up. */
async function serving(emulator: EmulatorHandle, url: string): Promise<void> {
  const since = performance.now();
  for (;;) {
    const { status } = await ask(emulator, 'POST', `${url}/assistants/search`, {});
    if (status === 200) return;
    if (performance.now() - since > REST_WITHIN_MS) throw new Error(`the agent is not up: ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function rest(emulator: EmulatorHandle, url: string): Promise<SeenThread[]> {
  const since = performance.now();
  for (;;) {
    const seen = await readThreads(emulator, url);
    if (runsAtRest(seen) || performance.now() - since > REST_WITHIN_MS) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Every thread takes one more run. */
async function tryAgain(
  emulator: EmulatorHandle,
  url: string,
  seen: readonly SeenThread[],
): Promise<string[]> {
  const answers = await Promise.all(
    seen.map(async ({ id }) => {
      const body = { assistant_id: 'echo', input: { say: 'again' } };
      const { status, body: values } = await ask(emulator, 'POST', `${url}/threads/${id}/runs/wait`, body);
      const right = status === 200 && JSON.stringify(values) === '{"said":"again"}';
      return right ? [] : [`thread ${id} takes no new run: ${status} ${JSON.stringify(values)}`];
    }),
  );
  return answers.flat();
}
