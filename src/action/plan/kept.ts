import { deriveResourceSpec } from '../../contract/derive.ts';
import type { ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret } from '../../contract/secret.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment } from './current.ts';
import { secretVisibility, conflictingSecrets } from './conflicts.ts';
import { canonicalSpec, immutableFields, mutableFields } from './fields.ts';

/** Whether a deployment keeps what was sent to it, field by field. */
export interface SettingsCheck {
  /** Shown as something else, or no longer shown. */
  ignored: string[];
  /** Never shown, so that nothing can be said. */
  unseen: string[];
}

/**
 * Compares what a deployment shows with what was sent: everything that was said on a create (`before` undefined), else
 * what was not as wanted before. A service may write a text out in full (`make` as `sh -c make`), as long as that is not
 * what stood there before; everything else that is not as it was sent counts as ignored.
 */
export function checkSettings(
  before: CurrentDeployment | undefined,
  now: CurrentDeployment,
  desired: DesiredDeployment,
  secrets: readonly Secret[] | undefined,
  answered?: CurrentDeployment['secrets'],
): SettingsCheck {
  const kept: SettingsCheck = { ignored: [], unseen: [] };
  const view = (current: CurrentDeployment) => mutableFields(desired, { ...current, active: undefined });
  const earlier = new Map(before === undefined ? [] : view(before).map((one) => [one.field, one]));
  const fixed = before === undefined ? immutableFields(desired, now) : [];
  for (const { field, desired: to, current: is, same } of [...fixed, ...view(now)]) {
    const was = earlier.get(field);
    if (to === undefined || same || was?.same) continue;
    const shownBefore = was?.current !== undefined || before?.unset.has(field) === true;
    if (is === undefined && !now.unset.has(field) && !shownBefore) kept.unseen.push(field);
    else if (field === 'source_config.resource_spec') kept.ignored.push(...specFields(before, now, desired));
    else if (is === undefined || is === was?.current || !is.includes(to)) kept.ignored.push(field);
  }
  if (secrets !== undefined) kept.ignored.push(...lostSecrets(before, now, secrets, desired, answered));
  return kept;
}

/** The parts of a resource spec that are not as they were sent; a service may fill in others, and write lists out. */
function specFields(
  before: CurrentDeployment | undefined,
  now: CurrentDeployment,
  { resourceSpec }: DesiredDeployment,
): string[] {
  const spec = (of: ResourceSpec | undefined): Readonly<Record<string, unknown>> =>
    of === undefined ? {} : deriveResourceSpec(of);
  const [was, is, to] = [spec(before?.resourceSpec), spec(now.resourceSpec), spec(resourceSpec)];
  return Object.keys(resourceSpec ?? {})
    .filter((key) => to[key] !== null && to[key] !== undefined)
    .filter((key) => {
      const [a, b, c] = [was[key], is[key], to[key]].map(canonicalSpec);
      if (b === c) return false;
      return typeof to[key] !== 'object' || b === a || b === undefined;
    })
    .map((key) => `source_config.resource_spec.${key}`);
}

/** What was sent is the whole set, with the variables that were to be kept. */
function lostSecrets(
  before: CurrentDeployment | undefined,
  now: CurrentDeployment,
  secrets: readonly Secret[],
  desired: DesiredDeployment,
  answered: CurrentDeployment['secrets'],
): string[] {
  const names = secrets.filter(({ value }) => value !== '').map(({ name }) => name);
  // A merge relied on it that there were none: still none is what it was before.
  const relied = desired.secretsStrategy === 'merge' && before?.secrets?.length === 0;
  if (relied && now.secrets?.length === 0) return names.map((name) => `secrets.${name}`);
  const given = new Set(desired.secrets?.map(({ name }) => name));
  const kept = new Set(names.filter((name) => !given.has(name)));
  // With nothing shown before, an empty list may be how the service hides names too.
  const shows = {
    ...secretVisibility(before ?? { secrets: undefined }),
    around: { before: before?.secrets, answered, kept },
  };
  return conflictingSecrets({ secrets: [...secrets], secretsStrategy: 'merge' }, now.secrets, shows);
}
