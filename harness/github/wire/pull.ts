import { compareCommits, diffTrees, type FileChange } from '../state/history.ts';
import type { PullRequest, Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { userBody } from './account.ts';
import { labelBody } from './issue.ts';
import { repositoryPage, repositoryUrl, type Links } from './links.ts';
import { repositoryBody } from './repository.ts';
import type { PullRequestBody, PullRequestListBody } from './types.ts';

/** What the pull request changes against the point where it left the base, as GitHub shows it. */
export function changesOf(repository: Repository, pull: PullRequest): FileChange[] {
  const { commits } = repository.network;
  const [base, head] = [commits.get(pull.baseSha), commits.get(pull.headSha)];
  if (base === undefined || head === undefined) return [];
  const from = compareCommits(repository.network, base, head)?.mergeBase;
  return diffTrees(from?.tree ?? new Map(), head.tree);
}

/** A pull request as lists show it: without `merged`, `mergeable` and the numbers, which only a single one has. */
export function pullListBody(links: Links, repository: Repository, pull: PullRequest): PullRequestListBody {
  return fields(links, repository, pull);
}

function fields(links: Links, repository: Repository, pull: PullRequest) {
  const api = repositoryUrl(links, repository);
  const { issue } = pull;
  const url = `${api}/pulls/${issue.number}`;
  const issueUrl = `${api}/issues/${issue.number}`;
  const page = `${repositoryPage(links, repository)}/pull/${issue.number}`;
  const statusesUrl = `${api}/statuses/${pull.headSha}`;
  return {
    url,
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issueUrl,
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: userBody(links, issue.user),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeSha,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    labels: issue.labels.map((label) => labelBody(links, repository, label)),
    milestone: null,
    draft: pull.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statusesUrl,
    head: {
      label: `${pull.headOwner.login}:${pull.headRef}`,
      ref: pull.headRef,
      sha: pull.headSha,
      user: userBody(links, pull.headOwner),
      repo: pull.headRepository === null ? null : repositoryBody(links, pull.headRepository),
    },
    base: {
      label: `${repository.owner.login}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: pull.baseSha,
      user: userBody(links, repository.owner),
      repo: repositoryBody(links, repository),
    },
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statusesUrl },
    },
    author_association: 'MEMBER' as const,
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** A single pull request, and `pull_request` of an event. */
export function pullBody(links: Links, repository: Repository, pull: PullRequest): PullRequestBody {
  const changes = changesOf(repository, pull);
  const { commits } = repository.network;
  const [base, head] = [commits.get(pull.baseSha), commits.get(pull.headSha)];
  const comparison = base && head ? compareCommits(repository.network, base, head) : null;
  const comments = [...repository.comments.values()].filter(({ issue }) => issue === pull.issue.number);
  return {
    ...fields(links, repository, pull),
    merged: pull.mergedAt !== null,
    // A pull request that is closed is no longer looked at.
    mergeable: pull.issue.state === 'open' ? pull.mergeable : null,
    rebaseable: pull.issue.state === 'open' ? pull.mergeable : null,
    mergeable_state: mergeableState(pull),
    merged_by: pull.mergedBy === null ? null : userBody(links, pull.mergedBy),
    comments: comments.length,
    review_comments: 0,
    maintainer_can_modify: pull.headRepository !== null && pull.headRepository !== repository,
    commits: comparison?.ahead.length ?? 0,
    additions: changes.reduce((sum, change) => sum + change.additions, 0),
    deletions: changes.reduce((sum, change) => sum + change.deletions, 0),
    changed_files: changes.length,
  };
}

function mergeableState(pull: PullRequest): string {
  if (pull.issue.state === 'closed' || pull.mergeable === null) return 'unknown';
  if (!pull.mergeable) return 'dirty';
  return pull.draft ? 'draft' : 'clean';
}
