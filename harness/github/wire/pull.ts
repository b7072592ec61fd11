import { compareCommits, diffTrees, type FileChange } from '../state/history.ts';
import type { Comment, Issue, Label, PullRequest, Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import {
  appBody,
  type CommentBody,
  type IssueBody,
  type LabelBody,
  type Links,
  type PullRequestBody,
  type PullRequestListBody,
  repositoryBody,
  repositoryPage,
  repositoryUrl,
  userBody,
} from './repository.ts';

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

export function labelBody(links: Links, repository: Repository, label: Label): LabelBody {
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: `${repositoryUrl(links, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

/** The page of an issue, or of the pull request of that number. */
function issuePage(links: Links, repository: Repository, number: number): string {
  const kind = repository.pulls.has(number) ? 'pull' : 'issues';
  return `${repositoryPage(links, repository)}/${kind}/${number}`;
}

export function commentBody(links: Links, repository: Repository, comment: Comment): CommentBody {
  const api = repositoryUrl(links, repository);
  const { account, app } = comment.actor;
  const url = `${api}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${issuePage(links, repository, comment.issue)}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${comment.issue}`,
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    user: userBody(links, account),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: account.type === 'Bot' ? 'NONE' : 'MEMBER',
    reactions: reactions(url),
    performed_via_github_app: app === null ? null : appBody(links, app),
  };
}

export function issueBody(links: Links, repository: Repository, issue: Issue): IssueBody {
  const api = repositoryUrl(links, repository);
  const url = `${api}/issues/${issue.number}`;
  const page = issuePage(links, repository, issue.number);
  const pull = repository.pulls.get(issue.number);
  const comments = [...repository.comments.values()].filter((comment) => comment.issue === issue.number);
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    id: issue.id,
    node_id: nodeId(pull === undefined ? 'I' : 'PR', issue.id),
    number: issue.number,
    title: issue.title,
    user: userBody(links, issue.user),
    labels: issue.labels.map((label) => labelBody(links, repository, label)),
    state: issue.state,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: 'MEMBER',
    active_lock_reason: null,
    ...(pull === undefined
      ? {}
      : {
          draft: pull.draft,
          pull_request: {
            url: `${api}/pulls/${issue.number}`,
            html_url: page,
            diff_url: `${page}.diff`,
            patch_url: `${page}.patch`,
            merged_at: pull.mergedAt,
          },
        }),
    body: issue.body,
    closed_by: null,
    reactions: reactions(url),
    performed_via_github_app: null,
    state_reason: null,
  };
}

function reactions(url: string) {
  return {
    url: `${url}/reactions`,
    total_count: 0,
    '+1': 0,
    '-1': 0,
    laugh: 0,
    hooray: 0,
    confused: 0,
    heart: 0,
    rocket: 0,
    eyes: 0,
  };
}
