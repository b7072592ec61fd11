import { deriveResourceSpec, type ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment, SecretView } from './current.ts';
import { canonicalSpec, immutableFields, mutableFields } from './fields.ts';
import { looksOpaque, isPossiblePlaceholder } from './hidden-value.ts';
import { contradictsOrigin } from './origin.ts';

/**
 * Returns the fields where a deployment contradicts the desired values. If any field contradicts the desired values,
 * our change did not create the latest revision. If no field contradicts the desired values, the latest revision is
 * ours or equivalent to ours. A field that the service does not show is not a contradiction. `before` is the deployment
 * as the service showed it earlier.
 */
export function conflictingFields(
  current: CurrentDeployment,
  desired: DesiredDeployment,
  before?: CurrentDeployment,
): string[] {
  const fields = specifiedFields(current, desired)
    .filter(({ same, current: is, field }) => !same && (is !== undefined || current.unset.has(field)))
    .map(({ field }) => field);
  const origin = contradictsOrigin({ ...current, commit: undefined }, desired) ? ['origin'] : [];
  const seen = {
    names: true,
    values: (before && secretVisibility(before).values) || secretVisibility(current).values,
  };
  return [...origin, ...fields, ...conflictingSecrets(desired, current.secrets, seen)];
}

/** Returns whether a deployment shows the desired values of all given fields; a missing field counts as different. */
export function matchesDesired(
  current: CurrentDeployment,
  desired: DesiredDeployment,
  fields: readonly string[],
): boolean {
  const same = new Set(specifiedFields(current, desired).flatMap((one) => (one.same ? [one.field] : [])));
  return fields.every((field) => same.has(field));
}

/**
 * Returns the settings that were not sent because they had the desired values when the plan was created, but that
 * another client changed at the same time. Settings that were sent are not compared, because a service can normalize
 * them.
 */
export function driftedFields(
  planned: CurrentDeployment,
  now: CurrentDeployment,
  desired: DesiredDeployment,
): string[] {
  const agreed = new Set(
    specifiedFields(planned, desired).flatMap(({ field, same }) => (same ? [field] : [])),
  );
  const fields = specifiedFields(now, desired).filter(
    // The response to a change can omit fields, so an omitted field does not count as different.
    ({ field, same, current: is }) =>
      !same && agreed.has(field) && (is !== undefined || now.unset.has(field)),
  );
  const seen = secretVisibility(planned);
  const before = new Set(conflictingSecrets(desired, planned.secrets, seen));
  const secrets = conflictingSecrets(desired, now.secrets, seen).filter((name) => !before.has(name));
  return [...fields.map(({ field }) => field), ...secrets];
}

/**
 * Returns the settings that had the desired values in the response to our change, but that another client changed
 * afterwards. Considers only settings whose change creates no revision, because any change that creates a revision
 * would create a later revision than ours. A setting that the service no longer shows does not count as changed.
 */
export function overwrittenFields(
  answered: CurrentDeployment,
  now: CurrentDeployment,
  desired: DesiredDeployment,
): string[] {
  const fields = (current: CurrentDeployment) =>
    mutableFields(desired, current).filter(({ makesRevision }) => !makesRevision);
  const agreed = new Set(fields(answered).flatMap(({ field, same }) => (same ? [field] : [])));
  return fields(now)
    .filter(({ desired: specified, field }) => specified !== undefined && agreed.has(field))
    .filter(({ same, current: is, field }) => !same && (is !== undefined || now.unset.has(field)))
    .map(({ field }) => field);
}

/** Returns the desired fields, each with a flag that states whether the deployment's latest revision matches. */
function specifiedFields(current: CurrentDeployment, desired: DesiredDeployment) {
  // Compares with the latest revision instead of the active revision, because the deployment shows the values of its
  // latest revision.
  const shown: CurrentDeployment = { ...current, active: undefined };
  return [...immutableFields(desired, shown), ...mutableFields(desired, shown)].filter(
    (field) => field.desired !== undefined,
  );
}

interface SecretVisibility {
  names: boolean;
  values: boolean;
  /**
   * Secrets that the service showed before the change and in its response to the change, or absent if no response
   * arrived.
   */
  around?: {
    before: readonly SecretView[] | undefined;
    answered: readonly SecretView[] | undefined;
    /**
     * Names of the secrets that the change keeps. Kept secrets are sent again with the values that the service showed,
     * so the values must not differ.
     */
    kept?: ReadonlySet<string>;
  };
}

/**
 * Returns whether a service shows the names and the values of secrets. Names or values that the service showed at least
 * once count as shown.
 */
export function secretVisibility({ secrets }: Pick<CurrentDeployment, 'secrets'>): SecretVisibility {
  return {
    names: secrets !== undefined && secrets.length > 0,
    values: secrets?.some(({ value }) => Boolean(value)) ?? false,
  };
}

/**
 * Returns the names of sent secrets that are missing or have another value. With the strategy `replace`, also returns
 * the names of secrets that were not sent but exist. A service that hides values can also hide names and show empty
 * values, so a missing name or value counts only if the service is known to show names or values. If the service has
 * shown none of the sent values, the service might show placeholders of an unknown form. If the service has shown none
 * of the sent values, a shown value proves nothing if it might be a placeholder, or if it is new and does not look like
 * a setting.
 */
export function conflictingSecrets(
  { secrets: given, secretsStrategy }: Pick<DesiredDeployment, 'secrets' | 'secretsStrategy'>,
  shown: readonly SecretView[] | undefined,
  { names, values, around }: SecretVisibility,
): string[] {
  if (given === undefined || shown === undefined || (shown.length === 0 && !names)) return [];
  const now = new Map(shown.map(({ name, value }) => [name, value]));
  const verbatim = [shown, ...(around?.answered ? [around.answered] : [])].some((view) =>
    given.some(
      (one) => one.value !== '' && view.some((is) => is.name === one.name && is.value === one.value),
    ),
  );
  const masks = (secret: Secret, is: string): boolean => {
    if (around === undefined || verbatim || around.kept?.has(secret.name)) return false;
    return isPossiblePlaceholder(is, secret) || (looksOpaque(is) && (hides || isNew(secret.name, is)));
  };
  const isNew = (name: string, is: string | undefined) =>
    is !== around?.before?.find((one) => one.name === name)?.value;
  // True if the service shows a new, random-looking text instead of at least one of the sent values.
  const hides = given.some(({ name }) => {
    const is = now.get(name);
    return Boolean(is) && isNew(name, is) && looksOpaque(is ?? '');
  });
  const differ = given
    .filter((secret) => {
      const { name, value } = secret;
      const is = now.get(name);
      // A service can omit a secret with an empty value.
      if (value === '') return Boolean(is);
      const isShown = Boolean(is) || (is === '' && values);
      return !now.has(name) || (isShown && is !== value && !(is && masks(secret, is)));
    })
    .map(({ name }) => name);
  const wanted = new Set(given.map(({ name }) => name));
  const others = secretsStrategy === 'replace' ? [...now.keys()].filter((name) => !wanted.has(name)) : [];
  return [...differ, ...others].map((name) => `secrets.${name}`);
}

interface SettingsCheck {
  /** Fields for which the service shows another value or no longer shows a value. */
  ignored: string[];
  /** Fields whose values are unknown because the service has never shown them. */
  unseen: string[];
}

/**
 * Compares the settings that a deployment shows with the settings that were sent: after a create (`before` is
 * `undefined`) all desired fields, and after an update only the fields that differed before. A service can expand a
 * value (`make` to `sh -c make`), which does not count as a difference unless the deployment already had the expanded
 * value. A setting whose shown value is not an expansion of the sent value counts as ignored.
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

/**
 * Returns the fields of a resource specification that differ, ignoring fields and list items that the service added.
 */
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

/**
 * Returns the names of sent secrets that the deployment lacks. Every change sends the whole set of secrets, including
 * the secrets that the change keeps.
 */
function lostSecrets(
  before: CurrentDeployment | undefined,
  now: CurrentDeployment,
  secrets: readonly Secret[],
  desired: DesiredDeployment,
  answered: CurrentDeployment['secrets'],
): string[] {
  const names = secrets.filter(({ value }) => value !== '').map(({ name }) => name);
  // True if the merge assumed that the deployment had no secrets. If the service still shows no secrets after the
  // change, the sent secrets are lost.
  const relied = desired.secretsStrategy === 'merge' && before?.secrets?.length === 0;
  if (relied && now.secrets?.length === 0) return names.map((name) => `secrets.${name}`);
  const given = new Set(desired.secrets?.map(({ name }) => name));
  const kept = new Set(names.filter((name) => !given.has(name)));
  // If the service showed no secrets before the change, an empty list might mean that the service also hides names.
  const shows = {
    ...secretVisibility(before ?? { secrets: undefined }),
    around: { before: before?.secrets, answered, kept },
  };
  return conflictingSecrets({ secrets: [...secrets], secretsStrategy: 'merge' }, now.secrets, shows);
}
