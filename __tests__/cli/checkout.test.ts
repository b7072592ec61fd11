import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { findTop, readCheckout } from '../../src/cli/checkout.ts';
import { findAgent } from '../../src/emulator/dev/agent-folder.ts';
import { findOwnCheckout, UntrustedRepositoryError, trustedOwners } from '../../src/git/repository.ts';
import { openRepository } from '../../src/init/disk.ts';

const repositories: FixtureRepository[] = [];
afterEach(async () => {
  await Promise.all(repositories.splice(0).map((repository) => repository.remove()));
});

async function create(): Promise<FixtureRepository> {
  const repository = await createRepository({ 'src/agent.ts': 'export {};\n', 'langgraph.json': '{}' });
  repositories.push(repository);
  return repository;
}

async function read(folder: string) {
  const found = await findTop(folder, {});
  if (found === undefined) return undefined;
  return { top: found.top, ...(await readCheckout(found, process.env, new AbortController().signal)) };
}

describe('a checkout', () => {
  test('is found from each of its folders, with branch, commit, remote and pushed commit', async () => {
    const repository = await create();
    const commit = await repository.head();
    await repository.git('push', '--quiet', 'origin', 'main');
    await repository.git('fetch', '--quiet', 'origin');
    const known = {
      top: repository.dir,
      branch: 'main',
      commit,
      remoteUrl: repository.origin,
      pushed: commit,
      knowsOrigin: true,
    };
    expect(await read(path.join(repository.dir, 'src'))).toEqual(known);
    const ahead = await repository.commit({ 'a.txt': 'a' }, 'more', { push: false });
    expect(await read(repository.dir)).toEqual({ ...known, commit: ahead });
    await repository.git('pack-refs', '--all');
    expect(await read(repository.dir)).toEqual({ ...known, commit: ahead });
    await repository.git('checkout', '--quiet', '-b', 'topic');
    expect(await read(repository.dir)).toMatchObject({ pushed: undefined, knowsOrigin: true });
  });

  test('without a branch has only a commit', async () => {
    const repository = await create();
    const commit = await repository.head();
    await repository.git('checkout', '--quiet', '--detach');
    expect(await read(repository.dir)).toMatchObject({ branch: undefined, commit, pushed: undefined });
  });

  test('is found in a worktree', async () => {
    const repository = await create();
    const other = `${repository.dir}-other`;
    await repository.git('worktree', 'add', '--quiet', '-b', 'topic', other);
    expect(await read(other)).toMatchObject({ top: other, branch: 'topic', commit: await repository.head() });
    await rm(other, { recursive: true });
  });

  test('uses the address of `origin` among several remotes, or else the address of the only remote', async () => {
    const repository = await create();
    await repository.git('remote', 'add', 'fork', 'https://github.com/other/agents.git');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: repository.origin });
    await repository.git('remote', 'remove', 'origin');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: 'https://github.com/other/agents.git' });
    await repository.git('remote', 'add', 'third', 'https://github.com/third/agents.git');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: undefined });
  });

  test.each(['ref: refs/heads/../../../config\n', 'ref: refs/heads/.invalid\n', 'nonsense\n'])(
    'has no branch if its HEAD is %j',
    async (head) => {
      const repository = await create();
      await writeFile(path.join(repository.dir, '.git/HEAD'), head);
      expect(await read(repository.dir)).toMatchObject({ branch: undefined, commit: undefined });
    },
  );
});

test('no checkout is found in a folder outside of a repository', async () => {
  expect(await read('/')).toBeUndefined();
});

// docs/security/checkouts.md#repository-another-user
describe('a repository that another user owns', () => {
  const other = 12_345;

  test('is not trusted by a command that runs in one of its subfolders', async () => {
    const repository = await create();
    const below = path.join(repository.dir, 'src');
    const { uid } = await stat(repository.dir);
    const found = findOwnCheckout(below, new Set([other]));
    await expect(found).rejects.toThrow(UntrustedRepositoryError);
    await expect(found).rejects.toThrow(`the repository at ${repository.dir} is not trusted`);
    expect((await findOwnCheckout(below, new Set([other, uid])))?.top).toBe(repository.dir);
  });

  test('is trusted on systems without user IDs', async () => {
    const repository = await create();
    expect((await findOwnCheckout(repository.dir, undefined))?.top).toBe(repository.dir);
  });

  test('belongs to the user who called sudo if the command runs under sudo', () => {
    const own = process.geteuid?.();
    const owners = trustedOwners({ SUDO_UID: '12345' });
    expect(owners?.has(other)).toBe(own === undefined ? undefined : own === 0);
    expect(trustedOwners({ SUDO_UID: 'root' })?.size).toBe(own === undefined ? undefined : own === 0 ? 1 : 2);
  });

  const asRoot = process.geteuid?.() === 0 ? test : test.skip;
  asRoot.each(['.git', '.git file', 'top'] as const)(
    'is rejected because of the owner of its %s',
    async (part) => {
      const repository = await create();
      let folder = repository.dir;
      if (part === '.git file') {
        folder = `${repository.dir}-other`;
        await repository.git('worktree', 'add', '--quiet', '-b', 'topic', folder);
      }
      await chown(part === 'top' ? folder : path.join(folder, '.git'), other, other);
      await expect(findTop(folder, {})).rejects.toThrow(`belongs to user ${other}`);
      await expect(findAgent(folder, 'langgraph.json')).rejects.toThrow(`belongs to user ${other}`);
      const never = new AbortController().signal;
      await expect(openRepository(folder, process.env, never)).rejects.toThrow(`belongs to user ${other}`);
      // A CI container may run as a different user from the owner of the checkout.
      const job = { GITLAB_CI: 'true', CI_PROJECT_DIR: folder };
      expect((await findTop(folder, job))?.top).toBe(folder);
      const below = { GITLAB_CI: 'true', CI_PROJECT_DIR: path.join(folder, 'src') };
      await expect(findTop(folder, below)).rejects.toThrow(`belongs to user ${other}`);
    },
  );

  asRoot('makes the command line stop before it reads the repository', async () => {
    const repository = await create();
    await chown(path.join(repository.dir, '.git'), other, other);
    const root = path.resolve(import.meta.dirname, '../..');
    const program = [path.join(root, 'scripts/run.mjs'), path.join(root, 'src/cli/main.ts')];
    const args = ['plan', '--deployment-name', 'agent', '--control-plane-url', 'http://127.0.0.1:9'];
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: path.join(repository.dir, 'src'),
      env: { PATH: process.env['PATH'], LANGSMITH_API_KEY: 'key-of-the-checkout-test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => lines.push(String(data)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(lines.join('')).toContain(`the repository at ${repository.dir} is not trusted`);
  });
});
