import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository, git } from '../../../harness/git.ts';

const made: FixtureRepository[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((repository) => repository.remove()));
});
async function repositoryOf(files: Record<string, string>): Promise<FixtureRepository> {
  const repository = await createRepository(files);
  made.push(repository);
  return repository;
}

describe('a fixture repository', () => {
  test('is pushed to a bare origin, commit by commit', async () => {
    const repository = await repositoryOf({ 'src/agent.ts': 'one' });
    const first = await repository.head();
    const second = await repository.commit({ 'src/agent.ts': 'two', 'new/file': 'x' });
    const third = await repository.commit({ 'new/file': null }, 'Remove it', { push: false });
    expect(await git(repository.origin, ['log', '--format=%H', 'main'])).toBe(`${second}\n${first}`);
    expect(await repository.git('ls-files')).toBe('src/agent.ts');
    expect(third).not.toBe(second);
  });

  test('gives the same commits for the same content', async () => {
    const [a, b] = await Promise.all([repositoryOf({ f: 'x' }), repositoryOf({ f: 'x' })]);
    expect(await a.head()).toBe(await b.head());
  });

  test('tells a tag object from its commit', async () => {
    const repository = await repositoryOf({ f: 'x' });
    const plain = await repository.tag('v1');
    const annotated = await repository.tag('v2', { annotated: true });
    expect(plain.object).toBe(plain.commit);
    expect(annotated.commit).toBe(plain.commit);
    expect(annotated.object).not.toBe(annotated.commit);
    expect(await git(repository.origin, ['tag'])).toBe('v1\nv2');
  });

  test('clones by its URL', async () => {
    const repository = await repositoryOf({ f: 'x' });
    await repository.branch('topic/one');
    const commit = await repository.commit({ f: 'y' });
    expect(await git(repository.dir, ['ls-remote', repository.url, 'refs/heads/topic/one'])).toMatch(commit);
  });

  test('is gone after its removal', async () => {
    const repository = await createRepository({ f: 'x' });
    await repository.remove();
    expect(existsSync(repository.dir)).toBe(false);
    expect(existsSync(repository.origin)).toBe(false);
  });

  test('says what git said when a call fails', async () => {
    const repository = await repositoryOf({ f: 'x' });
    await expect(repository.git('checkout', 'nowhere')).rejects.toThrow(/git checkout failed .*nowhere/);
  });
});
