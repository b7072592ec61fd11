import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { selectSurplus } from '../../../src/action/preview/commit-previews.ts';
import {
  commitInName,
  commitNameForm,
  NAME_LIMITS,
  nameOfCommit,
  previewName,
} from '../../../src/action/preview/preview-name.ts';
import { DEPLOYMENT_NAME } from '../../../src/contract/patterns.ts';
import { apiError } from '../support/control-plane.ts';
import { addToTree, commitTree } from '../support/checkout.ts';
import { createForkScenario, createPreviewScenario, markerOf, type PreviewScenario } from './support.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const values = { number: 7, owner: 'acme', repo: 'agents', branch: 'topic', name: 'my-agent' };
const commitOf = (sign: string) => sign.repeat(40);
const nameOf = (sign: string, number = 7) => `agents-pr-${number}-${sign.repeat(7)}`;

describe('the name of the preview of a commit', () => {
  test.each([
    ['{repo}-pr-{number}', {}, 63, 'agents-pr-7-abcdef0'],
    ['{repo}-pr-{number}', {}, 21, 'agents-pr-7-abcdef0'],
    ['{name}-pr-{number}', { number: 12_345 }, 21, /^my-12345-abcdef0x[0-9a-z]{4}$/],
    ['{name}-pr-{number}', { number: 999_999 }, 21, /^m-999999-abcdef0x[0-9a-z]{4}$/],
    ['{repo}-{number}', { repo: 'x.y' }, 63, /^x-y-7-abcdef0x[0-9a-z]{8}$/],
    ['{branch}-{number}', { branch: undefined }, 63, undefined],
    ['{name}-pr-{number}', { number: 1_234_567 }, 21, undefined],
  ])('from the template %s with %j and at most %i characters is %s', (template, more, limit, expected) => {
    const form = commitNameForm(template, { ...values, ...more }, limit, digest);
    const name = form && nameOfCommit(form, `ABCDEF0${'1'.repeat(33)}`);
    if (expected instanceof RegExp) expect(name).toMatch(expected);
    else expect(name).toBe(expected);
  });

  test('is valid, contains its commit, and differs between commits and pull requests and from the name of a pull request', () => {
    const sha = fc.stringMatching(/^[0-9a-f]{40}$/);
    const given = fc.record({
      number: fc.integer({ min: 1, max: 999_999 }),
      owner: fc.constant('acme'),
      repo: fc.stringMatching(/^[aA1._-]{1,30}$/),
      branch: fc.constant('topic'),
      name: fc.stringMatching(/^[a-z][a1-]{0,30}$/),
    });
    const template = fc.constantFrom(
      '{repo}-pr-{number}',
      '{name}-pr-{number}',
      '{name}-{number}',
      '{number}{name}',
    );
    fc.assert(
      fc.property(
        template,
        given,
        given,
        sha,
        sha,
        fc.constantFrom(...NAME_LIMITS),
        (text, one, other, first, second, limit) => {
          const form = commitNameForm(text, one, limit, digest);
          if (form === undefined) throw new Error('the name has no form');
          const name = nameOfCommit(form, first);
          expect(name).toMatch(DEPLOYMENT_NAME);
          expect(name.length).toBeLessThanOrEqual(limit);
          expect(commitInName(name, [form])?.commit).toBe(first.slice(0, 7));
          expect(nameOfCommit(form, second) === name).toBe(first.slice(0, 7) === second.slice(0, 7));
          const whole = previewName(text, one, limit, digest) ?? '';
          expect([form.pullRequestName, commitInName(whole, [form])]).toEqual([whole, undefined]);
          const otherForm = commitNameForm(text, other, limit, digest);
          if (otherForm !== undefined && one.number !== other.number) {
            expect(commitInName(nameOfCommit(otherForm, first), [form])).toBeUndefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the previews that exceed the bound', () => {
  const preview = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    createdAt: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  });
  const previews = fc.uniqueArray(preview, { selector: ({ name }) => name, maxLength: 6 });

  test('are the oldest in any order of the list, never the preview of the run and never more than the bound requires', () => {
    fc.assert(
      fc.property(previews, fc.integer({ min: 1, max: 6 }), fc.constantFrom('a', 'z'), (all, keep, own) => {
        const surplus = selectSurplus(all, own, keep);
        const left = all.filter((one) => !surplus.includes(one));
        expect(surplus.map(({ name }) => name)).not.toContain(own);
        expect(selectSurplus(all.toReversed(), own, keep)).toEqual(surplus);
        const others = left.filter(({ name }) => name !== own);
        expect(others.length).toBeGreaterThanOrEqual(
          Math.min(keep - 1, all.filter(({ name }) => name !== own).length),
        );
        const ownTime = all.find(({ name }) => name === own)?.createdAt ?? Infinity;
        expect(surplus.filter(({ createdAt = Infinity }) => createdAt > ownTime)).toEqual([]);
        if (all.every(({ createdAt }) => createdAt !== undefined && createdAt <= ownTime)) {
          expect(others.length).toBeLessThanOrEqual(keep - 1);
        }
        for (const gone of surplus) {
          for (const kept of others) {
            expect(gone.createdAt ?? Infinity).toBeLessThanOrEqual(kept.createdAt ?? Infinity);
          }
        }
        expect(surplus.map(({ createdAt = 0 }) => createdAt)).toEqual(
          surplus.map(({ createdAt = 0 }) => createdAt).toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

/** Creates a scenario whose runs deploy previews of commits, one minute apart. */
function perCommit(inputs: Record<string, string> = {}) {
  const scenario = createPreviewScenario({ 'preview-per': 'commit', 'preview-keep': '2', ...inputs });
  const push = async (sign: string, action = 'synchronize') => {
    await scenario.clock.sleep(60_000);
    scenario.gh.open(7, { ...scenario.gh.pulls.get(7), commit: commitOf(sign) });
    scenario.pullRequest(7, action);
    return scenario.run();
  };
  return { ...scenario, scenario, push };
}

const namesIn = ({ controlPlane }: Pick<PreviewScenario, 'controlPlane'>) =>
  [...controlPlane.deployments.values()].map(({ name }) => name).toSorted();

describe('a preview of each commit', () => {
  test('gets a separate deployment, and only the newest commits keep their previews', async () => {
    const { scenario, push } = perCommit();
    for (const sign of ['a', 'b', 'c']) {
      const { host } = await push(sign);
      expect(host.outputs).toMatchObject({
        outcome: 'deployed',
        'deployment-name': nameOf(sign),
        'commit-sha': commitOf(sign),
      });
      expect(host.annotations).toEqual([]);
    }
    expect(namesIn(scenario)).toEqual([nameOf('b'), nameOf('c')]);
    expect(scenario.controlPlane.projects).toEqual(new Set([nameOf('b'), nameOf('c')]));
  });

  test('is updated by another run of its commit, and stays even if it is the oldest', async () => {
    const { scenario, push } = perCommit();
    await push('a');
    await push('b');
    expect((await push('b')).host.outputs).toMatchObject({ outcome: 'unchanged' });
    expect((await push('a')).host.outputs).toMatchObject({ outcome: 'unchanged' });
    expect(namesIn(scenario)).toEqual([nameOf('a'), nameOf('b')]);
    expect(scenario.controlPlane.count('deleteDeployment')).toBe(0);
  });

  // docs/security/pull-requests.md#commit-previews-only-own
  test('never deletes a deployment that only has such a name, or a preview of another pull request', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    const { controlPlane } = scenario;
    const foreign = [
      { name: nameOf('0') },
      { name: nameOf('1'), secrets: [markerOf(8)] },
      { name: nameOf('2'), secrets: [markerOf(7, 'acme/others')] },
      {
        name: nameOf('3'),
        secrets: [markerOf(7)],
        source_config: { repo_url: 'https://github.com/acme/others' },
      },
      { name: 'agents-pr-7-fffffff-two', secrets: [markerOf(7)] },
      { name: nameOf('5', 8), secrets: [markerOf(8)] },
      { name: 'agents-pr-7', secrets: [markerOf(7)] },
    ];
    for (const one of foreign) controlPlane.add(one);
    await push('a');
    await push('b');
    const kept = foreign.map(({ name }) => name);
    expect(namesIn(scenario)).toEqual([...kept, nameOf('b')].toSorted());
    scenario.gh.open(7, { state: 'closed' });
    scenario.pullRequest(7, 'closed');
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deleted');
    expect(namesIn(scenario)).toEqual(kept.filter((name) => name !== 'agents-pr-7').toSorted());
  });

  test('is kept while another run deploys it, and deleted by a later run', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    const { controlPlane } = scenario;
    await push('a');
    const first = scenario.named(nameOf('a'));
    const revision = controlPlane.addRevision(first?.id ?? '', ['BUILDING'], commitOf('a'));
    const { host } = await push('b');
    expect(host.lines.join('\n')).toContain('is kept, because another run is deploying it');
    expect(namesIn(scenario)).toEqual([nameOf('a'), nameOf('b')]);
    revision.status = 'DEPLOYED';
    await push('c');
    expect(namesIn(scenario)).toEqual([nameOf('c')]);
  });

  test('is kept if it is newer than the preview of a run that ends later', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    await push('a');
    const id = scenario.named(nameOf('a'))?.id ?? '';
    const revision = scenario.controlPlane.addRevision(id, ['BUILDING'], commitOf('a'));
    await push('b');
    revision.status = 'DEPLOYED';
    const { host } = await push('a');
    expect(host.lines.join('\n')).toContain(
      `${nameOf('b')} (${scenario.named(nameOf('b'))?.id}) is kept, because it is newer than the preview of this run`,
    );
    expect(namesIn(scenario)).toEqual([nameOf('a'), nameOf('b')]);
    await push('c');
    expect(namesIn(scenario)).toEqual([nameOf('c')]);
  });

  test('is kept with a warning if the service returns no time of its creation', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    scenario.controlPlane.shows = (deployment) => ({ ...deployment, created_at: 'yesterday' });
    await push('a');
    const { host } = await push('b');
    expect(host.annotations.map(({ level, message }) => [level, message])).toEqual([
      ['warning', expect.stringMatching(/^Kept: agents-pr-7-aaaaaaa .*no time of its creation/)],
    ]);
    expect(namesIn(scenario)).toEqual([nameOf('a'), nameOf('b')]);
  });

  test('is deleted if its revision was in progress for more than a day', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    await push('a');
    scenario.controlPlane.addRevision(scenario.named(nameOf('a'))?.id ?? '', ['BUILDING'], commitOf('a'));
    await scenario.clock.sleep(25 * 3_600_000);
    await push('b');
    expect(namesIn(scenario)).toEqual([nameOf('b')]);
  });

  test.each(['deleteDeployment', 'listRevisions'] as const)(
    'is deployed and green with a warning if an older preview cannot be deleted (%s)',
    async (method) => {
      const { scenario, push } = perCommit({ 'preview-keep': '1' });
      await push('a');
      // The deploy itself lists revisions, so only the requests about the older preview fail.
      const id = scenario.named(nameOf('a'))?.id;
      const real = scenario.controlPlane.client[method] as (...args: unknown[]) => Promise<never>;
      scenario.controlPlane.client[method] = async (...args: unknown[]) => {
        if (args[0] === id) throw apiError('http', 500, 'no');
        return real(...args);
      };
      const { code, host } = await push('b');
      expect([code, host.outputs['outcome']]).toEqual([0, 'deployed']);
      expect(host.annotations).toEqual([
        expect.objectContaining({
          level: 'warning',
          message: expect.stringMatching(/^agents-pr-7-aaaaaaa .* could not be deleted: .*500 no/),
        }),
      ]);
      scenario.controlPlane.client[method] = real;
      await push('c');
      expect(namesIn(scenario)).toEqual([nameOf('c')]);
    },
  );

  test('counts a failed deploy, which stays red', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    await push('a');
    scenario.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    const { code, host } = await push('b');
    expect([code, host.outputs['reason-code']]).toEqual([1, 'build-failed']);
    expect(namesIn(scenario)).toEqual([nameOf('b')]);
  });

  test('lists in a plan the previews that a deploy would delete, and sends nothing', async () => {
    const { scenario, push } = perCommit();
    await push('a');
    await push('b');
    scenario.inputs['dry-run'] = 'true';
    const { host } = await push('c');
    expect(host.outputs).toMatchObject({ outcome: 'planned', 'reason-code': 'dry-run' });
    const { id } = scenario.named(nameOf('a')) ?? {};
    expect(host.lines.join('\n')).toContain(
      `1 older preview would be deleted, because preview-keep is 2: ${nameOf('a')} (${id}).`,
    );
    expect(namesIn(scenario)).toEqual([nameOf('a'), nameOf('b')]);
  });

  test('is deleted if the service built a newer commit than the commit in its name', async () => {
    const { scenario } = perCommit();
    scenario.pullRequest(7, 'opened');
    scenario.controlPlane.heads.set('topic-7', commitOf('b'));
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'commit-mismatch']);
    expect(namesIn(scenario)).toEqual([]);
  });

  test('is kept as one of the newest if the preview of the run was deleted because of another commit', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    await push('a');
    await scenario.clock.sleep(60_000);
    scenario.gh.open(7, { ...scenario.gh.pulls.get(7), commit: commitOf('b') });
    scenario.pullRequest(7, 'synchronize');
    scenario.controlPlane.heads.set('topic-7', commitOf('c'));
    expect((await scenario.run()).host.outputs['reason-code']).toBe('commit-mismatch');
    expect(namesIn(scenario)).toEqual([nameOf('a')]);
  });

  test('is kept with a warning if the marker is hidden, unless `force` is set', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '1' });
    scenario.controlPlane.hideSecrets = true;
    await push('a');
    const { host } = await push('b');
    expect([host.outputs['outcome'], host.annotations.map(({ message }) => message)]).toEqual([
      'deployed',
      [expect.stringMatching(/^Kept: agents-pr-7-aaaaaaa .*set `force: true`/)],
    ]);
    scenario.inputs['force'] = 'true';
    await push('c');
    expect(namesIn(scenario)).toEqual([nameOf('c')]);
  });

  test.each([
    ['hides the values of all markers', { value: null }, 2, 'not-a-preview', 0],
    ['shows no variables', undefined, 2, 'not-a-preview', 0],
    ['hides the value of one marker', { value: null }, 1, 'deleted', 1],
    ['shows no variables of one preview', undefined, 1, 'deleted', 1],
  ] as const)(
    'is never left behind silently after the pull request is closed if the service %s',
    async (_, value, hidden, reason, warnings) => {
      const { scenario, push } = perCommit();
      await push('a');
      await push('b');
      scenario.controlPlane.shows = (deployment) =>
        hidden === 1 && deployment.name === nameOf('b')
          ? deployment
          : { ...deployment, secrets: value && deployment.secrets?.map((one) => ({ ...one, ...value })) };
      scenario.gh.open(7, { state: 'closed' });
      scenario.pullRequest(7, 'closed');
      const { host } = await scenario.run();
      expect(host.outputs['reason-code']).toBe(reason);
      expect(host.annotations.filter(({ level }) => level === 'warning')).toHaveLength(warnings);
      expect(namesIn(scenario)).toContain(nameOf('a'));
    },
  );

  test('is left with a warning after the label is removed if the service hides the marker', async () => {
    const { scenario, push } = perCommit({ 'preview-labels': 'preview' });
    scenario.gh.open(7, { labels: ['preview'] });
    await push('a');
    scenario.controlPlane.hideSecrets = true;
    scenario.gh.open(7, { commit: commitOf('a') });
    scenario.pullRequest(7, 'unlabeled');
    const { host } = await scenario.run();
    expect([host.outputs['reason-code'], host.annotations.map(({ message }) => message)]).toEqual([
      'label-missing',
      [expect.stringMatching(/^Kept: agents-pr-7-aaaaaaa .*set `force: true`/)],
    ]);
  });

  test('is deleted with all others if the pull request is closed during the deploy', async () => {
    const { scenario, push } = perCommit();
    await push('a');
    scenario.controlPlane.before('createDeployment', 2, () => {
      scenario.gh.open(7, { state: 'closed', commit: commitOf('b') });
    });
    expect((await push('b')).host.outputs['reason-code']).toBe('closed-meanwhile');
    expect(namesIn(scenario)).toEqual([]);
  });

  test('is deleted with all others after the label is removed, and by a sweep of a closed pull request', async () => {
    const { scenario, push } = perCommit({ 'preview-labels': 'preview' });
    scenario.gh.open(7, { labels: ['preview'] });
    await push('a');
    await push('b');
    scenario.gh.open(7, { commit: commitOf('b') });
    scenario.pullRequest(7, 'unlabeled');
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
    expect(namesIn(scenario)).toEqual([]);

    scenario.gh.open(7, { labels: ['preview'] });
    await push('a');
    await push('b');
    scenario.gh.open(7, { state: 'closed' });
    scenario.dispatch();
    scenario.inputs['action'] = 'sweep';
    for (const name of ['preview-per', 'preview-keep', 'preview-labels']) delete scenario.inputs[name];
    expect((await scenario.run()).host.outputs['reason-code']).toBe('swept');
    expect(namesIn(scenario)).toEqual([]);
  });

  test('is deleted by a teardown even if another preview of the pull request cannot be deleted, and the step fails', async () => {
    const { scenario, push } = perCommit({ 'preview-keep': '3' });
    for (const sign of ['a', 'b', 'c']) await push(sign);
    scenario.gh.open(7, { state: 'closed' });
    scenario.pullRequest(7, 'closed');
    scenario.controlPlane.fail('deleteDeployment', apiError('http', 403, 'no'));
    const { code } = await scenario.run();
    expect([code, namesIn(scenario)]).toEqual([1, [nameOf('a')]]);
    expect((await scenario.run()).host.outputs['reason-code']).toBe('deleted');
    expect(namesIn(scenario)).toEqual([]);
  });

  test('of a fork has the name of the approved commit, and each approved commit has its own preview', async () => {
    const scenario = createForkScenario({ 'preview-per': 'commit', 'preview-keep': '2' });
    const approve = (commit: string) =>
      scenario.gh.pulls.get(7)?.reviews.push({ by: 'alice', state: 'APPROVED', commit });
    approve(scenario.commit);
    const name = (commit: string) => `agents-pr-7-${commit.slice(0, 7)}`;
    expect((await scenario.run()).host.outputs['deployment-name']).toBe(name(scenario.commit));
    addToTree(scenario.workspace, { 'more.txt': 'more' });
    const next = commitTree(scenario.workspace);
    scenario.gh.open(7, { ...scenario.gh.pulls.get(7), commit: next });
    scenario.on('synchronize');
    expect((await scenario.run()).host.outputs['reason-code']).toBe('approval-outdated');
    expect(namesIn(scenario)).toEqual([name(scenario.commit)]);
    approve(next);
    expect((await scenario.run()).host.outputs['deployment-name']).toBe(name(next));
    expect(namesIn(scenario)).toEqual([name(scenario.commit), name(next)].toSorted());
  });

  test('with a number that is too long for a self-hosted name is refused before anything is sent', async () => {
    const scenario = createPreviewScenario({
      'preview-per': 'commit',
      'image-uri': 'registry.example.org/a:1',
    });
    scenario.pullRequest(12_345_678);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([1, 'invalid-input']);
    expect(host.annotations[0]?.message).toMatch(/Set `preview-per: pull-request`/);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });
});
