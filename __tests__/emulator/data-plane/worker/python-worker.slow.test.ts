import { randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { fakePythonAgent, installFakePython } from '../../../../harness/fake-python/install.ts';
import type { RunJob } from '../../../../src/emulator/ports/worker.ts';
import { createCheckout, createFixture, Cleanup } from '../../agent-server/fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

// The fake Python is a shell script, which does not run on Windows.
const onUnix = process.platform === 'win32' ? describe.skip : describe;
const onLinux = process.platform === 'linux' ? test : test.skip;

const never = new AbortController().signal;
const job = (act?: string, change: Partial<RunJob> = {}): RunJob => ({
  runId: randomUUID(),
  threadId: randomUUID(),
  graphId: 'agent',
  fence: 1,
  input: { messages: [{ content: 'hi' }], ...(act !== undefined && { do: act }) },
  config: {},
  ...change,
});

/**
 * Starts a worker of the fake Python, or of the shell script that replaces the interpreter, without waiting until it
 * is ready.
 */
async function started({
  agent = {},
  script,
}: {
  agent?: Parameters<typeof fakePythonAgent>[0];
  script?: string;
} = {}) {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, fakePythonAgent(agent));
  const bin = join(checkout, '.bin');
  await mkdir(bin);
  let interpreter = await installFakePython(bin);
  if (script !== undefined) {
    interpreter = join(bin, 'python');
    await writeFile(interpreter, `#!/bin/sh\n${script}\n`);
    await chmod(interpreter, 0o755);
  }
  const worker = await fixture.start({
    graphs: { agent: { module: './agent.py', exportName: 'graph', description: 'Says it again.' } },
    cwd: checkout,
    python: { interpreter, paths: [] },
  });
  return { fixture, worker };
}
async function serving() {
  const { fixture, worker } = await started();
  await worker.ready;
  fixture.live.serve(fixture.deploymentId, worker);
  return { fixture, worker };
}

onUnix('a worker of Python graphs', () => {
  test('a Python worker runs graphs and continues their threads from the store', async () => {
    const { fixture, worker } = await serving();
    const thread: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
    const input = { messages: [{ content: 'hi' }] };
    const ask = () => fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', input });
    expect((await ask()).body.messages[1].content).toBe('echo v1: hi (turn 1)');
    expect((await ask()).body.messages[1].content).toBe('echo v1: hi (turn 2)');
    expect((await fixture.call('GET', `/threads/${thread}/state`)).body.values.turn).toBe(2);
    expect(await worker.ping(5_000)).toBe(true);
    await worker.stop(1_000);
    expect(await worker.ping(5_000)).toBe(false);
  });

  test('a Python worker reports the names of graphs and the descriptions in the configuration', async () => {
    const { worker } = await started({ agent: { preamble: 'NAME = "Echo"' } });
    expect(worker.labelOf('agent')).toEqual({ name: undefined, description: 'Says it again.' });
    await worker.ready;
    expect(worker.labelOf('agent')).toEqual({ name: 'Echo', description: 'Says it again.' });
    expect(worker.labelOf('constructor')).toEqual({ name: undefined, description: undefined });
    expect(worker.language).toBe('python');
  });

  test('a Python worker streams the events of graphs', async () => {
    const { worker } = await serving();
    const events: unknown[] = [];
    const stream = { modes: ['values'], subgraphs: false, hasSubscriber: true };
    await worker.run(job(undefined, { stream }), never, (some) => Promise.resolve(void events.push(...some)));
    expect(events).toEqual([{ event: 'values', data: expect.stringContaining('echo v1: hi') }]);
  });

  test('a Python worker does not wait for a run that never responds', async () => {
    const { worker } = await serving();
    const controller = new AbortController();
    const silent = worker.run(job('never answer'), controller.signal);
    expect(await worker.run(job(), never)).toMatchObject({ kind: 'success' });
    controller.abort();
    expect(await silent).toEqual({ kind: 'aborted' });
  });

  test('a Python worker still responds after a graph printed 64 MB', async () => {
    const { worker, fixture } = await serving();
    expect(await worker.run(job('print a lot'), never)).toMatchObject({ kind: 'success' });
    expect(fixture.printed.length).toBeGreaterThan(0);
  });
});

onUnix('a run of a Python worker', () => {
  test.each([
    ['exits', 'exit', 'ended with exit code 3'],
    ['is killed', 'crash', 'was ended by SIGKILL'],
    ['closes descriptor 4', 'close the channel', 'closed its link'],
    ['writes text to descriptor 4', 'write to the channel', 'bytes that begin with "Traceback'],
    ['announces 8 GB', 'announce a huge message', 'a message with 4294967295 bytes of JSON text'],
  ])('a Python run fails with the reason when its worker %s', async (_, act, reason) => {
    const { worker, fixture } = await serving();
    const bystander = worker.run(job('never answer'), never);
    bystander.catch(() => undefined);
    const failure = { name: 'WorkerGoneError', message: expect.stringContaining(reason) };
    await expect(worker.run(job(act), never)).rejects.toMatchObject(failure);
    await expect(bystander).rejects.toMatchObject(failure);
    await expect(worker.run(job(), never)).rejects.toMatchObject(failure);
    // A worker without a link is unusable, so the emulator stops the worker and logs the reason.
    await worker.exited;
    if (!reason.startsWith('ended') && !reason.startsWith('was')) {
      expect(fixture.printed.join('\n')).toContain(reason);
    }
  });

  test('a Python run fails without affecting other runs if it sends too deeply nested values', async () => {
    const { worker } = await serving();
    expect(await worker.run(job('send deep values'), never)).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('nested deeper than 500 levels'),
    });
    expect(await worker.run(job(), never)).toMatchObject({ kind: 'success' });
  });

  test('a Python run fails without affecting other runs if it sends inconsistent bytes', async () => {
    const { worker } = await serving();
    expect(await worker.run(job('send wrong lengths'), never)).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('do not add up to the 3 bytes'),
    });
    expect(await worker.run(job(), never)).toMatchObject({ kind: 'success' });
  });

  test('a Python run can be cancelled even if it blocks', async () => {
    const { worker } = await serving();
    const controller = new AbortController();
    const blocked = worker.run(job('block the loop'), controller.signal);
    controller.abort();
    expect(await blocked).toEqual({ kind: 'aborted' });
    expect(await worker.ping(50)).toBe(false);
    await worker.stop(0);
  });
});

onUnix('the start of a Python worker', () => {
  test.each([
    ['whose module exits', { agent: { preamble: 'raise SystemExit(3)' } }, 'ended with exit code 3 before'],
    ['whose module fails', { agent: { preamble: 'raise ImportError("no model")' } }, 'ImportError: no model'],
    [
      'whose interpreter is broken',
      { script: 'echo broken >&2; exit 127' },
      'ended with exit code 127 before',
    ],
    [
      'that prints on its channel',
      { script: 'echo "Python 2.7" >&4; sleep 60' },
      'sent invalid data on its link',
    ],
    ['that closes its channel', { script: 'exec 3<&- 4>&-; sleep 60' }, 'closed its link'],
    [
      'that sends bytes that are not a message',
      { script: `printf '\\241\\0\\0\\0\\0\\0\\0\\005\\0\\0\\0\\0hello' >&4; sleep 60` },
      'begins with "hello"',
    ],
  ])('a revision fails with the reason for a Python worker %s', async (_, options, reason) => {
    const { worker } = await started(options);
    await expect(worker.ready).rejects.toThrow(reason);
    await worker.exited;
  });

  test('a revision fails with the reason if its Python interpreter does not exist', async () => {
    const { fixture } = await started();
    const worker = await fixture.start({
      graphs: {},
      cwd: '/',
      python: { interpreter: '/no/python', paths: [] },
    });
    await expect(worker.ready).rejects.toThrow('"/no/python" was not found');
  });

  onLinux("fails with the exit code even if a child process keeps the worker's channel open", async () => {
    // The script starts a program in its own session, which inherits the channel and outlives the worker.
    const { worker, fixture } = await started({ script: 'setsid sleep 5 & echo "$!"; exit 4' });
    await expect(worker.ready).rejects.toThrow('exit code 4');
    for (const pid of fixture.printed) process.kill(Number(pid), 'SIGKILL');
  });
});
