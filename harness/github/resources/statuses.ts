import * as z from 'zod';
import { ApiError, validationFailed } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { addCommitStatus, statusesOf } from '../state/deployments.ts';
import type { Commit, CommitStatus } from '../state/model.ts';
import { resolveRef } from '../state/objects.ts';
import { nodeId } from '../state/state.ts';
import { userBody } from '../wire/account.ts';
import { repositoryUrl } from '../wire/links.ts';
import { repositoryBody } from '../wire/repository.ts';
import type { CommitStatusBody } from '../wire/types.ts';
import { actorOf, lengthOf } from './support.ts';

const SCOPES = ['repo', 'repo:status'];
const NewStatus = z.looseObject({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string().default('default'),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

/** Commit statuses: what `required_contexts` of a deployment asks about. */
export const statusRoutes: Route[] = [
  repositoryRoute({
    method: 'POST',
    path: '/statuses/{sha}',
    docs: 'commits/statuses#create-a-commit-status',
    permissions: 'statuses=write',
    scopes: SCOPES,
    body: NewStatus,
    handle(context, body) {
      const commit = commitOf(context, context.params['sha'] ?? '');
      if (lengthOf(body.description ?? '') > 140) {
        throw validationFailed({
          resource: 'Status',
          code: 'custom',
          field: 'description',
          message: 'description is too long (maximum is 140 characters)',
        });
      }
      const status = addCommitStatus(context.state, context.repository, commit.sha, {
        context: body.context,
        state: body.state,
        actor: actorOf(context),
        description: body.description ?? null,
        targetUrl: body.target_url ?? null,
      });
      return { status: 201, body: statusBody(context, commit, status) };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{ref+}/status',
    docs: 'commits/statuses#get-the-combined-status-for-a-specific-reference',
    permissions: 'statuses=read',
    scopes: SCOPES,
    handle(context) {
      const { repository, links, params } = context;
      const commit = commitOf(context, params['ref'] ?? '');
      const statuses = statusesOf(repository, commit.sha);
      const url = `${repositoryUrl(links, repository)}/commits/${commit.sha}`;
      return listAnswer(
        context,
        statuses,
        (status) => statusBody(context, commit, status),
        (page) => ({
          state: combined(statuses),
          statuses: page,
          sha: commit.sha,
          total_count: statuses.length,
          repository: repositoryBody(links, repository),
          commit_url: url,
          url: `${url}/status`,
        }),
      );
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/commits/{ref+}/statuses',
    docs: 'commits/statuses#list-commit-statuses-for-a-reference',
    permissions: 'statuses=read',
    scopes: SCOPES,
    handle(context) {
      const commit = commitOf(context, context.params['ref'] ?? '');
      const all = context.repository.statuses.get(commit.sha) ?? [];
      return listAnswer(context, all.toReversed(), (status) => statusBody(context, commit, status));
    },
  }),
];

function commitOf({ repository }: RepositoryContext, name: string): Commit {
  const found = resolveRef(repository, name)?.commit;
  if (found === undefined) throw new ApiError(422, `No commit found for SHA: ${name}`);
  return found;
}

/** Nothing reported yet counts as pending. */
function combined(statuses: readonly CommitStatus[]): string {
  const states = new Set(statuses.map(({ state }) => state));
  if (states.has('error') || states.has('failure')) return 'failure';
  return states.has('pending') || states.size === 0 ? 'pending' : 'success';
}

function statusBody(
  { repository, links }: RepositoryContext,
  commit: Commit,
  status: CommitStatus,
): CommitStatusBody {
  return {
    url: `${repositoryUrl(links, repository)}/statuses/${commit.sha}`,
    avatar_url: `${links.html}/avatars/u/${status.actor.account.id}?v=4`,
    id: status.id,
    node_id: nodeId('SC', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator: userBody(links, status.actor.account),
  };
}
