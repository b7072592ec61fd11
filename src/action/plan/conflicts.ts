import { deriveResourceSpec, type ResourceSpec } from '../../contract/resource-spec.ts';
import type { Secret } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment, ShownSecret } from './current.ts';
import { canonicalSpec, immutableFields, mutableFields } from './fields.ts';
import { looksOpaque, mayBePlaceholder } from './hidden-value.ts';
import { contradictsOrigin } from './origin.ts';

/**
 * The fields in which a deployment shows something else than what is wanted. With any, its latest revision is not of
 * our change; without, it is ours or one that does as well. What the service does not show contradicts nothing;
 * `before` tells what it used to show.
 */
export function conflictingFields(
  current: CurrentDeployment,
  desired: DesiredDeployment,
  before?: CurrentDeployment,
): string[] {
  const fields = saidFields(current, desired)
    .filter(({ same, current: is, field }) => !same && (is !== undefined || current.unset.has(field)))
    .map(({ field }) => field);
  const origin = contradictsOrigin({ ...current, commit: undefined }, desired) ? ['origin'] : [];
  const seen = {
    names: true,
    values: (before && secretVisibility(before).values) || secretVisibility(current).values,
  };
  return [...origin, ...fields, ...conflictingSecrets(desired, current.secrets, seen)];
}

/** Whether a deployment shows all these fields as they are wanted: what it does not show is not there. */
export function showsAll(
  current: CurrentDeployment,
  desired: DesiredDeployment,
  fields: readonly string[],
): boolean {
  const same = new Set(saidFields(current, desired).flatMap((one) => (one.same ? [one.field] : [])));
  return fields.every((field) => same.has(field));
}

/**
 * Settings that were as wanted when the plan was made, so that they were not sent, and are no longer: another client
 * changed them at the same time. What was sent is not compared: a service may write it in another way.
 */
export function driftedFields(
  planned: CurrentDeployment,
  now: CurrentDeployment,
  desired: DesiredDeployment,
): string[] {
  const agreed = new Set(saidFields(planned, desired).flatMap(({ field, same }) => (same ? [field] : [])));
  const fields = saidFields(now, desired).filter(
    // An answer to a change may show less than others do.
    ({ field, same, current: is }) =>
      !same && agreed.has(field) && (is !== undefined || now.unset.has(field)),
  );
  const seen = secretVisibility(planned);
  const before = new Set(conflictingSecrets(desired, planned.secrets, seen));
  const secrets = conflictingSecrets(desired, now.secrets, seen).filter((name) => !before.has(name));
  return [...fields.map(({ field }) => field), ...secrets];
}

/**
 * Settings that the answer to our change showed as wanted, and that are shown as something else now: another client changed
 * them since. Only those that make no revision: a change of any other makes one, which shows that it came after ours.
 * What is not shown any more contradicts nothing.
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
    .filter(({ desired: said, field }) => said !== undefined && agreed.has(field))
    .filter(({ same, current: is, field }) => !same && (is !== undefined || now.unset.has(field)))
    .map(({ field }) => field);
}

/** The fields that were said, each with whether the deployment's latest revision has it so. */
function saidFields(current: CurrentDeployment, desired: DesiredDeployment) {
  // The deployment shows its latest revision's values; the active one may still be of before.
  const shown: CurrentDeployment = { ...current, active: undefined };
  return [...immutableFields(desired, shown), ...mutableFields(desired, shown)].filter(
    (field) => field.desired !== undefined,
  );
}

/** What a service is known to show of secrets: which there are, and their values. */
interface SecretVisibility {
  names: boolean;
  values: boolean;
  /** Of a change whose answer came: what was shown before it, and in that answer. */
  around?: {
    before: readonly ShownSecret[] | undefined;
    answered: readonly ShownSecret[] | undefined;
    /** Sent again as they were shown: of these every other text tells. */
    kept?: ReadonlySet<string>;
  };
}

/** What it showed once, it shows. */
export function secretVisibility({ secrets }: Pick<CurrentDeployment, 'secrets'>): SecretVisibility {
  return {
    names: secrets !== undefined && secrets.length > 0,
    values: secrets?.some(({ value }) => Boolean(value)) ?? false,
  };
}

/**
 * Names of given secrets that are missing, or whose value is shown and another one, and with `replace` of those that
 * were not given. A service that hides values may hide names with them, and show empty values instead: such say
 * something only when it is known not to. One that has shown none of the given values may hide them in a form of its own:
 * then a text that can stand for the given value, or that is new and reads like no setting, says nothing.
 */
export function conflictingSecrets(
  { secrets: given, secretsStrategy }: Pick<DesiredDeployment, 'secrets' | 'secretsStrategy'>,
  shown: readonly ShownSecret[] | undefined,
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
    return mayBePlaceholder(is, secret) || (looksOpaque(is) && (hides || isNew(secret.name, is)));
  };
  const isNew = (name: string, is: string | undefined) =>
    is !== around?.before?.find((one) => one.name === name)?.value;
  // It took at least one of them, and shows something else in its place.
  const hides = given.some(({ name }) => {
    const is = now.get(name);
    return Boolean(is) && isNew(name, is) && looksOpaque(is ?? '');
  });
  const differ = given
    .filter((secret) => {
      const { name, value } = secret;
      const is = now.get(name);
      // A service may leave an empty one out, or not show it.
      if (value === '') return Boolean(is);
      const told = Boolean(is) || (is === '' && values);
      return !now.has(name) || (told && is !== value && !(is && masks(secret, is)));
    })
    .map(({ name }) => name);
  const wanted = new Set(given.map(({ name }) => name));
  const others = secretsStrategy === 'replace' ? [...now.keys()].filter((name) => !wanted.has(name)) : [];
  return [...differ, ...others].map((name) => `secrets.${name}`);
}

/** Whether a deployment keeps what was sent to it, field by field. */
interface SettingsCheck {
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
