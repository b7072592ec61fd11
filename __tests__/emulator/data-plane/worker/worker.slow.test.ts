import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { TRACE_EVENT } from '../../../../src/contract/trace-event.ts';
import { stringifyExactJson } from '../../../../src/contract/exact-json.ts';
import { encodeFrame } from '../../../../src/emulator/data-plane/link/frames.ts';
import type { RunJob, StreamedEvent } from '../../../../src/emulator/ports/worker.ts';
import { PLAIN_GRAPHS } from '../../agent-server/plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, ROOT } from '../../agent-server/fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const never = new AbortController().signal;
const job = (graphId: string, change: Partial<RunJob> = {}): RunJob => ({
  runId: randomUUID(),
  threadId: randomUUID(),
  graphId,
  fence: 1,
  input: {},
  config: {},
  ...change,
});
const start = async (names: string[], files: Record<string, string> = { 'graphs.mjs': PLAIN_GRAPHS }) => {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, files);
  const graphs = Object.fromEntries(names.map((name) => [name, `graphs.mjs:${name}`]));
  return { fixture, checkout, graphs };
};
const worker = async (...names: string[]) => {
  const { fixture, checkout, graphs } = await start(names);
  return { fixture, checkout, worker: await fixture.launch(checkout, graphs) };
};
/** Waits for a line of the worker's output. */
const printed = async (lines: string[], line: string) => {
  while (!lines.includes(line)) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('a worker process of JavaScript graphs', () => {
  test('runs graphs without the graph library, and graph factories with the configuration of the run', async () => {
    const { worker: one } = await worker('echo', 'factory');
    expect(await one.run(job('echo', { input: { say: 'hi' } }), never)).toEqual({
      kind: 'success',
      values: { said: 'hi' },
    });
    const run = job('factory', { config: { configurable: { assistant_id: 'a', thread_id: 'forged' } } });
    expect(await one.run(run, never)).toEqual({
      kind: 'success',
      values: { thread: run.threadId, assistant: 'a' },
    });
  });

  test('reports the graph that it is loading', async () => {
    const { worker: one } = await worker('echo', 'factory');
    expect(one.loading()).toBe("graph 'factory'");
  });

  test('ends a run even if the name or message of its failure is not a string', async () => {
    const file = `const failing = (change) => ({ invoke() { throw Object.assign(new Error('x'), change); } });
export const named = failing({ name: 5 });
export const nameless = failing({ name: undefined, message: undefined });
export const told = failing({ message: { code: 7 } });
export const called = failing({ name: () => 1, message: () => 2 });
export const odd = { invoke() { throw Object.create(null); } };`;
    const names = ['named', 'nameless', 'told', 'called', 'odd'];
    const { fixture, checkout, graphs } = await start(names, { 'graphs.mjs': file });
    const one = await fixture.launch(checkout, graphs);
    const failed = async (name: string) => one.run(job(name), never);
    expect(await failed('named')).toEqual({ kind: 'error', error: 'Error', message: 'x' });
    expect(await failed('nameless')).toEqual({ kind: 'error', error: 'Error', message: 'undefined' });
    expect(await failed('told')).toEqual({ kind: 'error', error: 'Error', message: '{"code":7}' });
    expect(await failed('called')).toMatchObject({ kind: 'error', error: 'Error' });
    expect(await failed('odd')).toMatchObject({ kind: 'error', error: 'Error' });
  });

  // docs/departures/agent-server.md#streams-graph-graph-library
  test('streams the values of a plain graph on request when the graph has finished', async () => {
    const { worker: one } = await worker('echo');
    const reported = async (modes: string[], heard = true) => {
      const events: { event: string }[] = [];
      const run = job('echo', {
        input: { say: 'hi' },
        stream: { modes, subgraphs: false, hasSubscriber: heard },
      });
      const outcome = await one.run(run, never, (some) => {
        events.push(...some);
        return Promise.resolve();
      });
      expect(outcome.kind).toBe('success');
      // The control plane stores these events as the steps of the run, and no client receives them.
      return events.filter(({ event }) => event !== 'trace');
    };
    expect(await reported(['updates', 'values'])).toEqual([{ event: 'values', data: '{"said":"hi"}' }]);
    expect(await reported(['updates'])).toEqual([]);
    expect(await reported(['values'], false)).toEqual([]);
  });

  // docs/departures/graphs.md#integers
  test('returns and streams bigints within 64 bits exactly, and larger bigints as strings', async () => {
    const file = `export const large = {
  invoke: ({ given }) => ({ given, all: [5n, 2n ** 53n + 1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n] }),
};`;
    const { fixture, checkout, graphs } = await start(['large'], { 'graphs.mjs': file });
    const one = await fixture.launch(checkout, graphs);
    const events: StreamedEvent[] = [];
    const run = job('large', {
      input: { given: 12345678901234567891n },
      stream: { modes: ['values'], subgraphs: false, hasSubscriber: true },
    });
    const outcome = await one.run(run, never, (batch) => {
      events.push(...batch);
      return Promise.resolve();
    });
    // The graph library has no bigints, so a graph receives the nearest number.
    const text =
      '{"given":12345678901234567000,"all":[5,9007199254740993,9223372036854775808,-9223372036854775808,"18446744073709551616"]}';
    expect(outcome.kind === 'success' && stringifyExactJson(outcome.values)).toBe(text);
    expect(events.map(({ data }) => data)).toContain(text);
  });

  test('streams a run only after the first subscription', async () => {
    const { worker: one, fixture, checkout } = await worker('gate');
    const file = join(checkout, 'open');
    const run = job('gate', {
      input: { say: 'on', file },
      stream: { modes: ['values'], subgraphs: false, hasSubscriber: false },
    });
    const events: unknown[] = [];
    const running = one.run(run, never, (some) => {
      events.push(...some.filter(({ event }) => event !== TRACE_EVENT));
      return Promise.resolve();
    });
    await printed(fixture.printed, 'gate reached on');
    await one.subscribe(run.runId);
    await writeFile(file, '');
    await running;
    expect(events).toEqual([{ event: 'values', data: '{"said":"on"}' }]);
    // A run that does not exist cannot get a subscriber.
    await one.subscribe(randomUUID());
  });

  test('reports the end of a run only after all its events have been stored', async () => {
    const { worker: one } = await worker('echo');
    const kept = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    let over = false;
    const running = one
      .run(
        job('echo', { stream: { modes: ['values'], subgraphs: false, hasSubscriber: true } }),
        never,
        () => {
          taken.resolve();
          return kept.promise;
        },
      )
      .then(() => {
        over = true;
      });
    await taken.promise;
    expect(await one.ping(5_000)).toBe(true);
    expect(over).toBe(false);
    kept.resolve();
    await running;
  });

  test('reports the failure of a graph', async () => {
    const { worker: one } = await worker('failing');
    expect(await one.run(job('failing'), never)).toEqual({
      kind: 'error',
      error: 'RangeError',
      message: 'the model is out of range',
    });
  });

  test('is not affected by the output and the forged messages of a graph', async () => {
    const { fixture, worker: one } = await worker('noisy', 'echo');
    const run = job('noisy');
    expect(await one.run({ ...run, input: { runId: run.runId } }, never)).toEqual({
      kind: 'success',
      values: { send: 'undefined' },
    });
    expect(await one.run(job('echo'), never)).toEqual({ kind: 'success', values: { said: null } });
    expect(fixture.printed.join('\n')).toContain('forged');
  });

  test('reports a rejected promise of a graph, and continues', async () => {
    const { fixture, worker: one } = await worker('sloppy');
    expect(await one.run(job('sloppy'), never)).toMatchObject({ values: { said: 'still here' } });
    await printed(fixture.printed, 'A promise was rejected, and no code handled it: Error: left behind');
  });

  test('stops a run at the abort signal, even if the run ignores it', async () => {
    const { fixture, checkout, worker: one } = await worker('gate', 'deaf');
    for (const name of ['gate', 'deaf']) {
      const controller = new AbortController();
      const ended = one.run(
        job(name, { input: { say: 'x', file: join(checkout, name) } }),
        controller.signal,
      );
      await printed(fixture.printed, `${name} reached x`);
      controller.abort();
      expect(await ended).toEqual({ kind: 'aborted' });
    }
    expect(await one.run(job('gate'), AbortSignal.abort())).toEqual({ kind: 'aborted' });
    await writeFile(join(checkout, 'deaf'), '');
    await printed(fixture.printed, 'deaf done');
  });

  test('responds to a ping, but not while a graph blocks the process or after the process has ended', async () => {
    const { fixture, worker: one } = await worker('blocking', 'echo');
    expect(await one.ping(10_000)).toBe(true);
    const blocked = one.run(job('blocking'), never).catch((failure: unknown) => failure);
    await printed(fixture.printed, 'blocking reached');
    expect(await one.ping(50)).toBe(false);
    await one.stop(0);
    expect(await one.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await blocked).toMatchObject({ name: 'WorkerGoneError' });
    expect(await one.ping(10_000)).toBe(false);
    await expect(one.run(job('echo'), never)).rejects.toThrow('was ended by SIGKILL');
    await expect(one.query('echo', { kind: 'state', threadId: randomUUID() })).rejects.toThrow(
      'was ended by SIGKILL',
    );
    expect(fixture.logged).toEqual([]);
  });

  test('exits when the emulator is gone', async () => {
    const program = join(ROOT, 'src/emulator/data-plane/worker/main.ts');
    const child = spawn(process.execPath, ['--experimental-import-meta-resolve', program, '3', '4'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [to, from] = child.stdio.slice(3) as [Duplex, Duplex];
    for (const chunk of encodeFrame({ type: 'ping', id: 1 })) to.write(chunk);
    await once(from, 'data');
    for (const end of [to, from]) end.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('fails only the run whose values cannot be sent', async () => {
    const file = `import { spawnSync } from 'node:child_process';
export const large = { invoke: () => ({ text: 'x'.repeat(64 * 1024 * 1024) }) };
export const echo = { invoke: ({ say }) => ({ said: say ?? null }) };
export const program = { invoke: () => spawnSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }).stdout };`;
    const { fixture, checkout, graphs } = await start(['large', 'echo', 'program'], { 'graphs.mjs': file });
    const one = await fixture.launch(checkout, graphs);
    const [large, small] = await Promise.all([one.run(job('large'), never), one.run(job('echo'), never)]);
    expect(large).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('the JSON of one message has'),
    });
    expect(small).toEqual({ kind: 'success', values: { said: null } });
    // A run that cannot be sent to the worker fails, too, without affecting other runs.
    const input = { say: 'x'.repeat(64 * 1024 * 1024) };
    expect(await one.run(job('echo', { input }), never)).toMatchObject({ error: 'MessageTooLargeError' });
    const most = { say: 'x'.repeat(64 * 1024 * 1024 - 1_000) };
    expect(await one.run(job('echo', { input: most }), never)).toEqual({
      kind: 'success',
      values: { said: most.say },
    });
    // The program has the standard streams, and file descriptor 3 for the folder that it reads.
    if (process.platform === 'linux') {
      const outcome = await one.run(job('program'), never);
      expect(outcome).toMatchObject({ values: expect.stringMatching(/^0\n1\n2\n(?!.*^4$)/ms) });
    }
  });

  test('has the given environment but no variable of the emulator', async () => {
    const files = { 'graphs.mjs': 'export const env = { invoke: () => ({ ...process.env }) };' };
    const { fixture, checkout, graphs } = await start(['env'], files);
    const one = await fixture.launch(checkout, graphs, { SECRET: 'x' });
    expect(await one.run(job('env'), never)).toEqual({
      kind: 'success',
      values: { PATH: process.env.PATH, SECRET: 'x' },
    });
  });
});

describe('a worker that cannot load its graphs', () => {
  test.each([
    ['missing', "graph 'missing': export 'missing' does not exist. The module exports "],
    [
      'number',
      "graph 'number': export 'number' is number; expected a graph, or a function that returns a graph",
    ],
    ['nothing', "graph 'nothing': export 'nothing' has neither 'invoke' nor 'compile'"],
  ])('reports the reason for the graph "%s"', async (name, reason) => {
    const { fixture, checkout, graphs } = await start([name]);
    await expect(fixture.launch(checkout, graphs)).rejects.toThrow(reason);
  });

  test('reports a module that throws an error', async () => {
    const { fixture, checkout, graphs } = await start(['x'], {
      'graphs.mjs': 'throw new Error("MODEL_KEY is not set");',
    });
    await expect(fixture.launch(checkout, graphs)).rejects.toThrow('MODEL_KEY is not set');
  });

  test('reports a module that ends the process', async () => {
    const { fixture, checkout, graphs } = await start(['x'], { 'graphs.mjs': 'process.exit(3);' });
    await expect(fixture.launch(checkout, graphs)).rejects.toThrow(
      'The worker process ended with exit code 3 before the graphs were loaded.',
    );
  });
});
