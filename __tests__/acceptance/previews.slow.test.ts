import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunnerEvent } from '../../harness/events.ts';
import { startGitHub, type FakeGitHub } from '../../harness/github/fake.ts';
import type { Repository } from '../../harness/github/repository.ts';
import { jobs, outputs, messagesOf, useExamples, type ExampleRepository } from './support/examples.ts';
import {
  createWithoutAction,
  deploymentNamed,
  deploymentsNamed,
  revisionsOf,
  someImage,
} from './support/images.ts';
import { errorsOf, useTestEnvironment, type Deploy } from './support/environment.ts';

const MINUTE = 60_000;
const world = useTestEnvironment({ runtime: 'stub' });

/** Returns the tracing projects with this name, one of which each deployment creates. */
async function projectsNamed(name: string): Promise<unknown[]> {
  const { api, urls } = world.emulator;
  const answer = await api('GET', `${urls.tracing}/api/v1/sessions?name=${name}`);
  return answer.body as unknown[];
}

describe('the example workflow pull-request.yml', () => {
  const examples = useExamples(world);
  const NAME = 'my-agent-pr-1';

  /** Creates a repository with a branch `main`, and a pull request of the branch `topic` on GitHub. */
  async function opened(): Promise<ExampleRepository> {
    const repository = await examples.repository({ 'langgraph.json': '{}' });
    await repository.pushed();
    await repository.git.branch('topic');
    await repository.git.commit({ 'agent.ts': 'export {}' }, 'Begin');
    await repository.pushed();
    repository.hub.addPullRequest({ number: 1, head: { ref: 'topic' } });
    return repository;
  }
  const on = (repository: ExampleRepository, action: string, more: Partial<RunnerEvent> = {}) =>
    examples.run('pull-request.yml', repository, {
      event: { ...repository.hub.events.pullRequest(1, { action }), ...more },
    });

  test('creates the preview of a pull request, and deletes the preview completely after the pull request is closed', async () => {
    const repository = await opened();
    const first = await on(repository, 'opened');
    expect(messagesOf(first)).toEqual([]);
    expect(outputs(first, 'preview')).toMatchObject({
      outcome: 'deployed',
      created: 'true',
      'deployment-name': NAME,
      'commit-sha': await repository.git.head(),
      'pull-request': '1',
    });
    expect(await deploymentNamed(world, NAME)).toMatchObject({
      source_config: { deployment_type: 'dev', build_on_push: false },
      source_revision_config: { repo_ref: 'topic' },
      secrets: [
        { name: 'OPENAI_API_KEY' },
        { name: 'AGENT_DEPLOY_PREVIEW', value: `${repository.hub.fullName}#1` },
      ],
    });

    const commit = await repository.git.commit({ 'agent.ts': 'export {};' }, 'Continue');
    await repository.pushed();
    expect(outputs(await on(repository, 'synchronize'), 'preview')).toMatchObject({
      outcome: 'deployed',
      created: 'false',
      'commit-sha': commit,
    });

    for (const reason of ['first', 'second']) {
      repository.hub.closePullRequest(1);
      expect([reason, outputs(await on(repository, 'closed'), 'preview')['reason-code']]).toEqual([
        reason,
        'deleted',
      ]);
      expect([await deploymentsNamed(world, NAME), await projectsNamed(NAME)]).toEqual([[], []]);
      if (reason === 'second') break;
      repository.hub.reopenPullRequest(1);
      const again = await on(repository, 'reopened');
      expect(outputs(again, 'preview')).toMatchObject({ outcome: 'deployed', created: 'true' });
    }
  });

  test('is green without doing anything for a fork or Dependabot', async () => {
    const repository = await opened();
    const event = repository.hub.events.pullRequest(1, { action: 'opened' });
    const payload = structuredClone(event.payload) as { pull_request: { head: { repo: unknown } } };
    payload.pull_request.head.repo = { full_name: 'another-owner/agents' };
    const { requests } = await world.watch(async () => {
      const forked = await on(repository, 'opened', { payload });
      expect([jobs(forked), outputs(forked, 'preview')['reason-code']]).toEqual([
        { preview: 'success' },
        'fork',
      ]);
      const byBot = await examples.run('pull-request.yml', repository, {
        event: { ...event, actor: 'dependabot[bot]' },
        secrets: {},
      });
      expect([jobs(byBot), outputs(byBot, 'preview')['reason-code']]).toEqual([
        { preview: 'success' },
        'dependabot',
      ]);
    });
    expect(requests).toEqual([]);
  });

  test('leaves orphaned previews to the nightly sweep, which deletes only previews, from all pages of the list', async () => {
    const repository = await opened();
    const { fullName } = repository.hub;
    await on(repository, 'opened');
    for (let index = 0; index < 101; index += 1) await createWithoutAction(world, `other-${index}`);
    const marker = (number: number, of = fullName) => [
      { name: 'AGENT_DEPLOY_PREVIEW', value: `${of}#${number}` },
    ];
    repository.hub.addPullRequest({ number: 2, head: { ref: 'left', files: { a: 'b' } } });
    repository.hub.closePullRequest(2);
    await createWithoutAction(world, 'my-agent-pr-2', { secrets: marker(2) });
    await createWithoutAction(world, 'theirs-pr-2', { secrets: marker(2, 'another-owner/agents') });
    await createWithoutAction(world, 'unmarked-pr-2');
    const value = `${fullName} an-id 2001-01-01T00:00:00.000Z`;
    await createWithoutAction(world, 'my-agent-rebuild-abc123', {
      secrets: [{ name: 'AGENT_DEPLOY_REBUILD', value }],
    });
    const run = await examples.run('nightly-sweep.yml', repository, {
      event: repository.hub.events.schedule(),
    });
    expect(outputs(run, 'sweep')).toMatchObject({ outcome: 'torn-down', 'reason-code': 'swept' });
    expect(JSON.parse(outputs(run, 'sweep')['swept'] ?? '')).toMatchObject({
      previews: [
        { name: 'my-agent-pr-2', of: `${fullName}#2`, did: 'deleted' },
        { name: 'my-agent-rebuild-abc123', of: fullName, why: 'rebuild-ended', did: 'deleted' },
      ],
    });
    const left = await Promise.all(
      [
        'my-agent-pr-1',
        'my-agent-pr-2',
        'my-agent-rebuild-abc123',
        'theirs-pr-2',
        'unmarked-pr-2',
        'other-0',
        'other-100',
      ].map(async (name) => (await deploymentsNamed(world, name)).length),
    );
    expect(left).toEqual([1, 0, 0, 1, 1, 1, 1]);
  });
});

describe('the built action for previews', () => {
  let github: FakeGitHub;
  let repository: Repository;
  let token: string;
  beforeAll(async () => {
    github = await startGitHub();
    repository = github.addRepository();
    const permissions = { contents: 'read', 'pull-requests': 'read' } as const;
    token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions });
  });
  afterAll(() => github.close());

  let last = 0;
  /** Returns the number and base of a new pull request, and the name of its preview. */
  function pullRequest(): { number: number; name: string; base: string } {
    last += 1;
    repository.addPullRequest({ number: last, head: { ref: `topic-${last}`, files: { 'a.ts': `${last}` } } });
    const base = `a-${randomBytes(3).toString('hex')}`;
    return { number: last, name: `${base}-pr-${last}`, base };
  }
  const run = (event: RunnerEvent, base: string, { inputs, ...more }: Deploy = {}) =>
    world.deploy({
      event,
      github: { apiUrl: github.apiUrl, token },
      secrets: [token],
      ...more,
      inputs: {
        'deployment-name': base,
        'image-uri': someImage(),
        'github-deployment': 'false',
        comment: 'false',
        ...inputs,
      },
    });
  const event = (number: number, action: string, of?: 'pull_request_target') =>
    repository.events.pullRequest(number, { action, ...(of === undefined ? {} : { event: of }) });

  test('deletes a preview whose pull request is closed during the deploy', async () => {
    const { number, name, base } = pullRequest();
    await world.fault(name, 'DEPLOYING', { duration_ms: 10 * MINUTE });
    const done = await run(event(number, 'opened'), base, {
      meanwhile: async (clock) => {
        await clock.sleep(5 * MINUTE);
        repository.closePullRequest(number);
      },
    });
    expect([done.outcome, done.outputs['reason-code']]).toEqual(['success', 'closed-meanwhile']);
    expect([await deploymentsNamed(world, name), await projectsNamed(name)]).toEqual([[], []]);
  });

  test('creates a preview for each of two pull requests, and can delete only one of them', async () => {
    const [one, two] = [pullRequest(), pullRequest()];
    for (const { number } of [one, two]) await run(event(number, 'opened', 'pull_request_target'), one.base);
    const both = [one, two].map(({ number }) => `${one.base}-pr-${number}`);
    repository.closePullRequest(one.number);
    expect((await run(event(one.number, 'closed'), one.base)).outputs['reason-code']).toBe('deleted');
    const left = await Promise.all(both.map(async (name) => (await deploymentsNamed(world, name)).length));
    expect(left).toEqual([0, 1]);
  });

  test('creates a preview with the settings of a base deployment, but without its secrets', async () => {
    const { number, name, base } = pullRequest();
    const secret = 'a-secret-of-production-77';
    const { api } = world.emulator;
    await api('POST', '/v2/deployments', {
      name: base,
      source: 'external_docker',
      source_config: { resource_spec: { cpu: 2, memory_mb: 1024 } },
      source_revision_config: { image_uri: someImage() },
      secrets: [{ name: 'PRODUCTION', value: secret }],
    });
    const done = await run(event(number, 'opened'), 'elsewhere', {
      secrets: [token, secret],
      inputs: {
        'preview-from': base,
        'deployment-name': base,
        'resource-spec': 'cpu: 1',
      },
    });
    expect(done.outputs['outcome']).toBe('deployed');
    const made = await deploymentNamed(world, name);
    expect(made).toMatchObject({ source_config: { resource_spec: { cpu: 1 } } });
    expect(made?.['secrets']).toEqual([
      { name: 'AGENT_DEPLOY_PREVIEW', value: `${repository.fullName}#${number}` },
    ]);
  });

  test('requires a label, and deletes the preview after the label is removed', async () => {
    const { number, name, base } = pullRequest();
    const inputs = { 'preview-labels': 'preview' };
    const without = await run(event(number, 'opened'), base, { inputs });
    expect(without.outputs['reason-code']).toBe('label-missing');
    repository.setLabels(number, ['preview']);
    expect((await run(event(number, 'labeled'), base, { inputs })).outputs['outcome']).toBe('deployed');
    repository.setLabels(number, []);
    const off = await run(event(number, 'unlabeled'), base, { inputs });
    expect(off.outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
    expect(await deploymentsNamed(world, name)).toEqual([]);
  });

  // docs/security/pull-requests.md#built-action-commit-previews
  test('keeps the previews of the newest commits, never touches a deployment with such a name, and sweeps all after a missed close', async () => {
    const { number } = pullRequest();
    // Names on a self-hosted service have at most 21 characters.
    const base = `c-${randomBytes(2).toString('hex')}`;
    const name = `${base}-pr-${number}`;
    const inputs = { 'preview-per': 'commit', 'preview-keep': '2', 'image-uri': someImage() };
    const push = async (content: string) => {
      repository.setFiles(`topic-${number}`, { 'a.ts': content });
      const ran = await run(event(number, 'synchronize'), base, {
        inputs,
        meanwhile: (clock) => clock.sleep(MINUTE),
      });
      const commit = ran.outputs['deployment-name']?.slice(-7) ?? '';
      expect(ran.outputs).toMatchObject({ 'deployment-name': `${name}-${commit}` });
      expect(repository.pull(number).headSha.slice(0, 7)).toBe(commit);
      return ran;
    };
    const { api } = world.emulator;
    const left = async () => {
      const { body } = await api('GET', `/v2/deployments?limit=100&name_contains=${base}`);
      return (body as { resources: { name: string }[] }).resources.map((one) => one.name).toSorted();
    };
    const foreign = [`${name}-0000000`, `${name}-1111111`];
    await createWithoutAction(world, foreign[0] ?? '');
    await createWithoutAction(world, foreign[1] ?? '', {
      secrets: [{ name: 'AGENT_DEPLOY_PREVIEW', value: `${repository.fullName}#${number + 1000}` }],
    });
    const [first, second] = [await push('one'), await push('two')];
    await world.emulator.setFaults([
      { match: { surface: 'control-plane', method: 'DELETE' }, effect: { status: 500 } },
    ]);
    const third = await push('three');
    expect([third.exitCode, third.outputs['outcome'], errorsOf(third)]).toEqual([0, 'deployed', []]);
    expect(third.log).toMatch(/an older preview of .* could not be deleted/);
    await world.emulator.clearFaults();
    const names = [first, second, third].map(({ outputs: { 'deployment-name': one } }) => one);
    expect(await left()).toEqual([...names, ...foreign].toSorted());

    const rerun = await run(event(number, 'synchronize'), base, { inputs: { ...inputs, 'dry-run': 'true' } });
    expect(rerun.log).toContain(
      `because preview-keep is 2: ${names[0]} (${first.outputs['deployment-id']}).`,
    );
    const again = await run(event(number, 'synchronize'), base, { inputs });
    expect(again.outputs).toMatchObject({
      outcome: 'unchanged',
      'deployment-id': third.outputs['deployment-id'],
    });
    expect(await left()).toEqual([...names.slice(1), ...foreign].toSorted());

    repository.closePullRequest(number);
    const swept = await run(repository.events.schedule(), base, { inputs: { action: 'sweep' } });
    expect(JSON.parse(swept.outputs['swept'] ?? '')).toMatchObject({
      previews: expect.arrayContaining(
        names.slice(1).map((one) => expect.objectContaining({ name: one, did: 'deleted' })),
      ),
    });
    expect(await left()).toEqual(foreign);
  });

  // docs/security/pull-requests.md#built-action-deploys-deletes
  test('neither updates nor deletes a deployment that has the name of a preview but is not a preview', async () => {
    const { number, name, base } = pullRequest();
    const id = await createWithoutAction(world, name);
    const { writes } = await world.watch(async () => {
      const deployed = await run(event(number, 'synchronize'), base);
      expect([deployed.exitCode, deployed.outputs['reason-code']]).toEqual([1, 'not-a-preview']);
      repository.closePullRequest(number);
      const closed = await run(event(number, 'closed'), base);
      expect([closed.exitCode, closed.outputs['reason-code']]).toEqual([1, 'not-a-preview']);
      expect(errorsOf(closed)[0]).toContain(id);
    });
    expect(writes).toEqual([]);
    expect(await revisionsOf(world, id)).toHaveLength(1);
  });

  test('reports a missing permission, and sweeps no preview whose state is unknown', async () => {
    const blind = github.addToken({
      kind: 'actions',
      repository: repository.fullName,
      permissions: { deployments: 'read' },
    });
    repository.private = true;
    const { number, name, base } = pullRequest();
    await createWithoutAction(world, name, {
      secrets: [{ name: 'AGENT_DEPLOY_PREVIEW', value: `${repository.fullName}#${number}` }],
    });
    repository.closePullRequest(number);
    const swept = await run(repository.events.schedule(), base, {
      github: { apiUrl: github.apiUrl, token: blind },
      secrets: [token, blind],
      inputs: { action: 'sweep' },
    });
    repository.private = false;
    expect([swept.exitCode, swept.outputs['reason-code']]).toEqual([1, 'sweep-incomplete']);
    expect(swept.log).toContain('`pull-requests: read`');
    expect(await deploymentsNamed(world, name)).toHaveLength(1);
  });
});
