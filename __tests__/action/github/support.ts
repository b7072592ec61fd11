import { afterEach } from '@jest/globals';
import type { RunnerEvent } from '../../../harness/events.ts';
import { type GitHubDouble, type GitHubOptions, startGitHub } from '../../../harness/github/double.ts';
import type { RepositoryHandle } from '../../../harness/github/repository.ts';
import type { TokenSeed, WorkflowPermission } from '../../../harness/github/tokens.ts';
import type { GitHubConnection } from '../../../src/action/github/client.ts';
import { createGitHub } from '../../../src/clients/github.ts';
import { testTransport } from '../../clients/support.ts';
import { createScenario, type Scenario } from '../support/scenario.ts';

export const RUN_ID = '4711';

/** A run on a GitHub: real requests to a double, everything else in memory. */
export interface OnGitHub {
  github: GitHubDouble;
  repository: RepositoryHandle;
  world: Scenario;
  /** Requests to GitHub since the last look, such as `POST /deployments`. */
  requests(): string[];
  /** Makes the event what the run is of. */
  of(event: RunnerEvent): void;
  /** Takes another token from now on. */
  useToken(seed: TokenSeed): Promise<void>;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

export const PERMISSIONS = { deployments: 'write', 'pull-requests': 'write', contents: 'read' } as const;

/** A push to main of `octo-org/echo-agent`, deployed as `my-agent`; the job's token may do what it needs. */
export async function onGitHub(
  options: GitHubOptions & {
    permissions?: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
    inputs?: Record<string, string>;
    private?: boolean;
  } = {},
): Promise<OnGitHub> {
  const { permissions = PERMISSIONS, inputs = {}, private: hidden = false, ...rest } = options;
  const github = await startGitHub(rest);
  const repository = github.addRepository({ private: hidden });
  const transport = testTransport();
  open.push(async () => {
    await transport.close();
    await github.close();
  });
  const scenario = createScenario({ 'repo-url': `${github.serverUrl}/${repository.fullName}`, ...inputs });
  let mark = 0;
  const it: OnGitHub = {
    github,
    repository,
    world: scenario,
    requests() {
      const calls = github.journal.calls({}, mark);
      mark = github.journal.mark();
      return calls.map(
        ({ method, path }) => `${method} ${path.replace(`/repos/${repository.fullName}`, '')}`,
      );
    },
    of(event) {
      scenario.event = { name: event.name, payload: event.payload };
      scenario.env = {
        ...scenario.env,
        GITHUB_REPOSITORY: event.repository,
        GITHUB_SERVER_URL: github.serverUrl,
        GITHUB_REF: event.ref,
        GITHUB_SHA: event.sha,
        GITHUB_RUN_ID: RUN_ID,
        GITHUB_RUN_ATTEMPT: '1',
        GITHUB_ACTION_REPOSITORY: 'octo-org/agent-deploy',
        GITHUB_ACTION_REF: 'v1',
      };
      for (const branch of ['main', ...repository.pulls().map(({ headRef }) => headRef)]) {
        scenario.controlPlane.heads.set(branch, repository.head(branch));
      }
    },
    async useToken(seed) {
      const token = github.addToken(seed);
      scenario.inputs['github-token'] = token;
      const octokit = await createGitHub({ token, apiUrl: github.apiUrl, transport });
      scenario.github = { octokit, owner: 'octo-org', repo: 'echo-agent', redact: (text) => text };
    },
  };
  await it.useToken({ kind: 'actions', repository: repository.fullName, permissions });
  it.of(repository.events.push(repository.setFiles('main', { 'agent.ts': 'export {}' })));
  scenario.githubLimits = { retryDelaysMs: [1, 1], attemptTimeoutMs: 2_000 };
  return it;
}

/** A pull request with a commit, and the event that it was opened: deployed under its head, with the verb `deploy`. */
export function onPullRequest(it: OnGitHub, number = 7, action = 'opened'): void {
  if (it.repository.pulls().every((pull) => pull.issue.number !== number)) {
    it.repository.addPullRequest({ number, head: { ref: `topic-${number}`, files: { 'a.ts': 'x' } } });
  }
  it.world.inputs['action'] = 'deploy';
  it.of(it.repository.events.pullRequest(number, { action }));
}

/** The states of a deployment, oldest first. */
export const states = ({ statuses }: { statuses: readonly { state: string }[] }): string[] =>
  statuses.map(({ state }) => state);

/** The connection that the runs of this world use. */
export function connectionOf({ world: scenario }: OnGitHub): GitHubConnection {
  if (scenario.github === undefined) throw new Error('this world has no GitHub');
  return scenario.github;
}
