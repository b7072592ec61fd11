import { keepCommit, signatureOf } from './commits.ts';
import { compareCommits, mergeTrees } from './history.ts';
import { commitSha } from './objects.ts';
import type { Account, Commit, PullRequest, Repository } from './model.ts';
import type { GitHubState } from './state.ts';

/**
 * Brings open pull requests up to date after a ref moved: their head, their base, their test merge. What is closed
 * stays as it was.
 */
export function refreshPullRequests(state: GitHubState, changed: Repository): void {
  for (const repository of state.repositories.values()) {
    if (repository.network !== changed.network) continue;
    for (const pull of repository.pulls.values()) {
      if (pull.issue.state === 'open') refreshPullRequest(state, repository, pull);
    }
  }
}

/**
 * Brings one pull request up to date. A head branch that was deleted leaves the last commit it had. `base.sha` is read
 * anew only when the head moves, as on GitHub; the test merge is always with the base branch as it is now.
 */
export function refreshPullRequest(state: GitHubState, repository: Repository, pull: PullRequest): void {
  const head = pull.headRepository?.refs.get(`refs/heads/${pull.headRef}`) ?? pull.headSha;
  const tip = repository.refs.get(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
  if (head !== pull.headSha) {
    pull.headSha = head;
    pull.baseSha = tip;
    pull.issue.updatedAt = state.stamp();
  }
  repository.refs.set(`refs/pull/${pull.issue.number}/head`, head);
  if (pull.mergeable === null) return;
  const merged = repository.network.commits.get(pull.mergeSha ?? '')?.parents;
  if (merged?.[0] === tip && merged[1] === head) return;
  const merge = testMerge(state, repository, tip, head);
  pull.mergeable = merge !== null;
  pull.mergeSha = merge?.sha ?? null;
  const ref = `refs/pull/${pull.issue.number}/merge`;
  if (merge === null) repository.refs.delete(ref);
  else repository.refs.set(ref, merge.sha);
}

/** The commit GitHub makes of both sides; `null` when they conflict. */
function testMerge(state: GitHubState, repository: Repository, base: string, head: string): Commit | null {
  const { commits } = repository.network;
  const [ours, theirs] = [commits.get(base), commits.get(head)];
  if (ours === undefined || theirs === undefined) return null;
  const message = `Merge ${head} into ${base}`;
  return mergeOf(state, repository, { ours, theirs, message, by: state.account('github') });
}

/** Merges two commits into a new one, which no ref points at yet; `null` when both sides changed the same file. */
export function mergeOf(
  state: GitHubState,
  repository: Repository,
  { ours, theirs, message, by }: { ours: Commit; theirs: Commit; message: string; by: Account },
): Commit | null {
  const base = compareCommits(repository.network, ours, theirs)?.mergeBase;
  const tree = mergeTrees(base?.tree ?? new Map(), ours.tree, theirs.tree);
  if (tree === null) return null;
  const signature = signatureOf(by, state.stamp());
  const content = {
    parents: [ours.sha, theirs.sha],
    message,
    author: signature,
    committer: signature,
    tree,
  };
  return keepCommit(repository, { ...content, account: by, sha: commitSha(content) });
}
