import type { Secret } from '../../contract/secret.ts';
import type { Wanted } from '../inputs/settings.ts';
import type { Actual, ShownSecret } from './actual.ts';
import { immutableFields, mutableFields } from './fields.ts';
import { contradictsOrigin } from './origin.ts';

/**
 * The fields in which a deployment shows something else than what is wanted. With any, its latest revision is not of
 * our change; without, it is ours or one that does as well. What the service does not show contradicts nothing. Pure.
 */
export function disagreements(actual: Actual, wanted: Wanted): string[] {
  const fields = saidFields(actual, wanted)
    .filter(({ same, actual: is, field }) => !same && (is !== undefined || actual.unset.has(field)))
    .map(({ field }) => field);
  const { ref, imageUri } = actual;
  const origin = contradictsOrigin({ ref, imageUri, commit: undefined }, wanted) ? ['origin'] : [];
  return [...origin, ...fields, ...secretDisagreements(wanted.secrets, actual.secrets, true)];
}

/** Whether a deployment shows all these fields as they are wanted: what it does not show is not there. Pure. */
export function showsAll(actual: Actual, wanted: Wanted, fields: readonly string[]): boolean {
  const same = new Set(saidFields(actual, wanted).flatMap((one) => (one.same ? [one.field] : [])));
  return fields.every((field) => same.has(field));
}

/**
 * Settings that were as wanted when the plan was made, so that they were not sent, and are no longer: somebody else
 * changed them at the same time. What was sent is not compared: a service may write it in another way. Pure.
 */
export function drifted(planned: Actual, now: Actual, wanted: Wanted): string[] {
  const agreed = new Set(saidFields(planned, wanted).flatMap(({ field, same }) => (same ? [field] : [])));
  const fields = saidFields(now, wanted).filter(({ field, same }) => !same && agreed.has(field));
  const names = showsNames(planned);
  const before = new Set(secretDisagreements(wanted.secrets, planned.secrets, names));
  const secrets = secretDisagreements(wanted.secrets, now.secrets, names).filter((name) => !before.has(name));
  return [...fields.map(({ field }) => field), ...secrets];
}

/** The fields that were said, each with whether the deployment's latest revision has it so. */
function saidFields(actual: Actual, wanted: Wanted) {
  // The deployment shows its latest revision's values; the active one may still be of before.
  const shown: Actual = { ...actual, active: undefined };
  return [...immutableFields(wanted, shown), ...mutableFields(wanted, shown)].filter(
    (field) => field.wanted !== undefined,
  );
}

/** Whether this service surely shows which secrets there are: it showed one. Pure. */
export function showsNames({ secrets }: Pick<Actual, 'secrets'>): boolean {
  return secrets !== undefined && secrets.length > 0;
}

/**
 * Names of given secrets that are missing, or whose value is shown and another one. A service that hides values may
 * hide names with them: unless `namesShown`, an empty list says nothing. Pure.
 */
export function secretDisagreements(
  given: readonly Secret[] | undefined,
  shown: readonly ShownSecret[] | undefined,
  namesShown: boolean,
): string[] {
  if (given === undefined || shown === undefined || (shown.length === 0 && !namesShown)) return [];
  const now = new Map(shown.map(({ name, value }) => [name, value]));
  return given
    .filter(({ name, value }) => {
      // A service may leave an empty one out, or not show it.
      if (value === '') return Boolean(now.get(name));
      const is = now.get(name);
      return !now.has(name) || (Boolean(is) && is !== value);
    })
    .map(({ name }) => `secrets.${name}`);
}
