import { fill, type Scope } from '../../runner/expressions/index.ts';
import type { ConcurrencyModel } from '../model/schema.ts';

/** What a `concurrency:` asks for. Throws when its group is empty, or `cancel-in-progress` no boolean. */
export function groupOf(
  model: ConcurrencyModel | undefined,
  scope: Scope,
): { group: string; cancelInProgress: boolean } | null {
  if (model === undefined) return null;
  const group = fill(model.group, scope);
  if (group === '') throw new Error("concurrency: the group's name is empty");
  const cancel = fill(model['cancel-in-progress'] ?? 'false', scope);
  if (cancel !== 'true' && cancel !== 'false') {
    throw new Error(`concurrency: cancel-in-progress is '${cancel}', not a boolean`);
  }
  return { group, cancelInProgress: cancel === 'true' };
}
