import { describe, expect, test } from '@jest/globals';
import { holding } from '../../../harness/github/fake.ts';
import type { FaultRule } from '../../../harness/github/faults.ts';
import { onGitHub, onPullRequest, states } from './support.ts';

const READ = { contents: 'read', deployments: 'read', 'pull-requests': 'read' } as const;

async function onPull(options: Parameters<typeof onGitHub>[0] = {}) {
  const it = await onGitHub(options);
  onPullRequest(it);
  return it;
}

describe('a deploy with a token that lacks a permission', () => {
  test.each([
    ['deployments: write', { ...READ, 'pull-requests': 'write' }, { comments: 1, deployments: 0 }],
    ['pull-requests: write', { ...READ, deployments: 'write' }, { comments: 0, deployments: 1 }],
  ] as const)(
    'continues with one warning that contains the line to add: %s',
    async (line, permissions, there) => {
      for (const hidden of [false, true]) {
        const it = await onPull({ permissions, private: hidden });
        const { code, host, result } = await it.world.run();
        expect([code, result['outcome']]).toEqual([0, 'deployed']);
        expect(host.annotations.map(({ level, message }) => [level, message])).toEqual([
          ['warning', expect.stringContaining(`add \`${line}\``)],
        ]);
        expect(it.repository.comments(7)).toHaveLength(there.comments);
        expect(it.repository.deployments()).toHaveLength(there.deployments);
      }
    },
  );

  test('shows both lines to add, and repeats no request, if both permissions are missing', async () => {
    const it = await onPull({ permissions: { contents: 'read' }, private: true });
    const { host } = await it.world.run();
    expect(host.annotations).toHaveLength(2);
    expect(it.requests()).toHaveLength(2);
    expect(JSON.parse(host.state['agent-deploy'] ?? '{}')).toMatchObject({ stage: 'reported', shown: {} });
  });

  test('continues with the warning in the log if annotations are disabled', async () => {
    const it = await onPull({ permissions: READ, inputs: { annotations: 'false' } });
    const { host } = await it.world.run();
    expect(host.annotations).toEqual([]);
    expect(host.lines.join('\n')).toContain('add `deployments: write`');
  });

  test("shows the warning in addition to the failure's annotation if the deploy fails", async () => {
    const it = await onPull({ permissions: READ });
    it.world.controlPlane.nextRollout = ['BUILD_FAILED'];
    const { code, host } = await it.world.run();
    expect(code).toBe(1);
    expect(host.annotations.map(({ level }) => level).toSorted()).toEqual(['error', 'warning', 'warning']);
  });
});

describe('a deploy while GitHub responds with errors or not at all', () => {
  const everything: FaultRule['match'] = { path: /^\/repos\// };
  test.each<[string, FaultRule['effect']]>([
    ['the hourly limit is exhausted', { answer: 'primary-rate-limit' }],
    ['the secondary rate limit applies', { answer: 'secondary-rate-limit' }],
    ['the token is invalid', { answer: 'bad-credentials' }],
    ['a gateway fails', { answer: 'bad-gateway' }],
    ['GitHub closes the connection', { reset: true }],
    [
      'the pull request is locked',
      { status: 403, body: { message: 'Unable to create comment because issue is locked.' } },
    ],
    ['the response is not JSON of the API', { body: 'pong' }],
    ['nothing is found', { answer: 'not-found' }],
    ['single sign-on is required', { answer: 'saml' }],
  ])('has the same result when %s', async (_what, effect) => {
    const it = await onPull();
    it.github.faults.set([{ match: everything, effect }]);
    const { code, host, result } = await it.world.run();
    expect([code, result['outcome']]).toEqual([0, 'deployed']);
    expect(host.annotations.map(({ level }) => level)).toEqual(['warning', 'warning']);
    expect(it.requests().length).toBeLessThanOrEqual(12);
  });

  test('warns about an unreachable GitHub, but does not show the response', async () => {
    const it = await onPull();
    it.github.faults.set([{ match: everything, effect: { reset: true } }]);
    const { host } = await it.world.run();
    const messages = host.annotations.map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('did not respond'),
      expect.stringContaining('did not respond'),
    ]);
    expect(messages.join()).not.toContain('500');
  });

  // docs/security/pull-requests.md#nothing-github-answers-changes
  test('waits for GitHub only up to the time limit, and the post step sends the remaining report', async () => {
    const it = await onPull();
    it.world.githubLimits = { finishTimeoutMs: 150 };
    it.github.faults.set([{ match: everything, effect: { delay_ms: 60_000 } }]);
    const { code, host } = await it.world.run();
    expect(code).toBe(0);
    expect(host.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining('in time') },
    ]);
    expect(JSON.parse(host.state['agent-deploy'] ?? '{}')).toMatchObject({
      stage: 'reported',
      shown: {
        deployment: { environment: 'my-agent', closed: false },
        comment: { pullRequest: 7, closed: false },
        end: { kind: 'deployed', reason: 'rolled-out' },
      },
    });
  });

  test.each<[string, FaultRule['effect']]>([
    ['a bad gateway', { answer: 'bad-gateway' }],
    ['a short pause that GitHub requests', { answer: 'secondary-rate-limit', retry_after: 0 }],
    ['a lost response', { drop_answer: true }],
  ])('sends its report despite %s, and creates nothing twice', async (_what, effect) => {
    for (const nth of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const it = await onPull();
      it.github.faults.set([{ match: everything, when: { nth: [nth] }, effect }]);
      const { host } = await it.world.run();
      expect(host.annotations).toEqual([]);
      expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual(['success']);
      expect(it.repository.comments(7).map(({ body }) => body.includes('🟢'))).toEqual([true]);
    }
  });

  test('sends its report at the end if GitHub responds again by then', async () => {
    const it = await onPull();
    it.world.githubLimits = { retryDelaysMs: [] };
    it.github.faults.set([{ match: everything, when: { nth: [1, 2] }, effect: { answer: 'bad-gateway' } }]);
    const { host } = await it.world.run();
    expect(host.annotations).toEqual([]);
    expect(it.repository.deployments().map((item) => states(item).at(-1))).toEqual(['success']);
    expect(it.repository.comments(7)).toHaveLength(1);
  });
});

test('a GitHub Enterprise Server gets the same requests and links as github.com', async () => {
  const it = await onPull({ enterprise: true });
  const { host } = await it.world.run();
  expect(host.annotations).toEqual([]);
  const [deployment] = it.repository.deployments();
  expect(deployment?.statuses.at(-1)?.logUrl?.startsWith(`${it.github.serverUrl}/octo-org/`)).toBe(true);
  expect(it.repository.comments(7)[0]?.body).toContain(`${it.github.serverUrl}/octo-org/echo-agent/commit/`);
});

// docs/security/pull-requests.md#what-deployment-holds-secrets
test('the secrets of a deployment reach GitHub only as asterisks', async () => {
  const secret = 'build-secret-77120';
  const it = await onPull({ inputs: { 'comment-logs': 'true', secrets: `TOKEN=${secret}` } });
  it.world.controlPlane.nextRollout = ['BUILD_FAILED'];
  it.world.controlPlane.statusMessage = `could not use ${secret}`;
  it.world.controlPlane.logs = {
    build: [{ at: null, message: `${'.'.repeat(30)} ${secret} ${'.'.repeat(30)}`, level: null }],
  };
  await it.world.run();
  expect(it.repository.comments(7)[0]?.body).toContain('***');
  expect(holding(it.github.journal, [secret])).toEqual([]);
});
