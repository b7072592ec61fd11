import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { LogPage } from '../../src/contract/logs.ts';

// Tests of real Python workers that are stuck, or whose agent breaks the link. The node `act` does this once, because
// the next attempt finds a file.
const AGENT = `
import ctypes, os, time

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    do: str
    file: str
    workers: list[int]


def prepare(state: State):
    return {"workers": [os.getpid()]}


async def act(state: State):
    if not os.path.exists(state["file"]):
        open(state["file"], "w").close()
        match state["do"]:
            case "write a length":
                os.write(201, bytes([15, 0, 0, 0, 0, 0, 0, 0]))
            case "write zeros":
                os.write(201, bytes(2))
            case "replace":
                os.dup2(os.open(os.devnull, os.O_RDWR), 201)
            case "close":
                os.close(201)
            case "block the loop":
                time.sleep(3600)
            case "keep the interpreter":
                ctypes.PyDLL(None).sleep(3600)
    return {"workers": [*state["workers"], os.getpid()]}


def work(state: State):
    time.sleep(15)
    return {"workers": [os.getpid()]}


agent = StateGraph(State).add_node("prepare", prepare).add_node("act", act)
agent = agent.add_edge(START, "prepare").add_edge("prepare", "act").add_edge("act", END).compile()
working = StateGraph(State).add_node("work", work).add_edge(START, "work").add_edge("work", END).compile()
`;

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-stuck-'));
  emulator = await startEmulator({ flags: ['--stuck-timeout', '5'] });
  repository = await createRepository({
    'langgraph.json': JSON.stringify({
      dependencies: ['.'],
      graphs: { agent: './agent.py:agent', working: './agent.py:working' },
    }),
    'requirements.txt': 'langgraph\n',
    'agent.py': AGENT,
  });
  agent = await deployAgent(emulator, repository);
});
afterAll(async () => {
  await emulator.stop();
  await repository.remove();
  await rm(scratch, { recursive: true, force: true });
});

const Outcome = z.object({ workers: z.array(z.int()) });

/** Runs a graph, and returns the PID of the last process that executed one of its nodes. */
async function run(graph: string, what = ''): Promise<number | undefined> {
  const file = path.join(scratch, randomUUID());
  const body = { assistant_id: graph, input: { do: what, file } };
  const { workers } = Outcome.parse((await emulator.api('POST', `${agent.url}/runs/wait`, body)).body);
  return workers.at(-1);
}

/**
 * Runs a graph with this action. Returns the PIDs before and after the action, and the new lines of the deploy log.
 */
async function act(graph: string, what?: string) {
  const [before, lines] = [await run('agent'), (await deployLog()).length];
  const after = await run(graph, what);
  return { before, after, log: (await deployLog()).slice(lines).join('\n') };
}

async function deployLog(): Promise<string[]> {
  const url = `/v2/deployments/${agent.deploymentId}/logs?limit=1000&order=asc`;
  const { logs } = LogPage.parse((await emulator.api('GET', url)).body);
  return logs.map(({ message }) => message ?? '');
}

// docs/agent-server.md#stuck
test.each([
  ['writes a length to', 'write a length', /sent invalid data on its link/],
  ['writes zeros to', 'write zeros', /sent invalid data on its link/],
  ['replaces one end of', 'replace', /closed its link/],
  ['closes one end of', 'close', /closed file descriptor 201/],
])(
  'a Python run that %s the link continues in the next worker, long before the deadline',
  async (_, what, reason) => {
    const { before, after, log } = await act('agent', what);
    expect(after).not.toBe(before);
    expect(log).toMatch(reason);
    expect(log).not.toContain('The agent is stuck');
  },
);

test.each([
  ['blocks the event loop', 'block the loop', 'its event loop has been blocked for'],
  ['holds the interpreter lock', 'keep the interpreter', 'it has not responded to its health checks for'],
])(
  'a Python node that %s is named in the log at the deadline, and the run continues in the next worker',
  async (_, what, why) => {
    const { before, after, log } = await act('agent', what);
    expect(after).not.toBe(before);
    expect(log).toContain(`The agent is stuck: ${why}`);
    expect(log).toContain('The last node that it started is "act" of the graph "agent"');
  },
);

test('a synchronous Python node that works for longer than the deadline is not interrupted', async () => {
  const { before, after, log } = await act('working');
  expect(after).toBe(before);
  expect(log).not.toMatch(/stuck|no longer responds|ended with/);
});
