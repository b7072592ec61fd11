import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createResolveRef, parseLsRemote } from '../../../src/action/git/resolve-ref.ts';

const never = new AbortController().signal;

describe('the output of git ls-remote', () => {
  const commit = 'a'.repeat(40);
  const tag = 'b'.repeat(40);
  test('yields the commit of a branch', () => {
    expect(parseLsRemote(`${commit}\trefs/heads/main\n`, 'refs/heads/main')).toBe(commit);
  });
  test('yields the commit of an annotated tag', () => {
    const answer = `${tag}\trefs/tags/v1\n${commit}\trefs/tags/v1^{}\n`;
    expect(parseLsRemote(answer, 'refs/tags/v1')).toBe(commit);
  });
  test('yields no commit for a ref whose name only ends with the requested name', () => {
    expect(parseLsRemote(`${commit}\trefs/heads/x/refs/heads/main\n`, 'refs/heads/main')).toBeUndefined();
    expect(parseLsRemote('', 'refs/heads/main')).toBeUndefined();
    expect(parseLsRemote('fatal\trefs/heads/main', 'refs/heads/main')).toBeUndefined();
  });
});

describe('a lookup of a ref with git', () => {
  let repo: string;
  let head: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: repo,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  beforeAll(() => {
    repo = mkdtempSync(path.join(tmpdir(), 'agent-deploy-ref-'));
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    git('tag', '-a', 'v1', '-m', 'v1');
    head = git('rev-parse', 'HEAD');
  });
  afterAll(() => rmSync(repo, { recursive: true }));
  const resolve = (url: string, ref: string, signal = never) =>
    createResolveRef({ ...process.env, GITHUB_WORKSPACE: repo }, () => undefined)(url, ref, signal);

  test('finds the commit of a branch and of an annotated tag', async () => {
    expect(await resolve(repo, 'main')).toBe(head);
    expect(await resolve(repo, 'refs/tags/v1')).toBe(head);
  });

  test('finds nothing for a missing ref', async () => {
    expect(await resolve(repo, 'nowhere')).toBeUndefined();
    expect(await resolve(path.join(repo, 'missing'), 'main')).toBeUndefined();
  });

  test('finds nothing if git is not installed', async () => {
    const ask = createResolveRef({ PATH: '', GITHUB_WORKSPACE: path.join(repo, 'missing') }, () => undefined);
    expect(await ask(repo, 'main', never)).toBeUndefined();
  });

  // docs/security.md#nothing-given-can-become
  test('does not pass an address to git as an option', async () => {
    expect(await resolve('--upload-pack=touch pwned', 'main')).toBeUndefined();
  });

  test('stops immediately if the run is cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(resolve(repo, 'main', cancelled)).rejects.toThrow('cancelled');
  });
});
