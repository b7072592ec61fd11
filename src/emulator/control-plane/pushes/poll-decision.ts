import { isFinal } from '../../../contract/statuses.ts';
import type { PolledRef, RevisionRow } from '../../seams/store.ts';

/** What a look at a deployment's ref is judged by. */
export interface Look {
  /** In full. */
  ref: string;
  /** Where it leads now; null: it is not there. */
  head: string | null;
  /** What the last look found. */
  seen: PolledRef | undefined;
  /** The deployment's latest revision. */
  latest: Pick<RevisionRow, 'status' | 'config'>;
  /** Whether a revision of the deployment, of whatever age, is of `head`. */
  built: boolean;
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
export function judgeLook({ ref, head, seen, latest, built }: Look): PollDecision {
  const before = seen?.ref === ref ? seen : undefined;
  if (before !== undefined && before.commit === head) return { kind: 'nothing' };
  if (head === null || before?.commit === null) return { kind: 'keep' };
  const own = latest.config.repo_commit_sha;
  if (!own) {
    if (!isFinal(latest.status)) return { kind: 'wait' };
    if (before === undefined) return { kind: 'keep' };
  }
  if (own === head) return { kind: 'keep' };
  if (before === undefined && built) return { kind: 'keep' };
  return { kind: 'pushed', commit: head };
}
