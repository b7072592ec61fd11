import { isFinal } from '../../../contract/statuses.ts';
import type { PolledRef, RevisionRow } from '../../ports/store.ts';

/** What a look at a deployment's ref is judged by. */
export interface PollObservation {
  /** In full. */
  ref: string;
  /** Where it leads now; null: it is not there. */
  head: string | null;
  /** What the last look found. */
  previous: PolledRef | undefined;
  /** The deployment's revisions, newest first; at least the latest. */
  revisions: readonly Pick<RevisionRow, 'status' | 'config' | 'push'>[];
}

export type PollDecision =
  /** Nothing is new, and nothing is to be kept. */
  | { kind: 'nothing' }
  /** It is not known yet what the latest revision is of: another look tells. */
  | { kind: 'wait' }
  /** What was found is to be kept, and makes no revision. */
  | { kind: 'keep' }
  /** Somebody pushed. */
  | { kind: 'pushed'; commit: string };

/**
 * Whether a look at a ref saw a push. The first look compares with what the deployment was built of; later ones with
 * the look before, so that a deployment that was taken back to an older revision stays there. A ref that appears makes
 * nothing (facts/service §1.4: creation alone triggers nothing).
 */
export function decidePoll({ ref, head, previous: seen, revisions }: PollObservation): PollDecision {
  const before = seen?.ref === ref ? seen : undefined;
  if (before !== undefined && before.commit === head) return { kind: 'nothing' };
  if (head === null || before?.commit === null) return { kind: 'keep' };
  const [latest] = revisions;
  const own = latest && commitOf(latest);
  if (own === head) return { kind: 'keep' };
  if (latest !== undefined && !own && !isFinal(latest.status)) return { kind: 'wait' };
  if (before !== undefined) return { kind: 'pushed', commit: head };
  // One that ended before its commit was known says nothing: what came before it does.
  const known = revisions.map(commitOf).filter((commit) => commit !== undefined);
  return known.length === 0 || known.includes(head) ? { kind: 'keep' } : { kind: 'pushed', commit: head };
}

/** What a revision is of, or was made for, as far as that is known. */
function commitOf({ config, push }: PollObservation['revisions'][number]): string | undefined {
  return config.repo_commit_sha ?? push?.commit ?? undefined;
}
