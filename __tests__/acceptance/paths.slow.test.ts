import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunnerEvent } from '../../harness/events.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import { startGitHub, type FakeGitHub } from '../../harness/github/fake.ts';
import type { Repository } from '../../harness/github/repository.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { deploymentNamed } from './support/images.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
let github: FakeGitHub | undefined;
let token = '';
let hub: Repository | undefined;
beforeAll(async () => {
  github = await startGitHub();
  hub = github.addRepository({ fullName: 'octo-org/many-agents', files: null });
  token = github.addToken({
    kind: 'actions',
    repository: 'octo-org/many-agents',
    permissions: { contents: 'read', deployments: 'write', 'pull-requests': 'write' },
  });
});
afterAll(() => github?.close());

/** Runs the matrix job of one agent. */
async function runFor(agent: string, git: FixtureRepository, event: RunnerEvent): Promise<ActionRun> {
  const run = await world.deploy({
    event,
    ...(github && { github: github.forRunner(token) }),
    inputs: {
      'deployment-name': agent,
      'repo-url': git.url,
      'graph-config-path': `agents/${agent}/langgraph.json`,
      paths: `agents/${agent}/**\n!**/*.md`,
    },
  });
  expect(run.exitCode).toBe(0);
  return run;
}
const outcomeOf = ({ outputs }: ActionRun) => `${outputs['outcome']} (${outputs['reason-code']})`;

test('two agents of one repository are deployed, previewed or skipped according to the changed paths', async () => {
  if (hub === undefined) throw new Error('GitHub is started before the test');
  const repository = hub;
  const config = (agent: string) => ({ [`agents/${agent}/langgraph.json`]: '{}' });
  const git = await world.repository({ ...config('billing'), ...config('support') });
  const pushed = async (branch = 'main') => {
    const push = (await repository.importGit(git.dir)).find(({ ref }) => ref === `refs/heads/${branch}`);
    if (push === undefined) throw new Error(`${branch} has not moved`);
    return repository.events.push(push);
  };
  const begin = await pushed();
  for (const agent of ['billing', 'support']) {
    expect(outcomeOf(await runFor(agent, git, begin))).toBe('deployed (rolled-out)');
  }

  await git.commit({ 'agents/billing/agent.ts': 'export {};', 'agents/support/README.md': 'Words.' });
  const event = await pushed();
  expect(outcomeOf(await runFor('billing', git, event))).toBe('deployed (rolled-out)');
  const { result, writes } = await world.watch(() => runFor('support', git, event));
  expect([outcomeOf(result), writes]).toEqual(['unchanged (paths-untouched)', []]);
  expect(result.outputs['revision-status']).toBe('DEPLOYED');

  await git.branch('topic');
  await git.commit({ 'agents/support/agent.ts': 'export {};' });
  await pushed('topic');
  repository.addPullRequest({ number: 1, head: { ref: 'topic' } });
  const opened = repository.events.pullRequest(1, { action: 'opened' });
  expect(outcomeOf(await runFor('billing', git, opened))).toBe('unchanged (paths-untouched)');
  expect(await deploymentNamed(world, 'billing-pr-1')).toBeUndefined();
  expect(outcomeOf(await runFor('support', git, opened))).toBe('deployed (rolled-out)');
  expect(repository.comments(1)).toHaveLength(1);

  repository.closePullRequest(1);
  const closed = repository.events.pullRequest(1, { action: 'closed' });
  expect(outcomeOf(await runFor('billing', git, closed))).toBe('torn-down (already-gone)');
  expect(outcomeOf(await runFor('support', git, closed))).toBe('torn-down (deleted)');
});
