import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from '../plan/current.ts';

/** What of a resource spec carries rights or secrets of the base, or needs what does. */
const NOT_INHERITED = [
  'service_account_name',
  'volumes',
  'volume_mounts',
  'init_containers',
  'sidecars',
] as const satisfies readonly (keyof ResourceSpec)[];

/**
 * The settings of a preview: what was said, else what the base has. Never the base's secrets
 * nor what leads to them (references, volumes, containers, the service account): a preview runs code that is not
 * merged. Never its address, its `build_on_push` and its type, which a preview has others of. `exists`: of what can never change, a preview
 * that is there keeps its own.
 */
export function inheritSettings(
  desired: DesiredDeployment,
  base: CurrentDeployment | undefined,
  { exists }: { exists: boolean },
): DesiredDeployment {
  const source = sourceOf(desired, base);
  const own = { ...desired, source };
  if (base === undefined || base.source !== source) return own;
  const inherited: DesiredDeployment = {
    ...own,
    installCommand: own.installCommand ?? base.installCommand,
    buildCommand: own.buildCommand ?? base.buildCommand,
    graphConfigPath: own.graphConfigPath ?? base.graphConfigPath,
    imageVersion: own.imageVersion ?? base.imageVersion,
    resourceSpec: own.resourceSpec ?? withoutRights(base.resourceSpec),
  };
  if (exists) return inherited;
  return {
    ...inherited,
    integrationId: own.integrationId ?? base.integrationId,
    listenerId: own.listenerId ?? base.listenerId,
    k8sNamespace: own.k8sNamespace ?? base.k8sNamespace,
  };
}

/** A source that was only guessed from an image gives way to the base's, when that takes images too. */
function sourceOf(
  desired: DesiredDeployment,
  base: CurrentDeployment | undefined,
): DesiredDeployment['source'] {
  const guessed = !desired.isSourceSet && desired.source === 'external_docker';
  return guessed && base?.source === 'internal_docker' ? 'internal_docker' : desired.source;
}

function withoutRights(spec: ResourceSpec | undefined): ResourceSpec | undefined {
  if (spec === undefined) return undefined;
  const kept = { ...spec };
  for (const field of NOT_INHERITED) delete kept[field];
  return Object.values(kept).some((value) => value !== null && value !== undefined) ? kept : undefined;
}
