import { describe, expect, test } from '@jest/globals';
import { apiError } from '../support/control-plane.ts';
import { REBUILD_MARKER } from '../../../src/action/inputs/secrets.ts';
import { markText } from '../../../src/action/rebuild/throw-away.ts';
import { createPreviewScenario, markerOf } from './support.ts';

const DAY = 24 * 60 * 60_000;

/** Creates a nightly sweep, with previews of these closed and open pull requests. */
function night(closed: readonly number[], open: readonly number[] = [], inputs: Record<string, string> = {}) {
  const scenario = createPreviewScenario({ action: 'sweep', ...inputs });
  scenario.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
  scenario.gh.pulls.clear();
  for (const number of [...closed, ...open]) {
    scenario.gh.open(number, { state: closed.includes(number) ? 'closed' : 'open' });
    scenario.controlPlane.add({ name: `agents-pr-${number}`, secrets: [markerOf(number)] }, 'a'.repeat(40));
  }
  const names = () => [...scenario.controlPlane.deployments.values()].map(({ name }) => name).toSorted();
  const swept = (outputs: Record<string, string>): Record<string, string>[] =>
    (JSON.parse(outputs['swept'] || '{"previews":[]}') as { previews: Record<string, string>[] }).previews;
  return { ...scenario, world: scenario, names, swept };
}

describe('a sweep of previews', () => {
  // docs/security/pull-requests.md#sweep-deletes-previews-closed
  test('deletes only previews of closed pull requests', async () => {
    const { world: scenario, names, swept } = night([7, 9], [8]);
    scenario.controlPlane.add({ name: 'my-agent' });
    scenario.controlPlane.add({ name: 'agents-pr-10' });
    scenario.controlPlane.add({ name: 'others-pr-7', secrets: [markerOf(7, 'acme/others')] });
    scenario.controlPlane.add({ name: 'my-agent-copied', secrets: [markerOf(7)] });
    const { code, host } = await scenario.run();
    expect([code, host.outputs]).toMatchObject([0, { outcome: 'torn-down', 'reason-code': 'swept' }]);
    expect(names()).toEqual(['agents-pr-10', 'agents-pr-8', 'my-agent', 'my-agent-copied', 'others-pr-7']);
    expect(swept(host.outputs)).toMatchObject([
      { name: 'agents-pr-7', of: 'acme/agents#7', why: 'pull-request-closed', did: 'deleted' },
      { name: 'agents-pr-9', did: 'deleted' },
    ]);
  });

  // docs/security/pull-requests.md#takes-only-names-preview
  test('does not delete production, even if it has a copied marker and its name contains the number', async () => {
    const { world: scenario, names, swept } = night([7]);
    for (const name of ['agents-v7', 'agents-7', 'v7-pr', 'pr-7-agents']) {
      scenario.controlPlane.add({ name, secrets: [markerOf(7)] });
    }
    for (const force of ['false', 'true']) {
      scenario.inputs['force'] = force;
      const { host } = await scenario.run();
      expect(host.lines.join('\n')).toMatch(/agents-v7 .*preview-name-template/);
      expect(swept(host.outputs).map(({ name }) => name)).not.toContain('agents-v7');
    }
    expect(names()).toEqual(['agents-7', 'agents-v7', 'pr-7-agents', 'v7-pr']);
  });

  test.each([
    [
      'with the default template, of any agent',
      {},
      ['one-pr-7', 'agents-pr-7', 'long-7-x0a1b2c3d'],
      ['agents-v7'],
    ],
    [
      'with a custom template',
      { 'preview-name-template': 'v{number}' },
      ['v7', 'agents-pr-7'],
      ['agents-v7', 'v77'],
    ],
    [
      'with a template that contains the branch',
      { 'preview-name-template': '{branch}-{number}' },
      ['topic-7-7'],
      ['other-7'],
    ],
    [
      'with a template that contains any agent',
      { 'preview-name-template': '{name}-at-{number}' },
      ['a-at-7'],
      ['a-at-7-b'],
    ],
    [
      'with a template that contains this agent',
      { 'preview-name-template': '{name}-at-{number}', 'deployment-name': 'a' },
      ['a-at-7'],
      ['b-at-7'],
    ],
  ])(
    'deletes a deployment only if the template yields its name for the pull request: %s',
    async (_what, inputs, taken, left) => {
      const { world: scenario, names } = night([7], [], inputs);
      scenario.controlPlane.deployments.clear();
      for (const name of [...taken, ...left]) scenario.controlPlane.add({ name, secrets: [markerOf(7)] });
      await scenario.run();
      expect(names()).toEqual(left.toSorted());
    },
  );

  // docs/security/pull-requests.md#sweep-does-same
  test.each(['false', 'true'])(
    'does not delete a deployment that is visibly built from another repository (force: %s)',
    async (force) => {
      const { world: scenario, names } = night([7], [], { force });
      const built = (name: string, repo_url: string, hidden: boolean) =>
        scenario.controlPlane.add({
          name,
          source: 'git_host',
          source_config: { repo_url },
          secrets: [{ ...markerOf(7), value: hidden ? '' : markerOf(7).value }],
        });
      for (const hidden of [false, true]) {
        built('agents-pr-7', 'https://github.com/acme/others', hidden);
        built('agents-pr-7', 'https://gitlab.example.org/acme/agents', hidden);
      }
      await scenario.run();
      expect(names().filter((name) => name === 'agents-pr-7')).toHaveLength(4);
      scenario.inputs['repo-url'] = 'https://github.com/Acme/others.git';
      await scenario.run();
      expect(names().filter((name) => name === 'agents-pr-7')).toHaveLength(force === 'true' ? 2 : 3);
    },
  );

  test('reports that it found nothing to delete', async () => {
    const { world: scenario } = night([], [8]);
    expect((await scenario.run()).host.outputs).toMatchObject({
      outcome: 'unchanged',
      'reason-code': 'nothing-to-sweep',
    });
  });

  test('lists in a dry run the previews that it would delete', async () => {
    const { world: scenario, names, swept } = night([7], [], { 'dry-run': 'true' });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('planned');
    expect(host.lines).toContain('agents-pr-7  acme/agents#7  its pull request is closed  would be deleted');
    expect(swept(host.outputs)).toMatchObject([{ did: 'would-delete' }]);
    expect(names()).toEqual(['agents-pr-7']);
  });

  test('deletes no more previews than its limit', async () => {
    const { world: scenario, names, swept } = night([7, 8, 9], [], { 'sweep-limit': '2' });
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code'], names()]).toEqual([0, 'swept', ['agents-pr-9']]);
    expect(swept(host.outputs).map(({ did }) => did)).toEqual(['deleted', 'deleted', 'left']);
  });

  test('deletes old previews by the age of their last revision, but only if preview-ttl is set', async () => {
    const { world: scenario, names } = night([], [7, 8]);
    await scenario.clock.sleep(15 * DAY);
    const { id = '' } = scenario.named('agents-pr-8') ?? {};
    scenario.controlPlane.addRevision(id, ['DEPLOYED']);
    expect((await scenario.run()).host.outputs['reason-code']).toBe('nothing-to-sweep');
    scenario.inputs['preview-ttl'] = '14d';
    expect((await scenario.run()).host.outputs['reason-code']).toBe('swept');
    expect(names()).toEqual(['agents-pr-8']);
  });

  // docs/security/pull-requests.md#what-cannot-judged-left
  test('fails without deleting a preview if its pull request is unknown', async () => {
    const { world: scenario, names, swept } = night([7], [8]);
    scenario.gh.pulls.delete(7);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'sweep-incomplete']);
    expect(swept(host.outputs)).toMatchObject([{ why: 'unknown', did: 'left' }]);
    expect(names()).toHaveLength(2);
  });

  // docs/security/pull-requests.md#answer-github-about-another
  test.each([{ number: 7 }, { repository: 'acme/others' }])(
    'does not delete a preview if GitHub responds with another pull request (%j)',
    async (other) => {
      const { world: scenario, names } = night(
        other.number === undefined ? [8] : [7],
        other.number === undefined ? [] : [8],
      );
      scenario.controlPlane.deployments.clear();
      scenario.controlPlane.add({ name: 'agents-pr-8', secrets: [markerOf(8)] });
      scenario.gh.mixedUp.set(8, other);
      const { code, host } = await scenario.run();
      expect([code, host.outputs['reason-code']]).toEqual([1, 'sweep-incomplete']);
      expect(host.lines.join('\n')).toMatch(
        /GitHub returned acme\/(agents#7|others#8) when .*#8 was requested/,
      );
      expect(names()).toEqual(['agents-pr-8']);
    },
  );

  test.each([403, 503])('sends no more requests if GitHub responds with status %i', async (status) => {
    const { world: scenario, names } = night([7, 8, 9]);
    scenario.gh.fail(status, 99);
    expect((await scenario.run()).host.outputs['reason-code']).toBe('sweep-incomplete');
    expect(new Set(scenario.gh.asked)).toEqual(new Set([7]));
    expect(names()).toHaveLength(3);
  });

  test('requires a GitHub token, with a message that names the permission', async () => {
    const { world: scenario } = night([7]);
    scenario.github = undefined;
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'pull-request-unknown']);
    expect(host.annotations[0]?.message).toMatch(/pull-requests: read/);
  });

  test('continues after a failed deletion, and fails at the end', async () => {
    const { world: scenario, names } = night([7, 8]);
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 400));
    expect((await scenario.run()).host.outputs['reason-code']).toBe('sweep-incomplete');
    expect(names()).toEqual(['agents-pr-7']);
  });

  test('succeeds if another sweep deleted the preview first', async () => {
    const { world: scenario } = night([7]);
    scenario.controlPlane.before('getDeployment', 1, () => scenario.controlPlane.deployments.clear());
    expect((await scenario.run()).host.outputs['reason-code']).toBe('swept');
  });

  // docs/security/pull-requests.md#what-became-something-else
  test('does not delete a deployment whose marker was removed after the list was read', async () => {
    const { world: scenario, names } = night([7]);
    scenario.controlPlane.before('getDeployment', 1, () => {
      const found = scenario.named('agents-pr-7');
      if (found) found.secrets = [];
    });
    await scenario.run();
    expect(names()).toEqual(['agents-pr-7']);
  });

  test('requires `force` to identify previews by name if the service hides markers', async () => {
    const { world: scenario, names } = night([7, 8]);
    scenario.controlPlane.hideSecrets = true;
    scenario.controlPlane.add({ name: 'others-pr-7', secrets: [markerOf(7, 'acme/others')] });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('sweep-incomplete');
    expect(names()).toHaveLength(3);
    scenario.inputs['force'] = 'true';
    expect((await scenario.run()).host.outputs['reason-code']).toBe('swept');
    expect(names()).toEqual(['others-pr-7']);
  });

  test('waits until the previews are deleted, up to the timeout', async () => {
    const { world: scenario } = night([7], [], { 'wait-timeout': '1m' });
    scenario.controlPlane.deletingPolls = 1000;
    expect((await scenario.run()).host.outputs['reason-code']).toBe('still-deleting');
  });

  // docs/security/pull-requests.md#sweep-deletes-nothing-word
  test('does not delete deployments that exist only in the list, and fails while the list contains them', async () => {
    const { world: scenario, names } = night([7]);
    scenario.controlPlane.client.getDeployment = async () => {
      throw apiError('http', 404);
    };
    expect((await scenario.run()).host.outputs['reason-code']).toBe('contradictory-answers');
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
    expect(names()).toEqual(['agents-pr-7']);
  });
});

describe('a sweep of throw-away deployments', () => {
  /** Adds a throw-away deployment whose time passed or will pass, with a shown or hidden marker. */
  function leave(scenario: ReturnType<typeof night>['world'], name: string, marker: string | null) {
    const created_at = new Date(scenario.clock.now() - 3 * DAY).toISOString();
    scenario.controlPlane.add({ name, secrets: [{ name: REBUILD_MARKER, value: marker }], created_at });
  }
  const mark = (repository: string) => markText({ repository, productionId: 'an-id', until: 0 });

  test('deletes leftovers of rebuilds in its repository, up to the limit', async () => {
    const { world: scenario, names, swept } = night([7], [], { 'sweep-limit': '2' });
    leave(scenario, 'my-agent-rebuild-aaaaaa', mark('acme/agents'));
    leave(scenario, 'my-agent-rebuild-bbbbbb', mark('acme/agents'));
    leave(scenario, 'my-agent-rebuild-cccccc', mark('acme/others'));
    leave(scenario, 'my-agent-rebuild-dddddd', null);
    scenario.inputs['dry-run'] = 'true';
    expect((await scenario.run()).host.outputs['reason-code']).toBe('dry-run');
    expect(names()).toHaveLength(5);
    scenario.inputs['dry-run'] = 'false';
    const { host } = await scenario.run();
    expect(host.lines).toContain(
      '1 preview and 1 deployment of a rebuild were deleted. sweep-limit leaves 1 more for the next sweep.',
    );
    expect(names()).toEqual([
      'my-agent-rebuild-bbbbbb',
      'my-agent-rebuild-cccccc',
      'my-agent-rebuild-dddddd',
    ]);
    expect(swept(host.outputs)).toMatchObject([
      { name: 'agents-pr-7' },
      { name: 'my-agent-rebuild-aaaaaa', of: 'acme/agents', why: 'rebuild-ended', did: 'deleted' },
      { name: 'my-agent-rebuild-bbbbbb', did: 'left' },
    ]);
    scenario.inputs['force'] = 'true';
    await scenario.run();
    expect(names()).toEqual(['my-agent-rebuild-cccccc']);
  });

  test('fails if a leftover of a rebuild cannot be deleted', async () => {
    const { world: scenario, names } = night([]);
    leave(scenario, 'my-agent-rebuild-aaaaaa', mark('acme/agents'));
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 500));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('sweep-incomplete');
    expect(names()).toHaveLength(1);
  });
});
