import { isDeepStrictEqual } from 'node:util';
import type { FieldChange, VariableChange } from '../../contract/dashboard/deployments.ts';
import type { Secret } from '../../contract/source.ts';

/** Returns the fields in which two objects differ, with both values, where null means that a field is not set. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

/** Returns how each variable changed, without revealing the values. */
export function changedVariables(before: readonly Secret[], after: readonly Secret[]): VariableChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]));
  const current = new Map(after.map(({ name, value }) => [name, value]));
  return [...new Set([...old.keys(), ...current.keys()])].toSorted().map((name) => ({
    name,
    change: !old.has(name)
      ? 'added'
      : !current.has(name)
        ? 'removed'
        : old.get(name) === current.get(name)
          ? 'same'
          : 'changed',
  }));
}
