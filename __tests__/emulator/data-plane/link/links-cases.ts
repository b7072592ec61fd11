import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { decodeFrame } from '../../../../src/emulator/data-plane/link/frames.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { startLinked as startProcess } from '../../../../src/emulator/data-plane/places/process/process-place.ts';
import { revisionProcess } from '../../../../src/emulator/data-plane/workload/spare-plan.ts';
import { loadCommand, workerProgram } from '../../../../src/emulator/data-plane/worker/launcher.ts';
import type { WorkerSpec } from '../../../../src/emulator/ports/worker.ts';
import { type Cleanup, createCheckout } from '../../agent-server/fixture.ts';

/**
 * An agent whose graph performs the action in the field `do` of its input. `wait`: waits until the file `open` exists.
 * `read`, `write`: executes one operation on an item, and prints its error. `stream`: emits many events.
 */
const AGENTS = {
  javascript: {
    name: 'agent.mjs',
    text: `import { existsSync } from 'node:fs';
import { Annotation, START, StateGraph } from '@langchain/langgraph';
console.log('loaded in ' + process.cwd());
const State = Annotation.Root({ do: Annotation(), said: Annotation() });
async function act(state, config) {
  console.log('reached ' + state.do);
  if (state.do === 'describe') console.log('revision ' + process.env.LANGSMITH_HOST_REVISION_ID);
  try {
    if (state.do === 'wait') while (!existsSync('open')) await new Promise((resolve) => setTimeout(resolve, 5));
    if (state.do === 'read') await config.store.get(['a'], 'k');
    if (state.do === 'write') await config.store.put(['a'], 'k', { v: 1 });
  } catch (failure) {
    console.log('failed: ' + failure.message);
    throw failure;
  }
  if (state.do === 'read') console.log('was read');
  return { said: 'done' };
}
export const graph = new StateGraph(State).addNode('act', act).addEdge(START, 'act').compile();
`,
  },
  python: {
    name: 'agent.py',
    text: `import asyncio
import os
from langgraph.config import get_store
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


print("loaded in " + os.getcwd())


class State(TypedDict, total=False):
    do: str
    said: str


async def act(state: State) -> State:
    print("reached " + state["do"])
    if state["do"] == "describe":
        print("revision " + os.environ["LANGSMITH_HOST_REVISION_ID"])
    try:
        if state["do"] == "wait":
            while not os.path.exists("open"):
                await asyncio.sleep(0.005)
        if state["do"] == "read":
            await asyncio.shield(get_store().aget(("a",), "k"))
        if state["do"] == "write":
            await asyncio.shield(get_store().aput(("a",), "k", {"v": 1}))
    except Exception as failure:
        print("failed: " + str(failure))
        raise
    return {"said": "done"}


graph = StateGraph(State).add_node("act", act).add_edge(START, "act").compile()
`,
  },
};

type Message = Record<string, unknown>;

/**
 * Starts a worker process with links to fake replicas. The test responds to store calls like an empty store, unless
 * `keeps` is set.
 */
export async function startLinked(cleanup: Cleanup, python: WorkerSpec['python'], { isSpare = false } = {}) {
  const language = python ? 'python' : 'javascript';
  const { name, text } = AGENTS[language];
  const checkout = await createCheckout(cleanup, { [name]: text });
  const processes = createProcesses({ supervised: false });
  cleanup.add(() => processes.close());
  const spec: WorkerSpec = {
    deploymentId: 'd',
    revisionId: 'r',
    graphs: { agent: { module: python ? `./${name}` : join(checkout, name), exportName: 'graph' } },
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '', LANGSMITH_HOST_REVISION_ID: 'r' },
    python,
  };
  const printed: string[] = [];
  const waiting = {
    cwd: await createCheckout(cleanup, {}),
    env: { ...spec.env, LANGSMITH_HOST_REVISION_ID: 'older' },
  };
  const program = { ...workerProgram(spec), ...(isSpare && waiting) };
  const worker = startProcess(processes, program, (line) => printed.push(line));
  const { stream } = worker;
  const got = new Map<number, Message[]>();
  /** Store operations to which the test itself responds. */
  const held = new Set<string>();
  const on = (link: number) => {
    const messages = got.get(link) ?? [];
    got.set(link, messages);
    return messages;
  };
  stream.listen({
    onFrame(frame) {
      const { message } = decodeFrame(frame);
      on(frame.link).push(message);
      const { type, id, call, runId } = message;
      if (type === 'events') stream.send({ type: 'events-kept', runId }, [], frame.link);
      if (type !== 'store-call') return;
      const { op } = call as { op: string };
      if (held.has(op)) return;
      const answer = op === 'items' ? { ok: true, answers: [null] } : { ok: true, found: [] };
      stream.send({ type: 'store-answer', id, answer }, [], frame.link);
    },
    onBroken: (reason) => printed.push(reason),
  });
  if (isSpare) stream.send({ type: 'prepare', imports: [] });
  stream.send({ ...loadCommand(spec), ...(isSpare && { process: revisionProcess(spec) }) });
  await until(() => on(0).some(({ type }) => type === 'ready' || type === 'load-failed'));
  expect(on(0).at(-1)).toMatchObject({ type: 'ready' });
  const link = (number: number) => {
    stream.send({ type: 'attach', link: number });
    const of = (type: string) => on(number).filter((message) => message['type'] === type);
    return {
      number,
      got: on(number),
      of,
      send: (message: object) => stream.send(message, [], number),
      /** Starts a run of the graph. */
      run(act: string, runId: string = randomUUID()) {
        const job = { runId, threadId: runId, graphId: 'agent', fence: 1, input: { do: act }, config: {} };
        stream.send({ type: 'run', job }, [], number);
        return runId;
      },
      ended: (runId: string) => until(() => of('run-ended').find((message) => message['runId'] === runId)),
      async lose() {
        stream.send({ type: 'detach', link: number });
        await until(() => on(0).some(({ type, link: lost }) => type === 'detached' && lost === number));
      },
    };
  };
  const reached = (act: string, times = 1) =>
    until(() => printed.filter((line) => line === `reached ${act}`).length >= times);
  return {
    language,
    link,
    checkout,
    held,
    printed,
    reached,
    worker,
    open: () => writeFile(join(checkout, 'open'), ''),
  };
}

/** The test's store stores nothing, so the outcome has no values. */
const success = { kind: 'success' };

type Start = () => ReturnType<typeof startLinked>;

/** Checks that a spare worker runs a revision in the folder and with the variables of the revision. */
export async function checkSpare({ link, printed, checkout }: Awaited<ReturnType<Start>>): Promise<void> {
  const one = link(1);
  expect(await one.ended(one.run('describe'))).toMatchObject({ outcome: success });
  await until(() => printed.includes('revision r'));
  expect(printed.filter((line) => line.startsWith('loaded'))).toEqual([`loaded in ${checkout}`]);
}

/** Cases about one worker with links to several replicas. */
export const LINK_CASES: readonly [name: string, check: (start: Start) => Promise<void>][] = [
  [
    'responds to each replica with the message numbers of that replica',
    async (start) => {
      const { link } = await start();
      const [one, other] = [link(1), link(7)];
      for (const each of [one, other]) {
        each.send({ type: 'query', id: 5, graphId: 'agent', query: { kind: 'library' } });
        each.send({ type: 'ping', id: 6 });
      }
      for (const each of [one, other]) {
        await until(() => each.of('answer').length > 0 && each.of('pong').length > 0);
        expect(each.of('answer')).toEqual([
          { type: 'answer', id: 5, answer: { version: expect.any(String) } },
        ]);
        expect(each.of('pong')).toEqual([{ type: 'pong', id: 6 }]);
      }
    },
  ],

  [
    'reports each run only to the link that began the run, and ignores messages of other links about the run',
    async (start) => {
      const { link, reached, open } = await start();
      const [one, other] = [link(1), link(2)];
      const [mine, theirs] = [one.run('wait'), other.run('wait')];
      await reached('wait', 2);
      other.send({ type: 'abort', runId: mine });
      other.send({ type: 'ping', id: 1 });
      await until(() => other.of('pong').length > 0);
      await open();
      expect(await one.ended(mine)).toMatchObject({ outcome: success });
      expect(await other.ended(theirs)).toMatchObject({ outcome: success });
      for (const [each, runId] of [
        [one, mine],
        [other, theirs],
      ] as const) {
        const writes = each.of('store-call').map(({ call }) => call as { op: string; runId?: string });
        expect(writes.some(({ op }) => op === 'put')).toBe(true);
        for (const write of writes) expect(write.runId ?? runId).toBe(runId);
        expect(each.of('run-ended')).toHaveLength(1);
      }
    },
  ],

  [
    'accepts the answer to a store call only from the link that received the call',
    async (start) => {
      const { link, held, printed } = await start();
      const [one, other] = [link(1), link(2)];
      held.add('items');
      const runId = one.run('read');
      const isRead = ({ call }: Message) => (call as { op: string }).op === 'items';
      const call = await until(() => one.of('store-call').find(isRead));
      other.send({
        type: 'store-answer',
        id: call?.['id'],
        answer: { ok: false, error: 'Error', message: 'no' },
      });
      one.send({ type: 'store-answer', id: call?.['id'], answer: { ok: true, answers: [null] } });
      expect(await one.ended(runId)).toMatchObject({ outcome: success });
      expect(printed.filter((line) => line.startsWith('failed'))).toEqual([]);
    },
  ],

  [
    'ends the runs of a lost link, but no runs of other links',
    async (start) => {
      const { link, reached, open } = await start();
      const [one, other] = [link(1), link(2)];
      const [lost, kept] = [one.run('wait'), other.run('wait')];
      await reached('wait', 2);
      await one.lose();
      const before = one.got.length;
      await open();
      expect(await other.ended(kept)).toMatchObject({ outcome: success });
      expect(one.got.slice(before)).toEqual([]);
      // The link's number may be used again for another link.
      const again = link(1);
      again.run('wait', lost);
      expect(await again.ended(lost)).toMatchObject({ outcome: success });
    },
  ],

  [
    'moves a run to another link, and reports to the first link that the run was aborted',
    async (start) => {
      const { link, reached, open } = await start();
      const [one, other] = [link(1), link(2)];
      const runId = one.run('wait');
      await reached('wait');
      other.run('wait', runId);
      expect(await one.ended(runId)).toMatchObject({ outcome: { kind: 'aborted' } });
      await open();
      expect(await other.ended(runId)).toMatchObject({ outcome: success });
      expect(one.of('run-ended')).toHaveLength(1);
    },
  ],

  [
    'can begin a run a second time for the same link, which receives only one end of the run',
    async (start) => {
      const { link, reached, open } = await start();
      const one = link(1);
      const runId = one.run('wait');
      await reached('wait');
      one.run('wait', runId);
      await open();
      expect(await one.ended(runId)).toMatchObject({ outcome: success });
      expect(one.of('run-ended')).toHaveLength(1);
    },
  ],

  [
    'repeats a read of a lost link at another link, but does not repeat a write',
    async (start) => {
      const { link, held, printed, language } = await start();
      const [one, other] = [link(1), link(2)];
      held.add('items');
      one.run('read');
      one.run('write');
      const asked = (from: typeof one) =>
        from
          .of('store-call')
          .map(({ call }) => call as { op: string; operations?: { op: string }[] })
          .flatMap(({ operations = [] }) => operations.map(({ op }) => op));
      await until(() => asked(one).length === 2);
      await one.lose();
      await until(() => asked(other).length === 1);
      expect(asked(other)).toEqual(['get']);
      await until(() => printed.some((line) => line.startsWith('failed')) || language === 'python');
    },
  ],

  [
    'continues without links, and runs graphs again over a new link',
    async (start) => {
      const { link, held, printed, reached } = await start();
      const one = link(1);
      held.add('items');
      one.run('wait');
      await reached('wait');
      await one.lose();
      // A worker without links continues.
      const again = link(2);
      held.clear();
      expect(await again.ended(again.run('read'))).toMatchObject({ outcome: success });
      expect(printed.filter((line) => line.startsWith('The worker'))).toEqual([]);
    },
  ],
];
