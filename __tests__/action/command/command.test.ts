import { describe, expect, test } from '@jest/globals';
import type { FaultRule } from '../../../harness/github/faults.ts';
import type { Repository } from '../../../harness/github/repository.ts';
import { onGitHub, type OnGitHub } from '../github/support.ts';
import { OLD_COMMIT, OTHER_COMMIT } from '../support/scenario.ts';
import { lockRefOf } from '../../../src/action/lock/lock-state.ts';
import { makeTree } from '../support/checkout.ts';
import { storeLock } from '../lock/support.ts';

const PERMISSIONS = { contents: 'write', deployments: 'write', 'pull-requests': 'write' } as const;
const WRITES = ['createDeployment', 'patchDeployment', 'redeployRevision'] as const;

interface Commented extends OnGitHub {
  /** Runs the action on a new comment. `change` is called between the comment and the run. */
  comment(
    body: string,
    options?: { author?: string; action?: string; onPullRequest?: boolean; change?: (id: number) => void },
  ): Promise<{ code: number; outcome: string; reason: string; lines: string; sent: number }>;
  /** Comments on the pull request, except the comment with the command. */
  replies(): string[];
}

/** Creates pull request #7 of the branch `topic`, and the deployment `my-agent`. */
async function commented(inputs: Record<string, string> = {}): Promise<Commented> {
  const it = await onGitHub({
    permissions: PERMISSIONS,
    inputs: { action: 'command', locks: 'auto', ...inputs },
  });
  const { repository, world } = it;
  repository.roles.set('octocat', 'write');
  repository.addPullRequest({ number: 7, head: { ref: 'topic' } });
  const source_config = { repo_url: `${it.github.serverUrl}/${repository.fullName}`, build_on_push: false };
  const there = world.controlPlane.add({ name: 'my-agent', source_config }, OLD_COMMIT);
  there.active_revision_id = world.controlPlane.addRevision(there.id, ['DEPLOYED'], OTHER_COMMIT).id;
  const commands = new Set<number>();
  return {
    ...it,
    async comment(body, { author = 'octocat', change = () => {}, ...details } = {}) {
      const comment = repository.addComment(7, body, author);
      commands.add(comment.id);
      it.of(repository.events.comment(comment, details));
      change(comment.id);
      const before = WRITES.reduce((sum, method) => sum + world.controlPlane.count(method), 0);
      const { code, host } = await world.run();
      const after = WRITES.reduce((sum, method) => sum + world.controlPlane.count(method), 0);
      const lines = [...host.lines, ...host.annotations.map(({ message }) => message)].join('\n');
      const { outcome = '', 'reason-code': reason = '' } = host.outputs;
      return { code, outcome, reason, lines, sent: after - before };
    },
    replies: () =>
      repository
        .comments(7)
        .filter(({ id }) => !commands.has(id))
        .map(({ body }) => body),
  };
}

const push = (repository: Repository) =>
  repository.setFiles('topic', { 'agent.ts': 'export const NEW = 1;\n' });

describe('a command of a user who may push', () => {
  test('/deploy deploys the head of the pull request, not the default branch', async () => {
    const it = await commented();
    const head = it.repository.pull(7).headSha;
    expect(await it.comment('/deploy')).toMatchObject({ code: 0, reason: 'rolled-out', sent: 1 });
    expect([...it.world.controlPlane.deployments.values()][0]).toMatchObject({
      source_revision_config: { repo_ref: 'topic' },
    });
    expect(head).not.toBe(it.repository.head());
    expect(it.replies().join('\n')).toContain(head.slice(0, 7));
  });

  test('/preview, /plan, /rollback and /status run their verbs', async () => {
    const it = await commented();
    expect(await it.comment('/plan')).toMatchObject({ outcome: 'planned', sent: 0 });
    expect(await it.comment('/status')).toMatchObject({ outcome: 'observed', sent: 0 });
    expect(await it.comment('/rollback')).toMatchObject({ reason: 'rolled-back-to', sent: 1 });
    expect(await it.comment('/preview')).toMatchObject({ outcome: 'deployed', sent: 1 });
    expect(it.replies().join('\n')).toMatch(/`\/plan`: Nothing was sent/);
  });

  test('/preview reset writes the data of the preview again, unless the preview is locked', async () => {
    const it = await commented({ 'preview-seed': 'seed.yml', 'preview-seed-reset': 'true', locks: 'auto' });
    it.world.workspace = makeTree({ 'seed.yml': 'store:\n- {namespace: [docs], key: faq, value: {a: 1}}' });
    const { data } = it.world.agent;
    const change = () => data.items.set('docs/faq', { namespace: ['docs'], key: 'faq', value: {} });
    const value = () => data.items.get('docs/faq')?.value;
    expect(await it.comment('/preview')).toMatchObject({ outcome: 'deployed', sent: 1 });
    expect(value()).toEqual({ a: 1 });
    change();
    expect(await it.comment('/preview')).toMatchObject({ outcome: 'unchanged' });
    expect(value()).toEqual({});
    storeLock(it.repository, { deployment: 'my-agent-pr-7' });
    expect(await it.comment('/preview reset')).toMatchObject({ reason: 'locked' });
    expect(value()).toEqual({});
    it.repository.refs.delete(lockRefOf('my-agent-pr-7'));
    expect(await it.comment('/preview reset')).toMatchObject({ outcome: 'unchanged' });
    expect(value()).toEqual({ a: 1 });
    expect(await it.comment('/preview reset now')).toMatchObject({ reason: 'no-command' });
  });

  test('/preview deploys the preview of the head commit with preview-per: commit', async () => {
    const it = await commented({ 'preview-per': 'commit' });
    expect(await it.comment('/preview')).toMatchObject({ outcome: 'deployed', sent: 1 });
    expect(await it.comment('/preview')).toMatchObject({ outcome: 'unchanged', sent: 0 });
    const { name, source_revision_config: source } =
      [...it.world.controlPlane.deployments.values()].at(-1) ?? {};
    expect(name).toBe(`my-agent-pr-7-${String(source?.['repo_commit_sha']).slice(0, 7)}`);
  });

  test('/lock holds later deploys in the name of the author, until /unlock', async () => {
    const it = await commented();
    expect(await it.comment('/lock "migrating the store" for 2h')).toMatchObject({ reason: 'lock-set' });
    const held = await it.comment('/deploy');
    expect(held).toMatchObject({ code: 1, reason: 'locked', sent: 0 });
    expect(held.lines).toMatch(/my-agent is locked by octocat .*: migrating the store/);
    expect(it.replies().join('\n')).toContain('migrating the store');
    expect(await it.comment('/unlock')).toMatchObject({ reason: 'lock-removed' });
    expect(await it.comment('/deploy')).toMatchObject({ code: 0, reason: 'rolled-out' });
  });

  test('/lock replies that another user already holds the lock', async () => {
    const it = await commented();
    storeLock(it.repository, { by: 'hubot' });
    expect(await it.comment('/lock "mine"')).toMatchObject({ reason: 'locked' });
    expect(it.replies().join('\n')).toContain('hubot');
  });

  test('ignores inputs of the workflow that would deploy another commit', async () => {
    const it = await commented({ ref: 'main', commit: OTHER_COMMIT, 'rollback-to': OTHER_COMMIT });
    expect(await it.comment('/deploy')).toMatchObject({ reason: 'rolled-out' });
    expect([...it.world.controlPlane.deployments.values()][0]).toMatchObject({
      source_revision_config: { repo_ref: 'topic' },
    });
  });
});

const edit = (repository: Repository, id: number, body: string) => {
  const comment = repository.allComments.get(id);
  if (comment === undefined) throw new Error('the comment does not exist');
  Object.assign(comment, { body, updatedAt: '2099-01-01T00:00:00Z' });
};

describe('a comment that must have no effect', () => {
  test.each(['thanks', '> /deploy', '```\n/deploy\n```', '/deploy\n/rollback', 'please /deploy'])(
    'is a comment without exactly one command: %j',
    async (body) => {
      const it = await commented();
      expect(await it.comment(body)).toMatchObject({ code: 0, reason: 'no-command', sent: 0 });
      expect(it.requests()).toEqual([]);
    },
  );

  test.each(['edited', 'deleted'])('is a comment that was %s', async (action) => {
    const it = await commented();
    expect(await it.comment('/deploy', { action })).toMatchObject({ code: 0, reason: 'no-command', sent: 0 });
  });

  test('is a comment of a bot, on an issue, or on a closed pull request', async () => {
    const it = await commented();
    const bot = await it.comment('/deploy', { author: 'helper[bot]' });
    const issue = await it.comment('/deploy', { onPullRequest: false });
    it.repository.closePullRequest(7);
    const closed = await it.comment('/deploy');
    for (const end of [bot, issue, closed]) expect(end).toMatchObject({ reason: 'no-command', sent: 0 });
    expect(it.replies()).toEqual([]);
  });

  test.each(['/deploy', '/preview', '/plan', '/rollback', '/lock "why"', '/unlock', '/status'])(
    'is %s of a stranger whom the payload reports as a member',
    async (body) => {
      const it = await commented();
      storeLock(it.repository, { locked: false });
      const refs = new Map(it.repository.refs);
      const { code, reason, sent, lines } = await it.comment(body, { author: 'mallory' });
      expect({ code, reason, sent }).toEqual({ code: 0, reason: 'command-refused', sent: 0 });
      expect(lines).toContain('mallory may not push');
      expect(it.replies()).toEqual([]);
      expect(it.repository.refs).toEqual(refs);
    },
  );

  test.each<[string, (it: Commented, id: number) => void]>([
    ['edited after the event', ({ repository }, id) => edit(repository, id, '/deploy now')],
    ['edited and edited back after the event', ({ repository }, id) => edit(repository, id, '/deploy')],
    ['deleted after the event', ({ repository }, id) => void repository.allComments.delete(id)],
    ['on a pull request that was closed after the event', ({ repository }) => repository.closePullRequest(7)],
    [
      'older than the last push',
      ({ repository }) => {
        repository.pushTime = '2099-01-01T00:00:00Z';
        push(repository);
      },
    ],
    [
      'on a head whose push GitHub has not recorded',
      ({ repository }) => {
        repository.activities.splice(0);
      },
    ],
  ])('is a comment that is %s', async (_what, change) => {
    const it = await commented();
    const end = await it.comment('/deploy', { change: (id) => change(it, id) });
    expect(end).toMatchObject({ code: 0, reason: 'command-refused', sent: 0 });
  });

  test('is a comment on a pull request from a fork', async () => {
    const it = await commented();
    const { headSha } = it.repository.pull(7);
    const body = {
      number: 7,
      state: 'open',
      labels: [],
      head: { ref: 'topic', sha: headSha, repo: { full_name: 'mallory/echo-agent' } },
      base: { ref: 'main', repo: { id: it.repository.id, full_name: it.repository.fullName } },
    };
    it.github.faults.set([{ match: { path: /pulls\/7$/ }, effect: { status: 200, body } }]);
    for (const command of ['/deploy', '/lock "why"']) {
      const { reason, sent, lines } = await it.comment(command);
      expect({ reason, sent }).toEqual({ reason: 'command-refused', sent: 0 });
      expect(lines).toContain('from a fork');
    }
  });

  test('is a command that would deploy a checkout or an image', async () => {
    const it = await commented({ 'image-uri': 'registry.example.org/agent:1', 'repo-url': '' });
    expect(await it.comment('/deploy')).toMatchObject({ reason: 'command-refused', sent: 0 });
  });
});

describe('a command that cannot be verified', () => {
  test.each<[string, FaultRule]>([
    ['the comment', { match: { path: /issues\/comments/ }, effect: { answer: 'bad-gateway' } }],
    ['the permission', { match: { path: /permission$/ }, effect: { answer: 'not-accessible' } }],
    ['the pull request', { match: { path: /pulls/ }, effect: { answer: 'not-accessible' } }],
    ['the pushes', { match: { path: /activity/ }, effect: { reset: true } }],
  ])('is not run if %s cannot be read', async (_what, rule) => {
    const it = await commented();
    it.github.faults.set([rule]);
    expect(await it.comment('/deploy')).toMatchObject({ code: 1, reason: 'command-unverified', sent: 0 });
  });

  test('is not run without a token', async () => {
    const it = await commented();
    it.world.github = undefined;
    expect(await it.comment('/unlock')).toMatchObject({ code: 1, reason: 'command-unverified' });
  });
});

test('a push between the checks and the change stops the deploy before anything is sent', async () => {
  const it = await commented();
  const before = () => void push(it.repository);
  // The checks read the pull request first, and the change reads it again.
  it.github.faults.set([{ match: { path: /pulls\/7$/ }, when: { nth: [2] }, effect: { before } }]);
  expect(await it.comment('/deploy')).toMatchObject({ code: 1, reason: 'head-moved', sent: 0 });
});

test('action: command on another event does nothing', async () => {
  const it = await onGitHub({ inputs: { action: 'command' } });
  const { code, host } = await it.world.run();
  expect([code, host.outputs['reason-code']]).toEqual([0, 'no-command']);
});
