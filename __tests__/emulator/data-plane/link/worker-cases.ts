import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createContainerPlace } from '../../../../src/emulator/data-plane/places/container/container-place.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import {
  createWorkerLauncher,
  type WorkerLauncher,
  workerProgram,
} from '../../../../src/emulator/data-plane/worker/launcher.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';
import { emptyCluster } from '../../../../src/emulator/ports/workspace-settings.ts';
import { until } from '../../../../harness/until.ts';
import type { AnswerStoreCall } from '../../../../src/emulator/ports/store-calls.ts';
import type { RunJob, StreamedEvent, Worker, WorkerSpec } from '../../../../src/emulator/ports/worker.ts';
import { startPod } from '../places/kubernetes/pod/support.ts';
import { type Cleanup, createCheckout } from '../../agent-server/fixture.ts';
import { makeEngine } from '../places/container/fake-engine.ts';
import { logOf, startProcess } from '../places/programs.ts';

/**
 * An agent whose graph performs the action in the field `do` of its input: `count` streams a hundred numbers, `echo`
 * returns `value`, `fail` fails, `loop` repeats its step forever, `wait` never ends, `exit` ends the process, `print`
 * writes text to the link.
 */
const AGENTS = {
  javascript: {
    // A compiler could read types from this source, which Node runs unchanged.
    name: 'source/agent.ts',
    text: `import { writeSync } from 'node:fs';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ do: Annotation(), value: Annotation() });
const next = (state: any) => (state.do === 'loop' ? 'act' : END);
async function act(state: any, config: any) {
  if (state.do === 'count') for (let at = 0; at < 100; at += 1) config.writer({ at, large: 2n ** 63n });
  if (state.do === 'fail') throw new RangeError('it is too high');
  if (state.do === 'wait') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  if (state.do === 'exit') process.exit(3);
  if (state.do === 'print') writeSync(4, 'hello');
  if (state.do === 'print') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  return { value: state.value };
}
export const graph = new StateGraph(State)
  .addNode('act', act)
  .addEdge(START, 'act')
  .addConditionalEdges('act', next, ['act', END])
  .compile();
`,
  },
  python: {
    name: 'agent.py',
    text: `import asyncio
import os
from typing import Any

from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    do: str
    value: Any


async def act(state: State) -> State:
    match state["do"]:
        case "count":
            for at in range(100):
                get_stream_writer()({"at": at, "large": 2**63})
        case "fail":
            raise IndexError("it is too high")
        case "wait":
            await asyncio.sleep(2**20)
        case "exit":
            os._exit(3)
        case "print":
            os.write(201, b"hello")
            await asyncio.sleep(2**20)
    return {"value": state.get("value")}


def follow(state: State) -> str:
    return "act" if state["do"] == "loop" else END


graph = (
    StateGraph(State)
    .add_node("act", act)
    .add_edge(START, "act")
    .add_conditional_edges("act", follow, ["act", END])
    .compile()
)
`,
  },
};

/** A fake compiler package for a checkout. The fake compiler prints the types of the graph `agent` and exits. */
const COMPILER = {
  'source/node_modules/typescript/package.json': '{"main":"main.cjs"}',
  'source/node_modules/typescript/main.cjs': `const text = { type: 'object', properties: { do: { type: 'string' } } };
process.stdout.write(JSON.stringify({ agent: { state: text, input: text, output: text } }));
process.exit(0);
`,
};

export const WORKER_PLACES = ['process', 'container', 'pod'] as const;
type WorkerPlace = (typeof WORKER_PLACES)[number];

/** Returns the responses of a store without checkpoints and items. */
const emptyStore = (): AnswerStoreCall => (call) =>
  Promise.resolve(
    call.op === 'items' ? { ok: true, answers: call.operations.map(() => null) } : { ok: true, found: [] },
  );

/** A worker, and the log lines of its agent so far. */
interface StartedWorker {
  worker: Worker;
  lines: readonly string[];
}

/**
 * Starts a worker in this runtime, and resolves once the worker's graph is loaded. The container engine is a fake
 * shell script.
 */
export async function startWorkerIn(
  place: WorkerPlace,
  cleanup: Cleanup,
  python: WorkerSpec['python'],
): Promise<StartedWorker> {
  const { name, text } = AGENTS[python ? 'python' : 'javascript'];
  const checkout = await createCheckout(cleanup, { [name]: text, ...(!python && COMPILER) });
  const file = join(checkout, name);
  const module = python ? `./${name}` : file;
  const source = python ? undefined : { file, checkout };
  return startWorkerOf(place, cleanup, {
    graphs: { agent: { module, exportName: 'graph', source } },
    cwd: checkout,
    python,
  });
}

/** Starts a worker with these graphs in this runtime, like `startWorkerIn`. */
export async function startWorkerOf(
  place: WorkerPlace,
  cleanup: Cleanup,
  given: Pick<WorkerSpec, 'graphs' | 'cwd' | 'python'>,
): Promise<StartedWorker> {
  const processes = createProcesses({ supervised: false });
  cleanup.add(() => processes.close());
  const spec: WorkerSpec = {
    deploymentId: 'deployment',
    revisionId: 'revision',
    env: { PATH: process.env['PATH'] ?? '' },
    ...given,
  };
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  if (place === 'pod') {
    const pod = await startPod(cleanup, { spec, processes, print: onLine, storeCallsOf: emptyStore });
    return { worker: (await pod.link({ warn: onLine })).worker, lines };
  }
  const launcher = createWorkerLauncher({ storeCallsOf: emptyStore });
  const worker =
    place === 'process'
      ? await startProcess(launcher, processes, spec, onLine)
      : await startContainer(cleanup, launcher, processes, { spec, onLine });
  await worker.ready;
  return { worker, lines };
}

async function startContainer(
  cleanup: Cleanup,
  launcher: WorkerLauncher,
  processes: Processes,
  { spec, onLine }: { spec: WorkerSpec; onLine: (line: string) => void },
): Promise<Worker> {
  const engine = await makeEngine();
  cleanup.add(() => engine.close());
  const folder = join(engine.folder, 'work');
  await mkdir(folder);
  const place = createContainerPlace({
    processes,
    env: { ...engine.env, PATH: `${engine.env.PATH}:${process.env['PATH'] ?? ''}` },
    folder,
    chosen: 'auto',
    owner: 'test',
    cluster: emptyCluster,
  });
  const program = { ...workerProgram(spec), image: 'localhost/agent-deploy:revision', files: [] };
  const log = logOf(onLine);
  return launcher.launch(spec, log, () => place.start(program, log, never));
}

const never = new AbortController().signal;
const jobOf = (input: object, change: Partial<RunJob> = {}): RunJob => ({
  runId: randomUUID(),
  threadId: randomUUID(),
  graphId: 'agent',
  fence: 1,
  input,
  config: {},
  ...change,
});

/** Runs the graph with a subscriber to events of this stream mode. */
async function runWithEvents(worker: Worker, input: object, mode: string) {
  const events: StreamedEvent[] = [];
  const stream = { modes: [mode], subgraphs: false, hasSubscriber: true };
  const outcome = await worker.run(jobOf(input, { stream }), never, async (batch) => {
    events.push(...batch);
  });
  return { outcome, events };
}

type WorkerCase = readonly [name: string, check: (started: StartedWorker) => Promise<void>];

/** Cases for every worker, in both languages and all runtimes. */
const WORKER_CASES: readonly WorkerCase[] = [
  [
    'responds to pings and to queries about its graphs',
    async ({ worker }) => {
      expect(worker.graphIds).toEqual(['agent']);
      expect(await worker.ping(60_000)).toBe(true);
      const { nodes } = await worker.query('agent', { kind: 'drawing', xray: false, config: {} });
      expect(nodes).toContainEqual(expect.objectContaining({ id: 'act' }));
    },
  ],
  [
    'describes the types of its graphs, for TypeScript with the compiler in the checkout',
    async ({ worker }) => {
      const schemas = await worker.query('agent', { kind: 'schemas', config: {} });
      for (const schema of [schemas.state_schema, schemas.input_schema, schemas.output_schema]) {
        expect(schema).toMatchObject({ type: 'object', properties: { do: { type: 'string' } } });
      }
    },
  ],
  [
    'streams the events of a run in order, with exact integers',
    async ({ worker }) => {
      const { outcome, events } = await runWithEvents(worker, { do: 'count' }, 'custom');
      expect(outcome.kind).toBe('success');
      const custom = events.filter(({ event }) => event === 'custom');
      expect(custom.map(({ data }) => data)).toEqual(
        Array.from({ length: 100 }, (_, at) => `{"at":${at},"large":9223372036854775808}`),
      );
    },
  ],
  [
    'transfers values of several mebibytes in both directions',
    async ({ worker }) => {
      const value = { text: 'ü'.repeat(3 * 1024 * 1024), list: [1, null, { deep: true }] };
      const { outcome, events } = await runWithEvents(worker, { do: 'echo', value }, 'values');
      expect(outcome.kind).toBe('success');
      const last = events.findLast(({ event }) => event === 'values')?.data ?? 'null';
      // The comparison does not use `toEqual`, whose failure would print megabytes.
      expect(JSON.stringify(JSON.parse(last)) === JSON.stringify({ do: 'echo', value })).toBe(true);
    },
  ],
  [
    'reports the error of a failed graph',
    async ({ worker }) => {
      expect(await worker.run(jobOf({ do: 'fail' }), never)).toEqual({
        kind: 'error',
        error: worker.language === 'python' ? 'IndexError' : 'RangeError',
        message: 'it is too high',
      });
    },
  ],
  ...(['async', 'exit'] as const).map(
    (durability): WorkerCase => [
      `warns about a graph that repeats its steps, with durability ${durability}`,
      async ({ worker, lines }) => {
        const job = jobOf({ do: 'loop' }, { durability, config: { recursion_limit: 210 } });
        expect(await worker.run(job, never)).toMatchObject({ kind: 'error' });
        const warned = (count: number) =>
          lines.filter((line) =>
            line.includes(`Run ${job.runId} of graph 'agent' has taken ${count} steps.`),
          );
        await until(() => warned(200).length > 0, 'a warning about 200 steps');
        expect([warned(100).length, warned(200).length]).toEqual([1, 1]);
        // The test's store contains no checkpoint with the node, so only the durability `exit` reports it.
        if (durability === 'exit') expect(warned(200)[0]).toContain('It is running act.');
      },
    ],
  ),
  [
    'ends an aborted run, and accepts the next run',
    async ({ worker }) => {
      const controller = new AbortController();
      const aborted = worker.run(jobOf({ do: 'wait' }), controller.signal);
      controller.abort();
      expect(await aborted).toEqual({ kind: 'aborted' });
      expect(await worker.run(jobOf({ do: 'echo', value: 1 }), never)).toMatchObject({ kind: 'success' });
    },
  ],
  [
    'ends its runs when its process ends, and then accepts no runs',
    async ({ worker }) => {
      const others = worker.run(jobOf({ do: 'wait' }), never);
      others.catch(() => undefined);
      await expect(worker.run(jobOf({ do: 'exit' }), never)).rejects.toMatchObject({
        name: 'WorkerGoneError',
      });
      await expect(others).rejects.toMatchObject({ name: 'WorkerGoneError' });
      await worker.exited;
      await expect(worker.run(jobOf({ do: 'echo' }), never)).rejects.toMatchObject({
        name: 'WorkerGoneError',
      });
    },
  ],
  [
    'ends if its agent writes text to the link',
    async ({ worker }) => {
      await expect(worker.run(jobOf({ do: 'print' }), never)).rejects.toMatchObject({
        name: 'WorkerGoneError',
      });
      await worker.exited;
    },
  ],
];

/** All cases for each runtime. */
export const CASES_BY_PLACE = WORKER_PLACES.flatMap((place) =>
  WORKER_CASES.map(([name, check]) => [place, name, check] as const),
);
