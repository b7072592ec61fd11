import * as z from 'zod';
import { ApiError, notFound, validationFailed, type Answer } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { addDeployment, statusesOf } from '../state/deployments.ts';
import { compareCommits } from '../state/history.ts';
import type { Deployment } from '../state/model.ts';
import { resolveRef, type Resolved } from '../state/objects.ts';
import { mergeOf } from '../state/pulls.ts';
import { moveRef } from '../state/refs.ts';
import { deploymentBody } from '../wire/deployment.ts';
import { repositoryUrl } from '../wire/links.ts';
import { actorOf, numberOf } from './support.ts';

const SCOPES = ['repo', 'repo_deployment'];

const NewDeployment = z.looseObject({
  ref: z.string(),
  task: z.string().optional(),
  auto_merge: z.boolean().optional(),
  required_contexts: z.array(z.string()).nullish(),
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
  environment: z.string().optional(),
  description: z.string().nullish(),
  transient_environment: z.boolean().optional(),
  production_environment: z.boolean().optional(),
});

/** The deployment of the path; throws 404. */
export function deploymentOf({ repository, params }: RepositoryContext): Deployment {
  const id = numberOf(params['deployment_id']);
  const found = repository.deployments.find((deployment) => deployment.id === id);
  if (found === undefined) throw notFound();
  return found;
}

export const deploymentRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/deployments',
    docs: 'deployments/deployments#list-deployments',
    permissions: 'deployments=read',
    scopes: SCOPES,
    handle(context) {
      const { repository, links, query } = context;
      const wanted = (name: string, value: string) => {
        const asked = query.get(name);
        // `none` is how the documentation says "whichever".
        return asked === null || asked === '' || asked === 'none' || asked === value;
      };
      const found = repository.deployments.filter(
        (deployment) =>
          wanted('sha', deployment.sha) &&
          wanted('ref', deployment.ref) &&
          wanted('task', deployment.task) &&
          wanted('environment', deployment.environment),
      );
      return listAnswer(context, found.toReversed(), (item) => deploymentBody(links, repository, item));
    },
  }),
  repositoryRoute({
    method: 'POST',
    path: '/deployments',
    docs: 'deployments/deployments#create-a-deployment',
    permissions: 'deployments=write',
    scopes: SCOPES,
    body: NewDeployment,
    handle: create,
  }),
  repositoryRoute({
    method: 'GET',
    path: '/deployments/{deployment_id}',
    docs: 'deployments/deployments#get-a-deployment',
    permissions: 'deployments=read',
    scopes: SCOPES,
    handle: (context) => ({
      status: 200,
      body: deploymentBody(context.links, context.repository, deploymentOf(context)),
    }),
  }),
  repositoryRoute({
    method: 'DELETE',
    path: '/deployments/{deployment_id}',
    docs: 'deployments/deployments#delete-a-deployment',
    permissions: 'deployments=write',
    scopes: SCOPES,
    handle(context) {
      const { deployments } = context.repository;
      const deployment = deploymentOf(context);
      if (deployments.length > 1 && deployment.statuses.at(-1)?.state === 'success') {
        throw new ApiError(422, 'Validation Failed', {
          fields: {
            errors: [
              'We cannot delete an active deployment unless it is the only deployment in a given environment.',
            ],
          },
        });
      }
      deployments.splice(deployments.indexOf(deployment), 1);
      return { status: 204 };
    },
  }),
];

function create(context: RepositoryContext, body: z.output<typeof NewDeployment>): Answer {
  const { state, repository, links } = context;
  const target = resolveRef(repository, body.ref);
  if (target === undefined) throw new ApiError(422, `No ref found for: ${body.ref}`);
  if (body.environment !== undefined && !/^.{1,255}$/.test(body.environment)) {
    throw validationFailed({
      resource: 'Deployment',
      code: 'custom',
      field: 'environment',
      message: 'environment is invalid',
    });
  }
  if (body.auto_merge !== false) {
    const merged = autoMerge(context, target);
    if (merged !== null) return merged;
  }
  checkContexts(context, body.ref, target, body.required_contexts ?? null);
  const deployment = addDeployment(state, repository, {
    sha: target.commit.sha,
    ref: body.ref,
    actor: actorOf(context),
    task: body.task,
    payload: body.payload,
    environment: body.environment,
    description: body.description,
    transient: body.transient_environment,
    production: body.production_environment,
  });
  return {
    status: 201,
    headers: { Location: `${repositoryUrl(links, repository)}/deployments/${deployment.id}` },
    body: deploymentBody(links, repository, deployment),
  };
}

/** Brings the default branch into a branch that is behind it; then nothing is deployed yet. 409 when they conflict. */
function autoMerge({ state, repository, viewer }: RepositoryContext, target: Resolved): Answer | null {
  const into = /^refs\/heads\/(.+)$/.exec(target.ref ?? '')?.[1];
  const from = repository.defaultBranch;
  const theirs = resolveRef(repository, `refs/heads/${from}`)?.commit;
  if (into === undefined || into === from || theirs === undefined || viewer.actor === null) return null;
  const comparison = compareCommits(repository.network, theirs, target.commit);
  if (comparison === null || comparison.behindBy === 0) return null;
  const merge = mergeOf(state, repository, {
    ours: target.commit,
    theirs,
    message: `Merge ${from} into ${into}`,
    by: viewer.actor.account,
  });
  if (merge === null) throw new ApiError(409, `Conflict merging ${from} into ${into}.`);
  moveRef(state, repository, `refs/heads/${into}`, merge.sha, {});
  return { status: 202, body: { message: `Auto-merged ${from} into ${into} on deployment.` } };
}

/** Throws 409 unless every context asked for (`null`: every one there is) is a success. An empty list asks nothing. */
function checkContexts(
  { repository }: RepositoryContext,
  ref: string,
  { commit }: Resolved,
  required: readonly string[] | null,
): void {
  const there = statusesOf(repository, commit.sha).map(({ context, state }) => ({ context, state }));
  const looked =
    required === null
      ? there
      : required.map(
          (context) =>
            there.find((status) => status.context === context) ?? { context, state: 'pending' as const },
        );
  if (looked.every(({ state }) => state === 'success')) return;
  throw new ApiError(409, `Conflict: Commit status checks failed for ${ref}.`, {
    fields: {
      errors: [{ contexts: looked, resource: 'Deployment', field: 'required_contexts', code: 'invalid' }],
    },
  });
}
