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
    .filter((field) => field.actual !== undefined && !field.same)
    .map(({ field }) => field);
  const { ref, imageUri } = actual;
  const origin = contradictsOrigin({ ref, imageUri, commit: undefined }, wanted) ? ['origin'] : [];
  return [...origin, ...fields, ...secretDisagreements(wanted.secrets, actual.secrets)];
}

/**
 * Settings that were as wanted when the plan was made, so that they were not sent, and are no longer: somebody else
 * changed them at the same time. What was sent is not compared: a service may write it in another way. Pure.
 */
export function drifted(planned: Actual, now: Actual, wanted: Wanted): string[] {
  const agreed = new Set(saidFields(planned, wanted).flatMap(({ field, same }) => (same ? [field] : [])));
  const fields = saidFields(now, wanted).filter(({ field, same }) => !same && agreed.has(field));
  const before = new Set(secretDisagreements(wanted.secrets, planned.secrets));
  const secrets = secretDisagreements(wanted.secrets, now.secrets).filter((name) => !before.has(name));
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

/** Names of given secrets that are missing, or whose value is shown and another one. Pure. */
export function secretDisagreements(
  given: readonly Secret[] | undefined,
  shown: readonly ShownSecret[] | undefined,
): string[] {
  // A service that hides values may hide names with them: an empty list says nothing.
  if (given === undefined || shown === undefined || shown.length === 0) return [];
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
