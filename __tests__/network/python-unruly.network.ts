import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

// Tests of mistakes in agents on a real Python, none of which may stop more than necessary, and each of which must
// cause a message.
const AGENT = `
import os, subprocess, sys, threading, time

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    do: str
    said: object


async def act(state: State):
    said: object = os.getpid()
    match state.get("do"):
        case "sys.exit":
            sys.exit(3)
        case "block":
            time.sleep(4)
        case "fork":
            if (pid := os.fork()) == 0:
                return {"said": "I am the child"}
            os.waitpid(pid, 0)
        case "leave a thread":
            threading.Thread(target=time.sleep, args=(1000,)).start()
        case "print":
            for _ in range(256 * 1024):
                print("x" * 1023)
        case "start a program":
            look = "import os; print(*[fd for fd in range(3, 64) if os.path.exists(f'/proc/self/fd/{fd}')])"
            said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True).stdout
        case "nest":
            said = []
            for _ in range(100_000):
                said = [said]
        case "grow":
            said = "z" * (300 * 1024 * 1024)
        case "call itself":
            from langgraph_sdk import get_client

            await get_client().threads.create()
        case "close what it was given":
            os.write(4, b"hello")
            os.close(3)
            os.close(4)
        case "close":
            os.closerange(200, 202)
        case "write":
            os.write(201, b"hello")
    return {"said": said}


graph = StateGraph(State).add_node("act", act).add_edge(START, "act").add_edge("act", END).compile(name="Unruly")
`;

const Workers = z.object({ said: z.int() });

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent;

beforeAll(async () => {
  emulator = await startEmulator();
  repository = await createRepository({
    'langgraph.json': JSON.stringify({ dependencies: ['.'], graphs: { agent: './agent.py:graph' } }),
    'requirements.txt': 'langgraph\n',
    'agent.py': AGENT,
  });
  agent = await deployAgent(emulator, repository);
});
afterAll(async () => {
  await emulator.stop();
  await repository.remove();
});

async function act(what?: string): Promise<unknown> {
  const body = { assistant_id: 'agent', input: { do: what ?? 'nothing' } };
  return (await emulator.api('POST', `${agent.url}/runs/wait`, body)).body;
}
/** Returns the PID of the process that responds. */
async function worker(): Promise<number> {
  await until(async () => (await emulator.api('GET', `${agent.url}/ok`)).status === 200);
  return Workers.parse(await act()).said;
}
async function deployLog(): Promise<string> {
  const path = `/v2/deployments/${agent.deploymentId}/logs?limit=100&order=desc`;
  return JSON.stringify((await emulator.api('GET', path)).body);
}

test.each([
  ['exits', 'sys.exit', { __error__: { error: 'SystemExit', message: 'the graph called sys.exit(3)' } }],
  ['forks, and its child returns', 'fork', { said: expect.any(Number) }],
  ['leaves a thread that never ends', 'leave a thread', { said: expect.any(Number) }],
  [
    'starts a program, which does not inherit the link',
    'start a program',
    { said: expect.not.stringMatching(/\b4\b/) },
  ],
  [
    'writes to the descriptors that the worker was started with, and closes them',
    'close what it was given',
    { said: expect.any(Number) },
  ],
  // docs/agent-server/routes.md#own-api-python
  ['calls its own deployment with a client without a URL', 'call itself', { said: expect.any(Number) }],
  ['returns a value that is nested too deeply', 'nest', { __error__: { error: 'RecursionError' } }],
  [
    'returns more than one message can hold',
    'grow',
    { __error__: { error: 'MessageTooLargeError', message: expect.stringContaining('268435456') } },
  ],
])('a Python run that %s ends without affecting other runs', async (_, what, outcome) => {
  const before = await worker();
  expect(await act(what)).toMatchObject(outcome);
  expect(await worker()).toBe(before);
});

// docs/departures/graphs.md#python-blocking
test('a Python node that blocks the event loop is named in the log, but its worker is not restarted', async () => {
  const before = await worker();
  const blocked = act('block');
  await until(async () => /agent\.py, line \d+/.test(await deployLog()));
  expect(await blocked).toMatchObject({ said: before });
  expect(await worker()).toBe(before);
  expect(await deployLog()).not.toContain('no longer responds');
});

test('a Python run that prints 256 MB uses little memory in the emulator', async () => {
  const memory = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${emulator.pid}/status`, 'utf8'))?.[1]) / 1024;
  const [before, pid] = [await memory(), await worker()];
  expect(await act('print')).toMatchObject({ said: pid });
  expect((await memory()) - before).toBeLessThan(200);
  expect(await deployLog()).toContain('lines');
});

// This test must be the last, because each attempt of the run kills a worker, and the delays between restarts grow.
test.each([
  ['closes', 'close', /ended with exit code 1|closed its link/, 'closed file descriptor 20'],
  ['writes to', 'write', /sent invalid data|ended/, 'sent invalid data'],
])(
  "a Python run that %s its worker's link fails after three workers, but the next worker executes other runs",
  async (_, what, reason, logged) => {
    const before = await worker();
    expect(await act(what)).toMatchObject({
      __error__: { error: 'WorkerGoneError', message: expect.stringMatching(reason) },
    });
    expect(await worker()).not.toBe(before);
    const log = await deployLog();
    expect(log).toContain(logged);
    // The reason is logged long before the deadline for silent workers.
    expect(log).not.toContain('The agent is stuck');
  },
);
