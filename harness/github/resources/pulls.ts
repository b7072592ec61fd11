import * as z from 'zod';
import { listAnswer, notFound, validationFailed } from '../server/http.ts';
import { type RepositoryContext, repositoryRoute, type Route } from '../server/route.ts';
import { compareCommits } from '../state/history.ts';
import type { Comment, Commit, Label, PullRequest, Repository } from '../state/model.ts';
import { labelOf } from '../state/state.ts';
import { commitBody, fileBody } from '../wire/commit.ts';
import { changesOf, commentBody, issueBody, labelBody, pullBody, pullListBody } from '../wire/pull.ts';
import { actorOf, issueOf, lengthOf, numberOf, pullOf } from './support.ts';

const FILES_LIMIT = 3_000;
const COMMITS_LIMIT = 250;

export const pullRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/pulls',
    docs: 'pulls/pulls#list-pull-requests',
    permissions: 'pull_requests=read',
    handle: (context) =>
      listAnswer(context, selected(context), (pull) => pullListBody(context.links, context.repository, pull)),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}',
    docs: 'pulls/pulls#get-a-pull-request',
    permissions: 'pull_requests=read; contents=read',
    handle: (context) => ({
      status: 200,
      body: pullBody(context.links, context.repository, pullOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}/files',
    docs: 'pulls/pulls#list-pull-requests-files',
    permissions: 'pull_requests=read',
    handle(context) {
      const pull = pullOf(context);
      const files = changesOf(context.repository, pull).slice(0, FILES_LIMIT);
      return listAnswer(context, files, (file) =>
        fileBody(context.links, context.repository, pull.headSha, file),
      );
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/pulls/{pull_number}/commits',
    docs: 'pulls/pulls#list-commits-on-a-pull-request',
    permissions: 'pull_requests=read',
    handle(context) {
      const { repository, links } = context;
      const commits = commitsOf(repository, pullOf(context)).slice(0, COMMITS_LIMIT);
      return listAnswer(context, commits, (commit) => commitBody(links, repository, commit));
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/issues/{issue_number}',
    docs: 'issues/issues#get-an-issue',
    permissions: 'issues=read',
    handle: (context) => ({
      status: 200,
      body: issueBody(context.links, context.repository, issueOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{commit_sha}/pulls',
    docs: 'commits/commits#list-pull-requests-associated-with-a-commit',
    permissions: 'pull_requests=read',
    handle(context) {
      const { repository, links, params } = context;
      const sha = params['commit_sha'] ?? '';
      const found = [...repository.pulls.values()].filter(
        (pull) =>
          (pull.issue.state === 'open' || pull.mergedAt !== null) &&
          (pull.mergeSha === sha || commitsOf(repository, pull).some((commit) => commit.sha === sha)),
      );
      return listAnswer(context, found, (pull) => pullListBody(links, repository, pull));
    },
  }),
];

/** The commits a pull request brings, oldest first. */
function commitsOf(repository: Repository, pull: PullRequest): Commit[] {
  const { commits } = repository.network;
  const [base, head] = [commits.get(pull.baseSha), commits.get(pull.headSha)];
  return (base && head && compareCommits(repository.network, base, head)?.ahead) ?? [];
}

/**
 * What the query asks for: open ones unless said otherwise, newest first. `head` counts only as `owner:branch`: GitHub
 * ignores anything else, and answers every pull request.
 */
function selected({ repository, query }: RepositoryContext): PullRequest[] {
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const sort = query.get('sort') ?? 'created';
  const found = [...repository.pulls.values()].filter(
    (pull) =>
      (state === 'all' || pull.issue.state === state) &&
      (head === null || !head.includes(':') || head === `${pull.headOwner.login}:${pull.headRef}`) &&
      (base === null || base === pull.baseRef),
  );
  const key = ({ issue }: PullRequest) => (sort === 'updated' ? issue.updatedAt : issue.createdAt);
  const ascending = found.sort(
    (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) || a.issue.number - b.issue.number,
  );
  const direction = query.get('direction') ?? (sort === 'created' ? 'desc' : 'asc');
  return direction === 'asc' ? ascending : ascending.toReversed();
}

const BODY_LIMIT = 65_536;
const READ = 'issues=read; pull_requests=read';
const WRITE = 'issues=write; pull_requests=write';
const Body = z.looseObject({ body: z.string() });

export const commentRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/issues/comments',
    docs: 'issues/comments#list-issue-comments-for-a-repository',
    permissions: READ,
    handle: (context) => list(context, [...context.repository.comments.values()]),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/issues/comments/{comment_id}',
    docs: 'issues/comments#get-an-issue-comment',
    permissions: READ,
    handle: (context) => ({
      status: 200,
      body: commentBody(context.links, context.repository, commentOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'PATCH',
    path: '/issues/comments/{comment_id}',
    docs: 'issues/comments#update-an-issue-comment',
    permissions: WRITE,
    body: Body,
    handle(context, { body }) {
      const comment = commentOf(context);
      checkBody(body);
      comment.body = body;
      comment.updatedAt = context.state.stamp();
      return { status: 200, body: commentBody(context.links, context.repository, comment) };
    },
  }),
  repositoryRoute({
    method: 'DELETE',
    path: '/issues/comments/{comment_id}',
    docs: 'issues/comments#delete-an-issue-comment',
    permissions: WRITE,
    handle(context) {
      context.repository.comments.delete(commentOf(context).id);
      return { status: 204 };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/issues/{issue_number}/comments',
    docs: 'issues/comments#list-issue-comments',
    permissions: READ,
    handle(context) {
      const { number } = issueOf(context);
      return list(
        context,
        [...context.repository.comments.values()].filter(({ issue }) => issue === number),
      );
    },
  }),
  repositoryRoute({
    method: 'POST',
    path: '/issues/{issue_number}/comments',
    docs: 'issues/comments#create-an-issue-comment',
    permissions: WRITE,
    body: Body,
    handle(context, { body }) {
      const issue = issueOf(context);
      checkBody(body);
      const at = context.state.stamp();
      const comment: Comment = {
        id: context.state.nextId('comment'),
        issue: issue.number,
        body,
        actor: actorOf(context),
        createdAt: at,
        updatedAt: at,
      };
      context.repository.comments.set(comment.id, comment);
      issue.updatedAt = at;
      const rendered = commentBody(context.links, context.repository, comment);
      return { status: 201, headers: { Location: rendered.url }, body: rendered };
    },
  }),
];

/** Oldest first, by id; `since` looks at when a comment was last changed. */
function list(context: RepositoryContext, comments: readonly Comment[]) {
  const since = Date.parse(context.query.get('since') ?? '');
  const wanted = comments
    .filter(({ updatedAt }) => Number.isNaN(since) || Date.parse(updatedAt) >= since)
    .sort((a, b) => a.id - b.id);
  return listAnswer(context, wanted, (comment) => commentBody(context.links, context.repository, comment));
}

function commentOf({ repository, params }: RepositoryContext): Comment {
  const comment = repository.comments.get(numberOf(params['comment_id']));
  if (comment === undefined) throw notFound();
  return comment;
}

function checkBody(body: string): void {
  const problem = (message: string) =>
    validationFailed({ resource: 'IssueComment', code: 'unprocessable', field: 'data', message });
  if (body.trim() === '') throw problem('Body cannot be blank');
  if (lengthOf(body) > BODY_LIMIT) throw problem(`Body is too long (maximum is ${BODY_LIMIT} characters)`);
}

const Labels = z.looseObject({ labels: z.array(z.string()).default([]) });

/** Labels of an issue or a pull request. */
export const labelRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#list-labels-for-an-issue',
    permissions: READ,
    handle: (context) =>
      listAnswer(context, issueOf(context).labels, (label) =>
        labelBody(context.links, context.repository, label),
      ),
  }),
  repositoryRoute({
    method: 'POST',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#add-labels-to-an-issue',
    permissions: WRITE,
    body: Labels,
    handle(context, { labels }) {
      const { labels: there } = issueOf(context);
      const added = labels.map((name) => labelOf(context.state, context.repository, name));
      return replace(context, [...new Set([...there, ...added])]);
    },
  }),
  repositoryRoute({
    method: 'PUT',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#set-labels-for-an-issue',
    permissions: WRITE,
    body: Labels,
    handle: (context, { labels }) =>
      replace(
        context,
        labels.map((name) => labelOf(context.state, context.repository, name)),
      ),
  }),
  repositoryRoute({
    method: 'DELETE',
    path: '/issues/{issue_number}/labels/{name}',
    docs: 'issues/labels#remove-a-label-from-an-issue',
    permissions: WRITE,
    handle(context) {
      const { labels } = issueOf(context);
      const name = (context.params['name'] ?? '').toLowerCase();
      const left = labels.filter((label) => label.name.toLowerCase() !== name);
      if (left.length === labels.length) throw notFound('Label does not exist');
      return replace(context, left);
    },
  }),
];

function replace(context: RepositoryContext, labels: Label[]) {
  const issue = issueOf(context);
  issue.labels = labels;
  issue.updatedAt = context.state.stamp();
  return {
    status: 200,
    body: labels.map((label) => labelBody(context.links, context.repository, label)),
  };
}
