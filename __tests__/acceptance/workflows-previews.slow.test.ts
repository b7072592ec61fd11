import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { RunnerEvent } from '../../harness/events.ts';
import { ConcurrencyGroups } from '../../harness/workflow/concurrency.ts';
import type { WorkflowRun } from '../../harness/workflow/types.ts';
import { deploymentNamed } from './support/images.ts';
import {
  jobs,
  outputs,
  messagesOf,
  EXAMPLES,
  useExamples,
  type ExampleRepository,
  type RunOptions,
} from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
const AGENT = { 'langgraph.json': '{}' };

/** Creates a repository whose branch `main` is deployed, and a pull request in the repository. */
async function opened(
  files: Record<string, string> = AGENT,
  change: Record<string, string> = { 'agent.ts': 'export {}' },
) {
  const repository = await examples.repository(files);
  await repository.pushed();
  await repository.git.git('switch', '--quiet', '--create', 'topic');
  await repository.git.commit(change, 'Change the agent');
  await repository.hub.importGit(repository.git.dir);
  const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
  const event = (action: string): RunnerEvent => repository.hub.events.pullRequest(number, { action });
  return {
    repository,
    number,
    event,
    closed(): RunnerEvent {
      repository.hub.closePullRequest(number);
      return event('closed');
    },
  };
}

/** Returns the last status of each deployment in a GitHub environment. */
const shown = ({ hub }: ExampleRepository, environment: string) =>
  hub.deployments(environment).map(({ statuses }) => statuses.at(-1)?.state);
const comments = ({ hub }: ExampleRepository, number: number) => hub.comments(number).map(({ body }) => body);
/** Returns the names of all deployments and tracing projects on the control plane. */
async function remains(): Promise<string[]> {
  const { api } = world.emulator;
  const deployments = (await api('GET', '/v2/deployments?limit=100')).body as {
    resources: { name: string }[];
  };
  const projects = (await api('GET', '/api/v1/sessions?limit=100')).body as { name: string }[];
  return [...deployments.resources, ...projects].map(({ name }) => name);
}

describe('the example workflow pull-request.yml', () => {
  const run = (repository: ExampleRepository, event: RunnerEvent, more: Partial<RunOptions> = {}) =>
    examples.run('pull-request.yml', repository, { event, ...more });

  test('stops the build and removes the preview of a closed pull request, and can create the preview again', async () => {
    const pull = await opened();
    const { repository, number } = pull;
    const groups = new ConcurrencyGroups();
    let closing: Promise<WorkflowRun> | undefined;
    // Time does not advance, so the build does not end before the pull request is closed.
    const time = await world.emulator.clock.join();
    let first: WorkflowRun;
    try {
      first = await run(repository, pull.event('opened'), {
        groups,
        onLine: (line) => {
          if (line.includes('Waiting for revision')) closing ??= run(repository, pull.closed(), { groups });
        },
      });
    } finally {
      await time.leave();
    }
    expect(first.conclusion).toBe('cancelled');
    expect(outputs((await closing) ?? first, 'preview')).toMatchObject({ outcome: 'torn-down' });
    expect(await remains()).toEqual([]);
    repository.hub.reopenPullRequest(number);
    const again = await run(repository, pull.event('reopened'), { groups });
    expect(again.concurrency?.cancelInProgress).toBe(false);
    expect(outputs(again, 'preview')).toMatchObject({ outcome: 'deployed', created: 'true' });
  });
});

describe('the example workflow nightly-sweep.yml', () => {
  test('deletes the previews of closed pull requests at night, and only lists these previews in a manual run', async () => {
    const pull = await opened();
    const { repository, number, event } = pull;
    await examples.run('pull-request.yml', repository, { event: event('opened') });
    // The teardown workflow never ran.
    repository.hub.closePullRequest(number);
    const name = `my-agent-pr-${number}`;
    const byHand = await examples.run('nightly-sweep.yml', repository, {
      event: repository.hub.events.dispatch(),
    });
    expect(outputs(byHand, 'sweep')).toMatchObject({ changed: 'false' });
    expect(outputs(byHand, 'sweep')['swept']).toContain(name);
    expect(await deploymentNamed(world, name)).toBeDefined();
    const night = await examples.run('nightly-sweep.yml', repository, {
      event: repository.hub.events.schedule(),
    });
    expect(messagesOf(night)).toEqual([]);
    expect(outputs(night, 'sweep')).toMatchObject({ changed: 'true' });
    expect(await remains()).toEqual([]);
  });
});

describe('the example workflow nightly-sweep.yml for inactive previews', () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;

  /** Creates a pull request whose preview depends on the label `preview`. */
  async function labelled() {
    await examples.advance(1);
    const pull = await opened();
    const { repository, number } = pull;
    const folder = await mkdtemp(path.join(tmpdir(), 'by-label-'));
    const example = await readFile(path.join(EXAMPLES, 'pull-request.yml'), 'utf8');
    const file = path.join(folder, 'by-label.yml');
    await writeFile(
      file,
      example
        .replace('types: [opened,', 'types: [labeled, unlabeled, opened,')
        .replace('deployment-name: my-agent', 'deployment-name: my-agent\n          preview-labels: preview'),
    );
    const label = async (...labels: string[]) => {
      repository.hub.setLabels(number, labels);
      const event = pull.event(labels.includes('preview') ? 'labeled' : 'unlabeled');
      return outputs(await examples.run('pull-request.yml', repository, { event, file }), 'preview');
    };
    /** Runs the nightly sweep after some time, and returns its reason code. */
    const sweep = async (afterMs: number, event = repository.hub.events.schedule()) => {
      await examples.advance(afterMs);
      const run = await examples.run('nightly-sweep.yml', repository, { event });
      expect(messagesOf(run)).toEqual([]);
      return outputs(run, 'sweep')['reason-code'];
    };
    const remove = () => rm(folder, { recursive: true, force: true });
    return { ...pull, name: `my-agent-pr-${number}`, label, sweep, [Symbol.asyncDispose]: remove };
  }

  test('announces an inactive preview, keeps the preview after activity or with its label, deletes it later, and deploys it again after a label', async () => {
    await using pull = await labelled();
    const { repository, number, name, label, sweep } = pull;
    const { hub } = repository;
    const bodies = () => comments(repository, number);
    expect(await label('preview')).toMatchObject({ outcome: 'deployed', created: 'true' });

    expect(await sweep(8 * DAY, hub.events.dispatch())).toBe('dry-run');
    expect(await sweep(HOUR)).toBe('idle-announced');
    expect(bodies()).toEqual([
      expect.stringContaining('is ready'),
      expect.stringContaining(`The preview \`${name}\` will be deleted`),
    ]);
    const url = String((await deploymentNamed(world, name))?.['url']);
    expect((await world.emulator.api('POST', `${url}/threads`, {})).status).toBe(200);
    expect([await sweep(DAY), bodies().length]).toEqual(['nothing-to-sweep', 1]);

    hub.setLabels(number, ['preview', 'keep-preview']);
    expect([await sweep(9 * DAY), bodies().length]).toEqual(['nothing-to-sweep', 1]);
    hub.setLabels(number, ['preview']);

    expect(await sweep(8 * DAY)).toBe('idle-announced');
    const notice = hub.comments(number).at(-1);
    if (notice === undefined) throw new Error('the sweep wrote no notice');
    await examples.advance(60_000);
    // A stranger repeats the notice, and a user with write access changes the real notice.
    hub.addComment(number, notice.body, 'mallory');
    hub.editComment(notice, notice.body.replace('will be deleted', 'is safe'));
    expect([await sweep(8 * DAY), await deploymentNamed(world, name)]).toEqual([
      'idle-announced',
      expect.objectContaining({ name }),
    ]);

    expect(await sweep(DAY)).toBe('swept');
    expect(await remains()).toEqual([]);
    expect(bodies()).toEqual([
      expect.stringContaining('The preview was deleted'),
      expect.stringContaining('will be deleted'),
      expect.stringContaining(`The preview \`${name}\` was deleted`),
    ]);
    expect(hub.deployments(name)).toEqual([]);
    await label();
    expect(await label('preview')).toMatchObject({ outcome: 'deployed', created: 'true' });
  });
});

describe('the example workflow monorepo.yml for pull requests', () => {
  test('creates a preview and an environment for each agent and one comment, and deletes all previews', async () => {
    const pull = await opened(
      { 'agents/billing/langgraph.json': '{}', 'agents/support/langgraph.json': '{}' },
      { 'shared/agent.ts': 'export {}' },
    );
    const { repository, number } = pull;
    const run = (event: RunnerEvent) => examples.run('monorepo.yml', repository, { event });
    const names = ['billing', 'support'].map((agent) => `${agent}-pr-${number}`);
    const first = await run(pull.event('opened'));
    expect(jobs(first)).toEqual({ 'agent (billing)': 'success', 'agent (support)': 'success' });
    expect(Object.keys(first.jobs).map((job) => outputs(first, job)['deployment-name'])).toEqual(names);
    expect(comments(repository, number)).toEqual([expect.stringContaining('### 🟢 Both previews are ready')]);
    expect(names.map((name) => shown(repository, name))).toEqual([['success'], ['success']]);
    const last = await run(pull.closed());
    expect(Object.keys(last.jobs).map((job) => outputs(last, job)['outcome'])).toEqual([
      'torn-down',
      'torn-down',
    ]);
    expect(comments(repository, number)).toEqual([
      expect.stringContaining('### ⚪ Both previews were deleted'),
    ]);
    expect(await remains()).toEqual([]);
  });
});

describe('the example workflow by-reference.yml for pull requests', () => {
  test('creates and deletes previews with the reusable workflow, with no more permissions than its caller', async () => {
    const pull = await opened();
    const { repository, number } = pull;
    const run = (event: RunnerEvent) => examples.run('by-reference.yml', repository, { event });
    const first = await run(pull.event('opened'));
    expect(jobs(first)).toEqual({ deploy: 'skipped', 'preview / preview': 'success', 'by-hand': 'skipped' });
    expect(first.jobs['preview / preview']?.permissions).toEqual({
      contents: 'read',
      deployments: 'write',
      'pull-requests': 'write',
    });
    expect(outputs(first, 'preview / preview')).toMatchObject({ 'deployment-name': `my-agent-pr-${number}` });
    expect(outputs(await run(pull.closed()), 'preview / preview')).toMatchObject({ outcome: 'torn-down' });
    expect(await remains()).toEqual([]);
  });
});
