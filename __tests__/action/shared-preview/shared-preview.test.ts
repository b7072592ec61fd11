import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createPreviewScenario, type PreviewScenario } from '../preview/support.ts';
import { AGENT, addToTree, commitTree, makeTree, type Tree } from '../support/checkout.ts';

const NAME = 'agents-shared-next';
const INPUTS = {
  action: 'shared-preview',
  'shared-label': 'next',
  source: 'internal_source',
  locks: 'ignore',
};

interface SharedScenario extends PreviewScenario {
  git(...args: string[]): string;
  /** Commits the files on a branch from `main`, and opens its pull request with the label, or updates it. */
  push(number: number, files: Tree, more?: Parameters<PreviewScenario['gh']['open']>[1]): string;
}

/** Creates a checkout of `main` and a manual run without pull requests. */
function createSharedScenario(inputs: Record<string, string> = {}): SharedScenario {
  const scenario = createPreviewScenario({ ...INPUTS, ...inputs });
  scenario.workspace = makeTree({ ...AGENT, 'shared.txt': 'one\ntwo\nthree\n' });
  scenario.gh.pulls.clear();
  scenario.gh.setMain(commitTree(scenario.workspace));
  scenario.dispatch();
  scenario.env['PATH'] = process.env['PATH'] ?? '';
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=t@example.org', ...args], {
      cwd: scenario.workspace,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const push: SharedScenario['push'] = (number, files, more) => {
    const branch = `topic-${number}`;
    const exists = git('branch', '--list', branch) !== '';
    git('checkout', '-q', ...(exists ? [branch] : ['-b', branch, 'main']));
    addToTree(scenario.workspace, files);
    git('add', '-A');
    git('commit', '-q', '-m', 'change');
    const commit = git('rev-parse', 'HEAD');
    git('checkout', '-q', 'main');
    scenario.gh.open(number, { labels: ['Next'], commit, ...more });
    return commit;
  };
  return Object.assign(scenario, { git, push });
}

/** Runs the scenario, and returns its reason code and the result of each pull request. */
async function run(scenario: SharedScenario) {
  const { host, result } = await scenario.run();
  const shared = JSON.parse(host.outputs['shared-preview'] || 'null') as {
    pull_requests: { number: number; result: string; files: string[]; more_files: number }[];
  } | null;
  return {
    reason: host.outputs['reason-code'],
    pulls: shared?.pull_requests.map((pull) => [pull.number, pull.result]),
    shared,
    files: (result['source'] as { files: number } | null)?.files,
    lines: [...host.lines, ...host.annotations.map(({ message }) => message)].join('\n'),
    summary: host.summaries.join('\n'),
  };
}

describe('the verb shared-preview', () => {
  test('merges in the order of the numbers, and leaves out what cannot be in it', async () => {
    const scenario = createSharedScenario();
    scenario.push(12, { 'shared.txt': 'one\nlater\nthree\n', 'twelve.txt': '12' });
    scenario.push(3, { 'shared.txt': 'one\nearlier\nthree\n' });
    scenario.push(4, { 'four.txt': '4' }, { headRepository: 'mallory/agents' });
    scenario.push(5, { 'five.txt': '5' }, { headRepository: null });
    scenario.push(6, { 'six.txt': '6' }, { into: 'release' });
    scenario.push(7, { 'seven.txt': '7' }, { labels: ['nextup'] });
    scenario.push(8, { 'eight.txt': '8' }, { state: 'closed' });
    scenario.git('checkout', '-q', '--orphan', 'alone');
    scenario.git('commit', '-q', '-m', 'unrelated');
    const unrelated = scenario.git('rev-parse', 'HEAD');
    scenario.git('checkout', '-q', '-f', 'main');
    scenario.gh.open(9, { labels: ['next'], commit: unrelated });
    const { reason, pulls, shared, files } = await run(scenario);
    expect([reason, pulls]).toEqual([
      'rolled-out',
      [
        [3, 'included'],
        [4, 'fork'],
        [5, 'fork'],
        [6, 'other-base'],
        [9, 'unmergeable'],
        [12, 'conflict'],
      ],
    ]);
    expect(shared?.pull_requests.at(-1)).toMatchObject({ files: ['shared.txt'], more_files: 0 });
    expect(files).toBe(3);
    expect(scenario.named(NAME)?.secrets?.map(({ name }) => name)).toEqual(['AGENT_DEPLOY_SHARED_PREVIEW']);
  });

  test('creates no revision while the merged files and settings are the same, but uploads changed settings', async () => {
    const scenario = createSharedScenario({ secrets: 'KEY=value-of-previews-01' });
    scenario.push(3, { 'three.txt': '3' });
    expect((await run(scenario)).reason).toBe('rolled-out');
    const uploads = scenario.controlPlane.count('uploadUrl');
    expect((await run(scenario)).reason).toBe('already-active');
    // A commit without a change of files has the same tree.
    scenario.git('checkout', '-q', 'topic-3');
    scenario.git('commit', '-q', '--allow-empty', '-m', 'empty');
    scenario.gh.open(3, { labels: ['next'], commit: scenario.git('rev-parse', 'HEAD') });
    scenario.git('checkout', '-q', 'main');
    expect((await run(scenario)).reason).toBe('already-active');
    expect(scenario.controlPlane.count('uploadUrl')).toBe(uploads);
    scenario.inputs['secrets'] = 'KEY=value-of-previews-02';
    expect((await run(scenario)).reason).toBe('rolled-out');
    expect(scenario.controlPlane.count('uploadUrl')).toBe(uploads + 1);
    scenario.inputs['force'] = 'true';
    expect((await run(scenario)).reason).toBe('rolled-out');
    expect(scenario.controlPlane.count('uploadUrl')).toBe(uploads + 2);
  });

  test('deploys again if the last revision failed, or if a rollback serves an earlier upload', async () => {
    const scenario = createSharedScenario();
    scenario.push(3, { 'three.txt': '3' });
    await run(scenario);
    scenario.push(3, { 'three.txt': '3.1' });
    scenario.controlPlane.nextRollout = ['QUEUED', 'BUILD_FAILED'];
    expect((await run(scenario)).reason).toBe('build-failed');
    scenario.controlPlane.nextRollout = ['DEPLOYED'];
    expect((await run(scenario)).reason).toBe('rolled-out');
    expect((await run(scenario)).reason).toBe('already-active');

    Object.assign(scenario.inputs, { action: 'rollback', 'deployment-name': NAME });
    expect((await run(scenario)).reason).toBe('rolled-back-to');
    scenario.inputs['action'] = 'shared-preview';
    scenario.inputs['deployment-name'] = 'agents';
    expect((await run(scenario)).reason).toBe('rolled-out');
  });

  test('deletes the deployment if no pull request can be in it, and sends nothing with dry-run', async () => {
    const scenario = createSharedScenario();
    scenario.push(3, { 'three.txt': '3' });
    await run(scenario);
    scenario.gh.open(3, { labels: ['next'], headRepository: 'mallory/agents' });
    scenario.inputs['dry-run'] = 'true';
    expect(await run(scenario)).toMatchObject({ reason: 'dry-run', pulls: [[3, 'fork']] });
    expect(scenario.named(NAME)).toBeDefined();
    scenario.inputs['dry-run'] = 'false';
    expect((await run(scenario)).reason).toBe('deleted');
    expect(scenario.named(NAME)).toBeUndefined();
    scenario.gh.pulls.clear();
    expect(await run(scenario)).toMatchObject({ reason: 'already-gone', pulls: [] });
  });

  test('lists at most 20 conflicting files, whose names cannot change the log or the summary', async () => {
    const scenario = createSharedScenario();
    const files = (text: string) =>
      Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`a${index}\n::error::@octocat`, text]));
    scenario.push(3, files('1'));
    scenario.push(4, files('2'), { branch: '<b>@octocat' });
    const { shared, lines, summary } = await run(scenario);
    expect(shared?.pull_requests[1]).toMatchObject({ result: 'conflict', more_files: 2 });
    expect(shared?.pull_requests[1]?.files).toHaveLength(20);
    expect(lines).not.toMatch(/^::error/m);
    expect(summary).not.toMatch(/@octocat|<b>/);
  });

  test('uploads links as links, and no file outside the merged tree', async () => {
    const scenario = createSharedScenario();
    symlinkSync('/etc/passwd', path.join(scenario.workspace, 'outside'));
    scenario.push(3, { 'three.txt': '3' });
    addToTree(scenario.workspace, { 'untracked.txt': 'only in the workspace' });
    const { reason, files } = await run(scenario);
    expect([reason, files]).toEqual(['rolled-out', 4]);
  });

  test.each([
    ['GitHub refuses the list', (one: SharedScenario) => one.gh.fail(403, 9), /Add `pull-requests: read`/],
    ['GitHub does not respond', (one: SharedScenario) => one.gh.fail(502, 9), /GitHub answered 502/],
    [
      'GitHub lists the pull request of another repository',
      (one: SharedScenario) => void one.gh.mixedUp.set(3, { repository: 'other/agents' }),
      /other\/agents#3/,
    ],
    [
      'GitHub returns a head that is not a SHA',
      (one: SharedScenario) => one.gh.open(3, { labels: ['next'], commit: '--upload-pack=evil' }),
      /not a full SHA/,
    ],
    [
      'more than 50 pull requests have the label',
      (one: SharedScenario) => {
        for (let number = 100; number < 151; number += 1) one.gh.open(number, { labels: ['next'] });
      },
      /52 have the label|51 have the label/,
    ],
    [
      'the repository has 2,000 open pull requests',
      (one: SharedScenario) => {
        for (let number = 100; number < 2_100; number += 1) one.gh.open(number);
      },
      /2000 or more open pull requests/,
    ],
  ])('changes nothing if %s', async (_what, change, message) => {
    const scenario = createSharedScenario();
    scenario.push(3, { 'three.txt': '3' });
    change(scenario);
    const { reason, lines } = await run(scenario);
    expect(reason).toBe('pull-request-unknown');
    expect(lines).toMatch(message);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  test.each([
    [
      'is shallow',
      (one: SharedScenario) =>
        addToTree(one.workspace, { '.git/shallow': `${one.git('rev-parse', 'main')}\n` }),
      /whole history/,
    ],
    ['lacks the base', (one: SharedScenario) => one.gh.setMain('f'.repeat(40)), /lacks 1 commit \(f{40}\)/],
    [
      'lacks a head',
      (one: SharedScenario) => one.gh.open(3, { labels: ['next'], commit: 'e'.repeat(40) }),
      /lacks 1 commit \(e{40}\)/,
    ],
  ])('changes nothing if the checkout %s', async (_what, change, message) => {
    const scenario = createSharedScenario();
    scenario.push(3, { 'three.txt': '3' });
    change(scenario);
    const { reason, lines } = await run(scenario);
    expect(reason).toBe('merge-impossible');
    expect(lines).toMatch(message);
    expect(scenario.controlPlane.count('createDeployment')).toBe(0);
  });

  test('does not change a deployment that another client created with its name', async () => {
    const scenario = createSharedScenario();
    scenario.push(3, { 'three.txt': '3' });
    scenario.controlPlane.before('createDeployment', 1, () => void scenario.controlPlane.add({ name: NAME }));
    expect((await run(scenario)).reason).toBe('not-a-preview');
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });
});
