import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PATIENT_WAIT_TIMEOUT } from '../../harness/hang-limit.ts';
import {
  CORPUS,
  type HostileFolders,
  openHostileFolders,
  PLACEMENTS,
} from '../action/git/support/hostile-trees.ts';
import { TRIGGERED_TRAPS } from '../action/git/support/traps.ts';
import { AGENT, commitTree, makeTree } from '../action/support/checkout.ts';
import { runSandbox, startUpstream, type Upstream } from './support/sandbox.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const built = useTestEnvironment({ runtime: 'process' });

let nursery: HostileFolders;
let upstream: Upstream;
beforeAll(async () => {
  [nursery, upstream] = await Promise.all([openHostileFolders(), startUpstream()]);
});
afterAll(async () => {
  await nursery.remove();
  await upstream.close();
});

const COMMIT = /^[0-9a-f]{40}$/;

/** Deploys the folder, and then a ref of the repository whose commit must be looked up. */
async function deployBoth(
  workspace: string,
  sourcePath: string,
  repoUrl: string,
  env: Record<string, string>,
) {
  const source = await world.deploy({
    workspace,
    env,
    inputs: {
      'deployment-name': world.name(),
      source: 'internal_source',
      'source-path': sourcePath,
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
    },
  });
  const ref = await world.deploy({
    workspace,
    env,
    inputs: {
      'deployment-name': world.name(),
      'repo-url': repoUrl,
      ref: 'side',
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
    },
  });
  return { source, ref };
}

describe('the built action in a workspace whose git configuration names programs', () => {
  // Traps that are triggered by a git that lists files or refs; `test:deep` tests all traps in all places.
  // docs/security/checkouts.md#holds-built-action
  test.each(
    PLACEMENTS.map((placement, index) => {
      const held = CORPUS.filter(
        (one) => one.placement === placement && TRIGGERED_TRAPS.includes(one.trap.name),
      );
      const hostile = held[index % held.length];
      if (hostile === undefined) throw new Error(`nothing can be in ${placement.name}`);
      return { what: `${hostile.trap.name} in ${placement.name}`, hostile };
    }),
  )('deploys without starting any of these programs: $what', async ({ hostile }) => {
    const tree = await nursery.make(hostile);
    const { source, ref } = await deployBoth(tree.workspace, tree.sourcePath, tree.hostile, tree.env);
    // A folder whose content looks like a git directory is refused; every other folder is deployed.
    const refused = hostile.placement.name === 'a folder that looks like a repository';
    expect([source.outputs['outcome'], source.outputs['reason-code'], ref.outputs['outcome']]).toEqual(
      refused ? ['failed', 'source-unusable', 'deployed'] : ['deployed', 'rolled-out', 'deployed'],
    );
    expect(ref.log).toMatch(/side is at [0-9a-f]{40}\./);
    expect(ref.outputs['commit-sha']).toMatch(COMMIT);
    expect(tree.fired()).toBe(false);
    await tree.spring();
    expect(tree.fired()).toBe(true);
  });

  // docs/security/checkouts.md#holds-what-command-sandbox
  test('deploys without starting a program that a sandboxed command put into .git in an earlier step', async () => {
    const workspace = makeTree(AGENT);
    commitTree(workspace);
    const side = makeTree({});
    const marker = path.join(side, 'fired');
    const program = path.join(workspace, '.git/program');
    const settings = [
      ['core.fsmonitor', program],
      ['core.sshCommand', program],
      ['core.hooksPath', path.join(workspace, '.git')],
      ['credential.helper', `!${program}`],
      ['url.ssh://git.example/.insteadOf', '/'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', workspace],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', program],
    ];
    const lines = [
      `printf '#!/bin/sh\\ntouch ${marker}\\nexit 1\\n' > '${program}'`,
      `chmod +x '${program}'`,
      ...settings.map(([key, value]) => `git config --file .git/config '${key}' '${value}'`),
      'git config --file .git/config core.repositoryFormatVersion 1',
      `mkdir -p node_modules/.bin && cp '${program}' node_modules/.bin/git`,
      'printf "%s\\n" node_modules >> .git/info/exclude',
    ];
    const planted = await runSandbox({
      workspace,
      inputs: { ...upstream.inputs('process'), run: lines.join('\n') },
    });
    expect(planted.outputs).toMatchObject({ 'reason-code': 'command-passed' });
    expect(await readFile(path.join(workspace, '.git/config'), 'utf8')).toContain('promisor = true');
    // PATH that includes the checkout's tools, as some workflows set PATH for later steps.
    const env = { PATH: `${path.join(workspace, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
    const { source, ref } = await deployBoth(workspace, '.', workspace, env);
    expect(source.outputs['outcome']).toBe('deployed');
    // The branch does not exist, but it was requested.
    expect(ref.log).toContain('The commit of side is unknown');
    expect(existsSync(marker)).toBe(false);
    await new Promise<void>((resolve) => {
      execFile('git', ['status'], { cwd: workspace }, () => resolve());
    });
    expect(existsSync(marker)).toBe(true);
  });
});

// docs/security/checkouts.md#holds-repository-emulator-builds
test("an emulator that builds a repository starts no program named in the repository's configuration or files", async () => {
  const side = makeTree({});
  const marker = path.join(side, 'fired');
  const program = path.join(side, 'program');
  await writeFile(program, `#!/bin/sh\ntouch '${marker}'\nexit 1\n`);
  await chmod(program, 0o755);
  const repository = await built.repository({
    'langgraph.json': JSON.stringify({ graphs: {}, dependencies: ['.'] }),
    '.gitattributes': '* filter=trap diff=trap merge=trap\n',
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::${program}\n\tupdate = !${program}\n`,
  });
  const plant = async (gitDir: string) => {
    const set = (key: string, value: string) =>
      repository.git('config', '--file', `${gitDir}/config`, key, value);
    await set('core.fsmonitor', program);
    await set('core.hooksPath', path.join(gitDir, 'hooks'));
    await set('filter.trap.smudge', program);
    await set('filter.trap.process', program);
    await set('uploadpack.packObjectsHook', program);
    await set('core.alternateRefsCommand', program);
    await set('remote.origin.uploadpack', program);
    await mkdir(path.join(gitDir, 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc']) {
      await writeFile(path.join(gitDir, 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    }
  };
  await plant(repository.origin);
  const run = await built.deploy({
    event: await built.push(repository),
    inputs: {
      'deployment-name': built.name(),
      'repo-url': repository.url,
      'wait-timeout': PATIENT_WAIT_TIMEOUT,
    },
  });
  // The deployment has no graph, which is reported only after its files arrived.
  expect(errorsOf(run).join('\n')).toContain('graphs');
  expect(existsSync(marker)).toBe(false);
  await repository
    .git('--git-dir', repository.origin, '--work-tree', repository.dir, 'checkout', '-f', 'HEAD')
    .catch(() => undefined);
  expect(existsSync(marker)).toBe(true);
});
