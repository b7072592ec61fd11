import { isReservedName } from '../../../contract/reserved-names.ts';
import type { Secret } from '../../../contract/secret.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';

export interface RuntimeEnvironmentInput {
  /** The allow-list (see `basicEnvironment`). */
  basic: Record<string, string>;
  /** What the graph configuration's `env` says. */
  config: Record<string, string>;
  secrets: readonly Secret[];
  deployment: Pick<DeploymentRow, 'id' | 'name' | 'workspaceId' | 'projectId' | 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'config'>;
}

/**
 * The whole environment a revision runs in: the allow-list, then the graph configuration's `env`, then the
 * deployment's secrets (spec §2.4), then what the platform says of itself and nobody may change.
 */
export function runtimeEnvironment(parts: RuntimeEnvironmentInput): Record<string, string> {
  const secrets = Object.fromEntries(parts.secrets.map(({ name, value }) => [name, value]));
  return { ...parts.basic, ...parts.config, ...secrets, ...platformVariables(parts) };
}

/** Names of the configuration's `env` that are the platform's own, and so have no effect. */
export function reservedNames(config: Record<string, string>): string[] {
  return Object.keys(config).filter((name) => isReservedName(name, { selfHosted: true }));
}

function platformVariables({ deployment, revision }: RuntimeEnvironmentInput): Record<string, string> {
  const said: Record<string, string | null | undefined> = {
    LANGSMITH_DEPLOYMENT_NAME: deployment.name,
    LANGSMITH_HOST_PROJECT_NAME: deployment.name,
    LANGSMITH_HOST_PROJECT_ID: deployment.projectId,
    LANGSMITH_HOST_REVISION_ID: revision.id,
    LANGSMITH_TENANT_ID: deployment.workspaceId,
    LANGSMITH_LANGGRAPH_GIT_REPO: withoutCredentials(deployment.sourceConfig.repo_url),
    LANGSMITH_LANGGRAPH_GIT_REF: revision.config.repo_ref,
    LANGSMITH_LANGGRAPH_GIT_REF_SHA: revision.config.repo_commit_sha,
  };
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(said)) {
    if (typeof value === 'string') set[name] = value;
  }
  return set;
}

function withoutCredentials(url: string | null | undefined): string | undefined {
  return url?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
