import type { Deployment } from '../../contract/deployment.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { toCurrent } from '../plan/current.ts';
import { secretVisibility, driftedFields, overwrittenFields, conflictingSecrets } from '../plan/conflicts.ts';
import type { RolloutTarget } from './tools.ts';

/**
 * The outcome when our revision has settings of somebody else, who changed them between our look and our change or
 * right after; undefined when it has ours, or nobody can tell because a newer revision is there. A deployment shows the
 * settings of its latest revision. The answer to our change that names none, or still the one before, shows at least
 * what our revision was made on; and what it showed as ours, but is not any more, somebody changed after it.
 */
export function detectConcurrentChange(of: RolloutTarget, seen: Deployment | undefined): Outcome | undefined {
  if (seen === undefined) return undefined;
  const latest = seen.latest_revision_id;
  const ours = latest === of.revisionId;
  if (latest && !ours && !of.before.has(latest)) return undefined;
  const now = toCurrent(seen, []);
  const answered = toCurrent(of.deployment, []);
  const shows = {
    ...secretVisibility(of.current ?? { secrets: undefined }),
    around: { before: of.current?.secrets, answered: answered.secrets },
  };
  const theirs = new Set([
    ...(of.current === undefined ? [] : driftedFields(of.current, now, of.desired)),
    ...(ours ? conflictingSecrets(of.desired, now.secrets, shows) : []),
  ]);
  const since = overwrittenFields(answered, now, of.desired).filter((field) => !theirs.has(field));
  if (theirs.size + since.length === 0) return undefined;
  const { revisionId, deployment } = of;
  const all = [...theirs, ...since].join(', ');
  return outcome(
    'superseded',
    'settings-mismatch',
    theirs.size > 0
      ? `Revision ${revisionId} of ${deployment.name} has not the given ${all}: somebody else changed the deployment at the same time. Run the workflow again.`
      : `Revision ${revisionId} is active, but ${deployment.name} no longer has the given ${all}: somebody else changed it after this run did. Run the workflow again.`,
  );
}
