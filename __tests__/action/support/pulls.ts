import { accountOf } from '../../../harness/events.ts';
import type { GitHubConnection } from '../../../src/action/github/client.ts';

/** A pull request in the fake GitHub. */
interface FakePull {
  state: 'open' | 'closed';
  branch: string;
  commit: string;
  labels: string[];
  /** Branch into which the pull request would be merged; the default is `main`. */
  into?: string;
  /** Repository of the head, or `null` if the fork was deleted. */
  headRepository: string | null;
  /** Reviews, oldest first. */
  reviews: { by: string; state: string; commit: string | null }[];
  /** Time of the last update in epoch milliseconds. */
  updatedAt: number;
}

/** A comment in the fake GitHub. Times are in epoch milliseconds. */
interface FakeComment {
  id: number;
  issue: number;
  login: string;
  body: string;
  createdAt: number;
  updatedAt: number;
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
  /** Permissions by login; an account without an entry has `read`, and GitHub does not find a `deleted` account. */
  readonly permissions: Map<string, string>;
  /** Answers to the protection rules of environments in the workflow run. */
  readonly runReviews: { by: string; state: string; environment: string }[];
  /** Requests about approvals that fail with status 403. */
  readonly refused: Set<'reviews' | 'permission' | 'approvals'>;
  open(number: number, more?: Partial<FakePull>): void;
  /** Sets the head of the default branch. */
  setMain(commit: string): void;
  readonly comments: FakeComment[];
  /** Adds a comment, which updates its pull request. */
  comment(number: number, body: string, login?: string): FakeComment;
  /** Changes a comment as a user with write access can. */
  edit(comment: FakeComment, body: string): void;
  /** Makes all writes of comments fail with this status, or succeed again with `undefined`. */
  refuseComments(status: number | undefined): void;
}

/** Creates the part of the GitHub client that the action uses. */
export function createFakePulls(repository = 'acme/agents', now = () => 0): FakePulls {
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
    const { state, branch, commit, labels, headRepository, updatedAt } = pull;
    return {
      headers: {},
      data: {
        number: other?.number ?? number,
        state,
        updated_at: iso(updatedAt),
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
  /** Lists open pull requests into `main`. */
  const list = async ({ page }: { page: number }) => {
    if (failing !== undefined && failing.times > 0) {
      failing.times -= 1;
      throw refuse(failing.status, failing.permissions);
    }
    const repo = { full_name: repository, default_branch: 'main' };
    const open = [...pulls].filter(([, { state }]) => state === 'open').toSorted(([a], [b]) => a - b);
    return {
      headers: {},
      data: open.slice((page - 1) * 100, page * 100).map(([number, pull]) => ({
        number,
        title: pull.branch,
        state: pull.state,
        labels: pull.labels.map((name) => ({ name })),
        head: {
          ref: pull.branch,
          sha: pull.commit,
          repo: pull.headRepository === null ? null : { full_name: pull.headRepository },
        },
        base: {
          ref: pull.into ?? 'main',
          repo: { ...repo, full_name: mixedUp.get(number)?.repository ?? repository },
        },
      })),
    };
  };
  let mainHead = '0'.repeat(40);
  const getBranch = async ({ branch }: { branch: string }) => ({
    headers: {},
    data: { name: branch, commit: { sha: mainHead } },
  });
  const comments: FakeComment[] = [];
  let refusedComments: number | undefined;
  let lastId = 100;
  const update = (number: number) => {
    const pull = pulls.get(number);
    if (pull !== undefined) pull.updatedAt = now();
  };
  const addComment: FakePulls['comment'] = (issue, body, login = 'octocat') => {
    lastId += 1;
    const made = { id: lastId, issue, login, body, createdAt: now(), updatedAt: now() };
    comments.push(made);
    update(issue);
    return made;
  };
  const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  const shown = ({ id, issue, login, body, createdAt, updatedAt }: FakeComment) => ({
    id,
    body,
    user: { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' },
    issue_url: `https://api.github.com/repos/${repository}/issues/${issue}`,
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
  });
  const writable = (id: number): FakeComment => {
    if (refusedComments !== undefined) throw refuse(refusedComments, 'issues=write; pull_requests=write');
    const found = comments.find((one) => one.id === id);
    if (found === undefined) throw refuse(404);
    return found;
  };
  const edit: FakePulls['edit'] = (comment, body) => {
    Object.assign(comment, { body, updatedAt: now() });
    update(comment.issue);
  };
  const issues = {
    listComments: async ({ issue_number: number }: { issue_number: number }) => ({
      data: comments.filter(({ issue }) => issue === number).map(shown),
    }),
    createComment: async ({ issue_number: number, body }: { issue_number: number; body: string }) => {
      if (refusedComments !== undefined) throw refuse(refusedComments, 'issues=write; pull_requests=write');
      return { data: shown(addComment(number, body, 'github-actions[bot]')) };
    },
    updateComment: async ({ comment_id: id, body }: { comment_id: number; body: string }) => {
      const found = writable(id);
      edit(found, body);
      return { data: shown(found) };
    },
    deleteComment: async ({ comment_id: id }: { comment_id: number }) => {
      comments.splice(comments.indexOf(writable(id)), 1);
      return {};
    },
  };
  const permissions = new Map<string, string>();
  const runReviews: FakePulls['runReviews'] = [];
  const refused: FakePulls['refused'] = new Set();
  const answer = async <T>(what: 'reviews' | 'permission' | 'approvals', data: () => T) => {
    if (refused.has(what)) throw refuse(403);
    return { data: data(), headers: {} };
  };
  const listReviews = ({ pull_number: number, page }: { pull_number: number; page: number }) =>
    answer('reviews', () =>
      (pulls.get(number)?.reviews ?? [])
        .slice((page - 1) * 100, page * 100)
        .map(({ by, state, commit }) => ({ user: accountOf(by), state, commit_id: commit })),
    );
  const getCollaboratorPermissionLevel = ({ username }: { username: string }) =>
    answer('permission', () => {
      const permission = permissions.get(username) ?? 'read';
      if (permission === 'deleted') throw refuse(404);
      return { permission, user: accountOf(username) };
    });
  const getReviewsForRun = () =>
    answer('approvals', () =>
      runReviews.map(({ by, state, environment }) => ({
        user: accountOf(by),
        state,
        environments: [{ name: environment }],
      })),
    );
  const rest = {
    issues,
    pulls: { get, list, listReviews },
    repos: { getCollaboratorPermissionLevel, getBranch },
    actions: { getReviewsForRun },
    // No deployment is locked.
    git: { listMatchingRefs: async () => ({ headers: {}, data: [] }) },
  };
  const [owner = '', repo = ''] = repository.split('/');
  return {
    connection: {
      octokit: { rest } as unknown as GitHubConnection['octokit'],
      owner,
      repo,
      redact: (text) => text,
    },
    pulls,
    asked,
    permissions,
    runReviews,
    refused,
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
        reviews: [],
        updatedAt: now(),
        ...more,
      });
    },
    setMain: (commit) => {
      mainHead = commit;
    },
    comments,
    comment: addComment,
    edit,
    refuseComments: (status) => {
      refusedComments = status;
    },
  };
}
