import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { WorkflowRun } from '../../harness/workflow/types.ts';
import { deploymentNamed, deploymentsNamed } from './support/images.ts';
import {
  EXAMPLES,
  jobs,
  messagesOf,
  outputs,
  useExamples,
  type ExampleRepository,
  type RunOptions,
} from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
const NAME = 'my-agent-pr-1';
const EXAMPLE = 'fork-preview.yml';
let runs = 100;

interface Fork extends ExampleRepository {
  /** Pushes a commit to the fork, and returns its SHA. */
  push: (files: Record<string, string>) => Promise<string>;
  /** Runs the workflow for an action on the pull request. `approve` is called while the run waits for approval. */
  on: (
    action: string,
    options?: Partial<RunOptions> & {
      approve?: (runId: string) => Promise<boolean> | boolean;
      label?: string;
      actor?: string;
      at?: number;
    },
  ) => Promise<WorkflowRun>;
  /** Approves a run for the environment of the example. */
  approveRun: (runId: string, author?: string) => boolean;
}

/** Creates a repository whose pull request 1 is from the fork of `mallory`. `alice` may write to the repository. */
async function forked(files: Record<string, string> = { 'agent.ts': 'export {}' }): Promise<Fork> {
  const repository = await examples.repository({ 'langgraph.json': '{}' });
  const { git, hub } = repository;
  await repository.pushed();
  await git.branch('topic');
  const push = async (change: Record<string, string>) => {
    const commit = await git.commit(change, 'Change the agent');
    await hub.importGit(git.dir);
    return commit;
  };
  await push(files);
  hub.roles.set('alice', 'write');
  hub.addPullRequest({ number: 1, head: { ref: 'topic', fork: 'mallory/agents' } });
  return {
    ...repository,
    push,
    approveRun(runId, author = 'alice') {
      hub.reviewRun(runId, { author, state: 'approved', environment: 'fork-previews' });
      return true;
    },
    on(action, { approve = () => false, label, actor, at, ...options } = {}) {
      const runId = String((runs += 1));
      const details = { ...(label && { label }), ...(actor && { actor }), ...(at && { at }) };
      return examples.run(EXAMPLE, repository, {
        event: hub.events.pullRequest(1, { action, event: 'pull_request_target', ...details }),
        repository: git.dir,
        environments: { 'fork-previews': { approve: async () => approve(runId) } },
        github: { runId },
        ...options,
      });
    },
  };
}

/** Returns the path of a copy of the example with these replacements, each of which must apply. */
async function variant(folder: string, ...changes: readonly [string, string][]): Promise<string> {
  let text = await readFile(path.join(EXAMPLES, EXAMPLE), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the example does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = path.join(folder, EXAMPLE);
  await writeFile(file, text);
  return file;
}

/** Calls `work` with a copy of the example in which other acts approve a commit, without the environment. */
async function withRule<T>(rule: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-fork-'));
  try {
    const file = await variant(
      folder,
      ["fork-approval: 'environment: fork-previews'", `fork-approval: '${rule}'`],
      ['    environment:\n      name: fork-previews\n', ''],
      ['      # The action creates the deployment on GitHub, because GitHub would create it for main.\n', ''],
      ['      deployment: false\n', ''],
      ['[opened, synchronize,', '[opened, labeled, synchronize,'],
    );
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the example workflow fork-preview.yml', () => {
  test('deploys exactly the approved commit without secrets and without running its code, and deletes the preview', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-fork-'));
    const trace = path.join(folder, 'code-of-the-fork-ran');
    try {
      const run = `touch ${trace}`;
      const fork = await forked({
        'package.json': JSON.stringify({ scripts: { preinstall: run, install: run, build: run } }),
        '.gitattributes': '* filter=evil diff=evil\n',
        'setup.py': `import os; os.system("${run}")\n`,
        'sitecustomize.py': `import os; os.system("${run}")\n`,
        '.env': 'EVIL=1\n',
      });
      const commit = await fork.git.head();
      const first = await fork.on('opened', { approve: (id) => fork.approveRun(id) });
      expect(messagesOf(first)).toEqual([]);
      expect(jobs(first)).toEqual({ preview: 'success', teardown: 'skipped' });
      expect(outputs(first, 'preview')).toMatchObject({
        outcome: 'deployed',
        created: 'true',
        'deployment-name': NAME,
        'pull-request': '1',
        'commit-sha': commit,
      });
      expect(await deploymentNamed(world, NAME)).toMatchObject({
        source: 'internal_source',
        secrets: [{ name: 'AGENT_DEPLOY_PREVIEW', value: `${fork.hub.fullName}#1` }],
      });
      expect(fork.hub.comments(1).map(({ body }) => body)).toEqual([expect.stringContaining(commit)]);
      expect(fork.hub.deployments(NAME)).toMatchObject([{ sha: commit }]);
      expect(existsSync(trace)).toBe(false);

      // A new push needs a new approval, and the preview keeps the approved commit until then.
      await fork.push({ 'agent.ts': 'export const more = 1;' });
      const second = await fork.on('synchronize');
      expect(jobs(second)).toMatchObject({ preview: 'failure' });
      expect(second.jobs['preview']?.steps).toEqual([]);
      expect(await deploymentsNamed(world, NAME)).toHaveLength(1);

      fork.hub.closePullRequest(1);
      const last = await fork.on('closed');
      expect(jobs(last)).toEqual({ preview: 'skipped', teardown: 'success' });
      expect(outputs(last, 'teardown')['reason-code']).toBe('deleted');
      expect(await deploymentsNamed(world, NAME)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  // docs/security/forks.md#fork-race
  test('deploys nothing if the fork is pushed to while the run waits for approval', async () => {
    const fork = await forked();
    const { requests } = await world.watch(async () => {
      const run = await fork.on('opened', {
        approve: async (id) => {
          await fork.push({ 'agent.ts': 'export const evil = 1;' });
          return fork.approveRun(id);
        },
      });
      expect([jobs(run)['preview'], outputs(run, 'preview')['reason-code']]).toEqual([
        'success',
        'approval-outdated',
      ]);
    });
    expect(requests).toEqual([]);
  });

  test.each([
    ['by a reviewer with the role triage', (fork: Fork, id: string) => fork.approveRun(id, 'tom')],
    ['by an app', (fork: Fork, id: string) => fork.approveRun(id, 'helper[bot]')],
    ['because the environment has no required reviewers', () => true],
    ['for another run', (fork: Fork, id: string) => fork.approveRun(String(Number(id) - 1))],
  ])('deploys nothing if a run starts %s', async (_how, approve) => {
    const fork = await forked();
    fork.hub.roles.set('tom', 'triage').set('helper[bot]', 'write');
    const { requests } = await world.watch(async () => {
      const run = await fork.on('opened', { approve: (id) => approve(fork, id) });
      expect(outputs(run, 'preview')['reason-code']).toBe('approval-missing');
    });
    expect(requests).toEqual([]);
  });

  test('deploys nothing if the workflow checks out another commit than the approved commit', async () => {
    const fork = await forked();
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-fork-'));
    try {
      const file = await variant(folder, ['          ref: ${{ github.event.pull_request.head.sha }}\n', '']);
      const run = await fork.on('opened', { approve: (id) => fork.approveRun(id), file });
      expect([jobs(run)['preview'], outputs(run, 'preview')['reason-code']]).toEqual([
        'failure',
        'commit-not-approved',
      ]);
      expect(await deploymentsNamed(world, NAME)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('deploys nothing on pull_request, which forks can start with their own workflow', async () => {
    const fork = await forked();
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-fork-'));
    try {
      const file = await variant(
        folder,
        ['pull_request_target:', 'pull_request:'],
        ['          allow-unsafe-pr-checkout: true\n', ''],
      );
      const run = await fork.on('opened', {
        approve: (id) => fork.approveRun(id),
        event: fork.hub.events.pullRequest(1, { action: 'opened' }),
        file,
      });
      expect(outputs(run, 'preview')['reason-code']).toBe('fork');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the example workflow fork-preview.yml with approval by review', () => {
  test('deploys the reviewed commit, and after a push only after a new review', async () => {
    await withRule('review', async (file) => {
      const fork = await forked();
      const reason = async (action: string) =>
        outputs(await fork.on(action, { file }), 'preview')['reason-code'];
      expect(await reason('opened')).toBe('approval-missing');
      const first = await fork.git.head();
      fork.hub.addReview(1, 'alice');
      expect(await reason('reopened')).toBe('rolled-out');
      await fork.push({ 'agent.ts': 'export const more = 1;' });
      expect(await reason('synchronize')).toBe('approval-outdated');
      fork.hub.addReview(1, 'mallory');
      expect(await reason('synchronize')).toBe('approval-outdated');
      // A forced push back to the reviewed commit has the reviewed content again.
      await fork.git.git('reset', '--quiet', '--hard', first);
      await fork.hub.importGit(fork.git.dir);
      expect(await reason('synchronize')).toBe('rolled-out');
    });
  });
});

describe('the example workflow fork-preview.yml with approval by label', () => {
  test('deploys the commit that a maintainer labelled, and not the next commit', async () => {
    await withRule('label: try', async (file) => {
      const fork = await forked();
      const { hub } = fork;
      const reason = async (action: string, options: Parameters<Fork['on']>[1] = {}) =>
        outputs(await fork.on(action, { file, ...options }), 'preview')['reason-code'];
      const later = () => Date.now() + 300_000;
      hub.setLabels(1, ['try']);
      const label = { label: 'try' };
      expect(await reason('labeled', { ...label, actor: 'mallory', at: later() })).toBe('approval-missing');
      expect(await reason('labeled', { ...label, actor: 'alice', at: Date.now() })).toBe('approval-missing');
      expect(await reason('labeled', { ...label, actor: 'alice', at: later() })).toBe('rolled-out');
      await fork.push({ 'agent.ts': 'export const evil = 1;' });
      expect(await reason('synchronize')).toBe('approval-missing');
    });
  });
});
