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
import type { AnswerStoreCall } from '../../../../src/emulator/ports/store-calls.ts';
import type { RunJob, StreamedEvent, Worker, WorkerSpec } from '../../../../src/emulator/ports/worker.ts';
import { startPod } from '../places/kubernetes/pod/support.ts';
import { type Cleanup, createCheckout } from '../../agent-server/fixture.ts';
import { makeEngine } from '../places/container/fake-engine.ts';
import { logOf, startProcess } from '../places/programs.ts';

/**
 * An agent whose graph does what `do` of its input says: `count` streams a hundred numbers, `echo` returns `value`, `fail` fails,
 * `wait` never ends, `exit` ends the process, `print` writes text to the link.
 */
const AGENTS = {
  javascript: {
    name: 'agent.mjs',
    text: `import { writeSync } from 'node:fs';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ do: Annotation(), value: Annotation() });
async function act(state, config) {
  if (state.do === 'count') for (let at = 0; at < 100; at += 1) config.writer({ at, large: 2n ** 63n });
  if (state.do === 'fail') throw new RangeError('it is too high');
  if (state.do === 'wait') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  if (state.do === 'exit') process.exit(3);
  if (state.do === 'print') writeSync(4, 'hello');
  if (state.do === 'print') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
  return { value: state.value };
}
export const graph = new StateGraph(State).addNode('act', act).addEdge(START, 'act').compile();
`,
  },
  python: {
    name: 'agent.py',
    text: `import asyncio
import os
from typing import Any

from langgraph.config import get_stream_writer
from langgraph.graph import START, StateGraph
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


graph = StateGraph(State).add_node("act", act).add_edge(START, "act").compile()
`,
  },
};

const WORKER_PLACES = ['process', 'container', 'pod'] as const;
type WorkerPlace = (typeof WORKER_PLACES)[number];

/** A store without checkpoints and items. */
const emptyStore = (): AnswerStoreCall => (call) =>
  Promise.resolve(
    call.op === 'items' ? { ok: true, answers: call.operations.map(() => null) } : { ok: true, found: [] },
  );

/** Starts a worker in this place, and resolves once its graph is loaded. The engine of the container is a shell script. */
export async function startWorkerIn(
  place: WorkerPlace,
  cleanup: Cleanup,
  python: WorkerSpec['python'],
): Promise<Worker> {
  const { name, text } = AGENTS[python ? 'python' : 'javascript'];
  const checkout = await createCheckout(cleanup, { [name]: text });
  const processes = createProcesses({ supervised: false });
  cleanup.add(() => processes.close());
  const spec: WorkerSpec = {
    deploymentId: 'deployment',
    revisionId: 'revision',
    graphs: { agent: { module: python ? `./${name}` : join(checkout, name), exportName: 'graph' } },
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '' },
    python,
  };
  if (place === 'pod') {
    const pod = await startPod(cleanup, { spec, processes, storeCallsOf: emptyStore });
    return (await pod.link()).worker;
  }
  const launcher = createWorkerLauncher({ storeCallsOf: emptyStore });
  const worker =
    place === 'process'
      ? await startProcess(launcher, processes, spec)
      : await startContainer(cleanup, launcher, processes, spec);
  await worker.ready;
  return worker;
}

async function startContainer(
  cleanup: Cleanup,
  launcher: WorkerLauncher,
  processes: Processes,
  spec: WorkerSpec,
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
  return launcher.launch(spec, logOf(), () => place.start(program, logOf(), never));
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

/** Runs the graph with a subscriber to events of this mode. */
async function runWithEvents(worker: Worker, input: object, mode: string) {
  const events: StreamedEvent[] = [];
  const stream = { modes: [mode], subgraphs: false, hasSubscriber: true };
  const outcome = await worker.run(jobOf(input, { stream }), never, async (batch) => {
    events.push(...batch);
  });
  return { outcome, events };
}

type WorkerCase = readonly [name: string, check: (worker: Worker) => Promise<void>];

/** What holds for every worker, whatever its language and its place. */
const WORKER_CASES: readonly WorkerCase[] = [
  [
    'answers pings and queries of its graphs',
    async (worker) => {
      expect(worker.graphIds).toEqual(['agent']);
      expect(await worker.ping(60_000)).toBe(true);
      const { nodes } = await worker.query('agent', { kind: 'drawing', xray: false, config: {} });
      expect(nodes).toContainEqual(expect.objectContaining({ id: 'act' }));
    },
  ],
  [
    'streams the events of a run in order, with exact integers, before the run ends',
    async (worker) => {
      const { outcome, events } = await runWithEvents(worker, { do: 'count' }, 'custom');
      expect(outcome.kind).toBe('success');
      const custom = events.filter(({ event }) => event === 'custom');
      expect(custom.map(({ data }) => data)).toEqual(
        Array.from({ length: 100 }, (_, at) => `{"at":${at},"large":9223372036854775808}`),
      );
    },
  ],
  [
    'carries values of several mebibytes in both directions',
    async (worker) => {
      const value = { text: 'ü'.repeat(3 * 1024 * 1024), list: [1, null, { deep: true }] };
      const { outcome, events } = await runWithEvents(worker, { do: 'echo', value }, 'values');
      expect(outcome.kind).toBe('success');
      const last = events.findLast(({ event }) => event === 'values')?.data ?? 'null';
      // A comparison by `toEqual` would print megabytes.
      expect(JSON.stringify(JSON.parse(last)) === JSON.stringify({ do: 'echo', value })).toBe(true);
    },
  ],
  [
    'reports how a graph failed',
    async (worker) => {
      expect(await worker.run(jobOf({ do: 'fail' }), never)).toEqual({
        kind: 'error',
        error: worker.language === 'python' ? 'IndexError' : 'RangeError',
        message: 'it is too high',
      });
    },
  ],
  [
    'ends a run that is aborted, and takes the next one',
    async (worker) => {
      const controller = new AbortController();
      const aborted = worker.run(jobOf({ do: 'wait' }), controller.signal);
      controller.abort();
      expect(await aborted).toEqual({ kind: 'aborted' });
      expect(await worker.run(jobOf({ do: 'echo', value: 1 }), never)).toMatchObject({ kind: 'success' });
    },
  ],
  [
    'ends its runs when its process ends, and takes no more',
    async (worker) => {
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
    'is ended when its agent writes text to the link',
    async (worker) => {
      await expect(worker.run(jobOf({ do: 'print' }), never)).rejects.toMatchObject({
        name: 'WorkerGoneError',
      });
      await worker.exited;
    },
  ],
];

/** Each case in each place. */
export const CASES_BY_PLACE = WORKER_PLACES.flatMap((place) =>
  WORKER_CASES.map(([name, check]) => [place, name, check] as const),
);
