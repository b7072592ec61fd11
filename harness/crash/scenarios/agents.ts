import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { graphConfig } from '../../agents/fixtures.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import { createRepository, type FileTree } from '../../git.ts';
import { type RecordingAgentServer, createRecordingAgentServer, readThreads } from '../agent-server.ts';
import type { ScenarioRun, Scenario } from '../attempt.ts';
import { createRecordingControlPlane } from '../control-plane.ts';
import { checkRuns, runsSettled } from '../invariants.ts';
import { createDeploymentLedger, type RunLedger, type ObservedThread } from '../ledger.ts';
import { allOrGone, ask, seenAtRest } from '../observe.ts';

interface AgentScenario {
  name: string;
  /** Files of the agent's repository. The graph `echo` responds immediately, and the graph `gate` waits for a file. */
  agent: FileTree;
  installCommand?: string;
  /** Sends requests to the agent's threads. */
  use(server: RecordingAgentServer, emulator: EmulatorHandle): Promise<void>;
  /** Returns further violations once nothing changes any more. */
  judgeMore?(emulator: EmulatorHandle, url: string, ledger: RunLedger): Promise<string[]>;
}

/** Creates a scenario about the runs of an agent that is already deployed. */
export function agentScenario(wanted: AgentScenario): Scenario {
  return deployedAgentScenario(wanted, (url, scratch) => agentPlay(wanted, url, scratch));
}

/** Creates a scenario that begins with an agent deployed at `url`. */
export function deployedAgentScenario(
  wanted: Pick<AgentScenario, 'name' | 'agent' | 'installCommand'>,
  begin: (url: string, scratch: string) => ScenarioRun,
): Scenario {
  return {
    name: wanted.name,
    options: { runtime: 'process' },
    async prepare(emulator, scratch) {
      if (!emulator) throw new Error('this scenario requires a deployed agent');
      const repository = await createRepository(wanted.agent, 'main', scratch);
      const plane = createRecordingControlPlane(emulator, createDeploymentLedger());
      const { installCommand } = wanted;
      const install = installCommand === undefined ? {} : { installCommand };
      await plane.create({ key: 'agent', marker: 'main', repoUrl: repository.url, ...install });
      await plane.waitForStatus('agent');
      const url = (await plane.read('agent'))?.url;
      if (url === null || url === undefined) throw new Error(`the agent did not start:\n${emulator.log()}`);
      return () => begin(url, scratch);
    },
  };
}

function agentPlay(wanted: AgentScenario, url: string, scratch: string): ScenarioRun {
  const ledger: RunLedger = { threads: [], runs: [] };
  const gates = mkdtemp(path.join(scratch, 'gates-'));
  return {
    async run(emulator) {
      await serving(emulator, url);
      await wanted.use(createRecordingAgentServer(emulator, { url, gates: await gates, ledger }), emulator);
    },
    secrets: () => [],
    async check(emulator) {
      await serving(emulator, url);
      const server = createRecordingAgentServer(emulator, { url, gates: await gates, ledger });
      await Promise.all(ledger.runs.map(({ say }) => server.openGate(say)));
      const seen = await seenAtRest(() => readThreads(emulator, url), runsSettled);
      return [
        ...checkRuns(ledger, seen),
        ...((await wanted.judgeMore?.(emulator, url, ledger)) ?? []),
        ...(await tryAgain(emulator, url, seen)),
      ];
    },
    checkStored: () => [],
  };
}

/** Waits until the deployment accepts requests again. */
export async function serving(emulator: EmulatorHandle, url: string): Promise<void> {
  const look = async () => (await ask(emulator, 'POST', `${url}/assistants/search`, {})).status;
  const status = await seenAtRest(look, (is) => is === 200);
  if (status !== 200) throw new Error(`the agent is not ready: ${status}`);
}

/** Creates another run on each thread. */
async function tryAgain(
  emulator: EmulatorHandle,
  url: string,
  seen: readonly ObservedThread[],
): Promise<string[]> {
  const answers = await Promise.all(
    seen.map(async ({ id }) => {
      const body = { assistant_id: 'echo', input: { say: 'again' } };
      const { status, body: values } = await ask(emulator, 'POST', `${url}/threads/${id}/runs/wait`, body);
      const right = status === 200 && JSON.stringify(values).includes('"said":"again"');
      return right ? [] : [`thread ${id} does not accept a new run: ${status} ${JSON.stringify(values)}`];
    }),
  );
  return answers.flat();
}

/** An agent without packages that has one graph that responds immediately, and another that waits for a file. */
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

/**
 * Scenario with runs on the threads of a deployed agent: queued, rolled back, interrupted, canceled, deleted, and
 * joined runs.
 */
export const runs: Scenario = agentScenario({ name: 'runs', agent: PLAIN_AGENT, use: useThreads });

async function useThreads(server: RecordingAgentServer): Promise<void> {
  const queue = async () => {
    await server.thread('queue');
    await server.run('queue', 'gate', 'q1');
    await server.run('queue', 'echo', 'q2');
    await server.run('queue', 'echo', 'q3');
    await server.openGate('q1');
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
  await allOrGone(queue(), takeOver(), cancel(), remove());
}
