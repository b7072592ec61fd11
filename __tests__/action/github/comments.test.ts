import { describe, expect, test } from '@jest/globals';
import { VERIFY_ACTION } from '../../../src/action/main.ts';
import { encodeSection, parseSections } from '../../../src/action/report/sections.ts';
import { AGENT_URL, API_KEY } from '../support/scenario.ts';
import { onGitHub, onPullRequest, PERMISSIONS, RUN_ID } from './support.ts';

const MARK = '<!-- agent-deploy:agents -->';
const ofBot = ({ author }: { author: string }) => author === 'github-actions[bot]';

async function onPull(options: Parameters<typeof onGitHub>[0] = {}) {
  const it = await onGitHub({ ...options, inputs: { 'github-deployment': 'false', ...options.inputs } });
  onPullRequest(it);
  return it;
}

describe('the comment of a run on its pull request', () => {
  test('is created at the start and updated at the end, and contains everything a reviewer needs', async () => {
    const it = await onPull();
    const { host } = await it.world.run();
    const [comment, ...others] = it.repository.comments(7);
    expect(others).toEqual([]);
    expect(host.outputs['comment-id']).toBe(String(comment?.id));
    const head = it.repository.head('topic-7');
    const body = comment?.body ?? '';
    expect(body.startsWith(`${MARK}\n### 🟢 my-agent is deployed`)).toBe(true);
    expect(body).toContain('<https://my-agent.example.org/>');
    expect(body).toContain(
      `[\`${head.slice(0, 7)}\`](https://github.com/octo-org/echo-agent/commit/${head})`,
    );
    expect(body).toContain(
      'https://github.com/octo-org/agent-deploy/blob/v1/docs/troubleshooting/success.md#rolled-out',
    );
    expect(body).toContain(`/actions/runs/${RUN_ID}/attempts/1`);
    expect(body).toMatch(/\| phases \| .*deploying \d/);
    expect(it.requests()).toEqual([
      'GET /issues/7/comments',
      'POST /issues/7/comments',
      'GET /issues/7/comments',
      `PATCH /issues/comments/${comment?.id}`,
    ]);
    const made = it.github.journal.find(({ method }) => method === 'POST');
    expect(JSON.stringify(made?.request)).toContain('🔵 my-agent is being deployed');
  });

  test('is updated by the next run with two requests', async () => {
    const it = await onPull();
    await it.world.run();
    onPullRequest(it, 7, 'synchronize');
    it.world.inputs['force'] = 'true';
    it.requests();
    await it.world.run();
    expect(it.repository.comments(7)).toHaveLength(1);
    expect(it.requests()).toHaveLength(2);
  });

  test('is read once more if other agents of the repository might write it at the same time', async () => {
    const it = await onPull({ inputs: { paths: '**' } });
    await it.world.run();
    expect(it.requests().slice(-2)).toEqual([
      `PATCH /issues/comments/${it.repository.comments(7)[0]?.id}`,
      'GET /issues/7/comments',
    ]);
  });

  // docs/security/pull-requests.md#our-comment-known-mark
  test("is found beyond the first page, and another user's comment with the same mark stays unchanged", async () => {
    const it = await onPull();
    const stranger = it.repository.addComment(7, `${MARK}\nMine!`, 'mallory');
    for (let index = 0; index < 120; index += 1) it.repository.addComment(7, `Comment ${index}`);
    await it.world.run();
    it.world.inputs['force'] = 'true';
    await it.world.run();
    expect(it.repository.comments(7).filter(ofBot)).toHaveLength(1);
    expect(it.repository.comments(7).find(({ id }) => id === stranger.id)?.body).toBe(`${MARK}\nMine!`);
  });

  // docs/security/pull-requests.md#our-comment-known-mark
  test.each([
    ['responds', true],
    ['does not respond', false],
  ])(
    "is not mistaken for another bot's comment with the same mark if GitHub %s to the request for the token's owner",
    async (_how, isAnswered) => {
      const it = await onPull();
      await it.useToken({
        kind: 'app',
        login: 'our-deployer[bot]',
        repository: it.repository.fullName,
        permissions: PERMISSIONS,
      });
      if (!isAnswered)
        it.github.faults.set([
          { match: { method: 'POST', path: /graphql/ }, effect: { answer: 'bad-gateway' } },
        ]);
      const other = it.repository.addComment(7, `${MARK}\nMine!`, 'other-app[bot]');
      const { host } = await it.world.run();
      expect(it.repository.comments(7).find(({ id }) => id === other.id)?.body).toBe(`${MARK}\nMine!`);
      expect(it.repository.comments(7)).toHaveLength(isAnswered ? 2 : 1);
      const warnings = host.annotations.filter(({ level }) => level === 'warning');
      expect(warnings.map(({ message }) => message)).toEqual(
        isAnswered ? [] : [expect.stringContaining('502')],
      );
    },
  );

  test('is not confused with a comment that quotes its mark', async () => {
    const it = await onPull();
    it.repository.addComment(7, `> ${MARK}\nSee above.`, 'github-actions[bot]');
    await it.world.run();
    expect(it.repository.comments(7)).toHaveLength(2);
  });

  test('is recognized by its author, to whom the current token belongs', async () => {
    const it = await onPull();
    await it.useToken({
      kind: 'fine-grained',
      login: 'deploy-user',
      repository: it.repository.fullName,
      permissions: PERMISSIONS,
    });
    it.repository.addComment(7, `${MARK}\nMine!`, 'mallory');
    await it.world.run();
    it.world.inputs['force'] = 'true';
    await it.world.run();
    const authors = it.repository.comments(7).map(({ author }) => author);
    expect(authors).toEqual(['mallory', 'deploy-user']);
  });

  test('is found again by a run with the token of a GitHub App', async () => {
    const it = await onPull();
    await it.useToken({
      kind: 'app',
      login: 'our-deployer[bot]',
      repository: it.repository.fullName,
      permissions: PERMISSIONS,
    });
    await it.world.run();
    it.world.inputs['force'] = 'true';
    await it.world.run();
    expect(it.repository.comments(7)).toHaveLength(1);
  });

  test('is separate for each key, and shared by all agents with the same key', async () => {
    const it = await onPull();
    await it.world.run();
    it.world.inputs['deployment-name'] = 'other-agent';
    await it.world.run();
    expect(it.repository.comments(7)).toHaveLength(1);
    Object.assign(it.world.inputs, { 'comment-key': 'others', force: 'true' });
    await it.world.run();
    expect(it.repository.comments(7).map(({ body }) => body.split('\n', 1)[0])).toEqual([
      MARK,
      '<!-- agent-deploy:others -->',
    ]);
  });

  test('exists only once even after two simultaneous runs', async () => {
    const one = await onPull();
    const body = `${MARK}\n### their words`;
    // GitHub receives the other run's comment while this run's comment is being created.
    one.github.faults.set([{ match: { method: 'POST', path: /\/comments$/ }, effect: { delay_ms: 60 } }]);
    const running = one.world.run();
    while (one.github.journal.length === 0) await new Promise(setImmediate);
    const theirs = one.repository.addComment(7, body, 'github-actions[bot]');
    await running;
    expect(one.repository.comments(7).map(({ id }) => id)).toEqual([theirs.id]);
    expect(theirs.body).toContain('deployed');
  });

  test('is created again if it was deleted during the run', async () => {
    const it = await onPull();
    it.world.clock.at(1, () => {
      const [comment] = it.repository.comments(7);
      if (comment)
        it.github.faults.set([
          { match: { method: 'PATCH' }, when: { nth: [1] }, effect: { answer: 'not-found' } },
        ]);
    });
    it.world.controlPlane.nextRollout = ['BUILDING', 'BUILDING', 'DEPLOYED'];
    await it.world.run();
    expect(it.repository.comments(7).at(-1)?.body).toContain('deployed');
  });
});

describe('a run without a comment', () => {
  test.each([
    ['if the input comment is false', { comment: 'false' }],
    ['in a dry run', { 'dry-run': 'true' }],
  ])('writes no comment on the pull request %s', async (_why, inputs) => {
    const it = await onPull({ inputs });
    await it.world.run();
    expect(it.requests()).toEqual([]);
  });

  test('writes no comment if the run belongs to no pull request', async () => {
    const it = await onGitHub({ inputs: { 'github-deployment': 'false' } });
    await it.world.run();
    expect(it.requests()).toEqual([]);
  });

  test('writes no comment if nothing differs and no comment exists yet', async () => {
    const it = await onPull({ inputs: { comment: 'false' } });
    await it.world.run();
    it.world.inputs['comment'] = 'true';
    await it.world.run();
    expect(it.requests()).toEqual(['GET /issues/7/comments']);
    expect(it.repository.comments(7)).toEqual([]);
  });
});

describe('checks of the live agent in a comment', () => {
  const inputs = {
    verify: '- {name: greets, input: 1, expect: {state: {mood: good}}}\n- {name: stays, input: 2}',
  };

  test('are counted, and failed checks are named without the expected and actual values', async () => {
    const it = await onPull({ inputs });
    it.world.agent.values = { mood: 'bad-mood-of-a-user' };
    const { host } = await it.world.run();
    const body = it.repository.comments(7)[0]?.body ?? '';
    expect(body).toContain('🔴 my-agent does not answer as expected');
    // The alert contains the number of checks, so the line about the deployment does not repeat it.
    const [visible = ''] = body.split('<!-- agent-deploy section');
    expect(visible.match(/1 of 2 checks passed/g)).toHaveLength(1);
    expect(body).toContain('> Checked my-agent: 1 of 2 checks passed.');
    expect(body).toContain('Failed: greets.');
    expect(body).not.toContain('mood');
    expect(host.lines.join()).toContain('expected "good", got "bad-mood-of-a-user"');
    it.world.agent.values = { mood: 'good' };
    await it.world.run();
    expect(it.repository.comments(7)[0]?.body).toContain(' · 2 of 2 checks passed');
  });
});

describe('a failed run in a comment', () => {
  /** Section of another agent, as a build might print it. */
  const FORGED = encodeSection({
    agent: 'forged-agent',
    version: { startedAt: 9e14, run: 1, attempt: 1, step: 2 },
    kind: 'deployed',
    reason: 'rolled-out',
    isPreview: true,
    ids: [],
  });
  const log = ['build started', '```', '@octo-org/all-users look', MARK, FORGED, '</details>'];
  async function failing(inputs: Record<string, string>, lines = log) {
    const it = await onPull({ inputs });
    it.world.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    it.world.controlPlane.logs = {
      build: lines.map((message) => ({ at: null, message, level: null })),
    };
    await it.world.run();
    return it.repository.comments(7)[0]?.body ?? '';
  }

  // docs/security/pull-requests.md#end-failing-log-comment
  test('is shown with the reason and a link, but without the log', async () => {
    const body = await failing({});
    expect(body).toContain('🔴 my-agent could not be built\n\n> [!CAUTION]\n> ');
    expect(body).toContain('troubleshooting/rollout.md#build-failed');
    expect(body).not.toContain('all-users');
  });

  // docs/security/pull-requests.md#there-block-text-nothing
  test('is shown with the last lines of the log as inert text if an input requests them', async () => {
    const body = await failing({ 'comment-logs': 'true' });
    expect(body).toContain('````text\n');
    expect(body).toContain('@octo-org/all-users');
    expect(body.split('agent-deploy:agents -->')).toHaveLength(3);
    // Only the mark and the agent's own section are hidden.
    expect(body.match(/<!--/g)).toHaveLength(2);
    expect(parseSections(body).known.map(({ agent }) => agent)).toEqual(['my-agent']);
  });

  test('fits into the comment even with a long log', async () => {
    const body = await failing(
      { 'comment-logs': 'true', 'log-lines': '1000' },
      Array.from({ length: 1000 }, (_, at) => `${at} ${'x'.repeat(500)}`),
    );
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain('999 xxx');
    expect(body).toContain('</details>');
  });
});

describe('the comment of the verify action', () => {
  const check = (content: string) =>
    `cases:\n  - {name: greets, message: hi, expect: {last-message: "${content}"}}`;
  async function onVerify(inputs: Record<string, string>, permissions?: Parameters<typeof onGitHub>[0]) {
    const it = await onPull(permissions);
    const token = it.world.inputs['github-token'] ?? '';
    it.world.program = VERIFY_ACTION;
    it.world.inputs = {
      'api-key': API_KEY,
      'deployment-url': AGENT_URL,
      'github-token': token,
      ...inputs,
    };
    it.world.agent.values = { messages: [{ type: 'ai', content: 'hello' }] };
    return it;
  }

  test('contains the result of the gate, and is updated by the next run', async () => {
    const it = await onVerify({ cases: check('hello'), seed: 'any' });
    await it.world.run();
    const bodies = () => it.repository.comments(7).map(({ body }) => body);
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatch(/^<!-- agent-deploy:agents -->\n### 🟢 .* is ready and answers as expected/);
    it.world.inputs['cases'] = check('goodbye');
    await it.world.run();
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatch(/### 🔴 .* works, but does not answer as expected/);
  });

  test('replaces the comment of the deploy step for the same deployment', async () => {
    const it = await onVerify({});
    it.world.controlPlane.add({ name: 'my-agent', url: AGENT_URL });
    delete it.world.inputs['deployment-url'];
    Object.assign(it.world.inputs, { 'deployment-name': 'my-agent', cases: check('hello'), seed: 'any' });
    const deployed = it.repository.addComment(7, `${MARK}\nThe preview is ready`, 'github-actions[bot]');
    await it.world.run();
    expect(it.repository.comments(7).map(({ id }) => id)).toEqual([deployed.id]);
    expect(it.repository.comments(7)[0]?.body).toContain('answers as expected');
  });

  test('does not exist without the gate, with `comment: false`, or for an event without a pull request', async () => {
    const plain = await onVerify({ cases: check('hello') });
    await plain.world.run();
    const disabled = await onVerify({ cases: check('hello'), seed: 'any', comment: 'false' });
    await disabled.world.run();
    const pushed = await onVerify({ cases: check('hello'), seed: 'any' });
    pushed.of(pushed.repository.events.push(pushed.repository.setFiles('main', { 'b.ts': 'x' })));
    await pushed.world.run();
    for (const it of [plain, disabled, pushed]) expect(it.repository.comments(7)).toEqual([]);
  });

  test('is replaced by one warning with the missing permission if the token cannot write the comment', async () => {
    const it = await onVerify(
      { cases: check('hello'), seed: 'any' },
      { permissions: { ...PERMISSIONS, 'pull-requests': 'read' } },
    );
    const { code, host } = await it.world.run();
    expect(code).toBe(0);
    expect(host.annotations.map(({ message }) => message).join()).toContain('`pull-requests: write`');
  });
});
