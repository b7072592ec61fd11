import { afterEach } from '@jest/globals';
import type { RunnerEvent } from '../../../harness/events.ts';
import { type FakeGitHub, startGitHub } from '../../../harness/github/fake.ts';
import type { Repository } from '../../../harness/github/repository.ts';
import type { TokenSeed, WorkflowPermission } from '../../../harness/github/tokens.ts';
import type { GitHubConnection } from '../../../src/action/github/client.ts';
import { createGitHub } from '../../../src/clients/github.ts';
import { testTransport } from '../../clients/support.ts';
import { createScenario, type Scenario } from '../support/scenario.ts';

export const RUN_ID = '4711';
export const PERMISSIONS = { deployments: 'write', 'pull-requests': 'write', contents: 'read' } as const;

interface FixtureOptions {
  permissions?: Partial<Record<WorkflowPermission, 'read' | 'write'>>;
  private?: boolean;
  enterprise?: boolean;
}

/** A GitHub with one repository, and the connections to it. */
export interface GitHubFixture {
  github: FakeGitHub;
  repository: Repository;
  /** Connects with a new token, by default the token of the workflow's job. */
  connect(seed?: TokenSeed): Promise<{ token: string; connection: GitHubConnection }>;
  /** Returns the requests to GitHub since the last call, such as `POST /deployments`. */
  requests(): string[];
}

/** A run on a GitHub, with real requests to a fake server and everything else in memory. */
export interface OnGitHub extends GitHubFixture {
  world: Scenario;
  /** Sets the event of the run. */
  of(event: RunnerEvent): void;
  /** Uses another token from now on. */
  useToken(seed: TokenSeed): Promise<void>;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/**
 * Starts a GitHub with `octo-org/echo-agent`, whose job token has the required permissions, and closes it after the
 * test.
 */
export async function startFixture(options: FixtureOptions = {}): Promise<GitHubFixture> {
  const { permissions = PERMISSIONS, private: hidden = false, enterprise = false } = options;
  const github = await startGitHub({ enterprise });
  const repository = github.addRepository({ private: hidden });
  const transport = testTransport();
  open.push(async () => {
    await transport.close();
    await github.close();
  });
  let mark = 0;
  return {
    github,
    repository,
    async connect(seed = { kind: 'actions', repository: repository.fullName, permissions }) {
      const token = github.addToken(seed);
      const octokit = await createGitHub({ token, apiUrl: github.apiUrl, transport });
      const connection = { octokit, owner: 'octo-org', repo: 'echo-agent', redact: (text: string) => text };
      return { token, connection };
    },
    requests() {
      const calls = github.journal.slice(mark);
      mark = github.journal.length;
      return calls.map(
        ({ method, path }) => `${method} ${path.replace(`/repos/${repository.fullName}`, '')}`,
      );
    },
  };
}

/**
 * Creates a push to the repository's main branch, deployed as `my-agent`. Pass the `fixture` of an earlier run if
 * several runs share a pull request.
 */
export async function onGitHub(
  options: FixtureOptions & { inputs?: Record<string, string>; fixture?: GitHubFixture } = {},
): Promise<OnGitHub> {
  const fixture = options.fixture ?? (await startFixture(options));
  const { github, repository } = fixture;
  // Locks have their own tests, and the other tests compare all requests to GitHub with the expected reports.
  const inputs = { locks: 'ignore', ...options.inputs };
  const scenario = createScenario({ 'repo-url': `${github.serverUrl}/${repository.fullName}`, ...inputs });
  const it: OnGitHub = {
    ...fixture,
    world: scenario,
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
    useToken: (seed) => use(seed),
  };
  const use = async (seed?: TokenSeed): Promise<void> => {
    const { token, connection } = await fixture.connect(seed);
    scenario.inputs['github-token'] = token;
    scenario.github = connection;
  };
  await use();
  it.of(repository.events.push(repository.setFiles('main', { 'agent.ts': 'export {}' })));
  scenario.githubLimits = {
    retryDelaysMs: [1, 1],
    attemptTimeoutMs: 2_000,
    confirmBackoff: { baseMs: 1, capMs: 2 },
  };
  return it;
}

/**
 * Sets a pull request event (`opened` by default) and the verb `deploy`. Creates the pull request if it does not exist.
 */
export function onPullRequest(it: OnGitHub, number = 7, action = 'opened'): void {
  if (it.repository.pulls().every((pull) => pull.number !== number)) {
    it.repository.addPullRequest({ number, head: { ref: `topic-${number}`, files: { 'a.ts': 'x' } } });
  }
  it.world.inputs['action'] = 'deploy';
  it.of(it.repository.events.pullRequest(number, { action }));
}

/** Returns the states of a deployment, oldest first. */
export const states = ({ statuses }: { statuses: readonly { state: string }[] }): string[] =>
  statuses.map(({ state }) => state);

/** Returns the connection that the runs of this scenario use. */
export function connectionOf({ world: scenario }: OnGitHub): GitHubConnection {
  if (scenario.github === undefined) throw new Error('this world has no GitHub');
  return scenario.github;
}
