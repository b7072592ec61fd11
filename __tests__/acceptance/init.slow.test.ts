import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RunnerEvent } from '../../harness/events.ts';
import type { WorkflowRun } from '../../harness/workflow/types.ts';
import { type InitPlan, type InitSettings, planInit } from '../../src/init/plan.ts';
import { memoryReader, type RepositoryShape, SHAPES } from '../init/support/repositories.ts';
import { deploymentNamed } from './support/images.ts';
import { type ExampleRepository, jobs, outputs, messagesOf, useExamples } from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

interface Prepared {
  plan: InitPlan;
  repository: ExampleRepository;
  event: RunnerEvent;
  /** Runs a workflow of the repository, either generated or already present. */
  run: (workflow: string, event: RunnerEvent) => Promise<WorkflowRun>;
}

/** Creates a repository with its generated workflows, and with each secret and variable that init lists. */
async function prepared(
  { files, name, branch }: RepositoryShape,
  settings?: InitSettings,
): Promise<Prepared> {
  const result = await planInit(memoryReader(files, { name, branch }), settings);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { plan } = result;
  const folder = await mkdtemp(path.join(tmpdir(), 'init-workflows-'));
  folders.push(folder);
  const own = Object.entries(files).filter(([file]) => file.startsWith('.github/workflows/'));
  for (const [file, text] of [...own, ...plan.files.map((item) => [item.path, item.text] as const)]) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  // No commit contains ignored files.
  const tracked = Object.entries(files).filter(([file]) => !/(^|\/)(\.env$|node_modules\/)/.test(file));
  const repository = await examples.repository(Object.fromEntries(tracked));
  if (branch !== undefined) {
    await repository.git.git('switch', '--quiet', '--create', branch);
    await repository.git.git('push', '--quiet', 'origin', branch);
  }
  const event = await repository.pushed();
  const secrets = {
    ...Object.fromEntries(plan.secrets.map((secret) => [secret, `value-of-${secret.toLowerCase()}`])),
    LANGSMITH_API_KEY: world.emulator.apiKey,
  };
  const vars = Object.fromEntries(plan.variables.map((variable) => [variable, 'big']));
  const isUploaded = plan.source === 'internal_source';
  return {
    plan,
    repository,
    event,
    run: (workflow, started) =>
      examples.run(isUploaded ? 'from-checkout.yml' : workflow, repository, {
        file: path.join(folder, '.github/workflows', workflow),
        event: started,
        secrets,
        vars,
        ...(isUploaded ? { repository: repository.git.dir } : {}),
      }),
  };
}

const deployments = async (): Promise<string[]> => {
  const { body } = await world.emulator.api('GET', '/v2/deployments?limit=100');
  return (body as { resources: { name: string }[] }).resources.map(({ name }) => name).toSorted();
};

// docs/init.md#run-for-real
describe.each(SHAPES)('the workflows that init writes for $shape', (shape) => {
  const names = Object.keys(shape.agents);

  test('deploy each agent on a push, create previews for a pull request, and delete the previews with the pull request', async () => {
    const { plan, repository, event, run } = await prepared(shape);
    const own = plan.files.some(({ path: file }) => file.endsWith('agent-deploy.yml'));
    const pushed = await run(own ? 'agent-deploy.yml' : 'cd.yml', event);
    expect([pushed.conclusion, messagesOf(pushed)]).toEqual(['success', []]);
    expect(await deployments()).toEqual(names.toSorted());
    for (const agent of plan.agents) {
      const needed = agent.variables
        .filter(({ isNeeded }) => isNeeded)
        .map((variable) => ({ name: variable.name }));
      expect(await deploymentNamed(world, agent.name)).toMatchObject({
        source: plan.source,
        source_revision_config: { langgraph_config_path: agent.configPath },
        ...(own ? { secrets: needed } : {}),
      });
    }

    await repository.git.git('switch', '--quiet', '--create', 'topic');
    const changes = plan.agents.map(({ folder }) => [
      folder === '' ? 'change.txt' : `${folder}/change.txt`,
      'x',
    ]);
    await repository.git.commit(Object.fromEntries(changes), 'Change each agent');
    await repository.hub.importGit(repository.git.dir);
    const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
    // GitHub's merge commit does not exist in this repository, so the head replaces it.
    const sha = await repository.git.head();
    const pull = (action: string) => ({ ...repository.hub.events.pullRequest(number, { action }), sha });
    const opened = await run('agent-preview.yml', pull('opened'));
    expect([opened.conclusion, messagesOf(opened)]).toEqual(['success', []]);
    expect(await deployments()).toEqual(
      [...names, ...names.map((name) => `${name.toLowerCase()}-pr-${number}`)].toSorted(),
    );
    repository.hub.closePullRequest(number);
    const closed = await run('agent-preview.yml', pull('closed'));
    expect([closed.conclusion, messagesOf(closed)]).toEqual(['success', []]);
    expect(await deployments()).toEqual(names.toSorted());
  });
});

describe('the workflows that init writes for manual runs and schedules', () => {
  const [single, , several] = SHAPES;
  if (single === undefined || several === undefined) throw new Error('there are twenty shapes');

  test('plan, deploy and roll back an agent, and sweep leftover previews', async () => {
    const { repository, event, run } = await prepared(single);
    const { dispatch, schedule } = repository.hub.events;
    const byHand = (inputs: Record<string, string>) => run('agent-manual.yml', dispatch({ inputs }));
    await run('agent-deploy.yml', event);
    expect(outputs(await byHand({}), 'support-bot')).toMatchObject({
      outcome: 'unchanged',
      changed: 'false',
    });
    await repository.git.commit({ 'agent.py': 'graph = 2\n' }, 'Change the agent');
    await repository.pushed();
    expect(outputs(await byHand({}), 'support-bot')).toMatchObject({ outcome: 'planned', changed: 'false' });
    const deployed = await byHand({ action: 'deploy' });
    expect(outputs(deployed, 'support-bot')).toMatchObject({ outcome: 'deployed', created: 'false' });
    expect(deployed.concurrency?.group).toBe('deploy-support-bot');
    const back = await byHand({ action: 'rollback' });
    expect([outputs(back, 'support-bot')['outcome'], messagesOf(back)]).toEqual(['deployed', []]);

    const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
    await repository.git.git('switch', '--quiet', '--create', 'topic');
    await repository.git.commit({ 'agent.py': 'graph = 3\n' }, 'Change it in a pull request');
    await repository.hub.importGit(repository.git.dir);
    await run('agent-preview.yml', repository.hub.events.pullRequest(number, { action: 'opened' }));
    repository.hub.closePullRequest(number);
    expect(await deployments()).toContain(`support-bot-pr-${number}`);
    const swept = await run('agent-sweep.yml', schedule());
    expect([swept.conclusion, messagesOf(swept)]).toEqual(['success', []]);
    expect(await deployments()).toEqual(['support-bot']);
  });

  test('deploy the chosen agent in a manual run, and only the changed agents after a push', async () => {
    const { repository, event, run } = await prepared(several);
    const { dispatch } = repository.hub.events;
    const byHand = await run(
      'agent-manual.yml',
      dispatch({ inputs: { action: 'deploy', deployment: 'support' } }),
    );
    expect(jobs(byHand)).toEqual({ billing: 'skipped', support: 'success' });
    expect(await deployments()).toEqual(['support']);
    await run('agent-deploy.yml', event);
    await repository.git.commit({ 'shared/money/rates.py': 'x = 1\n' }, 'Change what billing imports');
    const pushed = await run('agent-deploy.yml', await repository.pushed());
    expect([outputs(pushed, 'billing')['outcome'], outputs(pushed, 'support')['outcome']]).toEqual([
      'deployed',
      'unchanged',
    ]);
  });
});

describe('a deployment that the service’s own command line created', () => {
  const shape = SHAPES.find(({ source }) => source === 'internal_source');
  if (shape === undefined) throw new Error('one shape is deployed from the checkout');

  /** Creates a deployment, as the command does before its first build. */
  const made = async (body: Record<string, unknown>): Promise<string> => {
    const { status, body: answer } = await world.emulator.api('POST', '/v2/deployments', {
      name: 'kept-name',
      source_config: {},
      secrets: [],
      ...body,
    });
    expect([status, answer]).toEqual([
      expect.any(Number),
      expect.objectContaining({ id: expect.any(String) }),
    ]);
    return (answer as { id: string }).id;
  };

  // docs/migration.md#remote-continues
  test('from a checkout is updated by the action', async () => {
    const id = await made({
      source: 'internal_source',
      source_revision_config: { graph_config_path: 'langgraph.json' },
    });
    const { event, run } = await prepared(shape);
    const pushed = await run('agent-deploy.yml', event);
    expect([messagesOf(pushed), outputs(pushed, 'kept-name')]).toEqual([
      [],
      expect.objectContaining({ outcome: 'deployed', created: 'false', 'deployment-id': id }),
    ]);
  });

  // docs/migration.md#image-stays
  test('from an image is not switched to a git source', async () => {
    await made({ source: 'internal_docker', source_revision_config: {} });
    const { event, run } = await prepared(shape, { source: 'git_host' });
    const pushed = await run('agent-deploy.yml', event);
    expect(outputs(pushed, 'kept-name')).toMatchObject({
      outcome: 'failed',
      'reason-code': 'immutable-field',
      changed: 'false',
    });
  });
});
