import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseEvent, skipEvent } from '../../src/action/event.ts';
import { chooseVerb } from '../../src/action/verb.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const MERGE = 'f'.repeat(40);
const env = (name: string, over: Record<string, string> = {}) => ({
  GITHUB_EVENT_NAME: name,
  GITHUB_REPOSITORY: 'acme/agents',
  GITHUB_SERVER_URL: 'https://github.example.org/',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: A,
  ...over,
});
const read = (name: string, payload: unknown, over: Record<string, string> = {}) =>
  parseEvent(env(name, over), JSON.stringify(payload));

const pull = (headRepo: string | null, over = {}) => ({
  pull_request: {
    head: { ref: 'topic', sha: B, repo: headRepo === null ? null : { full_name: headRepo } },
    base: { repo: { full_name: 'acme/agents' } },
  },
  repository: { full_name: 'acme/agents' },
  ...over,
});

describe('a push', () => {
  test('to a branch has the branch name without refs/heads/ as its ref', () => {
    expect(read('push', { ref: 'refs/heads/feature/x', after: B, head_commit: { id: B } })).toEqual({
      name: 'push',
      repository: 'acme/agents',
      serverUrl: 'https://github.example.org',
      ref: 'feature/x',
      commit: B,
      deleted: false,
      created: false,
      fork: false,
      action: undefined,
      before: undefined,
      pullRequest: undefined,
    });
  });

  const at = 'refs/heads/x';
  test.each([
    [
      'an annotated tag has the commit, not the tag object',
      { ref: 'refs/tags/v1', after: MERGE, head_commit: { id: B } },
      { ref: 'refs/tags/v1', commit: B },
    ],
    ['a push without a head commit has the pushed commit', { ref: at, after: B }, { commit: B }],
    ['a deletion is marked as a deletion', { ref: at, deleted: true, after: A }, { deleted: true }],
    ['a commit of only zeros is a deletion', { ref: at, after: '0'.repeat(40) }, { deleted: true }],
    ['the creation of a branch is recognized', { ref: at, after: A, created: true }, { created: true }],
    ['a commit in upper case is converted to lower case', { after: 'A'.repeat(40) }, { commit: A }],
  ])('is parsed with the expected ref and commit: %s', (_title, payload, expected) => {
    expect(read('push', payload)).toMatchObject(expected);
  });

  test.each([undefined, '{', '[1]'])(
    'without an event file, or with the invalid file %j, is read from the environment variables',
    (file) => {
      expect(parseEvent(env('push'), file)).toMatchObject({ ref: 'main', commit: A, deleted: false });
    },
  );

  test.each([
    // The service would interpret the short names as a tag and as another branch.
    ['refs/heads/refs/tags/v1', undefined],
    ['refs/heads/refs/heads/main', undefined],
    ['refs/heads/tags/v1', 'tags/v1'],
    ['refs/heads/heads/main', 'heads/main'],
    ['refs/tags/refs/heads/main', 'refs/tags/refs/heads/main'],
    ['refs/notes/x', undefined],
    ['refs/heads/', undefined],
  ])('to the Git ref %s has the ref %s', (ref, named) => {
    expect(read('push', { ref, after: B }).ref).toBe(named);
  });
});

describe("the first line of the commit's message", () => {
  const head = { id: B, message: 'Answer briefly\n\nThe answers were long.' };
  const pushed = (head_commit: unknown) => read('push', { ref: 'refs/heads/x', after: B, head_commit });

  test('is read from a push and from a run of another workflow', () => {
    expect(pushed(head).subject).toBe('Answer briefly');
    const run = {
      head_branch: 'x',
      head_sha: B,
      head_repository: { full_name: 'acme/agents' },
      head_commit: head,
    };
    expect(read('workflow_run', { workflow_run: run }).subject).toBe('Answer briefly');
  });

  test.each([{ ...head, id: A }, { id: B, message: '\n' }, { id: B, message: 7 }, { id: B }, null])(
    'is unknown if the payload does not contain the message of the commit: %j',
    (other) => {
      expect(
        read('workflow_run', { workflow_run: { head_sha: B, head_commit: other } }).subject,
      ).toBeUndefined();
      if (other?.id !== A) expect(pushed(other).subject).toBeUndefined();
    },
  );
});

describe('a pull request', () => {
  test.each(['pull_request', 'pull_request_target', 'pull_request_review'])(
    'in the event %s has the ref and the commit of its head branch',
    (name) => {
      const event = read(name, pull('acme/agents'), { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: MERGE });
      expect(event).toMatchObject({ ref: 'topic', commit: B, fork: false, repository: 'acme/agents' });
    },
  );

  test.each(['octocat/agents', null])('with the head repository %j is a fork', (repo) => {
    expect(read('pull_request', pull(repo)).fork).toBe(true);
  });

  test('without a payload has no ref instead of the ref of the merge commit', () => {
    expect(read('pull_request', {}, { GITHUB_REF: 'refs/pull/7/merge' }).ref).toBeUndefined();
  });
});

describe('an event with an unknown head commit', () => {
  const MERGE_REF = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: MERGE };
  const head = { ref: 'topic', sha: B, repo: { full_name: 'acme/agents' } };
  const base = { ref: 'main', repo: { full_name: 'acme/agents' } };
  const names = [
    'pull_request',
    'pull_request_target',
    'pull_request_review',
    'pull_request_review_comment',
    'workflow_run',
    'issue_comment',
  ];

  // docs/security/pull-requests.md#event-about-pull-request
  test.each(names)('is stopped by the gate if its payload is invalid: %s', (name) => {
    for (const file of [undefined, '', '{', 'null', '[]', '{}', '{"pull_request":null,"workflow_run":[]}']) {
      for (const more of [{}, MERGE_REF]) {
        const event = parseEvent(env(name, more), file);
        expect(event.fork).toBe('unknown');
        expect(skipEvent(event, { ref: true, apiKey: true, actor: 'octocat' })).toMatchObject({
          kind: 'skipped',
          reason: 'fork',
          message: expect.stringMatching(/does not show whether/),
        });
      }
    }
  });

  test.each([
    ['no head commit', { base }],
    ['no base branch', { head }],
    ['no commit SHA', { head: { ...head, sha: 'topic' }, base }],
    ['a head repository without a name', { head: { ...head, repo: {} }, base }],
    [
      'a base in another repository than the run',
      { head: withRepo(head, 'b/b'), base: withRepo(base, 'b/b') },
    ],
  ])('such as a pull request with %s is stopped by the gate', (_what, payload) => {
    for (const name of [...names, 'push', '']) {
      const event = read(name, { pull_request: payload });
      expect(event.fork).not.toBe(false);
      expect(skipEvent(event, { ref: true, apiKey: true, actor: undefined })).toMatchObject({
        reason: 'fork',
      });
    }
  });

  test("such as workflow_run is stopped by the gate if the first workflow's repository or commit is missing", () => {
    const run = { head_branch: 'topic', head_sha: B, head_repository: { full_name: 'acme/agents' } };
    expect(read('workflow_run', { workflow_run: run }).fork).toBe(false);
    expect(read('workflow_run', { workflow_run: { ...run, head_repository: {} } }).fork).toBe('unknown');
    expect(read('workflow_run', { workflow_run: { ...run, head_sha: '' } }).fork).toBe('unknown');
    const both = { ...run, head_repository: { full_name: 'b/b' } };
    expect(read('workflow_run', { workflow_run: both, repository: { full_name: 'b/b' } }).fork).toBe(true);
  });

  test('that is neither a pull request nor workflow_run is stopped by the gate on a merge commit', () => {
    for (const name of ['', 'x', 'issues']) expect(read(name, {}, MERGE_REF).fork).toBe('unknown');
    expect(read('push', {}, { GITHUB_HEAD_REF: 'topic' }).fork).toBe('unknown');
  });

  test('passes the gate if it is a comment on an issue, because workflows for comments run on the default branch', () => {
    expect(read('issue_comment', { issue: { number: 7 }, comment: { id: 1 } }).fork).toBe(false);
  });

  // docs/security/pull-requests.md#only-payload-names-runs
  test('passes the gate only if the head and the base branch are in this repository', () => {
    const repo = fc.constantFrom(
      { full_name: 'acme/agents' },
      { full_name: 'b/b' },
      {},
      null,
      'acme/agents',
      7,
    );
    const half = fc.record({ ref: fc.constantFrom('topic', null), sha: fc.constantFrom(B, '', 7), repo });
    const given = fc.record(
      { pull_request: fc.oneof(fc.record({ head: half, base: half }), fc.json(), fc.constant(null)) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...names.slice(0, 4)), given, (name, payload) => {
        const { fork } = read(name, payload, MERGE_REF);
        const text = JSON.stringify(payload);
        const sound =
          text.split('"repo":{"full_name":"acme/agents"}').length === 3 &&
          text.includes(`"sha":"${B}","repo"`);
        if (fork === false) expect(sound).toBe(true);
      }),
    );
  });
});

function withRepo<T extends object>(half: T, name: string): T & { repo: { full_name: string } } {
  return { ...half, repo: { full_name: name } };
}

describe('the parser of events', () => {
  test('returns the head of the first workflow for workflow_run', () => {
    const run = { head_branch: 'topic', head_sha: B, head_repository: { full_name: 'acme/agents' } };
    expect(read('workflow_run', { workflow_run: run })).toMatchObject({
      ref: 'topic',
      commit: B,
      fork: false,
    });
    const foreign = { ...run, head_repository: { full_name: 'octocat/agents' } };
    expect(read('workflow_run', { workflow_run: foreign }).fork).toBe(true);
  });

  test('returns no ref for a pull request if the name of its head branch looks like a tag', () => {
    const head = { ref: 'refs/tags/v1', sha: B, repo: { full_name: 'acme/agents' } };
    const event = read('pull_request', {
      pull_request: { head, base: { repo: { full_name: 'acme/agents' } } },
    });
    expect(event).toMatchObject({ ref: undefined, commit: B });
  });

  test.each([
    // Payloads of various events that contain the short name of a ref, or a deleted ref.
    ['create', { ref: 'v1', ref_type: 'tag' }, { GITHUB_REF: 'refs/tags/v1' }, 'refs/tags/v1'],
    ['create', { ref: 'topic', ref_type: 'branch' }, { GITHUB_REF: 'refs/heads/topic' }, 'topic'],
    ['delete', { ref: 'topic', ref_type: 'branch' }, { GITHUB_REF: 'refs/heads/main' }, 'main'],
    ['repository_dispatch', { branch: 'x', client_payload: { ref: 'y' } }, {}, 'main'],
    [
      'merge_group',
      {},
      { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-1-a' },
      'gh-readonly-queue/main/pr-1-a',
    ],
    ['workflow_dispatch', { ref: 'refs/tags/v2' }, { GITHUB_REF: 'refs/tags/v2' }, 'refs/tags/v2'],
    ['deployment', { deployment: { ref: 'v3' } }, { GITHUB_REF: '' }, undefined],
    ['workflow_dispatch', { ref: 'refs/heads/next', inputs: {} }, {}, 'next'],
    ['schedule', {}, {}, 'main'],
  ])('returns the ref on which the run was started, for the event %s with %j', (name, payload, more, ref) => {
    expect(read(name, payload, more)).toMatchObject({ ref, commit: A });
  });

  test('returns empty fields outside GitHub', () => {
    expect(parseEvent({}, undefined)).toEqual({
      name: '',
      repository: '',
      serverUrl: 'https://github.com',
      ref: undefined,
      commit: undefined,
      deleted: false,
      created: false,
      fork: false,
      action: undefined,
      before: undefined,
      pullRequest: undefined,
    });
  });

  test('neither throws nor returns the merge ref of a pull request, even for an invalid payload', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('push', 'pull_request', 'workflow_run', 'x'), (json, name) => {
        const event = parseEvent(env(name, { GITHUB_REF: 'refs/pull/1/merge' }), json);
        expect(event.ref ?? '').not.toMatch(/^refs\/pull\//);
        expect(event.commit ?? A).toMatch(/^[0-9a-f]{40,64}$/);
      }),
    );
  });
});

describe('the gate before a deploy', () => {
  const base = read('push', { ref: 'refs/heads/main', after: A });
  const given = { ref: false, apiKey: true, actor: 'octocat' };
  test.each([
    ['lets a push pass', {}, {}, undefined],
    ['stops an event of a fork', { fork: true }, { ref: true }, 'fork'],
    ['stops a push that deleted its ref', { deleted: true }, {}, 'ref-deleted'],
    [
      'lets a deleted ref pass if the inputs contain another ref',
      { deleted: true },
      { ref: true },
      undefined,
    ],
  ] as const)('%s', (_title, event, asked, reason) => {
    const skip = skipEvent({ ...base, ...event }, { ...given, ...asked });
    expect([skip?.kind, skip?.reason]).toEqual([reason && 'skipped', reason]);
  });
  // docs/security/pull-requests.md#run-dependabot-without-key
  test('stops a run of Dependabot only if the run has no API key', () => {
    const actor = 'dependabot[bot]';
    expect(skipEvent(base, { ...given, actor, apiKey: false })).toMatchObject({
      kind: 'skipped',
      reason: 'dependabot',
    });
    expect(skipEvent(base, { ...given, actor })).toBeUndefined();
    expect(skipEvent(base, { ...given, apiKey: false })).toBeUndefined();
  });
});

describe('the verb of a run', () => {
  test.each([
    ['auto', 'push', undefined, 'deploy'],
    ['auto', 'workflow_dispatch', undefined, 'deploy'],
    ['deploy', 'anything', undefined, 'deploy'],
    ['sweep', 'schedule', undefined, 'sweep'],
    ['auto', 'pull_request', 'opened', 'preview'],
    ['auto', 'pull_request', 'synchronize', 'preview'],
    ['auto', 'pull_request', 'reopened', 'preview'],
    ['auto', 'pull_request', 'ready_for_review', 'preview'],
    ['auto', 'pull_request', 'closed', 'teardown'],
    ['auto', 'pull_request_target', 'closed', 'teardown'],
    ['auto', 'pull_request', 'assigned', undefined],
    ['auto', 'schedule', undefined, undefined],
    ['deplyo', 'push', undefined, undefined],
  ])('with the input %s and the event %s %s is %s', (action, event, happened, verb) => {
    const parsed = chooseVerb(action, { event, action: happened, rollbackTo: false });
    expect(parsed.ok ? parsed.value : undefined).toBe(verb);
  });

  test('is rollback for a manual dispatch with a rollback target', () => {
    const occasion = { event: 'workflow_dispatch', action: undefined, rollbackTo: true };
    expect(chooseVerb('auto', occasion)).toEqual({ ok: true, value: 'rollback' });
    expect(chooseVerb('deploy', occasion)).toEqual({ ok: true, value: 'deploy' });
  });

  // docs/security/pull-requests.md#event-deletes-anything-itself
  test('is rejected for a schedule, because a destructive verb must be chosen explicitly', () => {
    const parsed = chooseVerb('auto', { event: 'schedule', action: undefined, rollbackTo: false });
    expect(parsed.ok ? '' : parsed.problems[0]?.hint).toMatch(/`action: sweep`/);
  });
});
