import type { StoredState, StoredRevision } from '../../harness/crash/data-dir.ts';

/** A data directory with nothing in it. */
export const nothing: StoredState = {
  deployments: [],
  revisions: [],
  threads: [],
  runs: [],
  processes: [],
  damage: [],
};

/** A revision with this past. */
export function kept(marker: string, seq: number, history: string[], built = false): StoredRevision {
  const status = history.at(-1) ?? '';
  return { id: `r-${marker}`, deploymentId: 'd1', seq, status, marker, history, built };
}
