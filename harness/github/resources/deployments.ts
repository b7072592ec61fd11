import * as z from 'zod';
import {
  type Answer,
  ApiError,
  type FieldError,
  listAnswer,
  notFound,
  validationFailed,
} from '../server/http.ts';
import { type RepositoryContext, repositoryRoute, type Route } from '../server/route.ts';
import { addDeployment, addDeploymentStatus, environmentOf, statusesOf } from '../state/deployments.ts';
import { compareCommits } from '../state/history.ts';
import { type Deployment, DEPLOYMENT_STATES, type Environment } from '../state/model.ts';
import { mergeOf, type Resolved, resolveRef } from '../state/objects.ts';
import { moveRef } from '../state/refs.ts';
import { deploymentBody, deploymentStatusBody, environmentBody } from '../wire/deployment.ts';
import { repositoryUrl } from '../wire/repository.ts';
import { actorOf, lengthOf, numberOf } from './support.ts';

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
function deploymentOf({ repository, params }: RepositoryContext): Deployment {
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
        // `none` is how the documentation says "any".
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

const DESCRIPTION_LIMIT = 140;

const NewStatus = z.looseObject({
  state: z.enum(DEPLOYMENT_STATES),
  target_url: z.string().optional(),
  log_url: z.string().optional(),
  description: z.string().optional(),
  environment: z.string().optional(),
  environment_url: z.string().optional(),
  auto_inactive: z.boolean().optional(),
});

export const deploymentStatusRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/deployments/{deployment_id}/statuses',
    docs: 'deployments/statuses#list-deployment-statuses',
    permissions: 'deployments=read',
    scopes: SCOPES,
    handle(context) {
      const deployment = deploymentOf(context);
      return listAnswer(context, deployment.statuses.toReversed(), (status) =>
        deploymentStatusBody(context.links, context.repository, deployment, status),
      );
    },
  }),
  repositoryRoute({
    method: 'POST',
    path: '/deployments/{deployment_id}/statuses',
    docs: 'deployments/statuses#create-a-deployment-status',
    permissions: 'deployments=write',
    scopes: SCOPES,
    body: NewStatus,
    handle(context, body) {
      const deployment = deploymentOf(context);
      const errors = problemsOf(body);
      if (errors.length > 0) throw validationFailed(...errors);
      const status = addDeploymentStatus(context.state, context.repository, deployment, {
        state: body.state,
        actor: actorOf(context),
        description: body.description,
        environment: body.environment,
        environmentUrl: body.environment_url,
        logUrl: body.log_url ?? body.target_url,
        autoInactive: body.auto_inactive,
      });
      const rendered = deploymentStatusBody(context.links, context.repository, deployment, status);
      return { status: 201, headers: { Location: rendered.url }, body: rendered };
    },
  }),
  repositoryRoute({
    method: 'GET',
    path: '/deployments/{deployment_id}/statuses/{status_id}',
    docs: 'deployments/statuses#get-a-deployment-status',
    permissions: 'deployments=read',
    scopes: SCOPES,
    handle(context) {
      const deployment = deploymentOf(context);
      const id = numberOf(context.params['status_id']);
      const status = deployment.statuses.find((candidate) => candidate.id === id);
      if (status === undefined) throw notFound();
      return {
        status: 200,
        body: deploymentStatusBody(context.links, context.repository, deployment, status),
      };
    },
  }),
];

function problemsOf(body: z.output<typeof NewStatus>): FieldError[] {
  const problems: FieldError[] = [];
  const add = (field: string, message: string) =>
    problems.push({ resource: 'DeploymentStatus', code: 'custom', field, message });
  if (lengthOf(body.description ?? '') > DESCRIPTION_LIMIT) {
    add('description', `description is too long (maximum is ${DESCRIPTION_LIMIT} characters)`);
  }
  for (const field of ['target_url', 'log_url', 'environment_url'] as const) {
    const url = body[field];
    if (url !== undefined && url !== '' && !/^https?:\/\//.test(url)) {
      add(field, `${field} must use http(s) scheme`);
    }
  }
  return problems;
}

/**
 * Environments. A workflow's own token can read them with `actions: read`, but never delete one: that takes
 * `administration: write`, which `permissions:` of a workflow does not know.
 */
export const environmentRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/environments',
    docs: 'deployments/environments#list-environments',
    permissions: 'actions=read',
    handle: (context) =>
      listAnswer(
        context,
        [...context.repository.environments.values()],
        (item) => environmentBody(context.links, context.repository, item),
        (environments) => ({ total_count: context.repository.environments.size, environments }),
      ),
  }),
  repositoryRoute({
    method: 'GET',
    path: '/environments/{environment_name}',
    docs: 'deployments/environments#get-an-environment',
    permissions: 'actions=read',
    handle: (context) => ({
      status: 200,
      body: environmentBody(context.links, context.repository, named(context)),
    }),
  }),
  repositoryRoute({
    method: 'PUT',
    path: '/environments/{environment_name}',
    docs: 'deployments/environments#create-or-update-an-environment',
    permissions: 'administration=write',
    handle({ state, links, repository, params }) {
      const environment = environmentOf(state, repository, params['environment_name'] ?? '');
      environment.updatedAt = state.stamp();
      return { status: 200, body: environmentBody(links, repository, environment) };
    },
  }),
  repositoryRoute({
    method: 'DELETE',
    path: '/environments/{environment_name}',
    docs: 'deployments/environments#delete-an-environment',
    permissions: 'administration=write',
    handle(context) {
      context.repository.environments.delete(named(context).name.toLowerCase());
      return { status: 204 };
    },
  }),
];

function named({ repository, params }: RepositoryContext): Environment {
  const found = repository.environments.get((params['environment_name'] ?? '').toLowerCase());
  if (found === undefined) throw notFound();
  return found;
}
