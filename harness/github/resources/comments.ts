import * as z from 'zod';
import { notFound, validationFailed } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import type { Comment } from '../state/model.ts';
import { commentBody } from '../wire/issue.ts';
import { actorOf, issueOf, lengthOf, numberOf } from './support.ts';

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
