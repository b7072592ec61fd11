import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { createRepository, type FileTree, type FixtureRepository } from '../../../../harness/git.ts';
import { isGroupAlive } from '../../../../src/os/processes.ts';
import {
  openDataPlaneFixture,
  type DataPlaneFixture,
  type DataPlaneFixtureOptions,
} from '../reconcile/fixture.ts';
import { nodeServer, programOf } from './programs.ts';

let repository: FixtureRepository;
let plant: DataPlaneFixture;
afterEach(async () => {
  await plant.close();
  await repository.remove();
});

async function open(files: FileTree, options: DataPlaneFixtureOptions = {}): Promise<void> {
  repository = await createRepository(files);
  plant = await openDataPlaneFixture(options);
}
const deploy = (more: Parameters<DataPlaneFixture['deploy']>[0] = {}) =>
  plant.deploy({ ...more, sourceConfig: { repo_url: repository.url, ...more.sourceConfig } });
const serving = (deploymentId: string) => {
  const held = plant.plane.live.acquireServer(deploymentId);
  held?.release();
  return held?.worker;
};
const server = (extra = '') => ({ 'server.mjs': nodeServer('v1', extra) });
const hasOtherAddress = () =>
  Object.values(networkInterfaces()).some((list) =>
    list?.some(({ internal, family }) => !internal && family === 'IPv4'),
  );
const LIMITS = { timing: { healthDeadlineMs: 700, stopGraceMs: 100 } };

describe('a deployed program', () => {
  test('is started on its port with its secrets, without variables of the emulator, and writes the revision’s log', async () => {
    const env = { ...process.env, EMULATOR_API_KEY: 'ours', npm_config_x: 'x' };
    await open(programOf('node server.mjs', server()), { env });
    const { deploymentId, revisionId } = await deploy({
      secrets: [{ name: 'GREETING', value: 'hello-secret' }],
    });
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'DEPLOYED',
      statusMessage: null,
      bringsServer: true,
    });
    const worker = serving(deploymentId);
    const answer = await (
      await fetch(`${worker?.address}/any/path?q=1`, { method: 'POST', body: 'text' })
    ).json();
    expect(answer).toMatchObject({
      method: 'POST',
      url: '/any/path?q=1',
      body: 'text',
      env: { greeting: 'hello-secret', ours: null },
    });
    const log = await plant.log(revisionId, 'deploy');
    expect(log).toMatch(/Starting node server\.mjs \(process \d+\) with PORT=\d+/);
    expect(log).toContain('listening, greeting ***');
    expect(log).toMatch(/The agent is healthy, on port \d+/);
    expect(plant.plane.health()).toMatchObject({ serving: [{ pid: worker?.pid }] });
    await plant.plane.close();
    expect(isGroupAlive(worker?.pid ?? 0)).toBe(false);
  });

  test('receives a HOST that only this machine can reach, with a warning if it listens elsewhere', async () => {
    const reported = `console.log('told ' + process.env.HOST);`;
    await open(programOf('node server.mjs', server(reported)));
    const alone = await deploy({ name: 'alone' });
    await plant.final(alone.revisionId);
    const log = await plant.log(alone.revisionId, 'deploy');
    expect(log).toContain('told 127.0.0.1');
    expect(log).not.toContain('other machines');
    if (!hasOtherAddress()) return;

    await repository.commit({ 'server.mjs': nodeServer('v2').replace("'127.0.0.1'", "'0.0.0.0'") });
    const wide = await deploy({ name: 'open', secrets: [{ name: 'HOST', value: '0.0.0.0' }] });
    await plant.final(wide.revisionId);
    expect(await plant.log(wide.revisionId, 'deploy')).toMatch(
      /Other machines can reach port \d+ without a key/,
    );
  });

  test('can be a command with arguments, and is installed and built first', async () => {
    const install = `node -e "require('fs').writeFileSync('installed.txt', 'i')"`;
    const build = `node -e "require('fs').writeFileSync('built.mjs', require('fs').readFileSync('../server.mjs'))"`;
    const files = {
      'agents/langgraph.json': JSON.stringify({
        graphs: { agent: './agent.py:graph' },
        emulator: { command: ['node', 'built.mjs', 'a b', '$HOME'] },
      }),
      'server.mjs': nodeServer('v1', "console.log('given ' + process.argv.slice(2).join('|'));"),
    };
    await open(files);
    const { revisionId } = await deploy({
      sourceConfig: { install_command: install, build_command: build },
      config: { graph_config_path: 'agents/langgraph.json' },
    });
    expect(await plant.final(revisionId)).toMatchObject({ status: 'DEPLOYED' });
    expect(await plant.log(revisionId, 'deploy')).toContain('given a b|$HOME');
    expect(
      await readFile(join(plant.folder, 'revisions', revisionId, 'checkout', 'installed.txt'), 'utf8'),
    ).toBe('i');
  });

  test.each([
    [
      'exits immediately',
      'node -e "console.log(1, \'no such model\'); process.exit(3)"',
      /ended with exit code 3 before it responded to GET \/ok on port \d+ \(PORT\)\. Last output: 1 no such model/,
    ],
    [
      'does not exist',
      ['no-such-program-here'],
      /it could not be started: "no-such-program-here" was not found/,
    ],
    ['is not a valid shell command', 'no-such-program-here', /ended with exit code 127 before.*not found/],
    [
      'never responds',
      'node -e "setInterval(() => {}, 1000)"',
      /did not become healthy within 0\.7 s: it did not respond to GET \/ok on port \d+ \(PORT\)\.( The machine is overloaded: .*)? It printed nothing/,
    ],
  ])('fails its revision with the reason if it %s', async (_, command, reason) => {
    await open(programOf(command), LIMITS);
    const { revisionId } = await deploy();
    const row = await plant.final(revisionId);
    expect(row.status).toBe('DEPLOY_FAILED');
    expect(row.statusMessage).toMatch(reason);
    expect(await plant.log(revisionId, 'deploy')).toMatch(reason);
  });

  test('fails if it responds to /ok with 500, and is stopped even if it ignores SIGTERM', async () => {
    const extra = "okStatus = 500; process.on('SIGTERM', () => console.log('not now'));";
    await open(programOf('node server.mjs', server(extra)), {
      timing: { healthDeadlineMs: 1_500, stopGraceMs: 100 },
    });
    const { revisionId } = await deploy();
    const row = await plant.final(revisionId);
    expect([row.status, row.statusMessage]).toEqual([
      'DEPLOY_FAILED',
      expect.stringMatching(/it responded to GET \/ok on port \d+ \(PORT\) with status 500/),
    ]);
    const pid = Number(/process (\d+)/.exec(await plant.log(revisionId, 'deploy'))?.[1]);
    expect([pid > 0, isGroupAlive(pid)]).toEqual([true, false]);
  });

  test('is restarted on a new port if it ends later', async () => {
    await open(programOf('node server.mjs', server()));
    const { deploymentId, revisionId } = await deploy();
    await plant.final(revisionId);
    const first = serving(deploymentId);
    await fetch(`${first?.address}/exit`).catch(() => undefined);
    const second = await until(() => {
      const now = serving(deploymentId);
      return now === first ? undefined : now;
    });
    expect((await fetch(`${second.address}/ok`)).status).toBe(200);
    await plant.plane.close();
    expect(await plant.log(revisionId, 'deploy')).toContain("The agent's process ended with exit code 7");
  });

  test('is started again from its stored build after a restart of the emulator', async () => {
    await open(programOf('node server.mjs', server()));
    const { deploymentId, revisionId } = await deploy();
    await plant.final(revisionId);
    const first = serving(deploymentId);
    await repository.commit({ 'server.mjs': 'throw new Error("not this one")' });
    await plant.restart();
    expect(isGroupAlive(first?.pid ?? 0)).toBe(false);
    const worker = await until(() => serving(deploymentId));
    expect((await fetch(`${worker.address}/ok`)).status).toBe(200);
  });
});
