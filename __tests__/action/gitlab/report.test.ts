import { afterEach, describe, expect, test } from '@jest/globals';
import { type FakeGitLab, startGitLab } from '../../../harness/gitlab/fake.ts';
import { gitLabAccess } from '../../../src/action/gitlab/access.ts';
import { runEventOf } from '../../../src/cli/run-event.ts';
import { agentError } from '../support/agent.ts';
import { makeTree } from '../support/checkout.ts';
import { COMMIT, createScenario } from '../support/scenario.ts';

const open: FakeGitLab[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gitLab) => gitLab.close()));
});

/** Creates a preview in a pipeline of merge request 7, with everything except GitLab in memory. */
async function previewOnGitLab(inputs: Record<string, string> = {}) {
  const gitLab = await startGitLab();
  open.push(gitLab);
  const mergeRequest = gitLab.addMergeRequest(7);
  const token = gitLab.addToken({ username: 'project_4711_bot', scope: 'api' });
  const env = { ...gitLab.variablesOf(mergeRequest, { commit: COMMIT }), GITLAB_TOKEN: token };
  const scenario = createScenario({ action: 'preview', annotations: 'false', ...inputs });
  scenario.controlPlane.heads.set('topic', COMMIT);
  scenario.env = { ...env, GITHUB_REPOSITORY: '' };
  scenario.ofHost = { event: runEventOf('gitlab', env, undefined) };
  scenario.codeHost = gitLabAccess(env);
  scenario.githubLimits = { sleep: async () => {}, finishTimeoutMs: 3_000 };
  return { gitLab, mergeRequest, token, scenario };
}
const warnings = (lines: readonly string[]) => lines.filter((line) => line.includes('GitLab'));

describe('a preview in a pipeline of a merge request', () => {
  test('is shown in one note, whose ID is an output', async () => {
    const { mergeRequest, scenario } = await previewOnGitLab();
    const { code, host } = await scenario.run();
    expect([code, warnings(host.lines)]).toEqual([0, []]);
    const [note, ...others] = mergeRequest.notes;
    expect([note?.body.split('\n')[1], others]).toEqual(['### 🟢 The preview is ready', []]);
    expect(host.outputs['comment-id']).toBe(String(note?.id));
  });

  test('writes no note with comment: false, and then needs no token', async () => {
    const { mergeRequest, gitLab, scenario } = await previewOnGitLab({ comment: 'false' });
    scenario.codeHost = gitLabAccess({ GITLAB_CI: 'true' });
    const { code, host } = await scenario.run();
    expect([code, host.lines.filter((line) => line.includes('GITLAB_TOKEN'))]).toEqual([0, []]);
    expect([mergeRequest.notes, gitLab.journal]).toEqual([[], []]);
  });

  test('shows the entry of the data that could not be written, and later the complete data', async () => {
    const { mergeRequest, scenario } = await previewOnGitLab({ 'preview-seed': 'data.yml' });
    scenario.workspace = makeTree({ 'data.yml': 'assistants: [{name: Support, graph: agent}]' });
    const { data } = scenario.agent;
    data.before = (method) => {
      if (method === 'createAssistant') throw agentError('http', 500, 'the database is full');
    };
    expect((await scenario.run()).code).toBe(1);
    expect(mergeRequest.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/is deployed, but its data is incomplete[^]*Support[^]*the database is full/),
    ]);
    expect(mergeRequest.notes[0]?.body).not.toContain('Seeded:');
    data.before = () => {};
    expect((await scenario.run()).code).toBe(0);
    expect(mergeRequest.notes.map(({ body }) => body)).toEqual([
      expect.stringContaining('Seeded: 1 assistant'),
    ]);
  });

  // docs/gitlab.md#retries
  test('ends with the same result and one warning if GitLab does not respond in time', async () => {
    const { gitLab, scenario } = await previewOnGitLab();
    scenario.githubLimits = { ...scenario.githubLimits, finishTimeoutMs: 200, attemptTimeoutMs: 10_000 };
    gitLab.faults.set([{ match: { path: /notes/ }, effect: { delay_ms: 3_600_000 } }]);
    const { code, host, result } = await scenario.run();
    expect([code, result['outcome']]).toEqual([0, 'deployed']);
    expect(warnings(host.lines)).toEqual([
      'GitLab did not respond in time, so it may show an outdated state of this run.',
    ]);
  });

  // docs/security/secrets.md#gitlab-token-masked
  test('does not log a token that GitLab repeats in an error', async () => {
    const { gitLab, token, scenario } = await previewOnGitLab();
    gitLab.faults.set([
      { match: { path: /notes/ }, effect: { status: 401, body: { message: `no ${token}` } } },
    ]);
    const { code, host } = await scenario.run();
    expect([code, warnings(host.lines)]).toEqual([
      0,
      [expect.stringContaining('GitLab rejected GITLAB_TOKEN (no *')],
    ]);
    expect(host.everything()).not.toContain(token);
  });
});
