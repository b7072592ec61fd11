import {
  type AgentResources,
  bindWorkspace,
  DEFAULT_AGENT_RESOURCES,
  defaultNamespace,
  highestUsage,
  limitProblems,
  namespaceProblem,
  quotaProblem,
  referenceProblems,
  type Usage,
  usageOf,
} from '../../contract/workspace-rules.ts';
import { imageProblems } from '../../contract/image-rules.ts';
import type { SourceRevisionConfig } from '../../contract/source.ts';
import { PODS_OF_PROD } from '../../contract/limits.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { isSet, validationError } from '../../contract/findings.ts';
import type { KubernetesConfig } from '../ports/context.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../ports/store.ts';
import { activeRevisionOf, deploymentAtRevision } from '../ports/store-control-plane.ts';
import { HttpError } from '../server/http-error.ts';

const NAMESPACE = ['source_config', 'listener_config', 'k8s_namespace'];
const MAX_DEPLOYMENTS = 100_000;

type Cluster = Pick<KubernetesConfig, 'settings' | 'namespace'>;

/**
 * Checks a new or changed deployment against the rules of its workspace (docs/kubernetes/tenants.md), before the
 * deployment is stored. Does nothing without a cluster.
 * @throws HttpError 422 for a namespace, a reference or an image that the rules do not permit, and 403 for an exceeded quota.
 */
export async function rejectForbidden(
  tx: Repositories,
  cluster: Cluster | undefined,
  deployment: DeploymentRow,
  config: Pick<SourceRevisionConfig, 'image_uri'>,
): Promise<void> {
  if (cluster === undefined) return;
  const { settings: rules } = cluster;
  const { workspaceId, sourceConfig, secretReferences } = deployment;
  const workspaces = await tx.workspaces.list();
  const ids = workspaces.map(({ id }) => id);
  const binding = bindWorkspace(rules, workspaceId, ids);
  const namespace =
    sourceConfig.listener_config?.k8s_namespace ||
    (defaultNamespace(rules, workspaceId) ?? cluster.namespace ?? '');
  if (!binding.allows(namespace)) {
    throw new HttpError(422, [validationError(NAMESPACE, namespaceProblem(binding, namespace))]);
  }
  const settings = { spec: sourceConfig.resource_spec, secretReferences };
  const images = { image: config.image_uri, spec: sourceConfig.resource_spec };
  const problems = [
    ...referenceProblems(settings, binding, namespace),
    ...imageProblems(images, { all: rules?.images?.allowed, workspace: binding.images }),
  ];
  if (problems.length > 0) throw new HttpError(422, problems);
  await rejectAboveQuota(tx, { settings: rules, quota: binding.quota }, deployment);
}

async function rejectAboveQuota(
  tx: Repositories,
  { settings, quota }: Pick<Cluster, 'settings'> & { quota: ReturnType<typeof bindWorkspace>['quota'] },
  deployment: DeploymentRow,
): Promise<void> {
  if (!isSet(quota)) return;
  const unlimited = limitProblems(quota, deployment.sourceConfig.resource_spec);
  if (unlimited.length > 0) throw new HttpError(422, unlimited);
  // Writing the row of the workspace makes concurrent changes wait, so they cannot exceed the quota together.
  const workspace = await tx.workspaces.get(deployment.workspaceId);
  if (workspace !== undefined) await tx.workspaces.upsert(workspace);
  const others = await tx.deployments.list(deployment.workspaceId, { limit: MAX_DEPLOYMENTS, offset: 0 });
  const rows = [
    ...others.filter(({ id, status }) => id !== deployment.id && !isBeingDeleted(status)),
    deployment,
  ];
  const defaults = { ...DEFAULT_AGENT_RESOURCES, ...settings?.resources };
  const unfinished = await tx.revisions.unfinishedOfMany(rows.map(({ id }) => id));
  const usages: Usage[] = [];
  for (const row of rows) {
    // Pods of the active revision and of a rollout keep their settings, even if a later revision requests less.
    const active = await activeRevisionOf(tx, row);
    const revisions = unfinished.filter(({ deploymentId }) => deploymentId === row.id);
    const settings = [row, ...[...(active ? [active] : []), ...revisions].map(revisionOf(row))];
    usages.push(highestUsage(settings.map((one) => usageOfRow(one, defaults))));
  }
  const problem = quotaProblem(quota, usages);
  if (problem !== undefined) throw new HttpError(403, problem);
}

const revisionOf = (deployment: DeploymentRow) => (revision: RevisionRow) =>
  deploymentAtRevision(deployment, revision);

/** Returns the resources of a deployment, of which the type `prod` can have several pods if it is built from code. */
function usageOfRow({ source, sourceConfig }: DeploymentRow, defaults: AgentResources): Usage {
  const isScaled = source !== 'external_docker' && sourceConfig.deployment_type === 'prod';
  return usageOf(sourceConfig.resource_spec, defaults, isScaled ? PODS_OF_PROD : 1);
}

/**
 * Checks the namespaces of a listener against the rules of its workspace.
 * @throws HttpError 422 with the first namespace that the workspace may not use.
 */
export function rejectForeignNamespaces(
  cluster: Cluster | undefined,
  workspaceId: string,
  namespaces: readonly string[],
): void {
  if (cluster?.settings === undefined) return;
  const binding = bindWorkspace(cluster.settings, workspaceId, []);
  const foreign = namespaces.find((namespace) => !binding.allows(namespace));
  if (foreign === undefined) return;
  throw new HttpError(422, [
    validationError(['compute_config', 'k8s_namespaces'], namespaceProblem(binding, foreign)),
  ]);
}
