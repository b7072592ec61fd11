import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { type FieldValues, mapFields } from '../plan/deployment-fields.ts';

/** Fields of a resource spec that contain rights or secrets of the base, or need fields that do. */
const NOT_INHERITED = [
  'service_account_name',
  'volumes',
  'volume_mounts',
  'init_containers',
  'sidecars',
] as const satisfies readonly (keyof ResourceSpec)[];

/**
 * Returns the settings of a preview: the desired ones, or else the base's. Never the base's secrets or references to
 * them (references, volumes, containers, the service account), because a preview runs unmerged code. Also not its
 * URL, `build_on_push` and type, which differ for a preview. `exists`: an existing preview keeps its own immutable
 * fields.
 */
export function inheritSettings(
  desired: DesiredDeployment,
  base: CurrentDeployment | undefined,
  { exists }: { exists: boolean },
): DesiredDeployment {
  const source = sourceOf(desired, base);
  const own = { ...desired, source };
  if (base === undefined || base.source !== source) return own;
  const from: FieldValues = { ...base, resourceSpec: withoutRights(base.resourceSpec) };
  const fields = mapFields(({ inherited }, name) => {
    const isInherited = inherited === 'always' || (inherited === 'create' && !exists);
    return own[name] ?? (isInherited ? from[name] : undefined);
  });
  return { ...own, ...fields };
}

/** A source inferred from an image is replaced by the base's, if that also uses images. */
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
