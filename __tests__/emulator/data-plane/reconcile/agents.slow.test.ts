import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { langGraphAgent, plainAgent, rootModulesInstall } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree, type FixtureRepository } from '../../../../harness/git.ts';
import { createCheckpointService } from '../../../../src/emulator/agent-server/checkpoint-service.ts';
import { createWorkerLauncher } from '../../../../src/emulator/data-plane/worker/launcher.ts';
import { isGroupAlive } from '../../../../src/os/processes.ts';
import type { RunOutcome } from '../../../../src/emulator/ports/worker.ts';
import { openDataPlaneFixture, type DataPlaneFixture, type DataPlaneFixtureOptions } from './fixture.ts';

let repository: FixtureRepository;
let plant: DataPlaneFixture;
afterEach(async () => {
  await plant.close();
  await repository.remove();
});

async function open(files: FileTree, more: DataPlaneFixtureOptions = {}): Promise<void> {
  repository = await createRepository(files);
  plant = await openDataPlaneFixture({
    launcher: (store) =>
      createWorkerLauncher({
        storeCallsOf: (deploymentId, language) => createCheckpointService(store, deploymentId, language),
      }),
    ...more,
  });
}
const deploy = (more: Parameters<DataPlaneFixture['deploy']>[0] = {}) =>
  plant.deploy({ ...more, sourceConfig: { repo_url: repository.url, ...more.sourceConfig } });

/** Runs the graph `agent` once on the active worker, as the agent server would. */
async function say(deploymentId: string, content: string): Promise<RunOutcome> {
  const held = plant.plane.live.acquire(deploymentId);
  if (!held) throw new Error('no worker serves');
  try {
    return await held.worker.run(
      {
        runId: crypto.randomUUID(),
        threadId: crypto.randomUUID(),
        graphId: 'agent',
        fence: 1,
        input: { messages: [{ role: 'user', type: 'human', content }] },
        config: {},
      },
      new AbortController().signal,
    );
  } finally {
    held.release();
  }
}

describe('a real agent from a local repository', () => {
  test('is deployed after a push, and replaced by its next version without a failed run', async () => {
    await open(plainAgent({ version: 'v1' }));
    const { deploymentId, revisionId } = await deploy({
      secrets: [{ name: 'GREETING', value: 'hello there' }],
    });
    expect((await plant.final(revisionId)).statusMessage).toBeNull();
    expect(JSON.stringify(await say(deploymentId, 'hi'))).toContain('echo v1: hi (GREETING is set)');

    // Requests arrive during the whole switch.
    const answers: string[] = [];
    const enough = new AbortController();
    const talk = (async () => {
      while (!enough.signal.aborted) answers.push(JSON.stringify(await say(deploymentId, 'still there?')));
    })();
    await repository.commit(plainAgent({ version: 'v2' }));
    const next = await plant.revise(deploymentId);
    expect((await plant.final(next)).status).toBe('DEPLOYED');
    enough.abort();
    await talk;
    expect(answers.filter((answer) => !/echo v[12]: still there\?/.test(answer))).toEqual([]);
    expect(JSON.stringify(await say(deploymentId, 'and now?'))).toContain(
      'echo v2: and now? (GREETING is set)',
    );

    // docs/emulator.md#spare-worker
    expect(existsSync(join(plant.folder, 'spare-worker'))).toBe(true);
    const log = await plant.log(next, 'deploy');
    expect(log.match(/Starting the agent \(process \d+\)/g)).toHaveLength(1);
    expect(log).toMatch(
      /Ready [\d.]+ m?s after its creation: waiting .*, build .* \(checkout \d+ ms, packages .*, bundle .*\), start /,
    );
  });

  // docs/dev.md#env-file
  test('can read the settings in its dotenv file, and its log hides the secrets from that file', async () => {
    const preamble =
      "console.log(['MODEL_API_KEY', 'DATABASE_URL', 'LOG_LEVEL'].map((name) => process.env[name]).join(' '));";
    await open({
      ...plainAgent({ preamble }),
      'langgraph.json': JSON.stringify({ graphs: { agent: './src/agent.ts:graph' }, env: '.env' }),
      '.env':
        'MODEL_API_KEY=sk-of-the-author-1234\nDATABASE_URL=postgres://me:hunter22@db/x\nLOG_LEVEL=verbose\n',
    });
    const { revisionId } = await deploy();
    expect((await plant.final(revisionId)).statusMessage).toBeNull();
    expect(await plant.log(revisionId, 'deploy')).toContain('*** *** verbose');
  });

  test('can use the graph library from the packages of its own checkout', async () => {
    await open(langGraphAgent({ version: 'g1' }));
    const { deploymentId, revisionId } = await deploy({
      sourceConfig: { install_command: rootModulesInstall() },
    });
    const row = await plant.final(revisionId);
    expect([row.status, row.statusMessage]).toEqual(['DEPLOYED', null]);
    expect(plant.plane.live.acquire(deploymentId)?.worker.graphIds).toEqual(['agent']);
  });

  test('ends when the data plane ends', async () => {
    await open(plainAgent());
    const { deploymentId, revisionId } = await deploy();
    expect((await plant.final(revisionId)).status).toBe('DEPLOYED');
    const { pid } = plant.plane.live.acquire(deploymentId)!.worker;
    await plant.plane.close();
    expect(isGroupAlive(pid)).toBe(false);
  });
});
