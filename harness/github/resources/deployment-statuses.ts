import * as z from 'zod';
import { notFound, validationFailed, type FieldError } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type Route } from '../server/route.ts';
import { addDeploymentStatus } from '../state/deployments.ts';
import { DEPLOYMENT_STATES } from '../state/model.ts';
import { deploymentStatusBody } from '../wire/deployment.ts';
import { deploymentOf } from './deployments.ts';
import { actorOf, lengthOf, numberOf } from './support.ts';

const SCOPES = ['repo', 'repo_deployment'];
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
