import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { attempt, openTestbed, startInstrumented } from '../../harness/crash/attempt.ts';
import { readStoredState } from '../../harness/crash/data-dir.ts';
import { readTrace } from '../../harness/crash/plan.ts';
import { rollouts } from '../../harness/crash/scenarios/deployments.ts';
import type { ApiAnswer, EmulatorHandle } from '../../harness/emulator.ts';

let folder: string;
let emulator: EmulatorHandle;
const log: string[] = [];
const trace = () => path.join(folder, 'trace');
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'full-'));
  log.length = 0;
  const options = {
    runtime: 'stub',
    dataDir: path.join(folder, 'data'),
    onLog: (line: string) => log.push(line),
  } as const;
  const started = await startInstrumented(options, { trace: trace() });
  if (!started) throw new Error('the emulator was killed from outside');
  emulator = started;
});
afterEach(async () => {
  await emulator.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Limits the data file to its current size, or removes the limit. SQLite's own page limit reports a full disk. */
async function room(is: 'none' | 'enough'): Promise<void> {
  process.kill(emulator.pid, 'SIGUSR2');
  while ((await readTrace(trace())).room !== is) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Value that is larger than the free space in the file. */
const LARGE = 'x'.repeat(200_000);
const create = (name: string, value = LARGE): Promise<ApiAnswer> =>
  emulator.api('POST', '/v2/deployments', {
    name,
    source: 'git_host',
    source_config: { repo_url: 'https://git.example/agents.git' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [{ name: 'LARGE', value }],
  });
/** Fills the remaining pages, beginning with large values. */
const fill = async () => {
  for (const size of [50_000, 4_000, 400]) {
    for (
      let count = 0;
      (await create(`filler-${size}-${count}`, 'x'.repeat(size))).status === 201;
      count += 1
    );
  }
};
const names = async () => {
  const { body } = await emulator.api('GET', '/v2/deployments');
  return (body as { resources: { name: string }[] }).resources.map(({ name }) => name);
};
const statusOf = async (id: string) => {
  const { body } = await emulator.api('GET', `/v2/deployments/${id}/revisions`);
  return (body as { resources: { status: string }[] }).resources[0]?.status;
};
const deployed = async (id: string) => {
  while ((await statusOf(id)) !== 'DEPLOYED') await new Promise((resolve) => setTimeout(resolve, 10));
};
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;

describe('a disk that is full', () => {
  // docs/crash-safety.md#full-disk-requests
  test('is reported with a hint, and a rejected request changes nothing and succeeds after space is freed', async () => {
    await deployed(idOf(await create('before', 'small')));
    await room('none');
    const refused = await create('late');
    expect(refused.status).toBe(507);
    expect(refused.body).toEqual({
      detail: expect.stringMatching(/The disk .* is full.*Free some space.*again/s),
    });
    // Stored data is still shown, and the emulator is healthy.
    expect(await names()).toEqual(['before']);
    expect((await emulator.api('GET', '/_local/health')).status).toBe(200);

    await room('enough');
    const taken = await create('late');
    expect(taken.status).toBe(201);
    await deployed(idOf(taken));
    expect(await names()).toEqual(['late', 'before']);
    // The log contains one line, without a stack and without a secret.
    const reported = log.filter((line) => line.includes('no space left'));
    expect(reported).toEqual([
      expect.stringMatching(
        /^POST \/v2\/deployments failed: The disk of the data directory has no space left/,
      ),
    ]);
    await emulator.stop();
    expect((await readStoredState(path.join(folder, 'data')))?.damage).toEqual([]);
  });

  // docs/crash-safety.md#full-disk-revisions
  test('delays a revision whose log cannot be stored, and completes the revision after space is freed', async () => {
    const rule = { match: { deployment: 'at-work', stage: 'BUILDING' }, effect: { stall: true } };
    await emulator.setFaults([rule]);
    const id = idOf(await create('at-work', 'small'));
    while ((await statusOf(id)) !== 'BUILDING') await new Promise((resolve) => setTimeout(resolve, 5));
    await room('none');
    await fill();
    await emulator.clearFaults();
    // The next stages may still fit into existing pages, but the lines of the log may not.
    const reported = () =>
      log.some((line) => /is waiting for free disk space|could not be stored/.test(line));
    while (!reported() && (await statusOf(id)) !== 'DEPLOYED') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await statusOf(id)).not.toContain('FAILED');
    await room('enough');
    await deployed(id);
    const { body } = await emulator.api('GET', `/v2/deployments/${id}`);
    expect(body).toMatchObject({
      active_revision_id: (body as { latest_revision_id: string }).latest_revision_id,
    });
  });
});

test('a disk that is temporarily full during a rollout loses no data and blocks no later work', async () => {
  const lane = await openTestbed(rollouts);
  try {
    const verdict = await attempt(lane, {
      killPoints: [{ kind: 'full', from: 75, writes: 4 }],
      restart: 'at-once',
    });
    expect(verdict.problems).toEqual([]);
    expect(verdict.killedAt).toEqual([expect.stringMatching(/^the disk has no space left for/)]);
  } finally {
    await lane.remove();
  }
});
