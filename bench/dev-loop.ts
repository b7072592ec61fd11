import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '../harness/hang-limit.ts';
import { startDev } from '../harness/dev.ts';
import type { FileTree } from '../harness/git.ts';
import {
  installPythonReference,
  PYTHON_REFERENCE,
  startPythonReference,
} from '../harness/reference/python-server.ts';
import { installPackages, REFERENCE, REFERENCE_CLI, startReferenceDev } from '../harness/reference/server.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(7);

const ECHO = path.resolve(import.meta.dirname, '../examples/echo-agent');

const PYTHON_AGENT: FileTree = {
  'langgraph.json': '{"dependencies":["."],"graphs":{"agent":"./agent.py:graph"}}\n',
  'requirements.txt': `${PYTHON_REFERENCE.find((one) => one.startsWith('langgraph=='))}\n`,
  'agent.py': `from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

VERSION = "v1"


def echo(state: MessagesState) -> dict[str, list[AIMessage]]:
    return {"messages": [AIMessage(f"echo {VERSION}: {state['messages'][-1].text}")]}


graph = StateGraph(MessagesState).add_node("echo", echo).add_edge(START, "echo").add_edge("echo", END).compile()
`,
};

/** A running development server, with the file to edit. */
interface Loop {
  url: string;
  apiKey: string;
  file: string;
}

/** Compares the time from a user's edit to the first reply of the new agent with the official command line tools. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-dev-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const own = async (name: string, agent: FileTree, file: string): Promise<Loop> => {
    const home = path.join(folder, name);
    await writeTree(home, agent);
    const dev = startDev({ folder: home, dataDir: path.join(folder, `${name}-data`) });
    stack.defer(() => dev.stop());
    return { ...(await dev.address()), file: path.join(home, file) };
  };
  const javascript = await readTree(ECHO, [
    'langgraph.json',
    'package.json',
    'package-lock.json',
    'src/agent.ts',
  ]);
  const ours = await own('typescript', javascript, 'src/agent.ts');
  const oursPython = await own('python', PYTHON_AGENT, 'agent.py');

  const place = path.join(folder, 'langgraphjs');
  await installPackages(place, { ...REFERENCE, ...REFERENCE_CLI });
  const theirs = await startReferenceDev({
    folder: place,
    // The agent uses the packages of the parent folder.
    agent: {
      'langgraph.json': javascript['langgraph.json'] ?? '',
      'src/agent.ts': javascript['src/agent.ts'] ?? '',
    },
  });
  stack.defer(() => theirs.stop());
  const pythonPlace = path.join(folder, 'langgraph');
  await installPythonReference(pythonPlace);
  const theirsPython = await startPythonReference({ folder: pythonPlace, agent: PYTHON_AGENT, reload: true });
  stack.defer(() => theirsPython.stop());

  const loops: Loop[] = [
    ours,
    { url: theirs.url, apiKey: 'none', file: path.join(place, 'agent/src/agent.ts') },
    oursPython,
    { url: theirsPython.url, apiKey: 'none', file: path.join(pythonPlace, 'agent/agent.py') },
  ];
  const samples: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, loop] of loops.entries()) {
      const ms = await edit(loop, `v${round + 2}`);
      // The first edit of each server is a warm-up.
      if (round > 0) samples[index]?.push(ms);
    }
  }
  const [a, b, c, d] = samples;
  return {
    claim: 'an edit is answered by the new agent within two seconds in TypeScript and three in Python',
    sides: [
      { name: 'dev, TypeScript, edit to answer', unit: 'ms', samples: a },
      { name: 'langgraphjs dev, edit to answer', unit: 'ms', samples: b },
      { name: 'dev, Python, edit to answer', unit: 'ms', samples: c },
      { name: 'langgraph dev, edit to answer', unit: 'ms', samples: d },
    ],
    ratio: { name: 'dev to langgraphjs dev, TypeScript, medians', value: median(a) / median(b) },
    moreRatios: [{ name: 'dev to langgraph dev, Python, medians', value: median(c) / median(d) }],
    figures: [
      { name: 'dev, TypeScript, edit to answer, median', value: median(a), unit: 'ms', aim: 2_000 },
      { name: 'dev, Python, edit to answer, median', value: median(c), unit: 'ms', aim: 3_000 },
    ],
  };
}

/**
 * Saves another version, sends requests until this version replies, and returns the milliseconds from the save to the
 * reply.
 */
async function edit({ url, apiKey, file }: Loop, version: string): Promise<number> {
  const text = await readFile(file, 'utf8');
  const startedAt = performance.now();
  await writeFile(file, text.replace(/(VERSION = ['"])v\d+/, `$1${version}`));
  for (;;) {
    // The server does not respond while it restarts.
    const answer = await ask(url, apiKey).catch(() => '');
    const ms = performance.now() - startedAt;
    if (answer.includes(`echo ${version}: hello`)) return ms;
    if (ms > WAIT_LIMIT_MS)
      throw new Error(`${file} was edited, and after ${WAIT_LIMIT_MS} ms ${url} answers: ${answer}`);
    await sleep(50);
  }
}

async function ask(url: string, apiKey: string): Promise<string> {
  const response = await fetch(`${url}/runs/wait`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'hello' }] },
    }),
  });
  return response.text();
}

async function readTree(root: string, names: readonly string[]): Promise<FileTree> {
  const files: FileTree = {};
  for (const name of names) files[name] = await readFile(path.join(root, name), 'utf8');
  return files;
}

async function writeTree(root: string, files: FileTree): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text ?? '');
  }
}
