import { fullNameOf, type Issue, type PullRequest, type Repository } from './model.ts';
import { type CommitDraft, type FileEdits, mergeOf } from './objects.ts';
import { moveRef, pushCommits, refreshPullRequest, refreshPullRequests } from './refs.ts';
import { type GitHubState, labelOf, repositoryOf } from './state.ts';

export interface IssueSeed {
  number?: number;
  title?: string;
  body?: string | null;
  /** Login of the author. */
  user?: string;
  labels?: readonly string[];
}

export interface PullRequestSeed extends IssueSeed {
  head: {
    /** `owner/name` of the fork it comes from. Default: the same repository. */
    repository?: string;
    /** Branch. Made when it is not there: at `sha`, or with one commit of these files on the base. */
    ref: string;
    sha?: string;
    files?: FileEdits;
  };
  /** Branch. Default: the default branch. */
  base?: string;
  draft?: boolean;
  /** GitHub is still working out whether it can be merged: `mergeable` and the test merge are null. */
  mergeabilityUnknown?: boolean;
}

/** Opens an issue. Numbers are shared with pull requests. */
export function addIssue(state: GitHubState, repository: Repository, seed: IssueSeed = {}): Issue {
  const number = seed.number ?? Math.max(0, ...repository.issues.keys()) + 1;
  if (repository.issues.has(number)) throw new Error(`#${number} is taken in ${fullNameOf(repository)}`);
  const at = state.stamp();
  const issue: Issue = {
    id: state.nextId('issue'),
    number,
    title: seed.title ?? 'Change the agent',
    body: seed.body ?? null,
    user: state.account(seed.user ?? 'octocat'),
    state: 'open',
    labels: (seed.labels ?? []).map((name) => labelOf(state, repository, name)),
    createdAt: at,
    updatedAt: at,
    closedAt: null,
  };
  repository.issues.set(number, issue);
  return issue;
}

/** Opens a pull request, with its head branch when that is not there yet. */
export function addPullRequest(
  state: GitHubState,
  repository: Repository,
  seed: PullRequestSeed,
): PullRequest {
  const headRepository = repositoryOf(state, seed.head.repository ?? fullNameOf(repository));
  if (headRepository.network !== repository.network) {
    throw new Error(`${fullNameOf(headRepository)} is no fork of ${fullNameOf(repository)}`);
  }
  const baseRef = seed.base ?? repository.defaultBranch;
  const baseSha = repository.refs.get(`refs/heads/${baseRef}`);
  if (baseSha === undefined) throw new Error(`there is no branch ${baseRef} in ${fullNameOf(repository)}`);
  const headSha = headOf(state, headRepository, seed.head, baseSha);
  const issue = addIssue(state, repository, seed);
  const pull: PullRequest = {
    issue,
    id: state.nextId('pull'),
    draft: seed.draft ?? false,
    headRepository,
    headOwner: headRepository.owner,
    headRef: seed.head.ref,
    headSha,
    baseRef,
    baseSha,
    mergeable: seed.mergeabilityUnknown === true ? null : true,
    mergeSha: null,
    mergedAt: null,
    mergedBy: null,
  };
  repository.pulls.set(issue.number, pull);
  refreshPullRequest(state, repository, pull);
  return pull;
}

function headOf(
  state: GitHubState,
  repository: Repository,
  head: PullRequestSeed['head'],
  base: string,
): string {
  const ref = `refs/heads/${head.ref}`;
  const there = repository.refs.get(ref);
  if (there !== undefined && head.sha === undefined && head.files === undefined) return there;
  if (head.sha !== undefined && repository.network.commits.has(head.sha)) {
    moveRef(state, repository, ref, head.sha, { force: true });
    return head.sha;
  }
  const draft: CommitDraft = {
    ...(head.sha === undefined ? {} : { sha: head.sha }),
    files: head.files ?? { 'src/agent.ts': `export const BRANCH = '${head.ref}';\n` },
    parents: [there ?? base],
  };
  return pushCommits(state, repository, head.ref, [draft]).head.sha;
}

/** Closes a pull request, merged or not, and gives it. A merge makes a commit on the base branch. */
export function closePullRequest(
  state: GitHubState,
  repository: Repository,
  number: number,
  options: { merged?: boolean; by?: string } = {},
): PullRequest {
  const pull = openPull(repository, number);
  const by = state.account(options.by ?? 'octocat');
  if (options.merged === true) {
    const { commits } = repository.network;
    const tip = repository.refs.get(`refs/heads/${pull.baseRef}`) ?? '';
    const [ours, theirs] = [commits.get(tip), commits.get(pull.headSha)];
    const message = `Merge pull request #${number} from ${pull.headOwner.login}/${pull.headRef}`;
    const merge = ours && theirs ? mergeOf(state, repository, { ours, theirs, message, by }) : null;
    if (merge === null) throw new Error(`#${number} cannot be merged: both sides changed the same file`);
    pull.mergeSha = merge.sha;
    pull.mergedAt = state.stamp();
    pull.mergedBy = by;
    close(state, pull);
    moveRef(state, repository, `refs/heads/${pull.baseRef}`, merge.sha, { pusher: by.login });
  } else close(state, pull);
  return pull;
}

/** Opens a closed pull request again. Throws when it was merged. */
export function reopenPullRequest(state: GitHubState, repository: Repository, number: number): PullRequest {
  const pull = pullOf(repository, number);
  if (pull.mergedAt !== null) throw new Error(`#${number} was merged and cannot be opened again`);
  pull.issue.state = 'open';
  pull.issue.closedAt = null;
  pull.issue.updatedAt = state.stamp();
  refreshPullRequests(state, repository);
  return pull;
}

/** The pull request of that number; throws when there is none. */
export function pullOf(repository: Repository, number: number): PullRequest {
  const pull = repository.pulls.get(number);
  if (pull !== undefined) return pull;
  throw new Error(`there is no pull request #${number} in ${fullNameOf(repository)}`);
}

function openPull(repository: Repository, number: number): PullRequest {
  const pull = pullOf(repository, number);
  if (pull.issue.state === 'open') return pull;
  throw new Error(`#${number} is closed already`);
}

function close(state: GitHubState, pull: PullRequest): void {
  pull.issue.state = 'closed';
  pull.issue.closedAt = state.stamp();
  pull.issue.updatedAt = state.stamp();
}
