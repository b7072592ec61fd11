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
  // The deployment shows its latest revision's values; the active one may still be of before.
  const shown: Actual = { ...actual, active: undefined };
  const fields = [...immutableFields(wanted, shown), ...mutableFields(wanted, shown)]
    .filter((field) => field.wanted !== undefined && field.actual !== undefined && !field.same)
    .map(({ field }) => field);
  const { ref, imageUri } = actual;
  const origin = contradictsOrigin({ ref, imageUri, commit: undefined }, wanted) ? ['origin'] : [];
  return [...origin, ...fields, ...secretDisagreements(wanted.secrets, actual.secrets)];
}

/** Names of given secrets that are missing, or whose value is shown and another one. Pure. */
export function secretDisagreements(
  given: readonly Secret[] | undefined,
  shown: readonly ShownSecret[] | undefined,
): string[] {
  if (given === undefined || shown === undefined) return [];
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
