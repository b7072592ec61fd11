import { createHash } from 'node:crypto';

/** An event as the runner passes it to a step: its name, its payload, and its GITHUB_* variables. */
export interface RunnerEvent {
  /** Value of GITHUB_EVENT_NAME. */
  name: string;
  /** Content of the file at GITHUB_EVENT_PATH. */
  payload: Record<string, unknown>;
  /** Value of GITHUB_REF, the full ref. */
  ref: string;
  /** Value of GITHUB_SHA, which is the merge commit for a pull request. */
  sha: string;
  /** Values of GITHUB_HEAD_REF and GITHUB_BASE_REF, which are empty except for pull requests. */
  headRef: string;
  baseRef: string;
  /** Value of GITHUB_REPOSITORY, `owner/name`. */
  repository: string;
  repositoryId: number;
  actor: string;
}

/** Details of the repository of an event. */
interface RepositoryDetails {
  /** Full name of the repository, `owner/name`. */
  fullName?: string;
  id?: number;
  serverUrl?: string;
  fork?: boolean;
}

const ZERO_SHA = '0'.repeat(40);
const MAIN = 'refs/heads/main';

/** Returns the `repository` object of a webhook payload with the fields that a deploy action may read. */
function repositoryPayload({
  fullName = 'octo-org/echo-agent',
  id = 735_001_127,
  serverUrl = 'https://github.com',
  fork = false,
}: RepositoryDetails = {}) {
  const [owner = '', name = ''] = fullName.split('/');
  const page = `${serverUrl}/${fullName}`;
  return {
    id,
    name,
    full_name: fullName,
    private: false,
    owner: { login: owner, name: owner, id: 9_919, type: 'Organization' },
    html_url: page,
    fork,
    url: page,
    git_url: `git://${new URL(page).host}/${fullName}.git`,
    ssh_url: `git@${new URL(page).hostname}:${fullName}.git`,
    clone_url: `${page}.git`,
    default_branch: 'main',
  };
}

/** Returns an account in the format of the API. The ID depends only on the login. */
export const accountOf = (login: string) => ({
  login,
  id: login === 'octocat' ? 583_231 : createHash('sha1').update(login).digest().readUInt32BE(0),
  type: login.endsWith('[bot]') ? 'Bot' : 'User',
});

/** Creates an event with the fields that all events have: the repository and the sender. */
function eventOf(
  name: string,
  details: RepositoryDetails | undefined,
  { payload, ...event }: Pick<RunnerEvent, 'ref' | 'sha' | 'payload'> & Partial<RunnerEvent>,
): RunnerEvent {
  const repository = repositoryPayload(details);
  const { actor = 'octocat' } = event;
  const sender = { ...accountOf(actor), site_admin: false };
  return {
    name,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor,
    payload: { ...payload, repository, sender },
    ...event,
  };
}

/** Creates the event of a push to a branch. */
export function pushEvent(details: {
  repository?: RepositoryDetails;
  /** Name of the branch without `refs/heads/`. */
  branch: string;
  /** Commit that is the branch's head after the push. */
  after: string;
  /** Previous commit of the branch; absent if the push created the branch. */
  before?: string;
  message?: string;
  forced?: boolean;
}): RunnerEvent {
  const { after } = details;
  return pushLike(details, { ref: `refs/heads/${details.branch}`, commit: after, after });
}

/** Creates the event of a push of a tag. */
export function tagEvent(details: {
  repository?: RepositoryDetails;
  tag: string;
  /** Commit of the tag, which is GITHUB_SHA. */
  commit: string;
  /** Tag object of an annotated tag, which is `after` in the payload but never GITHUB_SHA. */
  tagObject?: string;
}): RunnerEvent {
  const { repository, tag, commit, tagObject: after = commit } = details;
  const message = `Release ${tag}`;
  return pushLike({ ...(repository && { repository }), message }, { ref: `refs/tags/${tag}`, commit, after });
}

function pushLike(
  details: Partial<Parameters<typeof pushEvent>[0]>,
  { ref, commit: id, after }: { ref: string; commit: string; after: string },
): RunnerEvent {
  const { repository, before, message = 'Change the agent', forced = false } = details;
  const person = { name: 'Mona Lisa', email: 'mona@example.com', username: 'octocat' };
  // The event of a workflow contains no lists of files, unlike a webhook.
  const commit = { id, message, timestamp: '2026-01-05T10:00:00Z', author: person, committer: person };
  const created = before === undefined;
  return eventOf('push', repository, {
    ref,
    sha: id,
    payload: {
      ref,
      before: before ?? ZERO_SHA,
      after,
      created,
      deleted: false,
      forced,
      commits: created ? [] : [commit],
      head_commit: commit,
    },
  });
}

/** Creates the event of a deleted branch, in which GITHUB_SHA and GITHUB_REF refer to the default branch. */
export function branchDeletedEvent(details: {
  repository?: RepositoryDetails;
  branch: string;
  before: string;
  defaultHead: string;
}): RunnerEvent {
  return eventOf('push', details.repository, {
    ref: MAIN,
    sha: details.defaultHead,
    payload: {
      ref: `refs/heads/${details.branch}`,
      before: details.before,
      after: ZERO_SHA,
      created: false,
      deleted: true,
      forced: false,
      commits: [],
      head_commit: null,
    },
  });
}

/** Creates an event of a pull request. */
export function pullRequestEvent(details: {
  repository?: RepositoryDetails;
  /** Repository of the head, or `null` if the fork was deleted; the default is the repository of the event. */
  headRepository?: RepositoryDetails | null;
  event?: 'pull_request' | 'pull_request_target';
  action?: string;
  number: number;
  head: { branch: string; sha: string };
  base?: { branch?: string; sha?: string };
  /** Merge commit of the head and the base, which is GITHUB_SHA but must never be deployed. */
  mergeSha?: string;
  labels?: readonly string[];
  /** State of the pull request; the default is the state after the action. */
  state?: 'open' | 'closed';
  actor?: string;
  /** Label that the action `labeled` added. */
  label?: string;
  /** Time of the action, and time of the last push to the repository of the head, in epoch milliseconds. */
  times?: { updatedAt: number; pushedAt: number };
}): RunnerEvent {
  const { number, head, action = 'opened', event = 'pull_request', mergeSha = 'c'.repeat(40) } = details;
  const { branch: baseRef = 'main', sha: baseSha = 'b'.repeat(40) } = details.base ?? {};
  const { headRepository = details.repository } = details;
  const base = repositoryPayload(details.repository);
  const isTarget = event === 'pull_request_target';
  return eventOf(event, details.repository, {
    // Since 2025-12-08, `pull_request_target` runs on the default branch instead of the base.
    ref: isTarget ? MAIN : `refs/pull/${number}/merge`,
    sha: isTarget ? baseSha : mergeSha,
    headRef: head.branch,
    baseRef,
    ...(details.actor !== undefined && { actor: details.actor }),
    payload: {
      action,
      number,
      ...(details.label !== undefined && { label: { name: details.label } }),
      pull_request: {
        number,
        state: details.state ?? (action === 'closed' ? 'closed' : 'open'),
        title: 'Change the agent',
        body: null,
        draft: false,
        merge_commit_sha: mergeSha,
        html_url: `${base.html_url}/pull/${number}`,
        labels: (details.labels ?? []).map((name) => ({ name })),
        ...(details.times && { updated_at: isoTime(details.times.updatedAt) }),
        head: {
          ref: head.branch,
          sha: head.sha,
          repo:
            headRepository === null
              ? null
              : {
                  ...repositoryPayload(headRepository),
                  ...(details.times && { pushed_at: isoTime(details.times.pushedAt) }),
                },
        },
        base: { ref: baseRef, sha: baseSha, repo: base },
      },
    },
  });
}

const isoTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Creates the event of a manual run on a ref, with the full ref but no commit in the payload. */
export function dispatchEvent(details: {
  repository?: RepositoryDetails;
  ref: string;
  sha: string;
  inputs?: Record<string, string>;
}): RunnerEvent {
  const { ref, sha, inputs = null } = details;
  const payload = { inputs, ref, workflow: '.github/workflows/deploy.yml' };
  return eventOf('workflow_dispatch', details.repository, { ref, sha, payload });
}

/** Creates a `repository_dispatch` event, which contains the default branch but no commit. */
export function repositoryDispatchEvent(details: {
  repository?: RepositoryDetails;
  sha: string;
  type: string;
  clientPayload: Record<string, unknown>;
}): RunnerEvent {
  const payload = {
    action: details.type,
    branch: MAIN.replace('refs/heads/', ''),
    client_payload: details.clientPayload,
  };
  return eventOf('repository_dispatch', details.repository, { ref: MAIN, sha: details.sha, payload });
}

/** Creates the event of a scheduled run, with the schedule but no commit in the payload. */
export function scheduleEvent(details: { repository?: RepositoryDetails; sha: string }): RunnerEvent {
  const payload = { schedule: '17 3 * * *', workflow: '.github/workflows/deploy.yml' };
  return eventOf('schedule', details.repository, { ref: MAIN, sha: details.sha, payload });
}

/** Creates the event of a comment, which runs on the default branch and contains no commit of the pull request. */
export function issueCommentEvent(details: {
  repository?: RepositoryDetails;
  sha: string;
  action?: string;
  number: number;
  title: string;
  state: 'open' | 'closed';
  onPullRequest: boolean;
  comment: { id: number; author: string; body: string; createdAt: string; updatedAt: string };
}): RunnerEvent {
  const { repository, sha, action = 'created', number, title, state, onPullRequest, comment } = details;
  const { id, author, body, createdAt: created_at, updatedAt: updated_at } = comment;
  const page = `${repositoryPayload(repository).html_url}/pull/${number}`;
  // The association of the author is always that of a member, because the action must not trust it.
  const author_association = 'MEMBER';
  return eventOf('issue_comment', repository, {
    ref: MAIN,
    sha,
    actor: author,
    payload: {
      action,
      issue: { number, title, state, ...(onPullRequest && { pull_request: { html_url: page } }) },
      comment: { id, body, user: accountOf(author), created_at, updated_at, author_association },
    },
  });
}
