import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { EmulatorHandle } from '../../emulator.ts';
import type { FileTree } from '../../git/repository.ts';
import { createRepository } from '../../git/index.ts';
import { type AgentServer, createAgentServer, readThreads } from '../agent-server.ts';
import { createControlPlane } from '../control-plane.ts';
import { judgeRuns, runsAtRest } from '../judge/runs.ts';
import { newDeploymentLedger } from '../ledger.ts';
import type { RunLedger, SeenThread } from '../run-ledger.ts';
import type { Play, Scenario } from '../scenario.ts';
import { ask } from '../read-deployments.ts';

const REST_WITHIN_MS = 60_000;

export interface AgentScenario {
  name: string;
  /** The agent's repository: its graphs are `echo`, which answers at once, and `gate`, which waits for a file. */
  agent: FileTree;
  installCommand?: string;
  /** Uses the agent's threads. */
  use(server: AgentServer, emulator: EmulatorHandle): Promise<void>;
  /** What else is wrong, once all is at rest. */
  judgeMore?(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]>;
}

/** A scenario about the runs of an agent that is deployed already. */
export function agentScenario(wanted: AgentScenario): Scenario {
  return {
    name: wanted.name,
    options: { runtime: 'process' },
    async prepare(emulator, scratch) {
      if (!emulator) throw new Error('this scenario begins with a deployed agent');
      const repository = await createRepository(wanted.agent, 'main', scratch);
      const plane = createControlPlane(emulator, newDeploymentLedger());
      const { installCommand } = wanted;
      const install = installCommand === undefined ? {} : { installCommand };
      await plane.create({ key: 'agent', marker: 'main', repoUrl: repository.url, ...install });
      await plane.settled('agent');
      const url = (await plane.look('agent'))?.url;
      if (url === null || url === undefined) throw new Error(`the agent did not come up:\n${emulator.log()}`);
      return () => agentPlay(wanted, url, scratch);
    },
  };
}

function agentPlay(wanted: AgentScenario, url: string, scratch: string): Play {
  const ledger: RunLedger = { threads: [], runs: [] };
  const gates = mkdtemp(path.join(scratch, 'gates-'));
  return {
    async act(emulator) {
      await serving(emulator, url);
      await wanted.use(createAgentServer(emulator, { url, gates: await gates, ledger }), emulator);
    },
    secrets: () => [],
    async judge(emulator) {
      await serving(emulator, url);
      const server = createAgentServer(emulator, { url, gates: await gates, ledger });
      await Promise.all(ledger.runs.map(({ say }) => server.open(say)));
      const seen = await rest(emulator, url);
      return [
        ...judgeRuns(ledger, seen),
        ...((await wanted.judgeMore?.(emulator, url, ledger)) ?? []),
        ...(await tryAgain(emulator, url, seen)),
      ];
    },
    judgeKept: () => [],
  };
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
      const right = status === 200 && JSON.stringify(values).includes('"said":"again"');
      return right ? [] : [`thread ${id} takes no new run: ${status} ${JSON.stringify(values)}`];
    }),
  );
  return answers.flat();
}
