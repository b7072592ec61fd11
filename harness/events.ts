interface PushFacts {
  repository?: RepositoryFacts;
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
export function pushEvent(facts: PushFacts): RunnerEvent {
  const ref = `refs/heads/${facts.branch}`;
  return pushLike(facts.repository, {
    ref,
    before: facts.before ?? ZERO_SHA,
    after: facts.after,
    commit: facts.after,
    message: facts.message ?? 'Change the agent',
    created: facts.before === undefined,
    forced: facts.forced ?? false,
    baseRef: null,
  });
}

interface TagPushFacts {
  repository?: RepositoryFacts;
  tag: string;
  /** The commit the tag leads to: GITHUB_SHA. */
  commit: string;
  /** An annotated tag's own object: `after` in the payload, never GITHUB_SHA. */
  tagObject?: string;
}

/** A push of a tag. */
export function tagEvent(facts: TagPushFacts): RunnerEvent {
  return pushLike(facts.repository, {
    ref: `refs/tags/${facts.tag}`,
    before: ZERO_SHA,
    after: facts.tagObject ?? facts.commit,
    commit: facts.commit,
    message: `Release ${facts.tag}`,
    created: true,
    forced: false,
    baseRef: 'refs/heads/main',
  });
}

/** A branch was deleted: GITHUB_SHA and GITHUB_REF then name the default branch. */
export function branchDeletedEvent(facts: {
  repository?: RepositoryFacts;
  branch: string;
  before: string;
  defaultHead: string;
}): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'push',
    ref: `refs/heads/${repository.default_branch}`,
    sha: facts.defaultHead,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      ref: `refs/heads/${facts.branch}`,
      before: facts.before,
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

function pushLike(facts: RepositoryFacts | undefined, push: PushLike): RunnerEvent {
  const repository = repositoryPayload(facts);
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

interface PullRequestFacts {
  repository?: RepositoryFacts;
  /** `null`: the fork it came from was deleted. Absent: the same repository. */
  headRepository?: RepositoryFacts | null;
  event?: 'pull_request' | 'pull_request_target';
  action?: string;
  number: number;
  head: { branch: string; sha: string };
  base?: { branch?: string; sha?: string };
  /** The commit GitHub makes of both sides: GITHUB_SHA, never what is to be deployed. */
  mergeSha?: string;
  merged?: boolean;
  draft?: boolean;
  actor?: string;
}

/** Something happened to a pull request. */
export function pullRequestEvent(facts: PullRequestFacts): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  const headRepository =
    facts.headRepository === null
      ? null
      : repositoryPayload(facts.headRepository ?? { ...facts.repository, fullName: repository.full_name });
  const baseBranch = facts.base?.branch ?? repository.default_branch;
  const baseSha = facts.base?.sha ?? 'b'.repeat(40);
  const mergeSha = facts.mergeSha ?? 'c'.repeat(40);
  const action = facts.action ?? 'opened';
  const closed = action === 'closed';
  const target = facts.event === 'pull_request_target';
  const ref = target
    ? // Since 2025-12-08 these run on the default branch, whatever the base is.
      `refs/heads/${repository.default_branch}`
    : closed && facts.merged === true
      ? // A merged one runs on the branch it went to.
        `refs/heads/${baseBranch}`
      : `refs/pull/${facts.number}/merge`;
  const actor = facts.actor ?? 'octocat';
  const owner = (full: string) => full.split('/')[0] ?? '';
  return {
    name: facts.event ?? 'pull_request',
    ref,
    sha: target ? baseSha : mergeSha,
    headRef: facts.head.branch,
    baseRef: baseBranch,
    repository: repository.full_name,
    repositoryId: repository.id,
    actor,
    payload: {
      action,
      number: facts.number,
      pull_request: {
        id: 1_000_000 + facts.number,
        number: facts.number,
        state: closed ? 'closed' : 'open',
        title: 'Change the agent',
        body: null,
        draft: facts.draft ?? false,
        merged: facts.merged ?? false,
        merge_commit_sha: mergeSha,
        html_url: `${String(repository['html_url'])}/pull/${facts.number}`,
        user: sender(actor),
        labels: [],
        head: {
          label: `${owner(headRepository?.full_name ?? 'unknown')}:${facts.head.branch}`,
          ref: facts.head.branch,
          sha: facts.head.sha,
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

interface DispatchFacts {
  repository?: RepositoryFacts;
  /** The full ref the workflow was started on. */
  ref: string;
  sha: string;
  inputs?: Record<string, string>;
}

/** Somebody pressed "Run workflow": no commit object in the payload, only the ref. */
export function dispatchEvent(facts: DispatchFacts): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'workflow_dispatch',
    ref: facts.ref,
    sha: facts.sha,
    headRef: '',
    baseRef: '',
    repository: repository.full_name,
    repositoryId: repository.id,
    actor: 'octocat',
    payload: {
      inputs: facts.inputs ?? null,
      ref: facts.ref,
      repository,
      sender: sender(),
      workflow: '.github/workflows/deploy.yml',
    },
  };
}

/** A nightly run: the payload holds the schedule and nothing about a commit. */
export function scheduleEvent(facts: { repository?: RepositoryFacts; sha: string }): RunnerEvent {
  const repository = repositoryPayload(facts.repository);
  return {
    name: 'schedule',
    ref: `refs/heads/${repository.default_branch}`,
    sha: facts.sha,
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
interface RepositoryFacts {
  /** `owner/name`. */
  fullName?: string;
  id?: number;
  defaultBranch?: string;
  serverUrl?: string;
  fork?: boolean;
}

export const ZERO_SHA = '0'.repeat(40);

/** The `repository` object of a webhook payload, with the fields a deploy action may look at. */
function repositoryPayload(facts: RepositoryFacts = {}): Record<string, unknown> & {
  full_name: string;
  id: number;
  default_branch: string;
} {
  const fullName = facts.fullName ?? 'octo-org/echo-agent';
  const [owner = '', name = ''] = fullName.split('/');
  const server = facts.serverUrl ?? 'https://github.com';
  const id = facts.id ?? 735_001_127;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    private: false,
    owner: { login: owner, name: owner, id: 9_919, type: 'Organization' },
    html_url: `${server}/${fullName}`,
    description: null,
    fork: facts.fork ?? false,
    url: `${server}/${fullName}`,
    git_url: `git://${new URL(server).host}/${fullName}.git`,
    ssh_url: `git@${new URL(server).hostname}:${fullName}.git`,
    clone_url: `${server}/${fullName}.git`,
    default_branch: facts.defaultBranch ?? 'main',
    visibility: 'public',
  };
}

/** The `sender` of every payload. */
function sender(login = 'octocat'): Record<string, unknown> {
  return { login, id: 583_231, type: 'User', site_admin: false };
}
