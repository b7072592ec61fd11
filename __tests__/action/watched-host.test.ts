import { describe, expect, test } from '@jest/globals';
import { parseEvent } from '../../src/action/event.ts';
import type { Progress } from '../../src/action/host/host.ts';
import type { DeploymentCreate } from '../../src/contract/deployment.ts';
import { COMMIT, createScenario, OTHER_COMMIT } from './support/scenario.ts';

/** Creates a watched host, and returns it with the recorded progress. */
function createProgress() {
  const shown: string[] = [];
  const progress: Progress = {
    begin: ({ title }) => void shown.push(`begin ${title}`),
    update: (timeline) => void shown.push(timeline.map(({ status }) => status).join(' ')),
    showLog: (lines) => void shown.push(...lines.map((line) => `log ${line}`)),
    end: () => void shown.push('end'),
  };
  return { progress, shown };
}

describe('a runner host that shows progress', () => {
  // docs/cli.md#terminal
  test('receives each phase of a wait and the last log lines, without secrets', async () => {
    const scenario = createScenario({ secrets: 'TOKEN=value-of-a-secret-9' });
    scenario.controlPlane.logs = {
      build: [{ at: null, level: 'INFO', message: 'installing with value-of-a-secret-9' }],
    };
    const { progress, shown } = createProgress();
    scenario.ofHost = { progress };
    const { host, code } = await scenario.run();
    expect(code).toBe(0);
    expect(shown[0]).toMatch(/^begin Waiting for revision /);
    expect(shown.at(-1)).toBe('end');
    expect(shown).toContain('CREATING QUEUED AWAITING_BUILD BUILDING AWAITING_DEPLOY DEPLOYING DEPLOYED');
    expect(shown).toContain('log installing with ***');
    expect(shown.join('\n')).not.toContain('value-of-a-secret-9');
    // The watcher does not change the log.
    expect(host.lines.filter((line) => line.endsWith('  BUILDING'))).toHaveLength(1);
  });

  test('is notified of the end of a wait, even after an error', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('getRevision', new Error('a bug'));
    const { progress, shown } = createProgress();
    scenario.ofHost = { progress };
    expect((await scenario.run()).host.outputs).toMatchObject({ 'reason-code': 'internal-error' });
    expect([shown[0], shown.at(-1)]).toEqual([expect.stringContaining('begin'), 'end']);
  });
});

describe("a runner host without GitHub's variables", () => {
  const gitlab = {
    ...parseEvent({}, undefined),
    name: 'pull_request',
    repository: 'group/sub/agents',
    serverUrl: 'https://gitlab.example.org',
    ref: 'topic',
    commit: OTHER_COMMIT,
    pullRequest: { number: 7, closed: false, labels: [] },
  };

  test('provides the event of the run', async () => {
    const scenario = createScenario({ action: 'deploy' });
    scenario.controlPlane.heads.set('topic', OTHER_COMMIT);
    scenario.ofHost = { event: gitlab };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': OTHER_COMMIT });
    expect(scenario.controlPlane.body<DeploymentCreate>('createDeployment')).toMatchObject({
      source_config: { repo_url: 'https://gitlab.example.org/group/sub/agents' },
      source_revision_config: { repo_ref: 'topic' },
    });
    expect(OTHER_COMMIT).not.toBe(COMMIT);
  });

  // docs/cli.md#gitlab
  test("creates previews for merge requests, with names from the last part of the repository's path", async () => {
    const scenario = createScenario({ action: 'preview' });
    delete scenario.inputs['deployment-name'];
    scenario.controlPlane.heads.set('topic', OTHER_COMMIT);
    scenario.ofHost = { event: gitlab };
    const first = await scenario.run();
    expect(first.host.outputs).toMatchObject({ outcome: 'deployed', 'deployment-name': 'agents-pr-7' });
    scenario.inputs['action'] = 'teardown';
    const second = await scenario.run();
    expect(second.host.outputs).toMatchObject({ outcome: 'torn-down', 'reason-code': 'deleted' });
  });

  test('does not deploy from a fork', async () => {
    const scenario = createScenario({ action: 'preview' });
    scenario.ofHost = { event: { ...gitlab, fork: true } };
    expect((await scenario.run()).host.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'fork' });
  });
});
