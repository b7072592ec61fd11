import type {
  Actor,
  CommitStatus,
  Deployment,
  DeploymentState,
  DeploymentStatus,
  Environment,
  Repository,
} from './model.ts';
import type { GitHubState } from './state.ts';

export interface DeploymentDetails {
  sha: string;
  ref: string;
  actor: Actor;
  task?: string | undefined;
  payload?: Record<string, unknown> | string | undefined;
  environment?: string | undefined;
  description?: string | null | undefined;
  transient?: boolean | undefined;
  production?: boolean | undefined;
}

/** Keeps a deployment, and the environment it goes to when that is new. */
export function addDeployment(
  state: GitHubState,
  repository: Repository,
  details: DeploymentDetails,
): Deployment {
  const environment = details.environment ?? 'production';
  const at = state.stamp();
  const deployment: Deployment = {
    id: state.nextId('deployment'),
    sha: details.sha,
    ref: details.ref,
    task: details.task ?? 'deploy',
    payload: details.payload ?? '',
    originalEnvironment: environment,
    environment,
    description: details.description ?? null,
    transient: details.transient ?? false,
    production: details.production ?? environment === 'production',
    actor: details.actor,
    createdAt: at,
    updatedAt: at,
    statuses: [],
  };
  repository.deployments.push(deployment);
  environmentOf(state, repository, environment);
  return deployment;
}

export interface StatusDetails {
  state: DeploymentState;
  actor: Actor;
  description?: string | undefined;
  environment?: string | undefined;
  environmentUrl?: string | undefined;
  logUrl?: string | undefined;
  /** Default: true. */
  autoInactive?: boolean | undefined;
}

/**
 * Adds a status. Without an environment it keeps that of the status before; a success makes earlier successful
 * deployments to the same environment inactive, unless they are transient or to production.
 */
export function addDeploymentStatus(
  state: GitHubState,
  repository: Repository,
  deployment: Deployment,
  details: StatusDetails,
): DeploymentStatus {
  const status = push(state, repository, deployment, details);
  if (details.state === 'success' && details.autoInactive !== false) {
    for (const earlier of repository.deployments) {
      if (earlier.id < deployment.id && isSuperseded(earlier, deployment)) {
        push(state, repository, earlier, { state: 'inactive', actor: details.actor });
      }
    }
  }
  return status;
}

const isSuperseded = (earlier: Deployment, by: Deployment): boolean =>
  earlier.environment === by.environment &&
  !earlier.transient &&
  !earlier.production &&
  earlier.statuses.at(-1)?.state === 'success';

function push(
  state: GitHubState,
  repository: Repository,
  deployment: Deployment,
  details: StatusDetails,
): DeploymentStatus {
  const at = state.stamp();
  const environment = details.environment ?? deployment.environment;
  const status: DeploymentStatus = {
    id: state.nextId('status'),
    state: details.state,
    description: details.description ?? '',
    environment,
    environmentUrl: details.environmentUrl ?? '',
    logUrl: details.logUrl ?? '',
    actor: details.actor,
    createdAt: at,
  };
  deployment.statuses.push(status);
  deployment.environment = environment;
  deployment.updatedAt = at;
  environmentOf(state, repository, environment);
  return status;
}

/** The environment of that name, made when it is new. */
export function environmentOf(state: GitHubState, repository: Repository, name: string): Environment {
  const known = repository.environments.get(name.toLowerCase());
  if (known !== undefined) return known;
  const at = state.stamp();
  const environment = { id: state.nextId('environment'), name, createdAt: at, updatedAt: at };
  repository.environments.set(name.toLowerCase(), environment);
  return environment;
}

/** The newest status of each context on a commit. */
export function statusesOf(repository: Repository, sha: string): CommitStatus[] {
  const newest = new Map<string, CommitStatus>();
  for (const status of repository.statuses.get(sha) ?? []) newest.set(status.context, status);
  return [...newest.values()];
}

/** Puts a status, or a check, on a commit. */
export function addCommitStatus(
  state: GitHubState,
  repository: Repository,
  sha: string,
  details: {
    context: string;
    state: CommitStatus['state'];
    actor: Actor;
    description?: string | null;
    targetUrl?: string | null;
  },
): CommitStatus {
  const status: CommitStatus = {
    id: state.nextId('commitStatus'),
    context: details.context,
    state: details.state,
    description: details.description ?? null,
    targetUrl: details.targetUrl ?? null,
    actor: details.actor,
    createdAt: state.stamp(),
  };
  repository.statuses.set(sha, [...(repository.statuses.get(sha) ?? []), status]);
  return status;
}
