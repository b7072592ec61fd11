import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPullRequest, searchComparison } from '../../../src/action/github/pull-requests.ts';
import { createComment, findComments, updateComment } from '../../../src/action/github/comments.ts';
import { createGitHubClient, type GitHubConnection } from '../../../src/action/github/client.ts';
import {
  listDeployments,
  openDeployment,
  readState,
  removePreviewEnvironment,
  writeStatus,
} from '../../../src/action/github/deployments.ts';
import { readWorkflowRun } from '../../../src/action/report/links.ts';
import { parsePathFilter } from '../../../src/action/paths/glob.ts';
import { createFakeClock } from '../support/clock.ts';

const API = 'https://api.github.com/repos/acme/agents';
const never = new AbortController().signal;

/** Creates a GitHub with these responses; `calls` contains the calls of its methods with their arguments. */
function answering(answers: Record<string, unknown>) {
  const calls: [string, unknown][] = [];
  const group = new Proxy(
    {},
    {
      get: (_target, name) => async (given: unknown) => {
        calls.push([String(name), given]);
        const data = answers[String(name)];
        if (data === undefined) throw new Error(`${String(name)} is not expected here`);
        return { data, headers: {}, status: 200 };
      },
    },
  );
  const rest = { pulls: group, repos: group, issues: group };
  const connection: GitHubConnection = {
    octokit: { rest } as unknown as GitHubConnection['octokit'],
    owner: 'acme',
    repo: 'agents',
    repositoryId: 9,
    redact: (text) => text,
  };
  return {
    connection,
    hub: createGitHubClient(connection, never, { ...LIMITS }),
    calls,
    names: () => calls.map(([name]) => name),
  };
}
const LIMITS = {
  finishTimeoutMs: 1,
  cancelTimeoutMs: 1,
  attemptTimeoutMs: 1000,
  retryDelaysMs: [],
  maxRetryAfterMs: 1,
};
const OTHER = expect.objectContaining({ name: 'MismatchedAnswerError' });
const place = readWorkflowRun({ GITHUB_RUN_ID: '4711', GITHUB_REPOSITORY: 'acme/agents' });
const author = { isMe: async () => true };
const comment = { pullRequest: 7, key: 'k', agent: 'k', startedAt: 0, id: undefined, closed: false };

describe("GitHub's response to a request for a pull request", () => {
  const pull = (number: unknown, full_name: string, id = 1) => ({
    number,
    state: 'closed',
    labels: [],
    head: { ref: 'topic', sha: 'a'.repeat(40), repo: { full_name } },
    base: { ref: 'main', repo: { full_name, id } },
  });
  const read = (answer: unknown) =>
    readPullRequest(answering({ get: answer }).connection, 7, { clock: createFakeClock(), signal: never });

  test('is accepted only with the requested number and repository', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(7, 8, 77, '7', null, undefined),
        fc.constantFrom('acme/agents', 'Acme/Agents', 'acme/others', 'b/agents'),
        fc.constantFrom(1, 9),
        async (number, name, id) => {
          const asked = number === 7 && (name.toLowerCase() === 'acme/agents' || id === 9);
          const reading = await read(pull(number, name, id));
          expect(reading.kind).toBe(asked ? 'read' : 'unreadable');
          if (reading.kind === 'unreadable') {
            expect(reading.failure.description).toMatch(/^GitHub returned .* when .*#7 was requested$/);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([null, 'pong', [], {}, { number: 7 }, { number: 7, base: {} }])(
    'is rejected if it is %j',
    async (answer) => {
      expect((await read(answer ?? 'null')).kind).toBe('unreadable');
    },
  );
});

describe('deployments on GitHub', () => {
  const item = (id: number, environment: string, more = {}) => ({
    id,
    environment,
    sha: 'a'.repeat(40),
    payload: {},
    production_environment: false,
    ...more,
  });

  test('in other environments are ignored, even if the list contains them', async () => {
    const { hub } = answering({
      listDeployments: [item(1, 'production'), item(2, 'Mine'), item(3, 'mine-2')],
    });
    expect((await listDeployments(hub, 'mine', { per_page: 9 })).items.map(({ id }) => id)).toEqual([2]);
  });

  // docs/security/pull-requests.md#github-deployments-deleted-preview
  test('are deleted with a preview only if they belong to that preview, and never in production', async () => {
    const github = answering({
      listDeployments: [
        item(1, 'my-agent-pr-7'),
        item(2, 'production'),
        item(3, 'my-agent-pr-7', { production_environment: true }),
        item(4, 'my-agent-pr-7', { payload: { 'agent-deploy': 'other-agent' } }),
        item(5, 'my-agent-pr-7', { payload: { 'agent-deploy': 'my-agent-pr-7' } }),
      ],
      deleteDeployment: {},
      deleteAnEnvironment: {},
    });
    await removePreviewEnvironment(github.hub, place, 'my-agent-pr-7', true);
    const deleted = github.calls.filter(([name]) => name === 'deleteDeployment');
    expect(deleted.map(([, given]) => given)).toMatchObject([{ deployment_id: 1 }, { deployment_id: 5 }]);
    expect(github.names()).not.toContain('deleteAnEnvironment');
  });

  test('keep their environment if GitHub lists more of them than the action reads', async () => {
    const page = Array.from({ length: 100 }, (_, index) => item(index + 1, 'my-agent-pr-7'));
    const github = answering({ listDeployments: page, deleteDeployment: {}, deleteAnEnvironment: {} });
    await removePreviewEnvironment(github.hub, place, 'my-agent-pr-7', true);
    expect(github.names()).toContain('deleteDeployment');
    expect(github.names()).not.toContain('deleteAnEnvironment');
  });

  test("are rejected if the status in GitHub's response belongs to another deployment", async () => {
    const status = { state: 'success', deployment_url: `${API}/deployments/8` };
    const { hub } = answering({ listDeploymentStatuses: [status], createDeploymentStatus: status });
    await expect(readState(hub, 7)).rejects.toEqual(OTHER);
    const written = writeStatus(hub, place, 7, { state: 'success', description: '', url: undefined });
    await expect(written).rejects.toEqual(OTHER);
    expect(await readState(hub, 8)).toBe('success');
  });

  const shown = {
    environment: 'mine',
    transient: true,
    agent: 'mine',
    refs: [],
    id: undefined,
    closed: false,
  };

  test('are rejected if GitHub created them in another environment', async () => {
    const { hub } = answering({ listDeployments: [], createDeployment: item(7, 'production') });
    await expect(openDeployment(hub, place, shown, ['a'.repeat(40)])).rejects.toEqual(OTHER);
  });

  test.each(['log_url', 'target_url'])(
    "are recognized as created by the current job, even if only their `%s` links to the job's run",
    async (field) => {
      const status = { state: 'queued', [field]: 'https://github.com/acme/agents/actions/runs/4711/job/1' };
      const { hub } = answering({ listDeployments: [item(7, 'mine')], listDeploymentStatuses: [status] });
      expect(await openDeployment(hub, place, shown, ['a'.repeat(40)])).toEqual({ kind: 'of-job' });
    },
  );
});

describe('comments on GitHub', () => {
  const body = '<!-- agent-deploy:k -->\n### x';
  const of = (id: number, number: number) => ({
    id,
    body,
    created_at: '2026-01-01T00:00:00Z',
    user: { login: 'x', type: 'Bot' },
    issue_url: `${API}/issues/${number}`,
  });

  test('on another pull request are rejected', async () => {
    const find = (listed: unknown) => findComments(answering({ listComments: listed }).hub, author, comment);
    await expect(find([of(1, 77)])).rejects.toEqual(OTHER);
    expect(await find([of(1, 7)])).toMatchObject([{ id: 1 }]);
  });

  // docs/security/pull-requests.md#comments-statuses-matched-pull
  test('that GitHub created on another pull request are not deleted', async () => {
    const github = answering({ createComment: of(5, 77), deleteComment: {} });
    await expect(createComment(github.hub, comment, body)).rejects.toEqual(OTHER);
    expect(github.names()).not.toContain('deleteComment');
  });

  test("do not count as updated if GitHub's response shows another comment", async () => {
    await expect(updateComment(answering({ updateComment: of(2, 7) }).hub, 1, body)).rejects.toEqual(OTHER);
  });
});

test('a comparison whose base is not the requested commit is not used to find the changed files', async () => {
  const compared = (sha: string) => ({ status: 'ahead', files: [], base_commit: { sha } });
  const search = (sha: string) =>
    searchComparison(
      answering({ compareCommitsWithBasehead: compared(sha) }).connection,
      { base: 'a'.repeat(40), head: 'b'.repeat(40) },
      parsePathFilter(['x']),
      never,
    );
  await expect(search('c'.repeat(40))).rejects.toEqual(OTHER);
  expect(await search('a'.repeat(40))).toEqual({ kind: 'untouched', files: 0 });
});
