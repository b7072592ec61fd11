import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startGitHub, type FakeGitHub } from '../../harness/github/fake.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import type { Repository } from '../../harness/github/repository.ts';
import { createWithoutAction, deploymentNamed, deploymentsNamed, revisionsOf } from './support/images.ts';
import { jobs, messagesOf, outputs, useExamples, type ExampleRepository } from './support/examples.ts';
import { errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const NAME = 'my-agent-shared-next';
const AGENT = { 'langgraph.json': '{}', 'shared.txt': 'one\ntwo\nthree\n' };

interface SharedJson {
  base: { branch: string; commit_sha: string } | null;
  tree_sha: string | null;
  pull_requests: {
    number: number;
    commit_sha: string;
    result: string;
    files: string[];
    more_files: number;
  }[];
}

const sharedOf = (given: Record<string, string>) => JSON.parse(given['shared-preview'] ?? '') as SharedJson;
const resultsOf = (given: Record<string, string>) =>
  sharedOf(given).pull_requests.map(({ number, result }) => [number, result]);

/** Commits files on a branch that starts at `main`, and returns to `main`. */
async function onBranch(
  git: FixtureRepository,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  const exists = (await git.git('branch', '--list', name)) !== '';
  await git.git('checkout', '--quiet', ...(exists ? [name] : ['-B', name, 'main']));
  const commit = await git.commit(files, `Change ${name}`);
  await git.git('checkout', '--quiet', 'main');
  return commit;
}

describe('the example workflow shared-preview.yml', () => {
  const examples = useExamples(world);

  async function labelled(): Promise<ExampleRepository> {
    const repository = await examples.repository(AGENT);
    const { git, hub } = repository;
    await onBranch(git, 'first', { 'first.txt': '1', 'shared.txt': 'one\nfirst\nthree\n' });
    await onBranch(git, 'second', { 'shared.txt': 'one\nsecond\nthree\n', 'second.txt': '2' });
    await onBranch(git, 'third', { 'third.txt': '3' });
    await repository.pushed();
    for (const [index, ref] of ['first', 'second', 'third'].entries()) {
      hub.addPullRequest({
        number: index + 1,
        head: { ref },
        labels: ['Next'],
        title: `@octocat <b>${ref}</b>`,
      });
    }
    return repository;
  }
  const on = async (repository: ExampleRepository, number: number, action: string, label?: string) => {
    await repository.hub.importGit(repository.git.dir);
    return examples.run('shared-preview.yml', repository, {
      event: repository.hub.events.pullRequest(number, { action, ...(label && { label }) }),
      repository: repository.git.dir,
    });
  };

  test('deploys the pull requests with the label together, follows their changes, and deletes the deployment after the last one', async () => {
    const repository = await labelled();
    const { git, hub } = repository;
    const first = await on(repository, 1, 'labeled', 'next');
    expect(outputs(first, 'shared-preview')).toMatchObject({
      outcome: 'deployed',
      created: 'true',
      'deployment-name': NAME,
    });
    expect(sharedOf(outputs(first, 'shared-preview'))).toMatchObject({
      base: { branch: 'main', commit_sha: await git.head('main') },
      pull_requests: [
        { number: 1, commit_sha: await git.head('first'), result: 'included', files: [] },
        { number: 2, commit_sha: await git.head('second'), result: 'conflict', files: ['shared.txt'] },
        { number: 3, commit_sha: await git.head('third'), result: 'included', files: [] },
      ],
    });
    // The conflicting pull request is left out as a whole: four files, without second.txt.
    expect(JSON.parse(outputs(first, 'shared-preview')['result'] ?? '')).toMatchObject({
      source: { files: 4 },
    });
    expect(messagesOf(first)).toEqual([
      expect.stringMatching(
        /^1 pull request could not be merged .*: #2 at [0-9a-f]{7}: .* conflicts in shared\.txt\.$/,
      ),
    ]);
    expect(await deploymentNamed(world, NAME)).toMatchObject({
      source: 'internal_source',
      secrets: [
        { name: 'OPENAI_API_KEY' },
        {
          name: 'AGENT_DEPLOY_SHARED_PREVIEW',
          value: expect.stringMatching(new RegExp(`^${hub.fullName} [0-9a-f]{40} next$`)),
        },
      ],
    });
    expect(hub.deployments(NAME)).toHaveLength(1);
    expect([1, 2, 3].flatMap((number) => hub.comments(number))).toEqual([]);

    const same = await on(repository, 3, 'synchronize');
    expect(outputs(same, 'shared-preview')).toMatchObject({
      outcome: 'unchanged',
      'reason-code': 'already-active',
      changed: 'false',
    });

    // A push that resolves the conflict adds the pull request.
    await onBranch(git, 'second', { 'shared.txt': 'one\ntwo\nthree\n' });
    const fixed = await on(repository, 2, 'synchronize');
    expect(messagesOf(fixed)).toEqual([]);
    expect(outputs(fixed, 'shared-preview')).toMatchObject({ outcome: 'deployed', created: 'false' });
    expect(JSON.parse(outputs(fixed, 'shared-preview')['result'] ?? '')).toMatchObject({
      source: { files: 5 },
    });

    hub.setLabels(1, []);
    const without = await on(repository, 1, 'unlabeled', 'next');
    expect(resultsOf(outputs(without, 'shared-preview'))).toEqual([
      [2, 'included'],
      [3, 'included'],
    ]);
    expect(outputs(without, 'shared-preview')['outcome']).toBe('deployed');

    const skipped = await on(repository, 1, 'labeled', 'bug');
    expect(jobs(skipped)).toEqual({ 'shared-preview': 'skipped' });

    for (const number of [2, 3]) hub.closePullRequest(number);
    const last = await on(repository, 3, 'closed');
    expect(outputs(last, 'shared-preview')).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
    expect(await deploymentsNamed(world, NAME)).toEqual([]);
    const again = await on(repository, 3, 'closed');
    expect(outputs(again, 'shared-preview')['reason-code']).toBe('already-gone');
  });
});

describe('the built action for a shared preview', () => {
  let github: FakeGitHub;
  beforeAll(async () => {
    github = await startGitHub();
  });
  afterAll(() => github.close());
  let count = 0;
  let names = 0;
  /** Returns a new name that is short enough for a shared preview without a hash in its name. */
  const shortName = () => `s${(names += 1)}`;

  /** Creates a repository on GitHub with these branches, each with a pull request that has the label `next`. */
  async function opened(branches: Record<string, Record<string, string>>) {
    count += 1;
    const git = await world.repository(AGENT);
    const hub = github.addRepository({ fullName: `octo-org/shared-${count}`, files: null });
    for (const [name, files] of Object.entries(branches)) await onBranch(git, name, files);
    await hub.importGit(git.dir);
    for (const [index, ref] of Object.keys(branches).entries()) {
      hub.addPullRequest({
        number: index + 1,
        head: { ref },
        labels: ['next'],
        title: '@octocat ![](http://a)',
      });
    }
    return { git, hub };
  }
  const run = async (
    { git, hub }: { git: FixtureRepository; hub: Repository },
    inputs: Record<string, string> = {},
    env: Record<string, string> = {},
  ) => {
    const permissions = { contents: 'read', 'pull-requests': 'read', deployments: 'write' } as const;
    const token = github.addToken({ kind: 'actions', repository: hub.fullName, permissions });
    return world.deploy({
      workspace: git.dir,
      event: hub.events.dispatch(),
      github: github.forRunner(token),
      env,
      inputs: {
        action: 'shared-preview',
        'shared-label': 'next',
        source: 'internal_source',
        'deployment-name': shortName(),
        locks: 'ignore',
        ...inputs,
      },
    });
  };

  // docs/security/pull-requests.md#shared-preview-runs-nothing
  test('runs no filter, merge driver or hook of a head, and changes nothing in the workspace', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-shared-'));
    const trace = path.join(folder, 'code-of-a-head-ran');
    try {
      const evil = `touch ${trace}; cat`;
      const made = await opened({
        one: {
          '.gitattributes': '* filter=evil merge=evil diff=evil text eol=crlf ident\n',
          'odd\nname.txt': '$Id$\n',
          'shared.txt': 'one\nA\nthree\n',
        },
        two: { 'shared.txt': 'ONE\ntwo\nthree\nfour\nfive\nsix\n' },
        three: { 'shared.txt': 'x\n', 'other.txt': 'y' },
      });
      const before = await made.git.git('status', '--porcelain', '--branch');
      const objects = await made.git.git('count-objects');
      for (const [name, value] of [
        ['filter.evil.smudge', evil],
        ['filter.evil.clean', evil],
        ['merge.evil.driver', `touch ${trace}; false`],
        ['core.fsmonitor', evil],
        ['core.hooksPath', folder],
      ] as const) {
        await made.git.git('config', name, value);
      }
      const result = await run(made);
      expect(result.outputs).toMatchObject({ outcome: 'deployed' });
      expect(resultsOf(result.outputs)[0]).toEqual([1, 'included']);
      expect(resultsOf(result.outputs).map(([, kind]) => kind)).toContain('conflict');
      expect(existsSync(trace)).toBe(false);
      expect(await made.git.git('count-objects')).toBe(objects);
      expect(await made.git.git('status', '--porcelain', '--branch')).toBe(before);
      // With this configuration, git itself starts the program.
      expect(existsSync(trace)).toBe(true);
      const summary = summaryOf(result);
      expect(summary).toContain('left out: conflicts');
      // A title is text without an effect: no mention and no image.
      expect(summary).toContain('![](http://a)');
      expect(summary).not.toContain('@octocat');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  // docs/security/pull-requests.md#shared-preview-forks
  test('leaves out the head of a fork, even with the label and if the checkout contains its commit', async () => {
    const made = await opened({ ours: { 'ours.txt': '1' }, theirs: { 'theirs.txt': '2' } });
    made.hub.addPullRequest({ number: 2, head: { ref: 'theirs', fork: 'mallory/agents' }, labels: ['next'] });
    const result = await run(made);
    expect(resultsOf(result.outputs)).toEqual([
      [1, 'included'],
      [2, 'fork'],
    ]);
    expect(JSON.parse(result.outputs['result'] ?? '')).toMatchObject({ source: { files: 3 } });
    made.hub.closePullRequest(1);
    const onlyFork = await run(made, {
      'deployment-name': result.outputs['deployment-name']?.replace(/-shared-next$/, '') ?? '',
    });
    expect(onlyFork.outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
  });

  test('sends nothing if the checkout lacks a head or the history, or if GitHub fails', async () => {
    const made = await opened({ one: { 'one.txt': '1' } });
    const name = shortName();
    await run(made, { 'deployment-name': name });
    const there = await deploymentNamed(world, `${name}-shared-next`);
    const revisions = await revisionsOf(world, there?.['id'] as string);
    const { writes } = await world.watch(async () => {
      github.faults.set([{ match: { path: /\/pulls$/ }, effect: { answer: 'not-accessible' } }]);
      const refused = await run(made, { 'deployment-name': name });
      expect(refused.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'pull-request-unknown' });
      expect(errorsOf(refused).join()).toContain('pull-requests: read');
      github.faults.set([]);
      made.hub.setFiles('one', { 'later.txt': '2' });
      const missing = await run(made, { 'deployment-name': name });
      expect(missing.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'merge-impossible' });
      expect(errorsOf(missing).join()).toMatch(/lacks 1 commit \([0-9a-f]{40}\).*fetch-depth: 0/);
    });
    expect(writes).toEqual([]);
    expect(await revisionsOf(world, there?.['id'] as string)).toEqual(revisions);
  });

  // docs/security/pull-requests.md#shared-preview-owner
  test('neither changes nor deletes a deployment that has only the name of the shared preview, or the marker of another label', async () => {
    const made = await opened({ one: { 'one.txt': '1' } });
    const [plain, other] = [shortName(), shortName()];
    await createWithoutAction(world, `${plain}-shared-next`);
    await createWithoutAction(world, `${other}-shared-next`, {
      secrets: [
        { name: 'AGENT_DEPLOY_SHARED_PREVIEW', value: `${made.hub.fullName} ${'a'.repeat(40)} later` },
      ],
    });
    const { writes } = await world.watch(async () => {
      for (const closed of [false, true]) {
        if (closed) made.hub.closePullRequest(1);
        for (const name of [plain, other]) {
          const result = await run(made, { 'deployment-name': name });
          expect([closed, name, result.outputs['reason-code']]).toEqual([closed, name, 'not-a-preview']);
        }
      }
    });
    expect(writes).toEqual([]);
  });
});
