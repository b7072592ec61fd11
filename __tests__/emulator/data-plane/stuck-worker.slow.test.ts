import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { realClock } from '../../../src/clients/clock.ts';
import { createLiveTable } from '../../../src/emulator/data-plane/serving/live.ts';
import { createServing } from '../../../src/emulator/data-plane/serving/serving.ts';
import { Cleanup, createCheckout, createFixture } from '../agent-server/fixture.ts';
import { CHAIN } from '../agent-server/state-graphs.ts';
import { startPod } from './places/kubernetes/pod/support.ts';

/** Each thread blocks its process once: the next attempt finds the thread's file. */
const GRAPHS = `${CHAIN}
import { closeSync, writeFileSync } from 'node:fs';

export const once = chain({
  prepare: () => ({ steps: ['prepared'] }),
  spin: ({ file }) => {
    if (!existsSync(file)) {
      writeFileSync(file, '');
      for (;;);
    }
    return { steps: ['done'] };
  },
}).compile();
export const closing = chain({
  close: ({ file }) => {
    if (!existsSync(file)) {
      writeFileSync(file, '');
      closeSync(3);
    }
    return { steps: ['closed'] };
  },
}).compile();
export const always = chain({ spin: ({ file }) => { writeFileSync(file, ''); for (;;); } }).compile();
`;

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function start() {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  const live = createLiveTable();
  const serving = createServing({
    live,
    clock: realClock,
    timing: { healthIntervalMs: 50, pingTimeoutMs: 300, stuckMs: 1_500, drainMs: 0, stopGraceMs: 0 },
  });
  cleanup.add(() => serving.close());
  const lines: string[] = [];
  let launched = 0;
  await serving.resume?.({
    deploymentId: fixture.deploymentId,
    revisionId: 'r',
    async start() {
      const worker = await fixture.launch(checkout, {
        once: 'graphs.mjs:once',
        always: 'graphs.mjs:always',
        closing: 'graphs.mjs:closing',
      });
      launched += 1;
      fixture.live.serve(fixture.deploymentId, worker);
      return worker;
    },
    log: (message) => lines.push(message),
  });
  await until(() => launched === 1);
  const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
  const run = (assistant: string) =>
    fixture.call('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: assistant,
      input: { file: join(checkout, 'spun') },
    });
  return { ...fixture, run, lines, launched: () => launched, file: join(checkout, 'spun') };
}

// docs/agent-server.md#stuck
describe('a node that blocks its process forever', () => {
  test('is logged and makes /ok fail, until its process is replaced and the run continues', async () => {
    const { call, run, lines, launched } = await start();
    expect((await call('GET', '/ok')).status).toBe(200);
    const done = run('once');
    await until(() => lines.some((line) => line.includes('no longer responds')));
    expect((await call('GET', '/ok')).status).toBe(503);
    expect((await done).body).toMatchObject({ steps: ['prepared', 'done'] });
    expect(launched()).toBe(2);
    expect(lines.join('\n')).toMatch(
      /The agent is stuck: .* The last node that it started is "spin" of the graph "once"/,
    );
    expect((await call('GET', '/ok')).status).toBe(200);
  });

  test('makes its run fail after three attempts, but later runs work', async () => {
    const { run, lines, launched } = await start();
    expect((await run('always')).body).toMatchObject({ __error__: { error: 'WorkerGoneError' } });
    expect(lines.filter((line) => line.startsWith('The agent is stuck'))).toHaveLength(3);
    await until(() => launched() === 4);
    // The file already exists, so the run does not block.
    expect((await run('once')).body).toMatchObject({ steps: expect.arrayContaining(['done']) });
  });
});

// docs/kubernetes.md#pod-stuck
test('an agent pod with a stuck worker logs the node and exits with an error', async () => {
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  const pod = await startPod(cleanup, {
    spec: {
      deploymentId: 'deployment',
      revisionId: 'revision',
      graphs: { always: { module: join(checkout, 'graphs.mjs'), exportName: 'always' } },
      cwd: checkout,
      env: { PATH: process.env.PATH ?? '' },
    },
    timing: { healthIntervalMs: 50, pingTimeoutMs: 300 },
    stuckMs: 1_500,
  });
  const { worker } = await pod.link();
  const job = { runId: randomUUID(), threadId: randomUUID(), graphId: 'always', fence: 1, config: {} };
  const running = worker.run(
    { ...job, input: { file: join(checkout, 'spun') } },
    new AbortController().signal,
  );
  await expect(running).rejects.toMatchObject({ name: 'WorkerGoneError' });
  expect(await pod.status).toBe(1);
  expect(pod.logged.join('\n')).toMatch(
    /The agent is stuck: .* The last node that it started is "spin" of the graph "always"/,
  );
});

test("if a node closes its process's link to the emulator, the run continues in the next process", async () => {
  const { run, lines, printed, launched } = await start();
  expect((await run('closing')).body).toMatchObject({ steps: ['closed'] });
  expect(launched()).toBe(2);
  expect(printed.join('\n')).toContain('The worker process closed its link');
  expect(lines.join('\n')).not.toContain('The agent is stuck');
});
