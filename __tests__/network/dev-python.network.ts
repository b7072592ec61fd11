import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startDev } from '../../harness/dev.ts';

/** An agent whose reply contains its version, and whose thread stores the replies. */
const AGENT = `import operator
from typing import Annotated
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

print("loaded v1", flush=True)


class State(TypedDict):
    steps: Annotated[list, operator.add]


graph = (
    StateGraph(State)
    .add_node("step", lambda state: {"steps": ["v1"]})
    .add_edge(START, "step")
    .add_edge("step", END)
    .compile()
)
`;

// docs/dev.md#threads-are-kept
test('`dev` deploys a Python agent after each save, preserves the thread, and continues after an invalid edit', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dev-python-'));
  const file = path.join(folder, 'agent', 'agent.py');
  await writeTree(path.join(folder, 'agent'));
  const dev = startDev({ folder: path.join(folder, 'agent'), dataDir: path.join(folder, 'data') });
  try {
    const { url, apiKey } = await dev.address();
    await dev.until(/^agent │ loaded v1$/);
    // docs/dev.md#try-it
    expect(await dev.until(/^ {2}Try {6}curl/)).toContain('"input":{"steps":[]}');
    const call = async (target: string, body: unknown) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await fetch(`${url}${target}`, init)).json()) as Record<string, unknown>;
    };
    const thread = String((await call('/threads', {}))['thread_id']);
    const run = () => call(`/threads/${thread}/runs/wait`, { assistant_id: 'agent', input: { steps: [] } });
    expect(await run()).toEqual({ steps: ['v1'] });

    let from = dev.lines.length;
    await writeFile(file, AGENT.replaceAll('v1', 'v2'));
    await dev.until(/^agent\.py: deployed in/, from);
    expect(await run()).toEqual({ steps: ['v1', 'v2'] });

    from = dev.lines.length;
    await writeFile(file, `${AGENT}def broken(:\n`);
    await dev.until(/BUILD_FAILED: .*agent\.py:20: invalid syntax/, from);
    expect(await run()).toEqual({ steps: ['v1', 'v2', 'v2'] });

    from = dev.lines.length;
    await writeFile(file, `${AGENT}raise ValueError("no key")\n`);
    await dev.until(/DEPLOY_FAILED: .*no key \(agent\.py, line 20\)/, from);

    from = dev.lines.length;
    await writeFile(file, AGENT.replaceAll('v1', 'v3'));
    await dev.until(/^agent\.py: deployed in/, from);
    expect(await run()).toEqual({ steps: ['v1', 'v2', 'v2', 'v3'] });
  } finally {
    await dev.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function writeTree(agent: string): Promise<void> {
  await mkdir(agent, { recursive: true });
  await writeFile(
    path.join(agent, 'langgraph.json'),
    '{"dependencies":[".", "langgraph"],"graphs":{"agent":"./agent.py:graph"}}',
  );
  await writeFile(path.join(agent, 'agent.py'), AGENT);
}
