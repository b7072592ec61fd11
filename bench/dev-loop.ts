import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '../harness/hang-limit.ts';
import { type DevHandle, startDev } from '../harness/dev.ts';
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

/** A running `dev` of this project. */
type OwnLoop = Loop & { dev: DevHandle };

/** Interval between two requests to an edited agent, in milliseconds. */
const POLL_MS = 20;

/**
 * Compares the time from a user's edit to the first reply of the new agent with the official command line tools, and
 * with `dev` without a spare worker.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-dev-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const own = async (
    name: string,
    agent: FileTree,
    file: string,
    flags: readonly string[] = [],
  ): Promise<OwnLoop> => {
    const home = path.join(folder, name);
    await writeTree(home, agent);
    const dev = startDev({ folder: home, dataDir: path.join(folder, `${name}-data`), flags });
    stack.defer(() => dev.stop());
    return { ...(await dev.address()), dev, file: path.join(home, file) };
  };
  const javascript = await readTree(ECHO, [
    'langgraph.json',
    'package.json',
    'package-lock.json',
    'src/agent.ts',
  ]);
  const ours = await own('typescript', javascript, 'src/agent.ts');
  const oursPython = await own('python', PYTHON_AGENT, 'agent.py');
  const withoutSpare = ['--no-spare-worker'];
  const oursAnew = await own('typescript-anew', javascript, 'src/agent.ts', withoutSpare);
  const oursPythonAnew = await own('python-anew', PYTHON_AGENT, 'agent.py', withoutSpare);

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
    oursAnew,
    oursPythonAnew,
  ];
  type Samples = [number[], number[], number[], number[], number[], number[]];
  const samples: Samples = [[], [], [], [], [], []];
  const errors: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, loop] of loops.entries()) {
      const ms = await edit(loop, `v${round + 2}`);
      // The first edit of each server is a warm-up.
      if (round > 0) samples[index]?.push(ms);
    }
    for (const [index, loop] of [ours, oursPython].entries()) errors[index]?.push(await breakFile(loop));
  }
  const [a, b, c, d, e, f] = samples;
  const [g, h] = errors;
  return {
    claim: 'an edit is answered by the new agent, and a syntax error is printed, within 0.3 seconds',
    sides: [
      { name: 'dev, TypeScript, edit to answer', unit: 'ms', samples: a },
      { name: 'dev without a spare worker, TypeScript, edit to answer', unit: 'ms', samples: e },
      { name: 'langgraphjs dev, edit to answer', unit: 'ms', samples: b },
      { name: 'dev, Python, edit to answer', unit: 'ms', samples: c },
      { name: 'dev without a spare worker, Python, edit to answer', unit: 'ms', samples: f },
      { name: 'langgraph dev, edit to answer', unit: 'ms', samples: d },
      { name: 'dev, TypeScript, save to syntax error', unit: 'ms', samples: g },
      { name: 'dev, Python, save to syntax error', unit: 'ms', samples: h },
    ],
    ratio: { name: 'dev to langgraphjs dev, TypeScript, medians', value: median(a) / median(b) },
    moreRatios: [
      { name: 'dev to langgraph dev, Python, medians', value: median(c) / median(d) },
      { name: 'with to without a spare worker, TypeScript, medians', value: median(a) / median(e) },
      { name: 'with to without a spare worker, Python, medians', value: median(c) / median(f) },
    ],
    figures: [
      { name: 'dev, TypeScript, edit to answer, median', value: median(a), unit: 'ms', aim: 300 },
      { name: 'dev, Python, edit to answer, median', value: median(c), unit: 'ms', aim: 300 },
      { name: 'dev, TypeScript, new process, median', value: median(e), unit: 'ms', aim: 1_000 },
      { name: 'dev, Python, new process, median', value: median(f), unit: 'ms', aim: 1_000 },
      { name: 'dev, TypeScript, save to syntax error, median', value: median(g), unit: 'ms', aim: 300 },
      { name: 'dev, Python, save to syntax error, median', value: median(h), unit: 'ms', aim: 300 },
    ],
  };
}

/**
 * Saves a syntax error, and returns the milliseconds from the save to the printed error. Saves the correct file again
 * afterwards.
 */
async function breakFile({ dev, file }: OwnLoop): Promise<number> {
  const text = await readFile(file, 'utf8');
  let from = dev.lines.length;
  const startedAt = performance.now();
  await writeFile(file, `${text}\nthis is : no ( code\n`);
  await dev.until(/BUILD_FAILED/, from);
  const ms = performance.now() - startedAt;
  from = dev.lines.length;
  await writeFile(file, text);
  await dev.until(/up to date/, from);
  return ms;
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
    await sleep(POLL_MS);
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
