import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { clusterVars, deploymentNamed } from './support/images.ts';
import { EXAMPLES, jobs, outputs, messagesOf, useExamples } from './support/examples.ts';
import { OUTPUTS, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
const AGENT = { 'langgraph.json': '{}' };

test('the list of tested example workflows contains every example workflow', () => {
  expect(readdirSync(EXAMPLES).toSorted()).toEqual([
    'by-reference.yml',
    // workflows-commands.slow.test.ts runs this example.
    'comment-commands.yml',
    'dispatch.yml',
    // workflows-forks.slow.test.ts runs this example.
    'fork-preview.yml',
    'from-checkout.yml',
    // workflows-gate.slow.test.ts runs this example.
    'gated-pull-request.yml',
    // __tests__/network/image-workflow.network.ts runs this example, because it installs the program that writes the
    // Dockerfile.
    'image.yml',
    'lock.yml',
    'monorepo.yml',
    // rebuild.slow.test.ts runs this example.
    'nightly-rebuild.yml',
    'nightly-sandbox-sweep.yml',
    'nightly-sweep.yml',
    'nightly-verify.yml',
    'plan-approve-apply.yml',
    // workflows-prompt.slow.test.ts runs this example.
    'prompt-commit.yml',
    'pull-request.yml',
    'push.yml',
    'release-tag.yml',
    // __tests__/network/sandbox-action.network.ts runs this example, because its sandbox requires bubblewrap.
    'sandboxed-tests.yml',
    'self-hosted-image.yml',
    // shared-preview.slow.test.ts runs this example.
    'shared-preview.yml',
    // workflows-emulator.slow.test.ts runs this example.
    'test-deploy-script.yml',
    // __tests__/network/python-workflow.network.ts runs this example, because it installs Python packages.
    'tested-push.yml',
    'verified-push.yml',
  ]);
});

describe('the example workflow push.yml', () => {
  test('deploys only pushes to main, and reports for a repeated push that nothing changed', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    const first = await examples.run('push.yml', repository, { event });
    expect(first).toMatchObject({
      name: 'Deploy',
      conclusion: 'success',
      concurrency: { group: 'deploy-my-agent' },
    });
    expect(outputs(first, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(Object.keys(outputs(first, 'deploy'))).toEqual(expect.arrayContaining(OUTPUTS));
    expect(first.jobs['deploy']?.permissions).toEqual({ contents: 'read', deployments: 'write' });
    expect(messagesOf(first)).toEqual([]);
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
      source_revision_config: { repo_ref: 'main' },
      secrets: [{ name: 'OPENAI_API_KEY' }],
    });
    const second = await examples.run('push.yml', repository, { event });
    expect(outputs(second, 'deploy')).toMatchObject({ outcome: 'unchanged' });
    const elsewhere = await examples.run('push.yml', repository, {
      event: { ...event, payload: { ...event.payload, ref: 'refs/heads/topic' } },
    });
    expect([elsewhere.started, elsewhere.reason]).toEqual([
      false,
      "'topic' does not pass the filter of branches",
    ]);
  });
});

describe('the example workflow from-checkout.yml', () => {
  test('deploys the checkout without further access to the repository', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    const first = await examples.run('from-checkout.yml', repository, {
      event,
      repository: repository.git.dir,
    });
    expect(messagesOf(first)).toEqual([]);
    expect(outputs(first, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(JSON.parse(outputs(first, 'deploy')['result'] ?? '')).toMatchObject({
      source: { files: Object.keys(AGENT).length, commit_sha: await repository.git.head() },
    });
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
      source: 'internal_source',
      source_revision_config: { source_tarball_path: expect.any(String) },
      secrets: [{ name: 'OPENAI_API_KEY' }],
    });
    const second = await examples.run('from-checkout.yml', repository, {
      event,
      repository: repository.git.dir,
    });
    expect(outputs(second, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'false' });
  });
});

describe('the example workflow release-tag.yml', () => {
  test("shows the plan of a release first, and deploys it after the reviewers' approval", async () => {
    const repository = await examples.repository(AGENT);
    await repository.git.tag('v1.2.3');
    const pushes = await repository.hub.importGit(repository.git.dir);
    const tag = pushes.find(({ ref }) => ref === 'refs/tags/v1.2.3');
    if (tag === undefined) throw new Error('GitHub does not know the tag');
    const event = repository.hub.events.push(tag);
    const asked: string[] = [];
    const approve = (yes: boolean) => ({
      event,
      environments: {
        production: {
          approve: (job: string) => {
            asked.push(job);
            return yes;
          },
        },
      },
    });
    const rejected = await examples.run('release-tag.yml', repository, approve(false));
    expect(outputs(rejected, 'plan')).toMatchObject({ outcome: 'planned', changed: 'false' });
    expect(rejected.jobs['deploy']).toMatchObject({ result: 'failure', steps: [] });
    expect(await deploymentNamed(world, 'my-agent-production')).toBeUndefined();
    const released = await examples.run('release-tag.yml', repository, approve(true));
    expect(released.conclusion).toBe('success');
    expect(outputs(released, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(await deploymentNamed(world, 'my-agent-production')).toMatchObject({
      source_config: { deployment_type: 'prod' },
    });
    expect(asked).toEqual(['deploy', 'deploy']);
    // The job's environment creates the only deployment on GitHub, with the agent's address.
    const shown = repository.hub.deployments('production');
    expect(shown.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['success']);
    expect(shown[0]?.statuses.at(-1)?.environmentUrl).toBe(outputs(released, 'deploy')['deployment-url']);
  });
});

describe('the example workflow self-hosted-image.yml', () => {
  test('deploys the given image to a cluster, and requires an image', async () => {
    const repository = await examples.repository(AGENT);
    await repository.pushed();
    const vars = await clusterVars(world);
    const event = repository.hub.events.dispatch();
    const image = 'registry.example.org/agent@sha256:'.padEnd(98, 'a');
    const given = { event, vars, inputs: { image } };
    const deployed = await examples.run('self-hosted-image.yml', repository, given);
    expect(deployed.conclusion).toBe('success');
    expect(outputs(deployed, 'deploy')).toMatchObject({ outcome: 'deployed' });
    expect((await examples.run('self-hosted-image.yml', repository, { event, vars })).reason).toBe(
      "Required input 'image' not provided",
    );
  });
});

describe('the example workflow dispatch.yml', () => {
  test('restores an earlier revision', async () => {
    const repository = await examples.repository(AGENT);
    await repository.pushed();
    const run = (inputs: Record<string, string>) =>
      examples.run('dispatch.yml', repository, { event: repository.hub.events.dispatch({ inputs }) });
    const deploy = async (tag: string) => {
      await repository.git.commit({ 'agent.ts': tag }, tag);
      const { commit } = await repository.git.tag(tag);
      await repository.hub.importGit(repository.git.dir);
      const deployed = outputs(await run({ action: 'deploy', ref: `refs/tags/${tag}` }), 'run');
      expect(deployed).toMatchObject({ outcome: 'deployed', 'commit-sha': commit });
      return { commit, revision: deployed['revision-id'] };
    };
    const first = await deploy('v1');
    const second = await deploy('v2');
    const back = await run({ action: 'rollback' });
    expect(messagesOf(back)).toEqual([]);
    expect(outputs(back, 'run')).toMatchObject({
      outcome: 'deployed',
      'previous-revision-id': second.revision,
      'commit-sha': first.commit,
    });
    expect(await deploymentNamed(world, 'my-agent-staging')).toMatchObject({
      source_revision_config: { repo_ref: 'refs/tags/v1' },
    });
  });

  test('shows a plan by default, deploys a valid choice, and rejects an invalid choice', async () => {
    const repository = await examples.repository(AGENT);
    await repository.pushed();
    const run = (inputs: Record<string, string>) =>
      examples.run('dispatch.yml', repository, { event: repository.hub.events.dispatch({ inputs }) });
    const plan = await run({});
    expect(plan.jobs['run']?.name).toBe('plan my-agent-staging');
    expect(outputs(plan, 'run')).toMatchObject({ outcome: 'planned' });
    expect(await deploymentNamed(world, 'my-agent-staging')).toBeUndefined();
    const deployed = await run({ action: 'deploy', deployment: 'my-agent-production' });
    expect(outputs(deployed, 'run')).toMatchObject({ outcome: 'deployed' });
    expect(deployed.concurrency?.group).toBe('deploy-my-agent-production');
    const refused = await run({ action: 'teardown' });
    expect([refused.started, refused.reason]).toEqual([
      false,
      "Provided value 'teardown' for input 'action' not in the list of allowed values",
    ]);
  });
});

describe('the example workflow lock.yml', () => {
  test('holds the deploys of another workflow with a reason, until the deployment is unlocked', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    await examples.run('push.yml', repository, { event });
    const run = (inputs: Record<string, string>) =>
      examples.run('lock.yml', repository, {
        event: repository.hub.events.dispatch({ inputs: { deployment: 'my-agent', ...inputs } }),
      });
    const locked = await run({ reason: 'migrating the store', duration: '2h' });
    expect(outputs(locked, 'lock')).toMatchObject({ outcome: 'observed', 'reason-code': 'lock-set' });
    expect(messagesOf(locked)).toEqual([]);

    await repository.git.commit({ 'agent.ts': 'export {}' }, 'Change the agent');
    const push = await repository.pushed();
    const held = await examples.run('push.yml', repository, { event: push });
    expect(outputs(held, 'deploy')).toMatchObject({ outcome: 'failed', 'reason-code': 'locked' });
    expect(messagesOf(held).join('\n')).toMatch(/my-agent is locked by octocat .*: migrating the store/);

    const status = await run({ action: 'status' });
    expect(outputs(status, 'lock')).toMatchObject({ outcome: 'observed', 'reason-code': 'serving' });
    const unlocked = await run({ action: 'unlock' });
    expect(outputs(unlocked, 'lock')).toMatchObject({ 'reason-code': 'lock-removed' });
    const released = await examples.run('push.yml', repository, { event: push });
    expect(outputs(released, 'deploy')).toMatchObject({ outcome: 'deployed' });
  });
});

describe('the example workflow plan-approve-apply.yml', () => {
  test('applies the approved plan, and requests no approval if nothing changes', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    const first = await examples.run('plan-approve-apply.yml', repository, { event });
    expect(jobs(first)).toEqual({ plan: 'success', apply: 'success' });
    expect(outputs(first, 'apply')).toMatchObject({
      outcome: 'deployed',
      'plan-id': outputs(first, 'plan')['plan-id'],
    });
    expect(first.jobs['apply']?.environment?.name).toBe('production');
    const again = await examples.run('plan-approve-apply.yml', repository, { event });
    expect(jobs(again)).toEqual({ plan: 'success', apply: 'skipped' });
  });

  test('changes nothing if the plan changes before the approval', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    const run = await examples.run('plan-approve-apply.yml', repository, {
      event,
      environments: {
        production: {
          // The deployment is created manually while the job waits for approval.
          approve: async () => {
            const { api } = world.emulator;
            const integrations = await api('GET', '/v1/integrations/git_host/install');
            const made = await api('POST', '/v2/deployments', {
              name: 'my-agent-production',
              source: 'git_host',
              source_config: {
                integration_id: (integrations.body as { id: string }[])[0]?.id,
                repo_url: repository.git.url,
                deployment_type: 'prod',
              },
              source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
              secrets: [],
            });
            return made.status === 201;
          },
        },
      },
    });
    expect(jobs(run)).toEqual({ plan: 'success', apply: 'failure' });
    expect(outputs(run, 'apply')).toMatchObject({
      outcome: 'failed',
      'reason-code': 'plan-changed',
      changed: 'false',
    });
    expect(await deploymentNamed(world, 'my-agent-production')).toMatchObject({ secrets: [] });
  });
});

describe('the example workflow monorepo.yml', () => {
  const FILES = { 'agents/billing/langgraph.json': '{}', 'agents/support/langgraph.json': '{}' };

  test('deploys each agent that a push changes, and no other agent', async () => {
    const repository = await examples.repository(FILES);
    const first = await examples.run('monorepo.yml', repository, { event: await repository.pushed() });
    expect(jobs(first)).toEqual({ 'agent (billing)': 'success', 'agent (support)': 'success' });
    expect(Object.values(first.jobs).map(({ name, concurrency }) => [name, concurrency?.group])).toEqual([
      ['billing', 'agents-billing-refs/heads/main'],
      ['support', 'agents-support-refs/heads/main'],
    ]);
    expect(await deploymentNamed(world, 'support')).toMatchObject({
      source_revision_config: { graph_config_path: 'agents/support/langgraph.json' },
    });
    await repository.git.commit({ 'agents/billing/agent.ts': 'export {}' }, 'Change billing');
    const second = await examples.run('monorepo.yml', repository, { event: await repository.pushed() });
    expect(outputs(second, 'agent (billing)')).toMatchObject({ outcome: 'deployed', created: 'false' });
    expect(outputs(second, 'agent (support)')).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('the example workflow by-reference.yml', () => {
  test("deploys a push with the reusable workflow, in the deployment's concurrency group", async () => {
    const repository = await examples.repository(AGENT);
    const run = await examples.run('by-reference.yml', repository, { event: await repository.pushed() });
    expect(jobs(run)).toEqual({ 'deploy / deploy': 'success', preview: 'skipped', 'by-hand': 'skipped' });
    expect(run.jobs['deploy / deploy']).toMatchObject({
      name: 'deploy / my-agent',
      permissions: { contents: 'read', deployments: 'write' },
      environment: null,
    });
    expect(outputs(run, 'deploy / deploy')).toMatchObject({ outcome: 'deployed' });
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({ secrets: [{ name: 'OPENAI_API_KEY' }] });
  });

  test('applies a plan in a manual run, preserves the secrets, and rolls back without a plan', async () => {
    const repository = await examples.repository(AGENT);
    const event = await repository.pushed();
    await examples.run('by-reference.yml', repository, { event });
    await repository.git.commit({ 'agent.ts': 'export {}' }, 'Change the agent');
    const { commit } = await repository.git.tag('v2');
    await repository.hub.importGit(repository.git.dir);
    const run = await examples.run('by-reference.yml', repository, {
      event: repository.hub.events.dispatch({ inputs: { ref: 'refs/tags/v2' } }),
    });
    expect(jobs(run)).toEqual({
      deploy: 'skipped',
      preview: 'skipped',
      'by-hand / plan': 'success',
      'by-hand / apply': 'success',
    });
    expect(outputs(run, 'by-hand / plan')['plan-id']).toBe(outputs(run, 'by-hand / apply')['plan-id']);
    expect(outputs(run, 'by-hand / apply')).toMatchObject({ outcome: 'deployed', 'commit-sha': commit });
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
      source_revision_config: { repo_ref: 'refs/tags/v2' },
      secrets: [{ name: 'OPENAI_API_KEY' }],
    });
    const back = await examples.run('by-reference.yml', repository, {
      event: repository.hub.events.dispatch({ inputs: { action: 'rollback' } }),
    });
    expect(messagesOf(back)).toEqual([]);
    expect(back.jobs['by-hand / plan']?.result).toBe('skipped');
    expect(outputs(back, 'by-hand / apply')).toMatchObject({ outcome: 'deployed', 'commit-sha': event.sha });
  });
});
