import { describe, expect, test } from '@jest/globals';
import { fullRef, isBranch, repositoryKey } from '../../../src/emulator/ports/git.ts';

describe('the cache key of a repository', () => {
  test.each([
    [
      [
        'https://git.example/Owner/Agent',
        'https://git.example/owner/agent.git',
        'https://git.example/owner/agent/',
        'https://user:token@git.example/owner/agent.git',
        'https://GIT.example:443/owner/agent',
        'http://git.example/owner/agent',
        'ssh://git@git.example/owner/agent.git',
        'ssh://git@git.example:2222/owner/agent.git',
        'git@git.example:owner/agent.git',
        'git@git.example:/owner/agent',
      ],
    ],
    [['http://127.0.0.1:4000/o/r.git', 'http://127.0.0.1:4000/o/r']],
    [['/srv/git/Agent.git', 'file:///srv/git/Agent.git', 'file:///srv/git/Agent', '/srv/git/Agent/']],
    [['/srv/my agent', 'file:///srv/my%20agent']],
  ])('is the same for every spelling: %j', (spellings) => {
    expect(new Set(spellings.map(repositoryKey)).size).toBe(1);
  });

  test.each([
    ['https://git.example/owner/agent', 'https://git.example/owner/agents'],
    ['https://git.example/owner/agent', 'https://git.example/owner/agent/sub'],
    ['https://git.example/owner/agent', 'https://other.example/owner/agent'],
    ['http://127.0.0.1:4000/o/r', 'http://127.0.0.1:4001/o/r'],
    ['/srv/git/agent', '/srv/git/Agent'],
    ['/srv/git/agent', 'https://srv/git/agent'],
    ['C:\\git\\agent', 'D:\\git\\agent'],
    ['file:///%zz', 'file:///%zy'],
    ['what is this', 'what is that'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(repositoryKey(one)).not.toBe(repositoryKey(other));
  });
});

test('the full name of a ref comes from a branch name or full ref, and defaults to HEAD', () => {
  expect(fullRef('main')).toBe('refs/heads/main');
  expect(fullRef('feature/x')).toBe('refs/heads/feature/x');
  expect(fullRef('refs/heads/main')).toBe('refs/heads/main');
  expect(fullRef('refs/tags/v1')).toBe('refs/tags/v1');
  expect([fullRef(null), fullRef(undefined), fullRef('')]).toEqual(['HEAD', 'HEAD', 'HEAD']);
  expect([isBranch('refs/heads/main'), isBranch('refs/tags/v1'), isBranch('HEAD')]).toEqual([
    true,
    false,
    false,
  ]);
});
