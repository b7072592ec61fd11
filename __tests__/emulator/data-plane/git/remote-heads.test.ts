import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import {
  createRemoteHeads,
  parseLsRemote,
  resolveCommit,
} from '../../../../src/emulator/data-plane/git/remote-heads.ts';
import type { RemoteRefs } from '../../../../src/emulator/ports/git.ts';

const never = new AbortController().signal;

describe('the output of git ls-remote', () => {
  test('is parsed by exact ref names, and a tag is resolved to its commit', () => {
    const printed = [
      'a\trefs/heads/main',
      'b\trefs/remotes/x/refs/heads/main',
      'c\trefs/tags/v1',
      'd\trefs/tags/v1^{}',
      'e\tHEAD',
      '',
    ].join('\n');
    const found = parseLsRemote(printed, ['refs/heads/main', 'refs/tags/v1', 'HEAD', 'refs/heads/next']);
    expect([...found]).toEqual([
      ['refs/heads/main', 'a'],
      ['refs/tags/v1', 'd'],
      ['HEAD', 'e'],
    ]);
  });
});

describe('the list of commits of a local repository', () => {
  let folder: string;
  let repository: FixtureRepository;
  let processes: ReturnType<typeof createProcesses>;
  let calls: string[][];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'remote-heads-'));
    repository = await createRepository({ 'a.txt': 'a' });
    processes = createProcesses();
    calls = [];
  });
  afterEach(async () => {
    await processes.close();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const heads = (allowLocal = true): RemoteRefs => {
    const git = createGit({ processes, folder, env: { PATH: process.env['PATH'] ?? '' }, allowLocal });
    return createRemoteHeads({
      git: {
        ...git,
        run: (call) => {
          calls.push(call.args);
          return git.run(call);
        },
      },
      allowLocal,
    });
  };

  test('contains the commits of existing refs after a single read', async () => {
    const tag = await repository.tag('v1', { annotated: true });
    const main = await repository.commit({ 'a.txt': 'b' });
    const { addressOf, read } = heads();
    const address = addressOf(repository.url) ?? '';
    expect(addressOf(repository.origin)).toBe(address);
    const found = await read(address, ['refs/heads/main', 'refs/tags/v1', 'HEAD', 'refs/heads/gone'], never);
    expect(tag.object).not.toBe(tag.commit);
    expect(Object.fromEntries(found ?? [])).toEqual({
      'refs/heads/main': main,
      'refs/tags/v1': tag.commit,
      HEAD: main,
    });
    expect(calls).toHaveLength(1);
  });

  test('is empty if the repository cannot be read', async () => {
    const { addressOf, read } = heads();
    const address = addressOf(`${repository.origin}-gone`) ?? '';
    expect(await read(address, ['HEAD'], never)).toBeUndefined();
  });

  test('is not read for a remote URL, or if other machines can reach the emulator', () => {
    expect(heads().addressOf('https://git.example/owner/agent')).toBeUndefined();
    expect(heads().addressOf('git@git.example:owner/agent')).toBeUndefined();
    expect(heads(false).addressOf(repository.url)).toBeUndefined();
  });

  test('is no longer read after an abort', async () => {
    const { addressOf, read } = heads();
    const gone = new AbortController();
    gone.abort();
    await expect(read(addressOf(repository.url) ?? '', ['HEAD'], gone.signal)).rejects.toThrow('aborted');
  });

  test('provides the commit of a revision if neither the client nor a push specified a commit', async () => {
    const found = (
      pushed: string | undefined,
      config: Record<string, string>,
      repoUrl: string | null = repository.url,
    ) =>
      resolveCommit(
        { pushed: { find: () => Promise.resolve(pushed) }, heads: heads() },
        { workspaceId: 'w', sourceConfig: { repo_url: repoUrl } },
        { config },
        never,
      );
    const main = await repository.head();
    expect(await found(undefined, { repo_commit_sha: 'given' })).toEqual({ kind: 'given', commit: 'given' });
    expect(await found('pushed', { repo_ref: 'main' })).toEqual({ kind: 'pushed', commit: 'pushed' });
    expect(await found(undefined, { repo_ref: 'main' })).toEqual({ kind: 'read', commit: main });
    expect(await found(undefined, {})).toEqual({ kind: 'read', commit: main });
    expect(await found(undefined, { repo_ref: 'gone' })).toEqual({
      kind: 'unknown',
      reason: 'the repository has no refs/heads/gone',
    });
    expect(await found(undefined, {}, `${repository.url}-gone`)).toMatchObject({
      reason: 'the repository cannot be read',
    });
    expect(await found(undefined, {}, 'https://git.example/o/r')).toEqual({ kind: 'unknown' });
    expect(await found(undefined, {}, null)).toEqual({ kind: 'unknown' });
  });
});
