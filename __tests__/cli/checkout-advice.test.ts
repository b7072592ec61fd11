import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { findTop, findUncommitted } from '../../src/cli/checkout.ts';
import {
  findBuiltCommit,
  missingRef,
  missingRepository,
  uncommittedNotice,
  unpushedProblems,
} from '../../src/cli/checkout-advice.ts';
import { type Checkout, runEventOf } from '../../src/cli/run-event.ts';

const COMMIT = 'a'.repeat(40);
const checkout = (more: Partial<Checkout> = {}): Checkout => ({
  branch: 'main',
  commit: COMMIT,
  remoteUrl: 'git@github.com:acme/shop.git',
  pushed: 'b'.repeat(40),
  knowsOrigin: true,
  ...more,
});
const TOP = '/srv/team/my shop';
const builds = (env: Record<string, string>, more: Partial<Checkout> = {}) =>
  findBuiltCommit('deploy', env, {
    event: runEventOf('none', {}, checkout(more)),
    checkout: checkout(more),
    top: TOP,
  });

// docs/cli.md#unpushed
describe('a commit that was not pushed', () => {
  test.each<[string, Record<string, string>, 'origin' | undefined]>([
    ['no inputs', {}, 'origin'],
    ['the same repository', { 'INPUT_REPO-URL': 'https://github.com/Acme/shop.git' }, 'origin'],
    ['the same branch', { INPUT_REF: 'refs/heads/main' }, 'origin'],
    ['another repository', { 'INPUT_REPO-URL': 'https://github.com/acme/other' }, undefined],
    ['a repository on this machine', { 'INPUT_REPO-URL': 'file:///srv/shop' }, undefined],
    ['another branch', { INPUT_REF: 'release' }, undefined],
    ['a commit SHA', { INPUT_COMMIT: COMMIT }, undefined],
    ['an image', { 'INPUT_IMAGE-URI': 'a/b:1' }, undefined],
    ['the local files', { INPUT_SOURCE: 'internal_source' }, undefined],
  ])('with %s (%j) causes a warning if the service would fetch from origin: %s', (_what, env, expected) => {
    expect(builds(env)).toBe(expected);
  });

  test('is built if origin and the repository have the same file URL', () => {
    const built = (repoUrl: string, remoteUrl = 'file:///srv/shop.git') =>
      builds({ 'INPUT_REPO-URL': repoUrl }, { remoteUrl });
    expect(built('file:///srv/shop.git')).toBe('origin');
    expect(built('file:///srv/shop/', 'file:///srv/shop')).toBe('origin');
    expect(built('file:///srv/other.git')).toBeUndefined();
  });

  test('is built from the checkout if the checkout is the repository', () => {
    for (const url of [
      'file:///srv/team/my%20shop',
      'file:///srv/team/my%20shop/',
      'file:///srv/team/my%20shop/.git',
    ]) {
      expect(builds({ 'INPUT_REPO-URL': url })).toBe('checkout');
    }
    for (const url of ['file:///srv/team', 'file://host/srv/team/my%20shop', 'file:///srv/team/my%2Fshop']) {
      expect(builds({ 'INPUT_REPO-URL': url })).toBeUndefined();
    }
  });

  test('is rejected with a hint, unless the state of origin is unknown', () => {
    expect(unpushedProblems(checkout())).toEqual([
      {
        path: 'commit',
        message:
          'HEAD is aaaaaaa, but origin/main is at bbbbbbb in this checkout: the service only builds pushed commits',
        hint: 'Push or fetch first, or specify --commit and --ref, or use --source=internal_source to deploy the local files.',
      },
    ]);
    expect(unpushedProblems(checkout({ pushed: COMMIT }))).toEqual([]);
    expect(unpushedProblems(checkout({ pushed: undefined, knowsOrigin: false }))).toEqual([]);
  });
});

// docs/cli.md#no-repository
test.each<[Checkout | undefined, string]>([
  [undefined, 'this folder is not in a git repository'],
  [checkout({ remoteUrl: undefined }), 'this checkout has no remote named origin'],
  [
    checkout({ remoteUrl: '../secret-path' }),
    'the remote origin of this checkout is a path or an address without a server, so the service cannot fetch from it',
  ],
])('the error about an unknown repository does not contain its address', (given, reason) => {
  expect(missingRepository(given)).toEqual({
    message: `the repository is unknown: ${reason}`,
    hint: 'Specify --repo-url, such as --repo-url=https://github.com/owner/name, or use --source=internal_source to deploy the local files.',
  });
});

test.each<[Checkout | undefined, string]>([
  [undefined, 'this folder is not in a git repository'],
  [checkout({ branch: undefined }), 'no branch is checked out'],
])('the error about an unknown branch of a checkout explains the cause', (given, reason) => {
  expect(missingRef(given)).toEqual({
    message: `the branch is unknown: ${reason}`,
    hint: 'Specify --ref with a branch, or with a tag as --ref=refs/tags/<tag>, or use --source=internal_source to deploy the local files.',
  });
});

// docs/cli.md#uncommitted
describe('files that are not committed', () => {
  const repositories: FixtureRepository[] = [];
  afterEach(async () => {
    await Promise.all(repositories.splice(0).map((repository) => repository.remove()));
  });

  test('are found if edited, new or staged, but not if git ignores them', async () => {
    const repository = await createRepository({ 'a.py': '', 'b.py': '', '.gitignore': '*.log\n' });
    repositories.push(repository);
    const find = async () => {
      const found = await findTop(repository.dir, {});
      if (found === undefined) throw new Error('there is no repository');
      return findUncommitted(found, { PATH: process.env['PATH'] }, new AbortController().signal);
    };
    expect(await find()).toEqual([]);
    await appendFile(path.join(repository.dir, 'a.py'), 'edited');
    await writeFile(path.join(repository.dir, 'b.py'), 'staged');
    await repository.git('add', 'b.py');
    await writeFile(path.join(repository.dir, 'new file.py'), '');
    await writeFile(path.join(repository.dir, 'x.log'), '');
    expect((await find()).toSorted()).toEqual(['a.py', 'b.py', 'new file.py']);
  });

  test('are listed on one line, together with the commit that is built instead', () => {
    expect(uncommittedNotice([], COMMIT)).toBeUndefined();
    expect(uncommittedNotice(['a.py'], COMMIT)).toBe(
      'Not deployed: a.py, which is not committed. The service builds commit aaaaaaa. Commit and push, or use --source=internal_source to deploy the local files.',
    );
    expect(uncommittedNotice(['a', 'b', 'c\u001b[2J', 'd', 'e'], COMMIT)).toMatch(
      /^Not deployed: a, b, "c\\u001b\[2J" and 2 more, which are not committed\./,
    );
  });
});
