import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { findTop, readCheckout } from '../../src/cli/checkout.ts';

const repositories: FixtureRepository[] = [];
afterEach(async () => {
  await Promise.all(repositories.splice(0).map((repository) => repository.remove()));
});

async function create(): Promise<FixtureRepository> {
  const repository = await createRepository({ 'src/agent.ts': 'export {};\n' });
  repositories.push(repository);
  return repository;
}

async function read(folder: string) {
  const found = await findTop(folder);
  if (found === undefined) return undefined;
  return { top: found.top, ...(await readCheckout(found, process.env, new AbortController().signal)) };
}

describe('a checkout', () => {
  test('tells branch, commit, remote and what was pushed, from any folder of it', async () => {
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

  test('without a branch has its commit alone', async () => {
    const repository = await create();
    const commit = await repository.head();
    await repository.git('checkout', '--quiet', '--detach');
    expect(await read(repository.dir)).toMatchObject({ branch: undefined, commit, pushed: undefined });
  });

  test('of a worktree is found', async () => {
    const repository = await create();
    const other = `${repository.dir}-other`;
    await repository.git('worktree', 'add', '--quiet', '-b', 'topic', other);
    expect(await read(other)).toMatchObject({ top: other, branch: 'topic', commit: await repository.head() });
    await rm(other, { recursive: true });
  });

  test('with several remotes has the address of origin, and with another only one the address of that', async () => {
    const repository = await create();
    await repository.git('remote', 'add', 'fork', 'https://github.com/other/agents.git');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: repository.origin });
    await repository.git('remote', 'remove', 'origin');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: 'https://github.com/other/agents.git' });
    await repository.git('remote', 'add', 'third', 'https://github.com/third/agents.git');
    expect(await read(repository.dir)).toMatchObject({ remoteUrl: undefined });
  });

  test.each(['ref: refs/heads/../../../config\n', 'ref: refs/heads/.invalid\n', 'nonsense\n'])(
    'whose HEAD is %j names no branch',
    async (head) => {
      const repository = await create();
      await writeFile(path.join(repository.dir, '.git/HEAD'), head);
      expect(await read(repository.dir)).toMatchObject({ branch: undefined, commit: undefined });
    },
  );
});

test('a folder outside of a repository has no checkout', async () => {
  expect(await read('/')).toBeUndefined();
});
