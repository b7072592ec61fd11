import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { createFixture } from './support.ts';

const made: FixtureRepository[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((repository) => repository.remove()));
});
async function real(): Promise<FixtureRepository> {
  const repository = await createRepository({
    'README.md': 'one\n',
    'src/a.ts': '1\n2\n3\n4\n',
    bin: '\0\x01',
  });
  made.push(repository);
  return repository;
}

describe('a real git repository in the double', () => {
  test('keeps its commits, branches, tags and contents under their own names', async () => {
    const git = await real();
    const { after } = { after: await git.commit({ 'src/ü b.ts': 'é\n' }, 'Add a file\n\nwith a body') };
    const tag = await git.tag('v1', { annotated: true });
    const { github, octokit } = await createFixture();
    const repository = github.addRepository({ fullName: 'octo-org/real', files: null });
    const at = { owner: 'octo-org', repo: 'real' };
    const pushes = await repository.importGit(git.dir);
    expect(pushes.map(({ ref, after: to }) => [ref, to])).toEqual([
      ['refs/heads/main', after],
      ['refs/tags/v1', tag.object],
    ]);
    const { data } = await octokit.rest.repos.getCommit({ ...at, ref: 'v1' });
    expect(data).toMatchObject({
      sha: after,
      commit: { message: 'Add a file\n\nwith a body', author: { name: 'Mona Lisa' } },
      files: [
        { filename: 'src/ü b.ts', status: 'added', sha: await git.git('rev-parse', 'HEAD:src/ü b.ts') },
      ],
    });
    const content = await octokit.rest.repos.getContent({ ...at, path: 'src/ü b.ts' });
    expect(content.data).toMatchObject({ content: Buffer.from('é\n').toString('base64') + '\n' });
    expect(await repository.importGit(git.dir)).toEqual([]);
  });

  test('takes in what was pushed since, and the pull request on that branch moves with it', async () => {
    const git = await real();
    const { github, octokit } = await createFixture();
    const repository = github.addRepository({ fullName: 'octo-org/real', files: null });
    await git.branch('topic');
    await git.commit({ topic: '1\n' });
    await repository.importGit(git.origin);
    repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
    const before = await git.head();
    const after = await git.commit({ topic: '2\n' });
    const [push] = await repository.importGit(git.origin);
    expect(push).toMatchObject({ ref: 'refs/heads/topic', before, after, forced: false });
    const { data } = await octokit.rest.pulls.get({ owner: 'octo-org', repo: 'real', pull_number: 1 });
    expect(data.head.sha).toBe(after);
    await git.git('reset', '--quiet', '--hard', before);
    const rewritten = await git.commit({ topic: '3\n' }, 'Another way', { push: false });
    await git.push({ force: true });
    expect(await repository.importGit(git.origin)).toMatchObject([
      { ref: 'refs/heads/topic', before: after, after: rewritten, forced: true },
    ]);
  });

  test('is compared as git compares it: ahead, behind, merge base, changed files and lines', async () => {
    const git = await real();
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `${i}\n`).join('');
    await git.commit({ long: lines(60), gone: 'x\n' });
    await git.branch('left');
    await git.commit({ 'src/a.ts': '1\nTWO\n3\n4\n5\n', gone: null });
    await git.git('mv', 'long', 'moved');
    await git.commit({});
    await git.git('checkout', '--quiet', 'main');
    await git.branch('right');
    await git.commit({ right: 'r\n' });
    await git.branch('both');
    await git.git('merge', '--quiet', '--no-ff', '-m', 'Merge left', 'left');
    await git.commit({ long: null, moved: lines(59) + 'last\n' });
    await git.branch('later');
    await git.commit({ bin: '\0\x02', empty: '' });
    await git.git('push', '--quiet', '--all', 'origin');

    const { github, octokit } = await createFixture();
    const repository = github.addRepository({ fullName: 'octo-org/real', files: null });
    await repository.importGit(git.origin);
    const compare = async (base: string, head: string) => {
      const where = { owner: 'octo-org', repo: 'real', basehead: `${base}...${head}` };
      return (await octokit.rest.repos.compareCommitsWithBasehead(where)).data;
    };
    for (const [base, head] of [
      ['main', 'both'],
      ['left', 'right'],
      ['left', 'both'],
      ['right', 'later'],
      ['both', 'later'],
    ] as const) {
      const [behind, ahead] = (
        await git.git('rev-list', '--left-right', '--count', `${base}...${head}`)
      ).split(/\s+/);
      const mergeBase = await git.git('merge-base', base, head);
      const there = await compare(base, head);
      const back = await compare(head, base);
      expect([there.ahead_by, there.behind_by]).toEqual([Number(ahead), Number(behind)]);
      expect([back.ahead_by, back.behind_by]).toEqual([Number(behind), Number(ahead)]);
      expect([there.merge_base_commit.sha, back.merge_base_commit.sha]).toEqual([mergeBase, mergeBase]);
      const stat = await git.git('diff', '--numstat', '-z', '--no-renames', mergeBase, head, '--');
      const expected = stat
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => line.split('\t'))
        // git says `-` for binary files, GitHub 0.
        .map(([added = '', removed = '', path = '']) => [path, Number(added) || 0, Number(removed) || 0])
        .sort();
      // A rename without a change is one entry on GitHub, and two to git when it looks for none.
      const files = (there.files ?? []).flatMap(
        ({ filename, previous_filename: from, additions, deletions }) =>
          from === undefined
            ? [[filename, additions, deletions]]
            : [
                [filename, 60, 0],
                [from, 0, 60],
              ],
      );
      expect(files.sort()).toEqual(expected);
    }
  });
});
