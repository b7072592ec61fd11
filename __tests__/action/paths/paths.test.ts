import { describe, expect, test } from '@jest/globals';
import type { Push } from '../../../harness/github/repository.ts';
import { type GitHubFixture, startFixture } from '../github/support.ts';
import { createScenario, type Scenario } from '../support/scenario.ts';

const PATHS = 'agents/billing/**\n!**/*.md';
const OURS = { 'agents/billing/agent.ts': 'export const one = 1;\n' };
const DOCS = { 'agents/billing/README.md': 'Words.\n', 'docs/a.md': 'More.\n' };

interface Scene {
  run: Scenario;
  github: GitHubFixture;
  /** Pushes these files, and sets the event of the run. */
  push(files: Record<string, string>): Push;
  /** Creates the deployment with an active revision of this commit. */
  serving(commit: string | undefined): void;
}

/** Creates a run of a repository with several agents, on a separate GitHub. */
async function scene(options: Parameters<typeof startFixture>[0] = {}, inputs = {}): Promise<Scene> {
  const github = await startFixture(options);
  const { repository } = github;
  // Locks have their own tests, and these tests count the requests to GitHub that `paths` causes.
  const run = createScenario({ paths: PATHS, locks: 'ignore', ...inputs });
  run.github = (await github.connect()).connection;
  run.env = { GITHUB_REPOSITORY: repository.fullName };
  return {
    run,
    github,
    push(files) {
      const push = repository.setFiles('main', files);
      run.event = repository.events.push(push);
      run.controlPlane.heads.set('main', push.head.sha);
      return push;
    },
    serving(commit) {
      const repo_url = `https://github.com/${repository.fullName}`;
      run.controlPlane.add({ name: 'my-agent', source_config: { repo_url, build_on_push: false } }, commit);
      if (commit !== undefined) return;
      run.controlPlane.add({ name: 'never' });
    },
  };
}

const asked = ({ github }: Scene) => github.requests();

describe('a push with the input `paths`', () => {
  test('that changes no matching file ends as unchanged after one request to GitHub, without a change', async () => {
    const it = await scene();
    it.serving(it.github.repository.head());
    it.push(DOCS);
    const { code, host } = await it.run.run();
    expect([code, host.outputs['outcome'], host.outputs['reason-code']]).toEqual([
      0,
      'unchanged',
      'paths-untouched',
    ]);
    expect(host.everything()).toContain('None of the 2 files');
    expect(host.outputs['deployment-url']).toBe('https://my-agent.example.org');
    expect(it.run.controlPlane.count('patchDeployment')).toBe(0);
    expect(asked(it)).toHaveLength(1);
  });

  test('that changes a matching file is deployed', async () => {
    const it = await scene();
    it.serving(it.github.repository.head());
    it.push({ ...DOCS, ...OURS });
    const { host } = await it.run.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toContain('agents/billing/agent.ts was changed');
  });

  test('that changes no matching file is deployed if an earlier undeployed push changed a matching file', async () => {
    const it = await scene();
    it.serving(it.github.repository.head());
    it.push(OURS);
    const after = it.push(DOCS);
    const { host } = await it.run.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': after.head.sha });
  });

  test('is always deployed if the deployment does not exist yet', async () => {
    const it = await scene();
    it.push(DOCS);
    const { host } = await it.run.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(asked(it)).toEqual([]);
  });

  test('needs no comparison of commits if its commit is already active', async () => {
    const it = await scene();
    const { head } = it.push(DOCS);
    it.serving(head.sha);
    expect((await it.run.run()).host.outputs['reason-code']).toBe('already-active');
    expect(asked(it)).toEqual([]);
  });

  test('is deployed if its commit is older than the active commit, because their comparison would be empty', async () => {
    const it = await scene();
    const older = it.push(OURS);
    const event = it.run.event;
    it.serving(it.push({ 'agents/billing/agent.ts': 'export const two = 2;\n' }).head.sha);
    it.run.event = event;
    it.run.controlPlane.heads.set('main', older.head.sha);
    const { host } = await it.run.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toContain('is not a descendant of');
  });

  test('is compared with its previous commit if the service does not return the active commit', async () => {
    const it = await scene({}, { 'image-uri': 'r.example.org/agent:2' });
    const { controlPlane } = it.run;
    const deployment = controlPlane.add({
      name: 'my-agent',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'r.example.org/agent:1' },
    });
    const revision = controlPlane.addRevision(deployment.id, ['DEPLOYED']);
    deployment.active_revision_id = revision.id;
    it.push(DOCS);
    expect((await it.run.run()).host.outputs['reason-code']).toBe('paths-untouched');
    it.push(OURS);
    expect((await it.run.run()).host.outputs['outcome']).toBe('deployed');
  });

  test("is deployed if GitHub's list of changed files might be truncated", async () => {
    const it = await scene();
    it.serving(it.github.repository.head());
    it.push(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`docs/${index}.md`, `${index}\n`])),
    );
    const { host } = await it.run.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toContain('at most 300 changed files');
  });

  test.each([
    ['without a token', (it: Scene) => (it.run.github = undefined), 'no github-token'],
    ['from a commit that GitHub does not know', () => {}, 'GitHub answered 404'],
    [
      'when GitHub fails',
      ({ github }: Scene) =>
        github.github.faults.set([{ match: { path: /\/compare\// }, effect: { status: 502 } }]),
      'GitHub answered 502',
    ],
  ])('is deployed %s, and the log contains the reason', async (name, change, reported) => {
    const it = await scene();
    it.serving(name.includes('does not know') ? 'e'.repeat(40) : it.github.repository.head());
    it.push(DOCS);
    change(it);
    const { host } = await it.run.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(host.lines.join('\n')).toContain(reported);
    expect(host.annotations).toEqual([]);
  });

  test('is deployed with one warning that names the permission if the token cannot compare commits', async () => {
    const it = await scene({ private: true, permissions: { issues: 'write' } });
    it.serving(it.github.repository.head());
    it.push(DOCS);
    const { code, host } = await it.run.run();
    expect([code, host.outputs['outcome']]).toEqual([0, 'deployed']);
    expect(host.annotations).toMatchObject([{ level: 'warning', message: /contents: read$/ }]);
  });

  test('is deployed without a comparison of commits if force is set', async () => {
    const it = await scene({}, { force: 'true' });
    it.serving(it.github.repository.head());
    it.push(DOCS);
    expect((await it.run.run()).host.outputs['outcome']).toBe('deployed');
    expect(asked(it)).toEqual([]);
  });
});

describe('a pull request with the input `paths`', () => {
  const plan = async (files: Record<string, string>, page = 0) => {
    const it = await scene({}, { action: 'plan' });
    it.serving(it.github.repository.head());
    const many = Object.fromEntries(
      Array.from({ length: page }, (_, index) => [`a/${index}.txt`, `${index}\n`]),
    );
    it.github.repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { ...many, ...files } } });
    it.run.event = it.github.repository.events.pullRequest(7, { action: 'opened' });
    return { it, ...(await it.run.run()) };
  };

  test('that changes no matching file sends no request to the control plane', async () => {
    const { it, host } = await plan(DOCS);
    expect(host.outputs).toMatchObject({ outcome: 'unchanged', 'reason-code': 'paths-untouched', plan: '' });
    expect(host.everything()).toContain('in pull request #7');
    expect(it.run.controlPlane.calls).toEqual([]);
  });

  test('is compared page by page up to the first matching file', async () => {
    const last = await plan({ ...OURS, 'zzz.txt': 'z\n' }, 0);
    expect(last.host.outputs['outcome']).toBe('planned');
    const { it, host } = await plan({ 'agents/billing/agent.ts': 'two\n' }, 150);
    expect(host.outputs['outcome']).toBe('planned');
    expect(asked(it)).toHaveLength(2);
  });

  test('needs no comparison of commits if the run was started manually', async () => {
    const it = await scene();
    it.serving(it.github.repository.head());
    it.run.event = it.github.repository.events.dispatch();
    await it.run.run();
    expect(asked(it)).toEqual([]);
  });
});
