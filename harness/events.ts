interface PushDetails {
  repository?: RepositoryDetails;
  /** A branch's bare name. */
  branch: string;
  /** The commit now at the branch's head. */
  after: string;
  /** The commit before; absent = the branch was just created. */
  before?: string;
  message?: string;
  forced?: boolean;
}

/** A push to a branch. */
export function pushEvent(details: PushDetails): RunnerEvent {
  const ref = `refs/heads/${details.branch}`;
  return pushLike(details.repository, {
    ref,
    before: details.before ?? ZERO_SHA,
    after: details.after,
    commit: details.after,
    message: details.message ?? 'Change the agent',
    created: details.before === undefined,
    forced: details.forced ?? false,
    baseRef: null,
  });
}

interface TagPushDetails {
  repository?: RepositoryDetails;
  tag: string;
  /** The commit the tag leads to: GITHUB_SHA. */
  commit: string;
  /** An annotated tag's own object: `after` in the payload, never GITHUB_SHA. */
  tagObject?: string;
}

/** A push of a tag. */
export function tagEvent(details: TagPushDetails): RunnerEvent {
  return pushLike(details.repository, {
    ref: `refs/tags/${details.tag}`,
    before: ZERO_SHA,
    after: details.tagObject ?? details.commit,
    commit: details.commit,
    message: `Release ${details.tag}`,
    created: true,
    forced: false,
    baseRef: 'refs/heads/main',
  });
}

/** A branch was deleted: GITHUB_SHA and GITHUB_REF then name the default branch. */
export function branchDeletedEvent(details: {
  repository?: RepositoryDetails;
  branch: string;
  before: string;
  defaultHead: string;
}): RunnerEvent {
  const repository = repositoryPayload(details.repository);
  return {
    name: 'push',
    ref: `refs/heads/${repository.default_branch}`,
    sha: details.defaultHead,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      ref: `refs/heads/${details.branch}`,
      before: details.before,
      after: ZERO_SHA,
      created: false,
      deleted: true,
      forced: false,
      base_ref: null,
      commits: [],
      head_commit: null,
      repository,
      pusher: { name: 'octocat', email: 'octocat@example.com' },
      sender: sender(),
    },
  };
}

interface PushLike {
  ref: string;
  before: string;
  after: string;
  commit: string;
  message: string;
  created: boolean;
  forced: boolean;
  baseRef: string | null;
}

function pushLike(details: RepositoryDetails | undefined, push: PushLike): RunnerEvent {
  const repository = repositoryPayload(details);
  const person = { name: 'Mona Lisa', email: 'mona@example.com', username: 'octocat' };
  const commit = {
    id: push.commit,
    tree_id: push.commit,
    distinct: true,
    message: push.message,
    timestamp: '2026-01-05T10:00:00Z',
    url: `${String(repository['html_url'])}/commit/${push.commit}`,
    author: person,
    committer: person,
    // A workflow's event has no lists of files: only webhooks carry them.
  };
  return {
    name: 'push',
    ref: push.ref,
    sha: push.commit,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      ref: push.ref,
      before: push.before,
      after: push.after,
      created: push.created,
      deleted: false,
      forced: push.forced,
      base_ref: push.baseRef,
      compare: `${String(repository['html_url'])}/compare/${push.before.slice(0, 12)}...${push.after.slice(0, 12)}`,
      commits: push.created ? [] : [commit],
      head_commit: commit,
      repository,
      pusher: { name: 'octocat', email: 'octocat@example.com' },
      sender: sender(),
    },
  };
}

interface PullRequestDetails {
  repository?: RepositoryDetails;
  /** `null`: the fork it came from was deleted. Absent: the same repository. */
  headRepository?: RepositoryDetails | null;
  event?: 'pull_request' | 'pull_request_target';
  action?: string;
  number: number;
  head: { branch: string; sha: string };
  base?: { branch?: string; sha?: string };
  /** The commit GitHub makes of both sides: GITHUB_SHA, never what is to be deployed. */
  mergeSha?: string;
  merged?: boolean;
  draft?: boolean;
  labels?: readonly string[];
  actor?: string;
}

/** Something happened to a pull request. */
export function pullRequestEvent(details: PullRequestDetails): RunnerEvent {
  const repository = repositoryPayload(details.repository);
  const headRepository =
    details.headRepository === null
      ? null
      : repositoryPayload(
          details.headRepository ?? { ...details.repository, fullName: repository.full_name },
        );
  const baseBranch = details.base?.branch ?? repository.default_branch;
  const baseSha = details.base?.sha ?? 'b'.repeat(40);
  const mergeSha = details.mergeSha ?? 'c'.repeat(40);
  const action = details.action ?? 'opened';
  const closed = action === 'closed';
  const target = details.event === 'pull_request_target';
  const ref = target
    ? // Since 2025-12-08 these run on the default branch, not on the base.
      `refs/heads/${repository.default_branch}`
    : closed && details.merged === true
      ? // A merged one runs on the branch it went to.
        `refs/heads/${baseBranch}`
      : `refs/pull/${details.number}/merge`;
  const actor = details.actor ?? 'octocat';
  const owner = (full: string) => full.split('/')[0] ?? '';
  return {
    name: details.event ?? 'pull_request',
    ref,
    sha: target ? baseSha : mergeSha,
    headRef: details.head.branch,
    baseRef: baseBranch,
    repository: repository.full_name,
    repositoryId: repository.id,
    actor,
    payload: {
      action,
      number: details.number,
      pull_request: {
        id: 1_000_000 + details.number,
        number: details.number,
        state: closed ? 'closed' : 'open',
        title: 'Change the agent',
        body: null,
        draft: details.draft ?? false,
        merged: details.merged ?? false,
        merge_commit_sha: mergeSha,
        html_url: `${String(repository['html_url'])}/pull/${details.number}`,
        user: sender(actor),
        labels: (details.labels ?? []).map((name) => ({ name })),
        head: {
          label: `${owner(headRepository?.full_name ?? 'unknown')}:${details.head.branch}`,
          ref: details.head.branch,
          sha: details.head.sha,
          repo: headRepository,
        },
        base: {
          label: `${owner(repository.full_name)}:${baseBranch}`,
          ref: baseBranch,
          sha: baseSha,
          repo: repository,
        },
      },
      repository,
      sender: sender(actor),
    },
  };
}

interface DispatchDetails {
  repository?: RepositoryDetails;
  /** The full ref the workflow was started on. */
  ref: string;
  sha: string;
  inputs?: Record<string, string>;
}

/** "Run workflow" was pressed: no commit object in the payload, only the ref. */
export function dispatchEvent(details: DispatchDetails): RunnerEvent {
  const repository = repositoryPayload(details.repository);
  return {
    name: 'workflow_dispatch',
    ref: details.ref,
    sha: details.sha,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      inputs: details.inputs ?? null,
      ref: details.ref,
      repository,
      sender: sender(),
      workflow: '.github/workflows/deploy.yml',
    },
  };
}

/** A nightly run: the payload holds the schedule and nothing about a commit. */
export function scheduleEvent(details: { repository?: RepositoryDetails; sha: string }): RunnerEvent {
  const repository = repositoryPayload(details.repository);
  return {
    name: 'schedule',
    ref: `refs/heads/${repository.default_branch}`,
    sha: details.sha,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: { schedule: '17 3 * * *', repository, workflow: '.github/workflows/deploy.yml' },
  };
}

/** An event as the runner hands it to a step: its name, its payload, and what GITHUB_* says about it. */
export interface RunnerEvent {
  /** GITHUB_EVENT_NAME. */
  name: string;
  /** What stands in the file of GITHUB_EVENT_PATH. */
  payload: Record<string, unknown>;
  /** GITHUB_REF, the full ref. */
  ref: string;
  /** GITHUB_SHA: of a pull request it is the merge commit. */
  sha: string;
  /** GITHUB_HEAD_REF and GITHUB_BASE_REF: empty but for pull requests. */
  headRef: string;
  baseRef: string;
  /** GITHUB_REPOSITORY, `owner/name`. */
  repository: string;
  repositoryId: number;
  actor: string;
}

/** The repository an event happened in. */
interface RepositoryDetails {
  /** `owner/name`. */
  fullName?: string;
  id?: number;
  defaultBranch?: string;
  serverUrl?: string;
  fork?: boolean;
}

export const ZERO_SHA = '0'.repeat(40);

/** The `repository` object of a webhook payload, with the fields a deploy action may look at. */
function repositoryPayload(details: RepositoryDetails = {}): Record<string, unknown> & {
  full_name: string;
  id: number;
  default_branch: string;
} {
  const fullName = details.fullName ?? 'octo-org/echo-agent';
  const [owner = '', name = ''] = fullName.split('/');
  const server = details.serverUrl ?? 'https://github.com';
  const id = details.id ?? 735_001_127;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    private: false,
    owner: { login: owner, name: owner, id: 9_919, type: 'Organization' },
    html_url: `${server}/${fullName}`,
    description: null,
    fork: details.fork ?? false,
    url: `${server}/${fullName}`,
    git_url: `git://${new URL(server).host}/${fullName}.git`,
    ssh_url: `git@${new URL(server).hostname}:${fullName}.git`,
    clone_url: `${server}/${fullName}.git`,
    default_branch: details.defaultBranch ?? 'main',
    visibility: 'public',
  };
}

/** The `sender` of every payload. */
function sender(login = 'octocat'): Record<string, unknown> {
  return { login, id: 583_231, type: 'User', site_admin: false };
}
