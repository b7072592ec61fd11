import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { dispatchEvent, tagEvent } from '../../harness/events/index.ts';
import type { FixtureRepository } from '../../harness/git/index.ts';
import {
  findWorkflowLeaks,
  formatRun,
  runWorkflow,
  withDefaults,
  type WorkflowOptions,
  type WorkflowRun,
} from '../../harness/workflow/index.ts';
import { deploymentNamed } from './support/images.ts';
import { ACTION_YML, OUTPUTS, useWorld } from './support/world.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples/workflows');
const MODEL_KEY = 'sk-the-key-of-the-model-01';

const world = useWorld({ runtime: 'stub' });

// The examples share a deployment's name, and not its source.
afterEach(async () => {
  const { api, urls } = world.emulator;
  expect((await api('POST', `${urls.admin}/reset`)).status).toBe(204);
});

/** Runs an example as it stands, with this action where it says OWNER/agent-deploy. */
async function run(
  name: string,
  repository: FixtureRepository | null,
  options: Pick<WorkflowOptions, 'event'> & Partial<WorkflowOptions>,
): Promise<WorkflowRun> {
  const { emulator } = world;
  // A published workflow names neither the emulator nor a repository on this machine.
  const action = await withDefaults(ACTION_YML, {
    'control-plane-url': emulator.urls.controlPlane,
    ...(repository === null ? {} : { 'repo-url': repository.url }),
  });
  const secrets = {
    LANGSMITH_API_KEY: emulator.apiKey,
    CONTROL_PLANE_API_KEY: emulator.apiKey,
    OPENAI_API_KEY: MODEL_KEY,
  };
  try {
    const result = await emulator.clock.during(({ nodeArguments, env }) =>
      runWorkflow({
        file: path.join(EXAMPLES, name),
        actions: (uses) => (/^OWNER\/agent-deploy@v\d/.test(uses) ? { folder: action.folder } : null),
        secrets,
        nodeArguments,
        actionEnv: env,
        ...options,
      }),
    );
    expect(findWorkflowLeaks(result, Object.values(secrets))).toEqual([]);
    expect(Object.values(result.jobs).flatMap((job) => job.maskViolations)).toEqual([]);
    return result;
  } finally {
    await action.remove();
  }
}

/** What the one step of a job gave. */
const outputs = (result: WorkflowRun, job: string) => result.jobs[job]?.steps[0]?.outputs ?? {};

describe('a workflow of the examples', () => {
  test('is among those that are run here, every one', () => {
    expect(readdirSync(EXAMPLES).toSorted()).toEqual([
      'push.yml',
      'release-tag.yml',
      'self-hosted-image.yml',
    ]);
  });

  test('deploys a push, and has nothing to do the second time', async () => {
    const repository = await world.repository({ 'langgraph.json': '{}' });
    const event = await world.push(repository);
    const first = await run('push.yml', repository, { event });
    expect(formatRun(first)).toMatch(/^Deploy: success\nconcurrency: deploy-my-agent\n/);
    expect(outputs(first, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(Object.keys(outputs(first, 'deploy'))).toEqual(expect.arrayContaining(OUTPUTS));
    expect(first.jobs['deploy']).toMatchObject({ permissions: { contents: 'read' }, annotations: [] });
    expect(first.jobs['deploy']?.steps.map((step) => step.outcome)).toEqual(['success', 'success']);
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
      source_revision_config: { repo_ref: 'main' },
      secrets: [{ name: 'OPENAI_API_KEY' }],
    });
    const second = await run('push.yml', repository, { event });
    expect(outputs(second, 'deploy')).toMatchObject({ outcome: 'unchanged' });
    const elsewhere = await run('push.yml', repository, {
      event: { ...event, payload: { ...event.payload, ref: 'refs/heads/topic' } },
    });
    expect([elsewhere.started, elsewhere.reason]).toEqual([
      false,
      "'topic' does not pass the filter of branches",
    ]);
  });

  test('shows the plan of a release first, and deploys it when the reviewers agree', async () => {
    const repository = await world.repository({ 'langgraph.json': '{}' });
    const { commit } = await repository.tag('v1.2.3');
    const event = tagEvent({ tag: 'v1.2.3', commit });
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
    const rejected = await run('release-tag.yml', repository, approve(false));
    expect(outputs(rejected, 'plan')).toMatchObject({ outcome: 'planned', changed: 'false' });
    expect(rejected.jobs['deploy']).toMatchObject({ result: 'failure', steps: [] });
    expect(await deploymentNamed(world, 'my-agent-production')).toBeUndefined();
    const released = await run('release-tag.yml', repository, approve(true));
    expect(released.conclusion).toBe('success');
    expect(outputs(released, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(await deploymentNamed(world, 'my-agent-production')).toMatchObject({
      source_config: { deployment_type: 'prod' },
    });
    expect(asked).toEqual(['deploy', 'deploy']);
  });

  test('deploys the image it is given to a cluster, and asks for one when it is not', async () => {
    const { emulator } = world;
    const listener = await emulator.api('POST', '/v2/listeners', {
      compute_type: 'k8s',
      compute_id: 'cluster',
      compute_config: { k8s_namespaces: ['agents'] },
    });
    const vars = {
      CONTROL_PLANE_URL: emulator.urls.controlPlane,
      LISTENER_ID: (listener.body as { id: string }).id,
    };
    const event = dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) });
    const image = 'registry.example.org/agent@sha256:'.padEnd(98, 'a');
    const deployed = await run('self-hosted-image.yml', null, { event, vars, inputs: { image } });
    expect(deployed.conclusion).toBe('success');
    expect(outputs(deployed, 'deploy')).toMatchObject({ outcome: 'deployed' });
    expect((await run('self-hosted-image.yml', null, { event, vars })).reason).toBe(
      "Required input 'image' not provided",
    );
  });
});
