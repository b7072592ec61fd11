import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { type FieldValues, mapFields } from '../plan/deployment-fields.ts';

/**
 * Fields of a resource specification that a preview does not inherit, because the fields contain permissions or secrets
 * of the base, or require such fields.
 */
const NOT_INHERITED = [
  'service_account_name',
  'volumes',
  'volume_mounts',
  'init_containers',
  'sidecars',
] as const satisfies readonly (keyof ResourceSpec)[];

/**
 * Returns the settings of a preview: the desired settings, and the base's settings for fields that are unset. A preview
 * runs unmerged code, so a preview inherits no secrets and no references to secrets (references, volumes, containers,
 * the service account). A preview does not inherit the URL, `build_on_push` and type of its base. `exists` means that
 * the preview exists and keeps its immutable fields.
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

/**
 * Returns the source of a preview. If the source was inferred from an image, and the base uses images, the base's
 * source is returned instead.
 */
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
