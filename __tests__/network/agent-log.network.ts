import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

const TYPESCRIPT = `import { Annotation, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({ count: Annotation<number>() });
type Given = typeof State.State;

export const endless = new StateGraph(State)
  .addNode('turn', ({ count }: Given) => ({ count: (count ?? 0) + 1 }))
  .addEdge(START, 'turn')
  .addEdge('turn', 'turn')
  .compile();

function choose(): never {
  throw new Error('no model');
}
export const failing = new StateGraph(State)
  .addNode('answer', () => choose())
  .addEdge(START, 'answer')
  .compile();
`;

const PYTHON = `from typing import TypedDict

from langgraph.graph import START, StateGraph


class State(TypedDict, total=False):
    count: int


builder = StateGraph(State)
builder.add_node("turn", lambda state: {"count": state.get("count", 0) + 1})
builder.add_edge(START, "turn")
builder.add_edge("turn", "turn")
endless = builder.compile()


def choose():
    raise LookupError("no model")


def answer(state: State):
    return choose()


failing_builder = StateGraph(State)
failing_builder.add_node("answer", answer)
failing_builder.add_edge(START, "answer")
failing = failing_builder.compile()
`;

const graphsOf = (module: string) => ({ endless: `./${module}:endless`, failing: `./${module}:failing` });
const AGENTS: readonly { language: string; files: FileTree; installCommand?: string; frames: RegExp }[] = [
  {
    language: 'TypeScript',
    files: {
      'package.json': '{"name": "log-agent", "private": true, "type": "module"}',
      'langgraph.json': graphConfig('', { graphs: graphsOf('agent.ts') }),
      'agent.ts': TYPESCRIPT,
    },
    installCommand: rootModulesInstall(),
    frames:
      /Error: no model\n {4}at choose in agent\.ts:13:\d+\n {4}at \S* ?in agent\.ts:16:\d+\n\(\d+ frames of installed packages and of Node are omitted\./,
  },
  {
    language: 'Python',
    files: {
      'requirements.txt': 'langgraph\n',
      'langgraph.json': JSON.stringify({ dependencies: ['.'], graphs: graphsOf('agent.py') }),
      'agent.py': PYTHON,
    },
    frames:
      /Traceback \(most recent call last\):\n {2}File ".*agent\.py", line \d+, in answer\n(.*\n){1,2} {2}File ".*agent\.py", line \d+, in choose\n(.*\n){1,2}LookupError: no model\n(During task .*\n)?\(\d+ frames of installed packages and of Python are omitted\./,
  },
];

const Logs = z.object({ logs: z.array(z.object({ message: z.string() })) });
const Latest = z.object({ latest_revision_id: z.string() });

describe.each(AGENTS)('the log of an agent in $language', ({ files, installCommand, frames }) => {
  let emulator: EmulatorHandle;
  let agent: DeployedAgent;

  beforeAll(async () => {
    emulator = await startEmulator();
    const repository = await createRepository(files);
    agent = await deployAgent(emulator, repository, {
      ...(installCommand !== undefined && { installCommand }),
    });
    await repository.remove();
  });
  afterAll(() => emulator.stop());

  async function logHolds(pattern: RegExp): Promise<string> {
    const { deploymentId } = agent;
    const { body } = await emulator.api('GET', `/v2/deployments/${deploymentId}`);
    const path = `/v1/projects/${deploymentId}/revisions/${Latest.parse(body).latest_revision_id}/deploy_logs`;
    return until(
      async () => {
        const answer = await emulator.api('POST', path, { limit: 1000, order: 'asc' });
        const lines = Logs.parse(answer.body).logs.map(({ message }) => message);
        const text = lines.join('\n');
        return pattern.test(text) && text;
      },
      `a log with ${String(pattern)}`,
    );
  }

  test.each(['async', 'exit'])(
    'contains a warning about an endless loop of edges before the recursion limit is reached (durability %s)',
    async (durability) => {
      const thread = z
        .object({ thread_id: z.string() })
        .parse((await emulator.api('POST', `${agent.url}/threads`, {})).body);
      const url = `${agent.url}/threads/${thread.thread_id}/runs`;
      const run = {
        assistant_id: 'endless',
        input: { count: 0 },
        config: { recursion_limit: 1_000_000 },
        durability,
      };
      const started = z.object({ run_id: z.string() }).parse((await emulator.api('POST', url, run)).body);
      const log = await logHolds(new RegExp(`${started.run_id} .* has taken 200 steps`));
      expect(log).toContain(
        `Run ${started.run_id} of graph 'endless' has taken 100 steps. It is running turn. If the graph never reaches its end, the run fails at its recursion limit of 1000000.`,
      );
      await emulator.api('POST', `${url}/${started.run_id}/cancel?wait=true`);
    },
  );

  test("contains for a failed node only the stack frames of the agent's code", async () => {
    const body = { assistant_id: 'failing', input: { count: 0 } };
    await emulator.api('POST', `${agent.url}/runs/wait`, body);
    const log = await logHolds(/frames of installed packages/);
    expect(log).toMatch(frames);
    expect(log).not.toMatch(/site-packages|node_modules/);
    expect(log).not.toMatch(/StaleRunError|PromiseRejection/);
  });
});
