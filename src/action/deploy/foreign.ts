import type { Deployment } from '../../contract/deployment.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { viewActual } from '../plan/actual.ts';
import { foreignSettings } from '../plan/agreement.ts';
import type { RollOutOf } from './tools.ts';

/**
 * The outcome when our revision has settings of somebody else, who changed them between our look and our change or
 * right after; undefined when it has ours, or nobody can tell because a newer revision is there.
 */
export function foreignOutcome(of: RollOutOf, seen: Deployment | undefined): Outcome | undefined {
  if (seen?.latest_revision_id !== of.revisionId) return undefined;
  const theirs = foreignSettings(of.planned, viewActual(seen, []), of.wanted);
  if (theirs.length === 0) return undefined;
  return outcome(
    'superseded',
    'settings-mismatch',
    `Revision ${of.revisionId} of ${of.deployment.name} has not the given ${theirs.join(', ')}: somebody else changed the deployment at the same time. Run the workflow again.`,
  );
}
