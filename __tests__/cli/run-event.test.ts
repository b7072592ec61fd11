import { describe, expect, test } from '@jest/globals';
import { detectCi, repositoryOf, runEventOf } from '../../src/cli/run-event.ts';

const COMMIT = 'a'.repeat(40);
const HEAD = 'b'.repeat(40);
const gitlab = {
  GITLAB_CI: 'true',
  CI_SERVER_URL: 'https://gitlab.example.org',
  CI_PROJECT_PATH: 'group/sub/agents',
  CI_COMMIT_SHA: COMMIT,
  CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
};

describe('the event that the command line derives on GitLab', () => {
  // docs/cli.md#gitlab
  test('has the pushed branch and commit for a push', () => {
    const env = { ...gitlab, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' };
    expect(detectCi(env)).toBe('gitlab');
    expect(runEventOf('gitlab', env, undefined)).toMatchObject({
      name: 'push',
      repository: 'group/sub/agents',
      serverUrl: 'https://gitlab.example.org',
      ref: 'main',
      commit: COMMIT,
      created: true,
      before: undefined,
      fork: false,
    });
    const before = { ...env, CI_COMMIT_BEFORE_SHA: HEAD };
    expect(runEventOf('gitlab', before, undefined)).toMatchObject({ created: false, before: HEAD });
  });

  test('has a full ref for a tag', () => {
    const env = { ...gitlab, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1' };
    expect(runEventOf('gitlab', env, undefined)).toMatchObject({ ref: 'refs/tags/v1', commit: COMMIT });
  });

  // docs/cli.md#gitlab
  test('has the head commit of a merge request, never the merged result', () => {
    const env = {
      ...gitlab,
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_LABELS: 'preview,big change',
      CI_MERGE_REQUEST_PROJECT_PATH: 'group/sub/agents',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'group/sub/agents',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD,
    };
    const event = {
      name: 'pull_request',
      ref: 'feature',
      commit: HEAD,
      fork: false,
      pullRequest: { number: 7, closed: false, labels: ['preview', 'big change'] },
    };
    expect(runEventOf('gitlab', env, undefined)).toMatchObject(event);
    const plain = { ...env, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' };
    expect(runEventOf('gitlab', plain, undefined)).toMatchObject({ ...event, commit: COMMIT });
    const fork = { ...env, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'other/agents' };
    expect(runEventOf('gitlab', fork, undefined)).toMatchObject({ fork: true });
    const unsaid = { ...env, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: undefined };
    expect(runEventOf('gitlab', unsaid, undefined)).toMatchObject({ fork: 'unknown' });
  });
});

describe('the event that the command line derives on Jenkins', () => {
  const jenkins = {
    JENKINS_URL: 'https://ci.example.org/',
    GIT_URL: 'https://user:password@github.com/acme/agents.git',
    GIT_COMMIT: COMMIT,
  };

  // docs/cli.md#jenkins
  test("has the branch and the commit of the build's checkout", () => {
    expect(detectCi(jenkins)).toBe('jenkins');
    const event = { name: 'build', repository: 'acme/agents', ref: 'main', commit: COMMIT };
    for (const env of [{ GIT_BRANCH: 'origin/main' }, { GIT_BRANCH: 'main' }, { BRANCH_NAME: 'main' }]) {
      expect(runEventOf('jenkins', { ...jenkins, ...env }, undefined)).toMatchObject(event);
    }
    expect(runEventOf('jenkins', { ...jenkins, TAG_NAME: 'v1' }, undefined).ref).toBe('refs/tags/v1');
    expect(JSON.stringify(runEventOf('jenkins', jenkins, undefined))).not.toContain('password');
  });

  test('has the head branch of a change request but no commit, because the action looks up the commit', () => {
    const env = { ...jenkins, BRANCH_NAME: 'PR-7', CHANGE_ID: '7', CHANGE_BRANCH: 'feature' };
    expect(runEventOf('jenkins', env, undefined)).toMatchObject({
      name: 'pull_request',
      ref: 'feature',
      commit: undefined,
      fork: false,
      pullRequest: { number: 7 },
    });
    expect(runEventOf('jenkins', { ...env, CHANGE_FORK: 'other' }, undefined).fork).toBe(true);
  });
});

describe('the event that the command line derives outside GitLab and Jenkins', () => {
  // docs/cli.md#laptop
  test('comes from the checkout', () => {
    const checkout = {
      branch: 'main',
      commit: COMMIT,
      remoteUrl: 'git@github.com:acme/agents.git',
      pushed: COMMIT,
      knowsOrigin: true,
    };
    expect(detectCi({})).toBe('none');
    expect(runEventOf('none', {}, checkout)).toMatchObject({
      name: 'checkout',
      repository: 'acme/agents',
      serverUrl: 'https://github.com',
      ref: 'main',
      commit: COMMIT,
      fork: false,
    });
    expect(runEventOf('none', {}, undefined)).toMatchObject({ repository: '', ref: undefined });
  });
});

test.each([
  ['https://github.com/acme/agents', 'https://github.com', 'acme/agents'],
  ['https://user:token@gitlab.example.org:8443/a/b/c.git', 'https://gitlab.example.org:8443', 'a/b/c'],
  ['git@github.com:acme/agents.git', 'https://github.com', 'acme/agents'],
  ['ssh://git@Git.Example.org:2222/acme/agents.git/', 'https://git.example.org', 'acme/agents'],
])('the repository in %s is recognized', (address, serverUrl, repository) => {
  expect(repositoryOf(address)).toEqual({ serverUrl, repository });
});

test.each([
  '/srv/agents.git',
  'file:///srv/agents',
  '../agents',
  'C:\\agents',
  'https://github.com/',
  'ext::sh -c x',
])('the repository in %s is not recognized', (address) => {
  expect(repositoryOf(address)).toBeUndefined();
});
