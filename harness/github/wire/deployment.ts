import type { Deployment, DeploymentStatus, Environment, Repository } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import {
  appBody,
  type DeploymentBody,
  type DeploymentStatusBody,
  type EnvironmentBody,
  type Links,
  repositoryPage,
  repositoryUrl,
  userBody,
} from './repository.ts';

export function deploymentBody(links: Links, repository: Repository, deployment: Deployment): DeploymentBody {
  const url = `${repositoryUrl(links, repository)}/deployments/${deployment.id}`;
  const { app } = deployment.actor;
  return {
    url,
    id: deployment.id,
    node_id: nodeId('DE', deployment.id),
    task: deployment.task,
    original_environment: deployment.originalEnvironment,
    environment: deployment.environment,
    description: deployment.description,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    statuses_url: `${url}/statuses`,
    repository_url: repositoryUrl(links, repository),
    creator: userBody(links, deployment.actor.account),
    sha: deployment.sha,
    ref: deployment.ref,
    payload: deployment.payload,
    transient_environment: deployment.transient,
    production_environment: deployment.production,
    performed_via_github_app: app === null ? null : appBody(links, app),
  };
}

export function deploymentStatusBody(
  links: Links,
  repository: Repository,
  deployment: Deployment,
  status: DeploymentStatus,
): DeploymentStatusBody {
  const deploymentUrl = `${repositoryUrl(links, repository)}/deployments/${deployment.id}`;
  const { app } = status.actor;
  return {
    url: `${deploymentUrl}/statuses/${status.id}`,
    id: status.id,
    node_id: nodeId('DES', status.id),
    state: status.state,
    creator: userBody(links, status.actor.account),
    description: status.description,
    environment: status.environment,
    target_url: status.logUrl,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    deployment_url: deploymentUrl,
    repository_url: repositoryUrl(links, repository),
    environment_url: status.environmentUrl,
    log_url: status.logUrl,
    performed_via_github_app: app === null ? null : appBody(links, app),
  };
}

export function environmentBody(
  links: Links,
  repository: Repository,
  environment: Environment,
): EnvironmentBody {
  const name = encodeURIComponent(environment.name);
  return {
    id: environment.id,
    node_id: nodeId('EN', environment.id),
    name: environment.name,
    url: `${repositoryUrl(links, repository)}/environments/${name}`,
    html_url: `${repositoryPage(links, repository)}/deployments/activity_log?environments_filter=${name}`,
    created_at: environment.createdAt,
    updated_at: environment.updatedAt,
    protection_rules: [],
    deployment_branch_policy: null,
  };
}
