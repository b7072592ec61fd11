import { describe, expect, test } from '@jest/globals';
import { commentMark } from '../../../src/action/report/comment.ts';
import { encodeSection } from '../../../src/action/report/sections.ts';
import { apiError } from '../support/control-plane.ts';
import { agentError, createFakeAgent } from '../support/agent.ts';
import { createPreviewScenario, markerOf, runToEnd } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MARK = '<!-- agent-deploy:idle-notice -->';

/** Creates nightly sweeps with `preview-idle: 3d`, and previews of open pull requests without activity for four days. */
async function quiet(numbers: readonly number[] = [7], inputs: Record<string, string> = {}) {
  const scenario = createPreviewScenario({
    action: 'sweep',
    'preview-idle': '3d',
    'github-token': 'ghs_token',
    ...inputs,
  });
  scenario.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
  scenario.gh.pulls.clear();
  for (const number of numbers) {
    scenario.gh.open(number);
    const name = `agents-pr-${number}`;
    scenario.controlPlane.add(
      { name, secrets: [markerOf(number)], url: `https://${name}.example.org` },
      'a'.repeat(40),
    );
  }
  await scenario.clock.sleep(4 * DAY);
  const names = () => [...scenario.controlPlane.deployments.values()].map(({ name }) => name).toSorted();
  const notices = () => scenario.gh.comments.filter(({ body }) => body.startsWith(MARK));
  return {
    ...scenario,
    scenario,
    names,
    notices,
    /** Runs the next sweep after some time, by default a day, and returns its reason code. */
    async next(ms = DAY): Promise<string | undefined> {
      await scenario.clock.sleep(ms);
      return (await runToEnd(scenario))[1];
    },
  };
}

describe('a sweep with preview-idle', () => {
  test('announces an inactive preview in a comment, and deletes the preview in the next sweep', async () => {
    const { names, notices, next, scenario } = await quiet();
    expect(await next(0)).toBe('idle-announced');
    expect(names()).toEqual(['agents-pr-7']);
    expect(notices()).toHaveLength(1);
    expect(notices()[0]?.body).toMatch(
      /`agents-pr-7` will be deleted[\s\S]*longer than 3d 0h[\s\S]*`keep-preview`/,
    );
    expect(await next()).toBe('swept');
    expect(names()).toEqual([]);
    expect(notices()[0]?.body).toMatch(/`agents-pr-7` was deleted[\s\S]*push a commit/);
    expect(notices()[0]?.body).not.toContain('idle-notice v1');
    expect(scenario.agent.urls).toContain('https://agents-pr-7.example.org');
  });

  test('treats the previews of commits separately, and reports the deletion in the comment after the last', async () => {
    const { names, notices, next, scenario } = await quiet([]);
    scenario.gh.open(7);
    for (const commit of ['aaaaaaa', 'bbbbbbb']) {
      scenario.controlPlane.add({ name: `agents-pr-7-${commit}`, secrets: [markerOf(7)] }, 'a'.repeat(40));
    }
    const section = encodeSection({
      agent: 'agents-pr-7',
      version: { startedAt: 0, run: 1, attempt: 1, step: 2 },
      kind: 'deployed',
      reason: 'rolled-out',
      isPreview: true,
      ids: [],
    });
    const comment = scenario.gh.comment(
      7,
      `${commentMark('agents')}\n### The preview is ready\n\n${section}`,
      'github-actions[bot]',
    );
    expect(await next(4 * DAY)).toBe('idle-announced');
    expect(notices()).toHaveLength(2);
    const active = createFakeAgent();
    active.lastThreadAt = scenario.clock.now();
    scenario.otherAgents.set('https://agents-pr-7-bbbbbbb.example.org', active);
    expect([await next(), names()]).toEqual(['swept', ['agents-pr-7-bbbbbbb']]);
    expect(comment.body).toContain('The preview is ready');
    expect(await next(4 * DAY)).toBe('idle-announced');
    expect([await next(), names()]).toEqual(['swept', []]);
    expect(comment.body).toContain('The preview was deleted');
  });

  test('changes nothing without preview-idle or in a dry run', async () => {
    const { names, notices, next, scenario } = await quiet([7], { 'dry-run': 'true' });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('dry-run');
    expect(JSON.parse(host.outputs['swept'] ?? '')).toMatchObject({
      previews: [{ why: 'idle', did: 'would-announce' }],
    });
    delete scenario.inputs['preview-idle'];
    expect(await next()).toBe('nothing-to-sweep');
    expect([names(), notices()]).toEqual([['agents-pr-7'], []]);
  });

  test('does not announce the deletion of a preview with a recent update of its pull request, revision or thread', async () => {
    for (const act of ['pull request', 'revision', 'thread'] as const) {
      const { next, notices, scenario } = await quiet();
      const now = scenario.clock.now();
      if (act === 'pull request') scenario.gh.comment(7, 'I still look at it.');
      if (act === 'revision')
        scenario.controlPlane.addRevision(scenario.named('agents-pr-7')?.id ?? '', ['DEPLOYED']);
      if (act === 'thread') scenario.agent.lastThreadAt = now - DAY;
      expect([act, await next(0), notices()]).toEqual([act, 'nothing-to-sweep', []]);
    }
  });

  test('keeps a preview with activity after the notice, removes the notice, and needs a new notice later', async () => {
    for (const act of ['comment', 'push', 'thread', 'label', 'revision'] as const) {
      const { next, names, notices, scenario } = await quiet();
      await next(0);
      const [first] = notices();
      await scenario.clock.sleep(HOUR);
      const pull = scenario.gh.pulls.get(7);
      if (act === 'comment') scenario.gh.comment(7, 'Please keep it.');
      if (act === 'push' && pull)
        Object.assign(pull, { commit: 'f'.repeat(40), updatedAt: scenario.clock.now() });
      if (act === 'thread') scenario.agent.lastThreadAt = scenario.clock.now();
      if (act === 'label') pull?.labels.push('Keep-Preview');
      if (act === 'revision')
        scenario.controlPlane.addRevision(scenario.named('agents-pr-7')?.id ?? '', ['DEPLOYED']);
      expect([act, await next(), names()]).toEqual([act, 'nothing-to-sweep', ['agents-pr-7']]);
      expect([act, notices()]).toEqual([act, []]);
      if (pull) pull.labels = [];
      expect([act, await next(5 * DAY), names()]).toEqual([act, 'idle-announced', ['agents-pr-7']]);
      expect([act, notices().length, notices()[0]?.id === first?.id]).toEqual([act, 1, false]);
    }
  });

  test('counts a push in the second after the notice as activity', async () => {
    const { next, names, scenario } = await quiet();
    await next(0);
    await scenario.clock.sleep(1_000);
    const pull = scenario.gh.pulls.get(7);
    if (pull) Object.assign(pull, { commit: 'f'.repeat(40), updatedAt: scenario.clock.now() });
    expect([await next(), names()]).toEqual(['nothing-to-sweep', ['agents-pr-7']]);
  });

  test('deletes nothing in a second sweep soon after the notice or at the same time', async () => {
    const { next, names, notices, scenario } = await quiet();
    await next(0);
    expect([await next(HOUR), names()]).toEqual(['nothing-to-sweep', ['agents-pr-7']]);
    const again = await quiet();
    await Promise.all([again.scenario.run(), again.scenario.run()]);
    expect([again.names(), again.notices().length]).toEqual([['agents-pr-7'], 1]);
    expect(notices()).toHaveLength(1);
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#idle-notice-trusted
  test.each([
    ['a stranger wrote the notice', 'stranger'],
    ['a user changed the comment', 'edited'],
    ['the notice belongs to an earlier preview with the same name', 'other-preview'],
    ['the notice belongs to another pull request', 'other-pull-request'],
    ['the notice has a later version', 'version'],
    ['the notice is quoted below other text', 'quoted'],
  ])('announces the deletion anew instead of deleting the preview if %s', async (_what, how) => {
    const { next, names, notices, scenario } = await quiet([7, 8]);
    scenario.controlPlane.deployments.delete(scenario.named('agents-pr-8')?.id ?? '');
    await next(0);
    const [notice] = notices();
    if (notice === undefined) throw new Error('the sweep wrote no notice');
    const { body } = notice;
    await scenario.clock.sleep(4 * DAY);
    if (how === 'edited') scenario.gh.edit(notice, body.replace(/"pullRequestAt":\d+/, '"pullRequestAt":1'));
    else scenario.gh.comments.splice(0);
    if (how === 'stranger') scenario.gh.comment(7, body, 'mallory');
    if (how === 'other-preview') {
      const other = body.replace(/"preview":"[^"]+"/, '"preview":"20000000-0000-4000-8000-000000000001"');
      scenario.gh.comment(7, other, 'github-actions[bot]');
    }
    if (how === 'other-pull-request') scenario.gh.comment(8, body, 'github-actions[bot]');
    if (how === 'version') scenario.gh.comment(7, body.replace(' v1 ', ' v2 '), 'github-actions[bot]');
    if (how === 'quoted') scenario.gh.comment(7, `> no\n${body}`, 'github-actions[bot]');
    expect([await next(4 * DAY), names()]).toEqual(['idle-announced', ['agents-pr-7']]);
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#idle-in-doubt
  test('keeps a preview whose threads or revisions cannot be read, and fails', async () => {
    const errors = [
      agentError('network'),
      agentError('http', 404),
      agentError('http', 403),
      agentError('malformed', 200),
    ];
    for (const error of errors) {
      const { next, names, scenario } = await quiet();
      await next(0);
      scenario.agent.fail('lastThreadUpdate', error, 9);
      expect([await next(), names()]).toEqual(['sweep-incomplete', ['agents-pr-7']]);
    }
    const { next, names, scenario } = await quiet();
    scenario.controlPlane.fail('listRevisions', apiError('http', 500), { times: 9 });
    expect([await next(0), names()]).toEqual(['sweep-incomplete', ['agents-pr-7']]);
  });

  // docs/security/pull-requests.md#idle-forks-key
  test('does not send the API key to the preview of a fork, and keeps the preview', async () => {
    for (const headRepository of ['mallory/agents', null]) {
      const { next, names, notices, scenario } = await quiet();
      const pull = scenario.gh.pulls.get(7);
      if (pull) pull.headRepository = headRepository;
      expect([await next(0), await next(), names(), notices()]).toEqual([
        'nothing-to-sweep',
        'nothing-to-sweep',
        ['agents-pr-7'],
        [],
      ]);
      expect(scenario.agent.urls).toEqual([]);
      const { host } = await scenario.run();
      expect(host.lines.join('\n')).toMatch(/agents-pr-7 is the preview of a fork.*`preview-ttl`/);
    }
  });

  test('evaluates a preview that never had an active revision without its threads', async () => {
    const { next, names, scenario } = await quiet();
    const found = scenario.named('agents-pr-7');
    if (found) Object.assign(found, { active_revision_id: null, url: null });
    expect([await next(0), await next(), names()]).toEqual(['idle-announced', 'swept', []]);
    expect(scenario.agent.calls).toEqual([]);
  });

  test('does not count the notice about one preview as activity of another preview of the pull request', async () => {
    const { next, names, notices, scenario } = await quiet();
    scenario.controlPlane.add({
      name: 'other-pr-7',
      secrets: [markerOf(7)],
      created_at: new Date(scenario.clock.now() - 5 * DAY).toISOString(),
    });
    expect(await next(0)).toBe('idle-announced');
    expect(notices()).toHaveLength(2);
    expect([await next(), names()]).toEqual(['swept', []]);
  });

  test('announces and deletes no more previews than its limit', async () => {
    const { next, names, notices } = await quiet([7, 8, 9], { 'sweep-limit': '2' });
    expect([await next(0), notices().length]).toEqual(['idle-announced', 2]);
    expect([await next(), names(), notices().length]).toEqual(['swept', ['agents-pr-9'], 3]);
  });

  test('deletes nothing and fails with the permission if it cannot write the notice', async () => {
    const { next, names, scenario } = await quiet();
    scenario.gh.refuseComments(403);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'sweep-incomplete']);
    expect(host.lines.join('\n')).toContain('Add `pull-requests: write`');
    expect([await next(), names()]).toEqual(['sweep-incomplete', ['agents-pr-7']]);
  });

  test('does not report an internal error during the deletion as a failure of GitHub', async () => {
    const { next, names, scenario } = await quiet();
    await next(0);
    scenario.controlPlane.client.deleteDeployment = async () => {
      throw new Error('an internal error');
    };
    expect([await next(), names()]).toEqual(['internal-error', ['agents-pr-7']]);
  });

  test('reports the deletion even if it cannot update the notice afterwards', async () => {
    const { next, names, scenario } = await quiet();
    await next(0);
    scenario.gh.refuseComments(403);
    expect([await next(), names()]).toEqual(['swept', []]);
  });

  test('does not delete a preview whose pull request changes between the decision and the deletion', async () => {
    const { next, names, scenario } = await quiet();
    await next(0);
    const asked = scenario.gh.asked.length;
    scenario.gh.before(asked + 2, () => void scenario.gh.pulls.get(7)?.labels.push('keep-preview'));
    expect([await next(), names()]).toEqual(['nothing-to-sweep', ['agents-pr-7']]);
  });

  test('treats activity in the future as activity, because clocks differ', async () => {
    const { next, names, scenario } = await quiet();
    scenario.agent.lastThreadAt = scenario.clock.now() + 9 * DAY;
    expect([await next(0), names()]).toEqual(['nothing-to-sweep', ['agents-pr-7']]);
  });
});
