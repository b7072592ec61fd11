import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';

/** A revision that was deployed before, and what it took: from its creation to its last change. */
export interface EarlierRollout {
  id: string;
  commit: string | undefined;
  tookMs: number;
}

const REMEMBERED = 10;

/** The last deployed revisions whose times the service tells, latest first. It tells nothing of their phases. Pure. */
export function earlierRollouts(revisions: readonly RevisionView[]): EarlierRollout[] {
  return revisions
    .filter(({ status }) => statusKind(status) === 'deployed')
    .flatMap(({ id, commit, createdAt, updatedAt }) =>
      createdAt !== undefined && updatedAt !== undefined && updatedAt > createdAt
        ? [{ id, commit, tookMs: updatedAt - createdAt }]
        : [],
    )
    .slice(0, REMEMBERED);
}
