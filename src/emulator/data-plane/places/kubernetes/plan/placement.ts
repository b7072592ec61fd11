import type { PodSpec } from 'kubernetes-types/core/v1.js';
import type { ClusterSettings, PodPlacement } from '../../../../../contract/cluster-settings.ts';
import { keepLastByName } from '../../../workload/pod-spec.ts';

/** Pod fields that administrators of the cluster set for a workspace. */
export interface PlacedPod {
  placement: PodPlacement;
  imagePullSecrets: readonly { name: string }[];
}

/**
 * Returns the settings for a workspace's pods. Settings of the workspace take precedence over the defaults, and
 * settings for builds apply only to build pods.
 */
export function placePods(
  settings: ClusterSettings | undefined,
  workspaceId: string,
  pods: 'agents' | 'builds',
): PlacedPod {
  const placement: PodPlacement = {};
  for (const one of [settings?.defaults, settings?.workspaces?.[workspaceId.toLowerCase()]]) {
    const { builds, ...rest } = one ?? {};
    Object.assign(placement, rest, pods === 'builds' ? builds : undefined);
  }
  return { placement, imagePullSecrets: settings?.imagePullSecrets ?? [] };
}

/**
 * Returns the fields of a pod's specification for its placement. `own` are the pull secrets of the deployment, which
 * are added to the secrets of all pods.
 */
export function placementFields(
  placed: PlacedPod | undefined,
  own: readonly { name: string }[] = [],
): Pick<PodSpec, 'nodeSelector' | 'tolerations' | 'runtimeClassName' | 'imagePullSecrets'> {
  const { nodeSelector, tolerations, runtimeClassName } = placed?.placement ?? {};
  const imagePullSecrets = keepLastByName([...(placed?.imagePullSecrets ?? []), ...own]);
  return {
    ...(nodeSelector && { nodeSelector: { ...nodeSelector } }),
    ...(tolerations && { tolerations: tolerations.map((one) => ({ ...one })) }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(imagePullSecrets.length > 0 && { imagePullSecrets }),
  };
}
