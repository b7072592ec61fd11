import { defaultNamespace } from '../../../../contract/workspace-rules.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, deploymentAtRevision } from '../../../ports/store-control-plane.ts';
import { isFinal } from '../../../../contract/statuses.ts';
import type { ClusterClient } from './api/client.ts';
import type { ClusterProblem, Outcome } from './api/problems.ts';
import { type ObjectRead, SERVICES, type Service } from './api/resources.ts';
import type { PodCluster } from './cluster.ts';
import { serviceManifest } from './plan/manifests.ts';
import {
  type DeploymentIdentity,
  belongsToDeployment,
  LABELS,
  type Owner,
  type RevisionIdentity,
  serviceName,
} from './plan/objects.ts';

/**
 * Manages the Services of deployments. The Service of a deployment owns the deployment's other objects in its
 * namespace, and sends requests to one revision.
 */
export interface AgentServices {
  /** Returns the IDs, the name and the namespace for a revision's objects. */
  identityOf(deployment: DeploymentRow, revision: RevisionRow): RevisionIdentity;
  /** Creates the Service of a deployment, or leaves an existing Service unchanged. */
  ensure(identity: DeploymentIdentity, signal: AbortSignal): Promise<Outcome<Owner>>;
  /** Makes the Service send requests to this revision, or returns false if the revision has ended. */
  select(identity: RevisionIdentity, signal: AbortSignal): Promise<Outcome<boolean>>;
  /**
   * Makes the Service send requests to the revision that is active according to the store, or to no revision if the
   * active revision is in another namespace. Does nothing if a revision in progress already receives requests, because
   * the rollout of this revision changes the Service.
   * @returns false if the Service is missing or belongs to another control plane.
   */
  settle(deployment: DeploymentRow, namespace: string, signal: AbortSignal): Promise<Outcome<boolean>>;
}

/**
 * Maximum number of attempts to write. A conflict with another replica is temporary, but many conflicts mean that
 * another program changes the Service.
 */
const ATTEMPTS = 10;

export function createAgentServices(
  { client, plane, namespace: ours, settings }: PodCluster,
  store: Pick<Store, 'deployments' | 'revisions'>,
): AgentServices {
  const namespaceOf = (deployment: DeploymentRow, revision: RevisionRow) =>
    deploymentAtRevision(deployment, revision).sourceConfig.listener_config?.k8s_namespace ||
    (defaultNamespace(settings, deployment.workspaceId) ?? ours);

  const identityOf = (deployment: DeploymentRow, revision: RevisionRow): RevisionIdentity => ({
    plane,
    namespace: namespaceOf(deployment, revision),
    deploymentId: deployment.id,
    name: deployment.name,
    revisionId: revision.id,
  });

  /**
   * Changes the selector of the Service, unless the Service was changed after it was read. `decide` returns the ID of
   * the revision to select, null to select no pods, or `undefined` to leave the Service unchanged.
   */
  async function change(
    identity: DeploymentIdentity,
    decide: (selected: string | undefined) => Promise<string | null | undefined>,
    signal: AbortSignal,
  ): Promise<Outcome<'changed' | 'left' | 'missing'> | OwnershipConflict> {
    const { namespace, deploymentId } = identity;
    const at = { namespace, name: serviceName(deploymentId) };
    for (let attempt = 1; ; attempt += 1) {
      const found = await client.get(SERVICES, at, signal);
      if (!found.ok) {
        return found.problem.kind === 'not-found' ? { ok: true, value: 'missing' } : found;
      }
      if (!belongsToDeployment(found.value.metadata, identity)) {
        return {
          ok: false,
          isOwnershipConflict: true,
          problem: ownershipProblem('Service', found.value, identity),
        };
      }
      const selected = selectedBy(found.value);
      const decided = await decide(selected);
      if (decided === undefined || decided?.toLowerCase() === selected) return { ok: true, value: 'left' };
      const manifest = serviceManifest(identity, decided ?? undefined);
      const { resourceVersion } = found.value.metadata;
      const object = { ...manifest, metadata: { ...manifest.metadata, resourceVersion } };
      const applied = await client.apply(SERVICES, namespace, object, signal);
      if (applied.ok) return { ok: true, value: 'changed' };
      if (applied.problem.kind !== 'conflict' || attempt === ATTEMPTS) return applied;
    }
  }

  return {
    identityOf,

    ensure: (identity, signal) => ensureService(client, identity, signal),

    async select(identity, signal) {
      const { deploymentId, revisionId } = identity;
      let isEnded = false;
      const changed = await change(
        identity,
        async () => {
          const row = await store.revisions.get(deploymentId, revisionId);
          isEnded = row === undefined || isFinal(row.status);
          return isEnded ? undefined : revisionId;
        },
        signal,
      );
      if (!changed.ok) return changed;
      return { ok: true, value: !isEnded && changed.value !== 'missing' };
    },

    async settle({ id, name }, namespace, signal) {
      const identity = { plane, namespace, deploymentId: id, name };
      const changed = await change(
        identity,
        async (selected) => {
          const now = await store.deployments.findById(id);
          if (now === undefined || now.status === 'AWAITING_DELETE') return undefined;
          const unfinished = await store.revisions.unfinishedOf(id);
          if (unfinished.some((one) => one.id.toLowerCase() === selected)) return undefined;
          const active = await activeRevisionOf(store, now);
          return active !== undefined && namespaceOf(now, active) === namespace ? active.id : null;
        },
        signal,
      );
      if (!changed.ok) return 'isOwnershipConflict' in changed ? { ok: true, value: false } : changed;
      return { ok: true, value: changed.value !== 'missing' };
    },
  };
}

async function ensureService(
  client: ClusterClient,
  identity: DeploymentIdentity,
  signal: AbortSignal,
): Promise<Outcome<Owner>> {
  const { namespace, deploymentId } = identity;
  const at = { namespace, name: serviceName(deploymentId) };
  const found = await client.get(SERVICES, at, signal);
  const isMissing = !found.ok && found.problem.kind === 'not-found' && found.problem.missing === 'object';
  const service = isMissing
    ? await client.apply(SERVICES, namespace, serviceManifest(identity), signal)
    : found;
  if (!service.ok) return service;
  if (!belongsToDeployment(service.value.metadata, identity)) {
    return { ok: false, problem: ownershipProblem('Service', service.value, identity) };
  }
  const { name, uid, deletionTimestamp } = service.value.metadata;
  if (deletionTimestamp === undefined || deletionTimestamp === null)
    return { ok: true, value: { name, uid } };
  const message = `The Service ${name} in the namespace ${namespace} is being deleted`;
  return {
    ok: false,
    problem: { kind: 'unavailable', message, hint: 'A new Service is created once the old one is deleted.' },
  };
}

/** Result if an object of another owner already has the Service's name. */
interface OwnershipConflict {
  ok: false;
  isOwnershipConflict: true;
  problem: ClusterProblem;
}

/** Returns why an existing object with a name of the emulator is not changed, and what to do. */
export function ownershipProblem(
  kind: string,
  { metadata: { name, labels } }: ObjectRead,
  { plane, namespace }: Pick<DeploymentIdentity, 'plane' | 'namespace'>,
): ClusterProblem {
  const other = labels?.[LABELS.plane];
  const owner =
    other === undefined ? 'does not belong to a control plane' : `belongs to the control plane ${other}`;
  return {
    kind: 'refused',
    message: `The ${kind} ${name} in the namespace ${namespace} ${owner}, so this control plane (${plane}) does not change it`,
    hint:
      other === undefined
        ? `Delete the ${kind}, or deploy into another namespace.`
        : `To take over the objects of that control plane, start this control plane with --plane-id ${other}. Otherwise, deploy into another namespace.`,
  };
}

/** Returns the ID of the revision to which a Service sends requests. */
export function selectedBy({ spec }: Service): string | undefined {
  return spec.selector?.[LABELS.revision];
}
