import type { CurrentDeployment } from './current.ts';
import type { Plan } from './types.ts';

/**
 * Everything that decides what a run will do, as one text that is equal for equal situations: which deployment in which
 * state, for which commit, and what would be sent. Holds secrets: only a keyed fingerprint of it may be shown. Pure.
 */
export function describeSituation(
  plan: Plan,
  current: Pick<CurrentDeployment, 'id' | 'latestRevisionId' | 'activeRevisionId'> | undefined,
  commit: string | undefined,
): string {
  return canonicalJson({
    version: 1,
    deployment: current?.id ?? null,
    latest: current?.latestRevisionId ?? null,
    active: current?.activeRevisionId ?? null,
    commit: commit ?? null,
    kind: plan.kind,
    revision: 'revisionId' in plan ? plan.revisionId : null,
    body: 'body' in plan ? plan.body : null,
  });
}

/** JSON whose keys are in order; lists keep theirs. Pure. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
