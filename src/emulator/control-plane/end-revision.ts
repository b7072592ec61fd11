import type { RevisionStatus } from '../../contract/statuses.ts';
import type { Repositories, RevisionRow } from '../ports/store.ts';

/**
 * Ends a revision that is not final, in the caller's transaction: whoever works on it finds it ended at its next write,
 * which then changes nothing. Gives the revision as it is now.
 */
export async function endRevision(
  tx: Repositories,
  revision: RevisionRow,
  end: { status: Extract<RevisionStatus, 'SKIPPED' | 'INTERRUPTED'>; message: string; at: number },
): Promise<RevisionRow> {
  const change = {
    status: end.status,
    statusMessage: end.message,
    updatedAt: end.at,
    history: [...revision.history, { status: end.status, at: end.at }],
  };
  await tx.revisions.update(revision.id, change);
  return { ...revision, ...change };
}
