import type { CommitLog, CommitSide } from '../../../src/contract/dashboard/deployments.ts';
import { shortId } from './format.ts';

/** Commits of one of two compared revisions that the other revision does not contain. */
interface CommitGroup {
  title: string;
  sign: '+' | '−';
  side: CommitSide;
}

/** Commits between two revisions, as shown in the comparison. */
interface CommitGroups {
  /** Sentence about unusual histories, or an empty string if the newer revision only adds commits. */
  note: string;
  groups: readonly CommitGroup[];
}

/** Groups the commits between the revisions with the numbers `newer` and `older`. */
export function groupCommits(log: CommitLog, newer: number, older: number): CommitGroups {
  const { added, removed } = log;
  const groups = [
    { title: `Only in #${newer}`, sign: '+', side: added } as const,
    { title: `Only in #${older}`, sign: '−', side: removed } as const,
  ].filter(({ side }) => side.total > 0);
  return { note: noteOf(log, newer, older), groups };
}

function noteOf(
  { missing, reason, merge_base: base, added, removed }: CommitLog,
  newer: number,
  older: number,
): string {
  if (missing === 'not-read') return `The commits between the revisions could not be read: ${reason ?? ''}.`;
  if (base === null && (added.cut || removed.cut)) {
    return `No common commit was found in the newest ${added.total} commits of #${newer}, so the commits missing from #${newer} are unknown.`;
  }
  if (base === null) return 'The two commits have no common history.';
  if (added.total > 0 && removed.total > 0) {
    return `The history was rewritten or has two branches: the newest common commit is ${shortId(base)}.`;
  }
  return removed.total > 0 ? `#${newer} was built from an older commit than #${older}.` : '';
}

/** Returns the number of commits in words, and whether all commits are listed. */
export function countCommits({ commits, total, cut }: CommitSide): string {
  if (cut) return `the newest ${commits.length} commits; older commits are not listed`;
  if (commits.length < total) return `newest ${commits.length} of ${total} commits`;
  return total === 1 ? '1 commit' : `${total} commits`;
}
