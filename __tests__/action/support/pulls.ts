import type { GitHubConnection } from '../../../src/action/github/client.ts';

/** A pull request in the fake GitHub. */
interface FakePull {
  state: 'open' | 'closed';
  branch: string;
  commit: string;
  labels: string[];
  /** Repository of the head, or `null` if the fork was deleted. */
  headRepository: string | null;
}

export interface FakePulls {
  readonly connection: GitHubConnection;
  readonly pulls: Map<number, FakePull>;
  /** Numbers of the requested pull requests. */
  readonly asked: number[];
  /** Numbers for which the response contains another pull request, or another repository. */
  readonly mixedUp: Map<number, { number?: number; repository?: string }>;
  /** Makes the next requests fail with this status. */
  fail(status: number, times?: number, permissions?: string): void;
  /** Calls the function before the nth request. */
  before(nth: number, work: () => void): void;
  open(number: number, more?: Partial<FakePull>): void;
}

/** Creates the part of the GitHub client that the action uses. */
export function createFakePulls(repository = 'acme/agents'): FakePulls {
  const pulls = new Map<number, FakePull>();
  const asked: number[] = [];
  const mixedUp: FakePulls['mixedUp'] = new Map();
  const hooks: { nth: number; work: () => void }[] = [];
  let failing: { status: number; times: number; permissions: string | undefined } | undefined;
  const refuse = (status: number, permissions?: string) =>
    Object.assign(new Error(status === 404 ? 'Not Found' : 'Resource not accessible by integration'), {
      status,
      response: { headers: { 'x-accepted-github-permissions': permissions } },
    });
  const get = async ({ pull_number: number }: { pull_number: number }) => {
    asked.push(number);
    for (const hook of hooks.filter(({ nth }) => nth === asked.length)) hook.work();
    if (failing !== undefined && failing.times > 0) {
      failing.times -= 1;
      throw refuse(failing.status, failing.permissions);
    }
    const other = mixedUp.get(number);
    const pull = pulls.get(other?.number ?? number);
    if (pull === undefined) throw refuse(404);
    const { state, branch, commit, labels, headRepository } = pull;
    return {
      headers: {},
      data: {
        number: other?.number ?? number,
        state,
        labels: labels.map((name) => ({ name })),
        head: {
          ref: branch,
          sha: commit,
          repo: headRepository === null ? null : { full_name: headRepository },
        },
        base: { ref: 'main', repo: { full_name: other?.repository ?? repository } },
      },
    };
  };
  // No deployment is locked.
  const listMatchingRefs = async () => ({ headers: {}, data: [] });
  const [owner = '', repo = ''] = repository.split('/');
  return {
    connection: {
      octokit: {
        rest: { pulls: { get }, git: { listMatchingRefs } },
      } as unknown as GitHubConnection['octokit'],
      owner,
      repo,
      redact: (text) => text,
    },
    pulls,
    asked,
    mixedUp,
    fail: (status, times = 1, permissions) => {
      failing = { status, times, permissions };
    },
    before: (nth, work) => {
      hooks.push({ nth, work });
    },
    open: (number, more = {}) => {
      pulls.set(number, {
        state: 'open',
        branch: `topic-${number}`,
        commit: String(number % 10).repeat(40),
        labels: [],
        headRepository: repository,
        ...more,
      });
    },
  };
}
