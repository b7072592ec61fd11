import { notFound } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import { environmentOf } from '../state/deployments.ts';
import type { Environment } from '../state/model.ts';
import { environmentBody } from '../wire/deployment.ts';

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
