import type { CommitSubjects, RevisionSummary } from '../../../src/contract/dashboard/deployments.ts';
import { useLoaded } from '../parts/loading.ts';
import { read } from './api.ts';

/** Returns the first lines of commit messages, keyed by commit, for commits that this emulator has built. */
export function useCommitSubjects(
  deployment: string,
  revisions: readonly RevisionSummary[],
): ReadonlyMap<string, string> {
  const commits = revisions.map(({ source, final }) => `${source.commit} ${final}`).join();
  const { value } = useLoaded(
    () => read<CommitSubjects>(`/deployments/${deployment}/commits`),
    [deployment, commits],
  );
  return new Map((value.value?.commits ?? []).map(({ id, subject }) => [id, subject]));
}
