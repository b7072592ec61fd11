import type { Comment, Issue, Label, Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { appBody, userBody } from './account.ts';
import { repositoryPage, repositoryUrl, type Links } from './links.ts';
import type { CommentBody, IssueBody, LabelBody } from './types.ts';

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
export function issuePage(links: Links, repository: Repository, number: number): string {
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
